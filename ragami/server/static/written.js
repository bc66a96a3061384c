// What somebody has to write, because nobody can list it: a word, goods, what is in a chest.
import { EXACT, element, say } from "./here.js";
import { picture } from "./pictures.js";

const field = (how) => element("input", { maxlength: 4000, ...EXACT, ...how });

const text = ({ label: asked, kind, optional }, label) => {
  const input = field({ "aria-label": label(asked), type: kind === "number" ? "number" : "text",
    autocapitalize: kind === "text" || kind === "word" ? "sentences" : "off" });
  const read = () => {
    const said = input.value.trim();
    if (!said && !optional) throw new Error(say("say-something"));
    if (!said) return null;
    return kind === "number" ? Number(said) : said;
  };
  return { inside: [input], read };
};

// So many of each: a few by taps, many as a number that is typed.
const tally = ({ of }, label) => {
  const rows = of.map(({ key, label: name, picture: drawn, most = Infinity }) => {
    const what = label(name);
    const input = field({ type: "number", inputmode: "numeric", min: 0, max: most === Infinity ? null : most,
      value: 0, "aria-label": what, "data-count": key, onfocus: () => input.select(),
      onchange: () => write(count()) });
    const write = (number) => { input.value = Math.min(most, Math.max(0, Math.trunc(number))); };
    const count = () => Number(input.value);
    const step = (code, by, how = {}) => element("button", { type: "button", "aria-label": say(code, { what }),
      onclick: () => write(count() + by), ...how }, by < 0 ? "−" : "+");
    const row = element("li", {}, element("span", {}, drawn ? picture(drawn) : null, what),
      step("fewer", -1), input, step("more", 1, { "data-more": key }));
    return { key, row, read: () => { write(count()); return count(); } };
  });
  const read = () => Object.fromEntries(rows.map((one) => [one.key, one.read()]).filter(([, number]) => number));
  return { inside: [element("ul", { class: "tally" }, ...rows.map(({ row }) => row))], read };
};

// A row of numbers for each of them, with those that stand.
const table = ({ of, each, row: name, standing = [] }, label) => {
  const number = (input) => (input.value.trim() === "" ? null : Number(input.value));
  const rows = of.map((one) => [one, each.map((column) => field({ type: "number",
    value: standing.find((row) => row[name] === one.key)?.[column.key],
    "aria-label": `${label(one.label)}: ${label(column.label)}`,
    "data-of": one.key, "data-each": column.key }))]);
  const heads = element("tr", {}, element("td", {}),
    ...each.map((column) => element("th", { scope: "col" }, label(column.label))));
  const body = rows.map(([one, inputs]) => element("tr", {},
    element("th", { scope: "row" }, label(one.label)),
    ...inputs.map((input) => element("td", {}, input))));
  const read = () => rows.map(([one, inputs]) => ({ [name]: one.key,
    ...Object.fromEntries(each.map((column, n) => [column.key, number(inputs[n])])) }));
  return { inside: [element("table", { class: "written" }, heads, ...body)], read };
};

// One of some values, within what is written; the only one is taken.
const one = ({ values }, label) => {
  let taken = values.length === 1 ? values[0] : null;
  const buttons = values.map((value) => element("button", { type: "button",
    "data-value": JSON.stringify(value.value), "aria-pressed": String(value === taken),
    onclick: ({ currentTarget }) => {
      taken = value;
      for (const button of buttons) button.setAttribute("aria-pressed", String(button === currentTarget));
    } }, label(value.label)));
  const read = () => {
    if (!taken && values.length) throw new Error(say("choose-one"));
    return taken?.value;
  };
  return { inside: [element("div", { class: "row" }, ...buttons)], read };
};

// What has one answer is not asked.
const settled = (part) => part.values?.length === 1
  || Boolean(part.parts?.length && part.parts.every(settled));

// What is taken in one row cannot be taken in another; nothing (null) can.
const onlyOnce = (rows) => {
  const buttons = rows.flatMap((row) => [...row.querySelectorAll("[data-value]")]);
  const taken = buttons.filter((button) => button.getAttribute("aria-pressed") === "true");
  for (const button of buttons) {
    button.disabled = button.dataset.value !== "null" && taken.some((other) =>
      other !== button && other.dataset.value === button.dataset.value);
  }
};

const parts = (question, label) => {
  const all = question.parts.filter((part) => part.parts?.length || part.of?.length || part.values?.length
    || ["text", "number"].includes(part.kind)).map((part) => [part, written(part, label)]);
  const inside = all.filter(([part]) => !settled(part)).map(([part, made]) => element("fieldset", { "data-part": part.path.at(-1) },
    element("legend", {}, label(part.label)), ...made.inside));
  const read = () => ({ ...empty(question), ...Object.fromEntries(
    all.map(([part, made]) => [part.path.at(-1), made.read()])
      .filter(([, value]) => value !== undefined && value !== null)) });
  if (question.distinct) for (const { inside: [row] } of all.map(([, made]) => made)) {
    row.addEventListener("click", () => onlyOnce(all.map(([, made]) => made.inside[0])));
  }
  return { inside, read };
};

// Parts of which there is nothing to say are empty.
const empty = (question) => Object.fromEntries(question.parts
  .filter((part) => part.kind === "parts" || part.kind === "tally").map((part) => [part.path.at(-1), {}]));

const KINDS = { text, number: text, tally, table, parts };

// The fields that ask for it, and what reads them.
export const written = (question, label) => (KINDS[question.kind] ?? one)(question, label);
