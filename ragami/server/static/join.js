// Coming in: the code, then a free seat, watching, or keeping the score. No account, no name.
import { ask, Problem } from "./ask.js";
import { member, remember } from "./device.js";
import { byId, element, here, say, shown } from "./here.js";

const CODE = 6;
const PATIENCE = 2_000;
const code = byId("code");
const told = (text, id = "waiting") => { byId(id).textContent = text; };
const accepted = (text, right) => {
  told(text, "accepted");
  byId("accepted").classList.toggle("wrong", !right);
};

const path = (table) => `/t/${encodeURIComponent(table)}`;
const after = (joined) => {
  if (joined.role === "referee") return "/desk";
  if (joined.role === "keeper") return `${path(joined.table)}/keeper`;
  return joined.role === "public" ? `${path(joined.table)}/board` : path(joined.table);
};

const come = async (how, claim) => {
  const body = { code: code.value.trim(), ...how, ...(claim ? { claim } : {}) };
  const name = byId("name").value.trim();
  if (name) body.name = name;
  const own = member(here.joined?.table); // a device that has a seat here takes another one
  const token = own?.role === "seat" && how.seat ? own.token : undefined;
  try {
    const { data } = await ask("/v1/join", { body, token });
    remember(data);
    await leave();
    location.href = `${after(data)}?lang=${here.lang}`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const next = error.told.claim ?? claim;
    if (error.status === 409 && next && (error.told.claim || error.told.code === "claim-open")) {
      told(say("claiming"));
      setTimeout(() => come(how, next), PATIENCE);
    } else {
      told(error.message);
      byId("how").disabled = false;
    }
  }
};

// The spectator that looked which table this is has done its work.
const leave = async () => {
  const { token, device } = here.joined ?? {};
  if (!token) return;
  await ask(`/v1/devices/${encodeURIComponent(device)}`, { token, method: "DELETE" }).catch(() => {});
};

// Where players come in one by one, a name is given on the next page.
const enter = (joined, ...inside) => element("button", { type: "button", class: "big enter", onclick: async () => {
  remember(joined);
  if (joined !== here.joined) await leave();
  location.href = `${path(joined.table)}?lang=${here.lang}`;
} }, ...inside);

// Which table a code belongs to is known once somebody has joined to watch it.
const seats = async () => {
  const typed = code.value.trim().toUpperCase();
  if (typed === here.typed) return;
  shown("how", typed.length > CODE); // the hall key is longer, and no table's
  if (typed.length !== CODE) return;
  here.typed = typed;
  try {
    const { data } = await ask("/v1/join", { body: { code: typed } });
    here.joined = data;
    const table = (await ask(`/v1/tables/${encodeURIComponent(data.table)}`, { token: data.token })).data;
    accepted(say("accepted", { table: data.table }), true);
    told("");
    shown("how");
    const ways = byId("ways");
    ways.querySelectorAll("[name=seat], .enter").forEach((one) => one.remove());
    ways.querySelector("[value=keeper]").hidden = table.gathers; // its referee writes there
    if (table.gathers) ways.prepend(enter(data, element("b", {}, say("enter"))));
    const people = Object.entries(table.seats);
    if (table.gathers) people.sort(([, one], [, other]) => one.localeCompare(other, here.lang));
    const own = member(data.table);
    ways.prepend(...people.map(([seat, name]) => {
      if (own?.seats?.includes(seat) && table.taken.includes(seat)) {
        return enter(own, element("b", {}, name), element("small", {}, say("you-are-in")));
      }
      const taken = table.taken.includes(seat);
      return element("button", { type: "submit", name: "seat", value: seat, class: "big" },
        element("b", {}, name), element("small", {}, taken ? say("taken")
          : say(table.house?.includes(seat) ? "house-plays" : "free")));
    }));
  } catch (error) {
    here.typed = null;
    accepted(error.message, false);
  }
};

byId("join").addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, value } = event.submitter ?? { name: "role", value: "public" };
  byId("how").disabled = true;
  come(name === "seat" ? { seat: value, role: "seat" } : { role: value });
});
code.addEventListener("input", seats);
// Who one is, only a tap says: Enter in a field would take the first seat.
for (const field of [code, byId("name")]) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    field.blur();
  });
}
seats();

// Who is in already gets back with one tap.
for (const link of document.querySelectorAll(".tables a")) {
  const name = link.querySelector("b").textContent;
  const known = member(name);
  if (known && known.role !== "public") {
    link.href = `${after(known)}?lang=${here.lang}`;
    link.append(element("small", { class: "in" }, say("you-are-in")));
  }
}
