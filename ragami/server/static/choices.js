// What may be done, as large buttons made from the legal choices; then one step a question.
// The server judges: here is only what it offered, and how a person picks one of it.
import { byId, capital, element, say, shown } from "./here.js";
import { written } from "./written-steps.js";

const LIST = 60; // more values than this are not shown as buttons at once
const FEW = 9; // nor are more than this that can be tapped on the board
const WIDE = matchMedia("(min-width: 960px)");
const TRIED = 8; // so many values of a last question are tried beforehand

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const lists = (value) => Object.entries(value).filter(([, inside]) => Array.isArray(inside));

// A choice being made: the questions that are still open, and what has been answered.
export class Choosing {
  constructor(table, outbox) {
    this.table = table;
    this.outbox = outbox;
    this.words = {};
    this.found = [];
    table.listeners.push(() => this.refresh());
    table.returns.push(() => this.refresh());
  }

  word(value) {
    if (value === null) return say("none");
    if (value === true || value === false) return say(value ? "yes" : "no");
    if (Array.isArray(value)) return value.length ? value.map((one) => this.word(one)).join(", ")
      : say("none");
    if (isObject(value)) {
      const fixed = Object.entries(value).filter(([, inside]) => !Array.isArray(inside))
        .map(([key, inside]) => `${this.word(key)} ${this.word(inside)}`);
      return (fixed.length ? fixed : Object.keys(value).map((key) => this.word(key))).join(", ");
    }
    return this.words[value] ?? String(value).replaceAll("_", " ");
  }

  // -- the choices

  get may() {
    return this.table.device && this.table.device.role !== "public";
  }

  async refresh() {
    shown("doing", this.may);
    if (!this.may || this.table.told?.stopped) return this.offer([]);
    if (this.table.seq === this.asked) return;
    const asked = this.asked = this.table.seq;
    byId("choices").inert = true; // until they are those of this moment
    try {
      const answer = await this.offered();
      if (asked !== this.table.seq || !answer) return;
      this.words = answer.data.words;
      this.offer(answer.data.choices);
      byId("choices").dataset.seq = asked;
      byId("choices").inert = false;
    } catch (error) {
      this.asked = null;
      if (!error.offline) byId("sent").textContent = error.message;
    }
  }

  offered() {
    return this.table.ask("choices");
  }

  // Whose choices are for this device: those of its seats, and those of nobody.
  mine(choice) {
    const seats = this.table.seats;
    if (!seats.length) return true;
    const who = choice.data.player;
    return who === undefined || seats.includes(who);
  }

  offer(choices) {
    this.found = choices;
    const own = choices.filter((choice) => this.mine(choice));
    const others = choices.filter((choice) => !this.mine(choice));
    const place = byId("choices");
    place.replaceChildren(...own.map((choice) => this.button(choice)));
    if (others.length) {
      place.append(element("details", { class: "others" },
        element("summary", {}, say("for-others")), ...others.map((one) => this.button(one))));
    }
    if (!choices.length && this.may) place.append(element("p", {}, say("nothing-to-do")));
    if (this.choice) this.leave(say("moved-on"));
  }

  button(choice) {
    const fixed = Object.entries(choice.data)
      .filter(([, value]) => !this.table.seats.includes(value) && value !== null)
      .map(([key, value]) => (typeof value === "boolean" ? `${this.word(key)}: ${this.word(value)}`
        : typeof value === "number" ? `${this.word(key)} ${value}` : this.word(value)));
    const { type, data, open } = choice;
    return element("button", { type: "button", class: "big", onclick: () => this.begin(choice),
      "data-choice": JSON.stringify({ type, data, open }) },
      element("b", {}, capital(this.word(choice.type))),
      fixed.length ? element("small", {}, fixed.join(" · ")) : null);
  }

  // -- the questions

  begin(choice) {
    this.choice = choice;
    this.answers = {};
    this.fields = Object.entries(choice.open);
    byId("sent").textContent = "";
    this.next();
  }

  get data() {
    return { ...this.choice.data, ...this.answers };
  }

  next() {
    const field = this.fields.find(([name]) => !(name in this.answers));
    if (!field) return this.check();
    const [name, values] = field;
    if (Array.isArray(values) && !values.length) return this.free(name);
    if (Array.isArray(values)) {
      if (values.length === 1 && !(isObject(values[0]) && lists(values[0]).length)) {
        return this.answer(name, values[0]); // no question with one answer
      }
      return this.one(name, values, (value) => this.answer(name, value));
    }
    if (values.kind) return this.written(name, values);
    return this.several(name, values);
  }

