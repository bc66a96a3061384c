// My seat: what is due, my hidden cards, what may be done.
import { ask, at } from "./ask.js";
import { Questions } from "./questions.js";
import { clocked } from "./clock.js";
import { forget, remember } from "./device.js";
import { house } from "./house.js";
import { byId, capital, element, here, say, seatName, shown } from "./here.js";
import { Outbox } from "./outbox.js";
import { PadEntry } from "./pad.js";
import { spoken } from "./spoken.js";
import { Table } from "./table.js";
import { typing } from "./typing.js";

const wide = matchMedia("(min-width: 960px)");
const table = clocked(new Table({ changed: () => {
  hand();
  shown("final", Boolean(table.told?.over));
} }));
const outbox = new Outbox(table);
const pad = new PadEntry(table, outbox);
const questions = new Questions(table, outbox, pad);

// What only this seat may see is covered until the button is held.
function hand() {
  for (const one of document.querySelectorAll(".own")) one.classList.remove("own");
  const places = table.own.map(byId).filter(Boolean);
  for (const place of places) place.classList.add("own");
  shown("hand", places.length > 0);
}

const hold = (on) => {
  document.documentElement.classList.toggle("held", on);
  byId("hold").setAttribute("aria-pressed", String(on));
  byId("held").replaceChildren(...(on ? table.own : []).map((id) => {
    const place = byId(id);
    const name = place.closest("tr")?.querySelector("th .name, th")?.textContent
      ?? place.previousElementSibling?.textContent ?? "";
    const copy = element("b", {}, ...place.cloneNode(true).childNodes);
    // A picture stands with its words: who has never seen the sign of a character, reads it.
    for (const piece of copy.querySelectorAll("span[title]")) {
      piece.replaceChildren(...piece.querySelectorAll("svg"), element("span", {}, piece.title));
    }
    return element("div", {}, /\p{L}/u.test(name) ? element("span", {}, capital(name)) : null,
      copy.childElementCount || copy.textContent.trim() ? copy : "–");
  }));
};

const button = byId("hold");
for (const name of ["pointerdown", "keydown"]) {
  button.addEventListener(name, (event) => {
    // What is shown moves the button from under a mouse: the pointer stays its own.
    if (event.type === "pointerdown" && event.isTrusted) button.setPointerCapture(event.pointerId);
    if (event.type === "pointerdown" || [" ", "Enter"].includes(event.key)) hold(true);
  });
}
for (const name of ["pointerup", "lostpointercapture", "pointercancel", "keyup", "blur"]) {
  button.addEventListener(name, () => hold(false));
}
button.addEventListener("contextmenu", (event) => event.preventDefault());

byId("call").addEventListener("click", async () => {
  try {
    await table.ask("calls", { body: {} });
    table.trouble(say("called"));
  } catch (error) {
    table.trouble(error.message, "lost");
  }
});

byId("leave").addEventListener("click", async () => {
  if (!confirm(say(table.seats.length > 1 ? "leave-all" : "leave"))) return;
  const { token, device } = table.device;
  await ask(`/v1/devices/${encodeURIComponent(device)}`, { token, method: "DELETE" }).catch(() => {});
  forget(here.table);
  location.reload();
});

// A mark is scanned by a photo of its code: phones give no camera to plain http.
const scanned = async (body) => {
  try {
    const { data } = await ask(at(here.table, "scan"), { token: table.token, body });
    byId("scanned").textContent = data.says;
  } catch (error) {
    byId("scanned").textContent = error.message;
  }
};
byId("photo")?.addEventListener("change", (event) => {
  const [photo] = event.target.files;
  if (photo) scanned(photo);
});
byId("scan")?.addEventListener("submit", (event) => {
  event.preventDefault();
  scanned({ mark: byId("mark").value.trim() });
});

byId("latest").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  location.href = `${here.path}/story?lang=${here.lang}${link.hash}`;
});

const member = Boolean(table.device && table.device.role !== "public");
shown("watching", !member);
byId("me").textContent = say("you-are", { who: table.seats.map(seatName).join(", ") });
shown("me", table.seats.length > 0);
byId("hand-over").replaceChildren(...table.seats.map((seat) => {
  const looks = seat === (table.audience ?? table.seats[0]);
  return element("button", { type: "button", "aria-pressed": String(looks), class: looks ? "picked" : "",
    onclick: () => {
      remember({ ...table.device, handed: seat });
      location.reload();
    } }, say("looks", { who: seatName(seat) }));
}));
shown("hand-over", table.seats.length > 1);
for (const id of ["amends", "linebox", "marked", "spoken"]) shown(id, member);
spoken(table);
if (!wide.matches && member) byId("boardbox").removeAttribute("open");
typing(table, outbox);
house(table);
pad.start();
questions.refresh();
table.start();
