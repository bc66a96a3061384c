// Before something is taken back: what would count no longer, and whose yes it takes.
import { byId, element, say, seatName, shown } from "./here.js";
import { Outbox } from "./outbox.js";
import { Table } from "./table.js";

const PATIENCE = 2_000;
let asked = false; // what this device asks of the others is no question to itself
let chosen = false; // else it is the last record that can be taken back, whichever that is
const last = () => [...document.querySelectorAll("#latest :is(.event, .malformed)")].at(-1)?.id.slice("record-".length);
const table = new Table({ changed: () => {
  byId("to").max = table.seq - 1;
  if (!chosen) byId("to").value = (last() ?? table.seq) - 1;
  if (!asked) look();
} });
const outbox = new Outbox(table);

const claim = table.claim.bind(table);
table.claim = (data) => {
  if (!asked || data.kind !== "undo" || Number(data.what) !== body().to) claim(data);
};

const body = () => ({ to: Number(byId("to").value), reason: byId("reason").value.trim() || undefined });

// Points now, and as they were at that record: nothing is judged here.
const moved = (now, then) => Object.entries(now)
  .filter(([seat, score]) => then[seat] !== score)
  .map(([seat, score]) => element("li", {}, say("points-move",
    { who: seatName(seat), now: score, then: then[seat] ?? 0 })));

const look = async () => {
  const { to } = body();
  if (!byId("to").checkValidity()) return;
  try {
    const [{ data: then }, { data: now }] = await Promise.all(
      [table.ask("moment", {}, { at: to }), table.ask("moment", {}, { story: "all" })]);
    if (asked || to !== body().to) return; // meanwhile it is about something else
    const later = now.story.filter(([, seq]) => seq > to);
    byId("struck").innerHTML = later.map(([, , markup]) => markup).join("");
    // Notes, seals and what is struck out already stay as they are.
    byId("struck").querySelectorAll("li:not(.event, .malformed)").forEach((entry) => entry.remove());
    for (const entry of byId("struck").children) entry.removeAttribute("id"); // it is below, too
    const nothing = byId("struck").childElementCount === 0;
    byId("follows").replaceChildren(...moved(now.scores, then.scores),
      element("li", {}, nothing ? say("nothing-struck", { to }) : say("stays", { to })));
    byId("do").disabled = nothing;
    byId("asked").textContent = "";
  } catch (error) {
    byId("asked").textContent = error.message;
  }
  shown("then");
};
const choose = (to) => {
  chosen = true;
  byId("to").value = to;
  look();
};
byId("to").addEventListener("input", () => choose(byId("to").value));
byId("latest").addEventListener("click", (event) => {
  const entry = event.target.closest("li");
  if (!entry) return;
  event.preventDefault();
  choose(Number(entry.id.slice("record-".length)) - 1);
  byId("then").scrollIntoView({ block: "start" });
});

const back = async (secret) => {
  byId("do").disabled = true;
  asked = true;
  try {
    const headers = secret ? { "X-Claim": secret } : {};
    await outbox.post("undo", body(), say("undo"), headers);
    byId("asked").textContent = say("taken-back");
    setTimeout(() => location.assign(document.querySelector(".bar .table").href), 800);
  } catch (error) {
    const next = error.told?.claim ?? secret;
    const open = (error.status === 403 && error.told.claim) || error.told?.code === "claim-open";
    if (open && next) {
      byId("asked").textContent = say("asking");
      return setTimeout(() => back(next), PATIENCE);
    }
    byId("asked").textContent = error.message;
  }
  byId("do").disabled = false;
};
byId("undo").addEventListener("submit", (event) => {
  event.preventDefault();
  back();
});

table.seq = null;
table.start();
