// A table on the desk: a record, what would follow, and what the referee writes.
import { Problem } from "./ask.js";
import { entered } from "./hall-key.js";
import { house } from "./house.js";
import { byId, element, here, say, seatName, shown } from "./here.js";
import { Outbox } from "./outbox.js";
import { Table } from "./table.js";

const number = (id) => Number(byId(id).value) || undefined;
const text = (id) => byId(id).value.trim() || undefined;

const bodies = {
  rulings: () => ({ rule: text("rule"), reason: text("reason"), authority: text("authority") }),
  corrections: () => ({ seq: number("record"), event: text("line") ? { line: text("line") } : null,
    reason: text("reason"), authority: text("authority") }),
  // A remark that counts until an event of the game follows.
  events: () => ({ type: "noted", data: { text: `broken-off: ${text("reason") ?? ""}` } }),
  undo: () => ({ to: number("to"), reason: text("reason") }),
  penalties: () => {
    const level = byId("level").value || undefined;
    const amount = level === "time" ? { minutes: number("amount") }
      : level === "points" ? { points: number("amount") } : {};
    return { player: byId("player").value, offence: byId("offence").value, rule: text("rule"), level, ...amount,
      reason: text("reason"), authority: text("authority") };
  },
};

const chosen = () => {
  const kind = byId("kind").value;
  for (const part of document.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(kind);
  }
  // What the catalogue says, and a warning, has no amount.
  byId("amount").closest("p").hidden ||= !["time", "points"].includes(byId("level").value);
  return kind;
};

const points = (outcome) => Object.entries(outcome?.scores ?? {})
  .map(([seat, score]) => element("li", {}, `${seatName(seat)} ${score}`));

// How it stands and how it would stand, side by side.
const sides = ({ blast, text: told }) => {
  const side = (heading, outcome) => element("section", { class: "side" },
    element("h3", {}, heading), element("ul", {}, ...points(outcome)));
  byId("sides").replaceChildren(
    element("div", { class: "both" }, side(say("as-it-is"), blast.before),
      side(say("as-it-would-be"), blast.after),
      blast.as_if ? side(say("as-if"), blast.as_if) : null),
    element("ul", {}, ...told.map((line) => element("li", {}, line))));
  shown("then");
};

// The record that is meant, as the story tells it.
const recordSays = () => {
  const entry = byId("story").querySelector(`#record-${number("record") ?? 0} a span`);
  byId("record-says").textContent = entry?.textContent ?? "";
};

// The rule that is meant, in both languages.
const ruled = () => byId("rule-says").replaceChildren(
  ...(here.rules[byId("rule").value.trim()] ?? []).map((told) => element("p", {}, told)));

entered(() => {
  const changed = () => shown("rule-form"); // what is written comes after a record that was seen
  const table = new Table({ all: true, changed, heard: (name, data) => {
    if (name !== "call") return;
    byId("calls").textContent = data.calls ? say("calls", { calls: data.calls }) : "";
    shown("answered", data.calls > 0);
  } });
  const outbox = new Outbox(table);
  chosen();
  const own = here.lang === "es" ? 1 : 0; // a rule is looked for by its words, too
  byId("rules").replaceChildren(...Object.entries(here.rules).map(([value, texts]) =>
    element("option", { value, label: texts[own] })));
  byId("rule").addEventListener("input", ruled);
  byId("record").addEventListener("input", recordSays);
  for (const id of ["kind", "level"]) byId(id).addEventListener("change", chosen);

  byId("ask").addEventListener("click", async () => {
    const kind = chosen();
    try {
      // A long game is judged twice: however long that takes.
      byId("sent").textContent = say("thinking");
      const how = { body: { kind, body: bodies[kind]() }, signal: undefined };
      sides((await table.ask("whatif", how)).data);
      byId("sent").textContent = "";
    } catch (error) {
      shown("then", false);
      byId("sent").textContent = error.message;
    }
  });

  byId("rule-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const kind = chosen();
    if (kind === "events" && !text("reason")) return byId("reason").focus();
    const what = byId("kind").selectedOptions[0].textContent;
    try {
      const receipt = await outbox.post(kind, bodies[kind](), what);
      byId("sent").textContent = say("stored", { what, seq: receipt.last });
      shown("then", false);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      byId("sent").textContent = error.message;
    }
  });

  byId("answered").addEventListener("click", () =>
    table.ask("calls", { method: "DELETE" }).then(() => shown("answered", false),
      (error) => table.trouble(error.message, "lost")));

  byId("story").addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    const seq = Number(link.hash.slice(1));
    byId("record").value = seq;
    byId("to").value = Math.max(1, seq - 1);
    recordSays();
    const rule = /\b[RAC]-[A-Z0-9-]+/.exec(link.closest("li").querySelector(".finding")?.textContent);
    if (rule) [byId("rule").value] = rule;
    ruled();
    byId("rule-form").scrollIntoView({ block: "nearest" });
  });

  house(table);
  table.seq = null;
  table.start();
});
