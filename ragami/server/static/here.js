// What this page is about, what it can say, and how elements are made.
export const byId = (id) => document.getElementById(id);

export const here = JSON.parse(byId("page").textContent);

export const say = (key, facts = {}) =>
  here.words[key].replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));

// How a keyboard writes an id or a line, and the name of a person.
export const EXACT = { autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: "false" };
export const PERSON = { ...EXACT, autocapitalize: "words" };

export const element = (tag, how = {}, ...inside) => {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(how)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...inside.filter((one) => one != null));
  return made;
};

// Children that read the same stay where they are: a finger may be on one of them.
export const refill = (place, made) => {
  for (const [n, one] of made.entries()) {
    const there = place.children[n];
    if (!there) place.append(one);
    else if (!there.isEqualNode(one)) there.replaceWith(one);
  }
  while (place.children.length > made.length) place.lastElementChild.remove();
};

export const shown = (id, is = true) => {
  const found = byId(id);
  if (found) found.hidden = !is;
};

// On a narrow screen a row of the desk is a list, in which each cell says what it is.
export const headed = (row) => {
  const heads = document.querySelectorAll(".hall thead th");
  for (const [number, cell] of [...row.children].entries()) {
    cell.dataset.head = heads[number].textContent;
    cell.classList.toggle("bare", !cell.textContent.trim());
  }
  return row;
};

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// 128 random bits; on plain http there is no randomUUID.
export const random = (bytes = 16) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((one) => one.toString(16).padStart(2, "0")).join("");

export const seatName = (seat) => here.seats?.[seat] ?? capital(seat);
