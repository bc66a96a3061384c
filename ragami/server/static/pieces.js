// A card of the box that nobody at this table has met before: its name, and what else one knows.
import { ask, at } from "./ask.js";
import { EXACT, element, here, say } from "./here.js";
import { UnsentFields } from "./unsent.js";

const cell = (name, told, example = "") => {
  const id = `piece-${name}`;
  return [element("label", { for: id }, told),
    element("input", { id, "data-cell": name, maxlength: 200, ...EXACT, placeholder: example })];
};

// The button that stands below the values of a question, and the form that it opens.
export const pieceEntry = ({ table, outbox, question, label, wrong }) => {
  const place = element("details", { class: "piece" }, element("summary", {}, say("not-here")));
  const unsent = new UnsentFields(`ragami-piece/${here.table}/${table.audience ?? ""}/${question.pieces}`);
  const fields = () => [...place.querySelectorAll("[data-cell]")];
  const filled = () => Object.fromEntries(fields().map((input) => [input.dataset.cell, input.value.trim()]));
  const write = async () => {
    const cells = filled();
    const like = question.values.find(({ value }) => value)?.value ?? "";
    try {
      await outbox.post("pieces", { kind: question.pieces, cells, like }, cells.name || say("not-here"));
      unsent.keep(null);
    } catch (error) {
      wrong([error.why ?? error.message]);
    }
  };
  place.addEventListener("toggle", async () => {
    if (!place.open || place.childElementCount > 1) return;
    try {
      const { data } = await ask(at(here.table, "pieces", { kind: question.pieces, as: table.audience }),
        { token: table.token });
      place.append(...cell("name", say("name")),
        ...data.columns.flatMap((one) => cell(one.name, label(one.label), one.such_as)),
        element("p", { class: "hint" }, say("what-is-known")),
        element("p", { class: "buttons" }, element("button", { type: "button", class: "go", "data-piece": "",
          onclick: write }, say("enter-it"))));
      const kept = unsent.take() ?? {};
      for (const input of fields()) input.value = kept[input.dataset.cell] ?? "";
    } catch (error) {
      wrong([error.message]);
    }
  });
  place.addEventListener("input", () => {
    const cells = filled();
    unsent.keep(Object.values(cells).some(Boolean) ? cells : null);
  });
  place.open = Boolean(unsent.take());
  return place;
};
