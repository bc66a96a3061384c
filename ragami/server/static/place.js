// What the QR code of a result slip leads to: whoever sits there says who they are, takes the seat,
// and says how the table ended.
import { ask, at } from "./ask.js";
import { clocked } from "./clock.js";
import { member, remember } from "./device.js";
import { byId, element, here, say, shown } from "./here.js";
import { Report } from "./report.js";
import { sit } from "./sitting.js";
import { Table } from "./table.js";

const PATIENCE = 2_000;
let own = member(here.table);
const told = (text) => { byId("sent").textContent = text; };
const failed = (error) => told(error.message);

const report = new Report(() => own, () => refresh());

const draw = ({ tables }) => {
  const sitting = tables.find((one) => one.place === here.place);
  const me = own?.seats?.find((seat) => seat in (sitting?.players ?? {}));
  shown("sit", Boolean(me && sitting?.table));
  shown("who", Boolean(sitting && !me));
  shown("no-table", !sitting);
  if (sitting && !me) people(sitting.players);
  report.draw(me ? sitting : null, me);
};

const refresh = async () => {
  try {
    draw((await ask(at(here.table, "round"), { token: own?.token })).data);
  } catch (error) {
    if (error.status === 401) own = null;
    if (!error.offline) failed(error);
  }
};

const people = (players) => {
  if (byId("people").childElementCount) return;
  byId("people").replaceChildren(...Object.entries(players).map(([seat, name]) =>
    element("button", { type: "button", class: "big", "data-seat": seat, onclick: () => come(seat) },
      name)));
};

// The seat of a device that somebody else has is given when another of the tournament says so.
const come = async (seat, claim) => {
  const body = { code: byId("code").value.trim(), seat, role: "seat", ...(claim ? { claim } : {}) };
  try {
    const token = own?.role === "seat" ? own.token : undefined;
    const { data } = await ask("/v1/join", { body, token });
    if (data.table !== here.table) throw new Error(say("other-table", { table: data.table ?? "" }));
    remember(own = data);
    told("");
    refresh();
  } catch (error) {
    if (error.status !== 409 || !error.told?.claim) return failed(error);
    told(say("claiming"));
    setTimeout(() => come(seat, error.told.claim), PATIENCE);
  }
};

byId("code").value = location.hash.slice(1);
byId("sit").addEventListener("click", () => sit(own).catch(failed));
const table = clocked(new Table({ heard: (name) => {
  if (name === "round" || name === "seat") refresh();
}, changed: refresh }));
table.returns.push(refresh);
refresh();
table.start();