  // What somebody writes: nothing is listed.
  written(name, open) {
    this.about(name);
    this.unmark();
    const { inside, read } = written(open, this.asking(name), (one) => this.word(one));
    const wrong = element("p", { class: "finding error", role: "alert" });
    const go = () => {
      try {
        this.answer(name, read());
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    this.draw(this.asking(name), ...inside, wrong, element("p", { class: "buttons" },
      element("button", { type: "button", class: "go", onclick: go }, say("go-on"))));
  }

  answer(name, value) {
    this.answers[name] = value;
    this.next();
  }

  back() {
    const answered = Object.keys(this.answers);
    const asked = answered.findLast((name) => !(Array.isArray(this.choice.open[name])
      && this.choice.open[name].length === 1));
    if (asked === undefined) return this.leave();
    for (const name of answered.slice(answered.indexOf(asked))) delete this.answers[name];
    this.next();
  }

  leave(why = "") {
    this.choice = null;
    this.draw();
    byId("sent").textContent = why;
  }

  // Anything: what it may be, nobody can list.
  free(name) {
    this.about(name);
    this.unmark();
    const field = element("input", { "aria-label": this.asking(name), maxlength: 1000,
      autocomplete: "off" });
    this.draw(this.asking(name), field, element("p", { class: "buttons" },
      element("button", { type: "button", class: "go",
        onclick: () => this.answer(name, field.value.trim()) }, say("go-on"))));
  }

  // One of some values; of an object with lists in it, one of each list after it.
  one(name, values, done) {
    this.about(name);
    const last = this.choice.joint && this.fields.at(-1)[0] === name;
    this.draw(this.asking(name), this.taps(name, values, (value) => {
      if (!isObject(value) || !lists(value).length) return done(value);
      this.parts(value, lists(value), done);
    }));
    if (last && values.length <= TRIED) this.prune(name, values);
  }

  parts(value, rest, done) {
    if (!rest.length) return done(value);
    const [[name, inside], ...more] = rest;
    const taken = (one) => this.parts({ ...value, [name]: one }, more, done);
    if (inside.length === 1) return taken(inside[0]);
    this.about(this.field, name, this.plural);
    this.draw(`${this.asking(name)} (${this.word(value)})`, this.taps(name, inside, taken));
  }

  several(name, { least, most, of, repeat }) {
    const chosen = [];
    const again = () => {
      const left = repeat ? of : of.filter((value) => {
        const same = (one) => JSON.stringify(one.from) === JSON.stringify(value);
        return chosen.filter(same).length < of.filter(
          (one) => JSON.stringify(one) === JSON.stringify(value)).length;
      });
      const full = chosen.length >= most;
      this.unmark();
      const many = least === most ? String(most) : `${least}–${most}`;
      const done = () => this.answer(name, chosen.map((one) => one.value));
      if (full && least === most) return done();
      this.about(name, null, true);
      const picked = chosen.map(({ value }, n) => element("button", { type: "button",
        class: "picked", "aria-label": say("remove", { what: this.said(value) }),
        onclick: () => { chosen.splice(n, 1); again(); } }, `${this.said(value)} ×`));
      const take = (from) => (value) => { chosen.push({ from, value }); again(); };
      const unique = [...new Map(left.map((one) => [JSON.stringify(one), one])).values()];
      const tapped = (value) => (isObject(value) && lists(value).length
        ? this.parts(value, lists(value), take(value)) : take(value)(value));
      this.draw(`${this.asking(name)} (${say("so-many", { many, so: chosen.length })})`,
        element("div", { class: "picks" }, ...picked),
        full ? null : this.taps(name, unique, tapped),
        element("p", { class: "buttons" }, element("button", { type: "button", class: "go",
          disabled: chosen.length < least, onclick: done }, say("go-on"))));
    };
    again();
  }

  said(value) {
    return isObject(value) ? Object.entries(value)
      .map(([key, one]) => `${this.word(key)} ${this.word(one)}`).join(", ") : this.word(value);
  }

  // What is asked stands on the form, too, for whoever reads it with a program.
  about(field, part = null, plural = false) {
    Object.assign(this, { field, plural });
    const { dataset } = byId("asking");
    const told = { field, part, several: plural ? "" : null };
    for (const [key, value] of Object.entries(told)) {
      if (value === null) delete dataset[key];
      else dataset[key] = value;
    }
  }

  asking(name) {
    return say("which", { what: capital(this.word(name)) });
  }

  // Values to tap: on the board where they are places of it, and as buttons in any case.
  taps(name, values, taken) {
    const simple = (value) => (isObject(value)
      ? Object.entries(value).find(([, one]) => !Array.isArray(one))?.[1] : value);
    const inside = (value) => (isObject(value)
      ? Object.entries(value).find(([, one]) => !Array.isArray(one))?.[0] : name);
    const board = byId("board");
    const marked = [];
    for (const value of values) {
      const place = this.placed(board, inside(value), simple(value));
      if (place) marked.push([place, value]);
    }
    this.mark(marked, taken);
    const small = values.every((value) => !isObject(value) && String(this.word(value)).length < 4);
    const taps = values.slice(0, 500).map((value) => element("button", { type: "button",
      "data-value": JSON.stringify(value), onclick: () => taken(value) },
    this.word(value)));
    const row = element("div", { class: small ? "row" : "choices" }, ...taps);
    if (values.length < LIST && (!marked.length || values.length < FEW)) return row;
    return element("details", {}, element("summary", {}, say("as-list")), row);
  }

  placed(board, field, value) {
    const fields = board?.querySelector("[data-fields]")?.dataset.fields.split(" ") ?? [];
    return value !== null && fields.includes(field)
      ? board.querySelector(`[data-place="${CSS.escape(String(value))}"]`) : null;
  }

  mark(marked, taken) {
    this.unmark();
    for (const [place, value] of marked) {
      const act = (event) => {
        if (event.type === "keydown" && !["Enter", " "].includes(event.key)) return;
        event.preventDefault();
        taken(value);
      };
      place.classList.add("may");
      place.setAttribute("tabindex", "0");
      place.setAttribute("role", "button");
      place.addEventListener("click", act);
      place.addEventListener("keydown", act);
      (this.marks ??= []).push([place, act]);
    }
    byId("board")?.classList.toggle("choosing", marked.length > 0);
    if (marked.length) this.bring();
  }

  // On a phone the board comes to the question, and goes back after it.
  bring() {
    const board = byId("board");
    if (WIDE.matches || this.home || !byId("stage")) return;
    this.home = { parent: board.parentElement, next: board.nextSibling };
    byId("stage").append(board);
  }

  release() {
    if (!this.home) return;
    this.home.parent.insertBefore(byId("board"), this.home.next);
    this.home = null;
  }

  unmark() {
    for (const [place, act] of this.marks ?? []) {
      place.classList.remove("may");
      place.removeAttribute("tabindex");
      place.setAttribute("role", "img");
      place.removeEventListener("click", act);
      place.removeEventListener("keydown", act);
    }
    this.marks = [];
    byId("board")?.classList.remove("choosing");
  }

  // Not every combination is legal: those that are not are grey.
  async prune(name, values) {
    const { choice } = this;
    for (const value of values) {
      if (isObject(value) && lists(value).length) continue;
      const data = { ...this.data, [name]: value };
      const answer = await this.verdict({ type: choice.type, data }).catch(() => null);
      if (this.choice !== choice || name in this.answers) return;
      const button = [...byId("asking").querySelectorAll("[data-value]")]
        .find((one) => one.dataset.value === JSON.stringify(value));
      if (button && answer && !answer.ok) {
        button.disabled = true;
        button.title = answer.findings.map(({ text }) => text).join(" ");
      }
    }
  }

  // -- the verdict, and the record

  async verdict(draft) {
    return (await this.table.ask("check", { body: draft })).data;
  }

  async check() {
    this.unmark();
    this.about(null);
    const draft = { type: this.choice.type, data: this.data };
    const { choice } = this;
    this.draw(capital(this.word(choice.type)), element("p", {}, say("checking")));
    try {
      const told = await this.verdict(draft);
      if (this.choice !== choice) return;
      if (told.ok && !told.warning) return this.send(draft);
      const says = told.findings.map(({ text }) => element("li", { class: "finding error" }, text));
      this.draw(capital(this.word(choice.type)), element("p", {}, this.said(this.data)),
        told.warning ? element("p", { class: "finding warning" }, told.warning) : null,
        says.length ? element("ul", {}, ...says) : null,
        element("p", { class: "buttons" }, told.ok ? element("button", { type: "button",
          class: "go", "data-write": "", onclick: () => this.send(draft) }, say("write-down")) : null));
    } catch (error) {
      if (error.offline) return this.send(draft); // it waits in the outbox
      this.draw(capital(this.word(choice.type)), element("p", { class: "finding error" },
        error.message));
    }
  }

  send(draft) {
    return this.write(draft, draft.type);
  }

  // Written, or in the outbox, or refused: all of it is said.
  async write(events, type) {
    const what = capital(this.word(type));
    this.leave(say("sending", { what }));
    try {
      const receipt = await this.outbox.post("events", events, what);
      byId("sent").textContent = say("stored", { what, seq: receipt.last });
    } catch (error) {
      const facts = { what, why: error.why ?? error.message };
      byId("sent").textContent = say(error.status === 409 ? "was-first" : "refused", facts);
      this.asked = null;
      this.refresh();
    }
  }

  draw(heading, ...inside) {
    const form = byId("asking");
    if (!heading) this.unmark();
    form.hidden = !heading;
    byId("choices").hidden = Boolean(heading);
    if (!this.marks?.length) this.release();
    if (!heading) return form.replaceChildren();
    form.replaceChildren(element("h3", { tabindex: "-1" }, heading),
      ...inside.filter(Boolean), element("p", { class: "buttons" },
        element("button", { type: "button", onclick: () => this.back() }, say("back")),
        element("button", { type: "button", onclick: () => this.leave() }, say("cancel"))));
    form.firstElementChild.focus({ preventScroll: false });
  }
}
