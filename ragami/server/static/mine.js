// A player's phone at a gathering: coming in by a name, where one sits, going home.
import { ask, at } from "./ask.js";
import { clocked } from "./clock.js";
import { member, remember } from "./device.js";
import { byId, here, say, shown } from "./here.js";
import { Report, sittingOf } from "./report.js";
import { sit } from "./sitting.js";
import { Table } from "./table.js";

let own = member(here.table);
let me = null;
let sitting = null;
const told = (text) => { byId("sent").textContent = text; };
const mine = (rest, how = {}) => ask(at(here.table, rest), { token: own?.token, ...how });
const failed = (error) => told(error.message);

// What is said to everybody stands by name; a phone shows what is said to its own.
const row = () => me?.seat
  && document.querySelector(`#beside [data-who="${CSS.escape(me.seat)}"]`);

const draw = () => {
  const entered = Boolean(me?.seat);
  shown("own", entered);
  shown("entry", !entered);
  shown("enter", Boolean(me?.open) && !me?.waiting);
  shown("waits", Boolean(me?.waiting));
  shown("coded", !own);
  byId("code").required = !own;
  for (const one of document.querySelectorAll("tr.is-mine")) one.classList.remove("is-mine");
  const place = row();
  if (!entered || !place) return;
  place.classList.add("is-mine");
  byId("who").textContent = say("number", { number: me.number, name: me.name });
  if (byId("mine").textContent !== place.dataset.says) byId("mine").textContent = place.dataset.says;
  shown("sit", Boolean(sitting?.table));
  shown("drop", "here" in place.dataset);
  shown("back", "away" in place.dataset);
};

const report = new Report(() => own, () => refresh());

const refresh = async () => {
  try {
    me = (await mine("entries")).data;
    sitting = me.seat ? sittingOf((await mine("round")).data, me.seat) : null;
    report.draw(sitting, me.seat);
  } catch (error) {
    if (error.status === 401) own = null;
    else if (!error.offline) failed(error);
  }
  draw();
};

const table = clocked(new Table({ changed: () => { draw(); refresh(); }, heard: (name) => {
  if (name === "round" || name === "seat") refresh();
} }));
table.returns.push(refresh);

byId("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  const club = byId("club").value.trim();
  try {
    if (!own) {
      own = (await ask("/v1/join", { body: { code: byId("code").value.trim() } })).data;
      if (own.table !== here.table) throw new Error(say("other-table", { table: own.table ?? "" }));
      remember(own);
    }
    me = (await mine("entries", { body: { name: byId("name").value.trim(),
      ...(club ? { club } : {}) } })).data;
    if (me.seat) remember(own = { ...own, role: "seat", seats: [me.seat] });
    told("");
    draw();
  } catch (error) {
    failed(error);
  }
});

const presence = (is) => mine("presence", { body: { here: is } }).then(refresh, failed);
byId("drop").addEventListener("click", () => {
  if (confirm(say("leave"))) presence(false);
});
byId("back").addEventListener("click", () => presence(true));
byId("sit").addEventListener("click", () => sit(own).catch(failed));
byId("call").addEventListener("click", () =>
  mine("calls", { body: {} }).then(() => told(say("called")), failed));

refresh();
table.start();
