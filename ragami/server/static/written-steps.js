// What somebody has to write, because nobody can list it: a name, a seed, the points of a table.
import { element, say } from "./here.js";

const WORDS = ["text", "seed", "new-id", "word", "digest"];

const number = (field) => (field.value.trim() === "" ? null : Number(field.value));

// One line, or some JSON where the answer is more than words.
const single = ({ kind, optional }, label) => {
  const long = !WORDS.includes(kind) && kind !== "number";
  const field = element(long ? "textarea" : "input", { "aria-label": label, maxlength: 4000,
    autocomplete: "off", type: long ? null : kind === "number" ? "number" : "text" });
  const read = () => {
    const text = field.value.trim();
    if (!text) {
      if (optional) return null;
      throw new Error(say("say-something"));
    }
    if (kind === "number") return Number(text);
    if (!long) return text;
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  return { inside: [field], read };
};

// A row of numbers for each of them.
const rows = ({ of, each, called: key }, called) => {
  const fields = of.map((one) => [one, each.map((name) => element("input", { type: "number",
    inputmode: "numeric", "aria-label": `${called(one)}: ${called(name)}`, "data-of": one,
    "data-each": name }))]);
  const heads = element("tr", {}, element("td", {}),
    ...each.map((name) => element("th", { scope: "col" }, called(name))));
  const body = fields.map(([one, inputs]) => element("tr", {},
    element("th", { scope: "row" }, called(one)),
    ...inputs.map((input) => element("td", {}, input))));
  const read = () => fields.map(([one, inputs]) => ({ [key]: one,
    ...Object.fromEntries(each.map((name, n) => [name, number(inputs[n])])) }));
  return { inside: [element("table", { class: "written" }, heads, ...body)], read };
};

// The fields that ask for it, and what reads them.
export const written = (open, label, called) =>
  (open.each?.length ? rows(open, called) : single(open, label));
