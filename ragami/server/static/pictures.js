// The pictures of a game's values: one sheet, fetched once.
import { here } from "./here.js";

const SVG = "http://www.w3.org/2000/svg";
const BOX = { x: -32, y: -32, width: 64, height: 64 };
const symbols = new Set();
let fetched = null;

const made = (tag, how) => {
  const shape = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(how)) shape.setAttribute(key, value);
  return shape;
};

const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) return;
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const kept = made("svg", { width: 0, height: 0, "aria-hidden": "true", class: "stock" });
  for (const symbol of sheet.querySelectorAll("symbol")) {
    symbols.add(symbol.id);
    symbol.id = `picture-${symbol.id}`;
    kept.append(document.importNode(symbol, true));
  }
  document.body.append(kept);
};

// Resolves when the sheet is there, or cannot be had: then everything goes by its name.
export const stock = (address) => {
  if (address) fetched ??= read(address).catch(() => { fetched = null; });
  return fetched;
};

// One with a letter in it has a drawing of its own in the other language.
export const picture = (value) => {
  const id = symbols.has(`${value}.${here.lang}`) ? `${value}.${here.lang}` : value;
  if (!symbols.has(id)) return null;
  const shape = made("svg", { viewBox: "-32 -32 64 64", class: "picture", "aria-hidden": "true" });
  shape.append(made("use", { href: `#picture-${id}`, ...BOX }));
  return shape;
};
