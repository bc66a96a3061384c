// Seats that no device holds: who sits at the table gives them to the house, and takes them back.
import { ask } from "./ask.js";
import { byId, element, here, say, seatName, shown } from "./here.js";

export const house = (table) => {
  const path = `/v1/tables/${encodeURIComponent(here.table)}`;
  const asked = async (rest, how) =>
    draw((await ask(`${path}${rest}?lang=${here.lang}`, { token: table.token, ...how })).data);
  const draw = ({ seats, taken, house: played, over }) => {
    const free = Object.keys(seats).filter((seat) => !taken.includes(seat));
    shown("housebox", Boolean(played && free.length && !over && table.token));
    byId("house").replaceChildren(...(played ? free : []).map((seat) => {
      const plays = played.includes(seat);
      const then = plays ? played.filter((one) => one !== seat) : [...played, seat];
      return element("button", { type: "button", class: "big", "data-seat": seat, "aria-pressed": String(plays),
        onclick: () => asked("/house", { method: "PUT", body: { seats: then } })
          .catch((error) => table.trouble(error.message, "lost")) },
      element("b", {}, seatName(seat)), element("small", {}, say(plays ? "house-plays" : "house-not")));
    }));
  };
  // Nobody has asked for it: a seat that is lost, or a line, is told where it is noticed.
  const refresh = () => { if (table.token) asked("", {}).catch(() => {}); };
  const heard = table.heard;
  table.heard = (name, data) => {
    heard(name, data);
    if (name === "seat") refresh();
  };
  table.returns.push(refresh);
  refresh();
};
