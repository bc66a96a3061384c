// Everything for everybody: choices of all seats, a line of the sheet, quick dice.
import { Questions } from "./questions.js";
import { clocked } from "./clock.js";
import { house } from "./house.js";
import { byId, shown } from "./here.js";
import { Outbox } from "./outbox.js";
import { Table } from "./table.js";
import { typing } from "./typing.js";

const table = clocked(new Table());
const outbox = new Outbox(table);
const questions = new Questions(table, outbox);
const keeps = Boolean(table.device);
shown("watching", !keeps);
shown("linebox", keeps);
shown("amends", keeps);
shown("leave", false);
if (keeps) byId("linebox").setAttribute("open", "");

const SIDES = 6;
const fair = () => {
  for (;;) {
    const [byte] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 252) return (byte % SIDES) + 1; // 252 is a multiple of 6
  }
};
byId("throw").addEventListener("click", ({ target }) => {
  if (target.value) byId("thrown").textContent = Array.from({ length: target.value }, fair).join("  ");
});

byId("call").addEventListener("click", () =>
  table.ask("calls", { body: {} }).catch((error) => table.trouble(error.message, "lost")));

typing(table, outbox);
house(table);
questions.refresh();
table.start();
