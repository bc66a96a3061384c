// What may be done, as large buttons; then one question after the other, until it is written down.
// The server asks, and says what fits: here is only how a person answers.
import { appTurn } from "./app.js";
import { byId, capital, element, here, say, seatName, shown } from "./here.js";
import { Marks } from "./marks.js";
import { picture, stock } from "./pictures.js";
import { pieceEntry } from "./pieces.js";
import { UnsentAnswers } from "./unsent.js";
import { written } from "./written.js";

const LIST = 12; // more than this is a list to be opened: values that the board shows, what may be done besides
const FEW = 6; // so many cards say themselves what they do
const SHORT = 9; // letters
const BARE = ["face", "die"]; // a picture says it all
const NUMBERED = /^(.*?)(\d+(?:\.\d+)*)(\D*)$/; // a name with its last number: `table 12`, `table 1.12`
const AGAIN = 1000; // milliseconds until what nobody answered is asked again
const WRITTEN = ["text", "number", "tally", "table", "parts"];

// What few values there are is tapped, be it a number.
const isWritten = ({ kind, values = [] }) => WRITTEN.includes(kind) && !(values.length && values.length <= LIST);

const isObject = (value) => value !== null && typeof value === "object";
// Objects within objects: the sentence tells them better than a row can.
const isDeep = (value) => isObject(value) && Object.values(value)
  .some((inside) => isObject(inside) && Object.values(inside).some(isObject));

export const label = (told) => capital(told[here.lang] ?? told.en);

// What was answered: what somebody wrote stays as it was written.
const answer = ({ value, label: said }) => (said.en === value && said.es === value ? value : label(said));

// Many cards of few letters stand side by side, and what they do is told below.
const isDeck = (values) => values.length > FEW && values.every(({ value, label: name, tells }) =>
  value === null || (tells && label(name).length <= SHORT));

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// `filled` with an answer at its path.
export const put = (filled, path, value) => {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  const made = Array.isArray(filled) || typeof part === "number" ? [...filled ?? []] : { ...filled };
  made[part] = put(made[part], rest, value);
  return made;
};

export class Questions {
  constructor(table, outbox, pad = null) {
    Object.assign(this, { table, outbox, pad });
    this.marks = new Marks();
    this.unsent = new UnsentAnswers(byId("asking"), `ragami-unsent/${here.table}/${table.audience ?? ""}`);
    for (const touch of ["click", "input"]) {
      byId("asking").addEventListener(touch, () => {
        this.tapped = true;
        this.unsent.keep(this);
      });
    }
    table.listeners.push(() => this.refresh());
    table.returns.push(() => {
      this.waits?.();
      this.waits = null;
      this.refresh();
    });
  }

  // -- what may be done

  // Where it is asked for.
  get offered() {
    return "choices";
  }

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
      const answer = await this.table.ask(this.offered);
      if (answer?.data.pictures) await stock(answer.data.pictures);
      if (asked !== this.table.seq || !answer) return;
      byId("choices").dataset.seq = asked;
      byId("choices").inert = false;
      if (this.seq === answer.data.seq && this.form) return; // asked again, and nothing is new
      this.seq = answer.data.seq;
      this.offer(answer.data.forms, answer.data.app, answer.data.app_does);
    } catch (error) {
      this.asked = null;
      // The stream may be there all the same: nobody else would ask again.
      if (error.offline) setTimeout(() => this.refresh(), AGAIN);
      else this.tell(error.message);
    }
  }

  // Whose forms are for this device: those of its seats, and those of nobody.
  mine({ who }) {
    const { seats } = this.table;
    return !seats.length || who === null || seats.includes(who);
  }

  offer(all, app = null, does = null) {
    const onPad = this.pad?.types ?? new Set();
    const forms = all.filter(({ type }) => !onPad.has(type));
    const own = forms.filter((form) => this.mine(form));
    const others = forms.filter((form) => !this.mine(form));
    const due = own.filter((form) => form.due);
    const later = own.filter((form) => !form.due);
    const place = byId("choices");
    place.replaceChildren(...this.buttons(due));
    if (app) place.append(appTurn(this.table, app, label(does), (text) => this.tell(text)));
    if (later.length) place.append(this.folded("at-any-time", later, !due.length && later.length <= LIST));
    if (others.length) place.append(this.folded("for-others", others));
    if (!forms.length && !app && this.may) place.append(element("p", {}, say("nothing-to-do")));
    if (this.table.told?.over) shown("doing", forms.length > 0);
    const alone = due.length === 1 && !app ? due[0] : null;
    if (this.form && !this.writing) {
      const same = own.concat(others).find((form) => form.type === this.form.type && alike(form.data, this.form.data));
      // One that opened by itself, and that nobody has touched, makes way for what is due now.
      if (same && (this.tapped || same === alone)) return this.goOn(same);
    }
    if (this.form) this.leave(this.writing || !this.tapped ? "" : say(due.length ? "moved-on" : "went-on"));
    const kept = this.unsent.take();
    const again = kept && forms.find(({ type, data }) => type === kept.type && alike(data, kept.data));
    if (again) return this.resume(again, kept);
    if (alone) this.begin(alone, false);
    return null;
  }

  // What was answered before the page was loaded once more.
  resume(form, kept) {
    if (form.all?.length || !kept.before.length) return this.begin(form);
    const { filled, ended, before } = kept;
    Object.assign(this, { form, filled, ended, before, tapped: true, writes: false });
    return this.next();
  }

  // Somebody else was busy meanwhile: what has been answered here stays, where it still may.
  goOn(form) {
    const kept = !this.late && (this.writes || (form.all && alike(form.all, this.form.all)));
    Object.assign(this, { form, late: false });
    if (kept && this.pending) return this.next(this.pending); // it was asked of a moment that is past
    if (kept) return null;
    if (form.all?.length || !this.before.length) return this.begin(form, this.tapped);
    return this.next();
  }

  // Of several players each has a heading.
  buttons(forms) {
    const players = [...new Set(forms.map(({ who }) => who))];
    return players.flatMap((player) => [
      players.length > 1 && player ? element("h3", {}, seatName(player)) : null,
      ...this.numbered(forms.filter(({ who }) => who === player)),
    ]).filter(Boolean);
  }

  // Many whose names differ by their number only are a heading, and a grid of numbers.
  numbered(forms) {
    const groups = new Map();
    const named = forms.map((form) => {
      const [, before, number, after] = NUMBERED.exec(label(form.label)) ?? [];
      const name = number ? `${before}${after && "…"}${after}`.trim() : null;
      groups.set(name, [...groups.get(name) ?? [], [form, number]]);
      return [form, name];
    });
    return named.flatMap(([form, name]) => {
      const group = groups.get(name);
      if (name === null || group.length <= FEW) return this.button(form);
      return form === group[0][0] ? this.grid(name, group) : [];
    });
  }

  grid(name, numbers) {
    const parts = (number) => number.split(".").length;
    const inOrder = [...numbers].sort(([, one], [, other]) => parts(one) - parts(other)
      || one.localeCompare(other, here.lang, { numeric: true }));
    return element("div", { class: "numbered" }, element("h3", {}, name),
      element("div", {}, ...inOrder.map(([form, number]) => this.button(form, number))));
  }

  folded(key, forms, open = false) {
    return element("details", { class: "others", open },
      element("summary", {}, say(key)), ...this.buttons(forms));
  }

  button(form, number = null) {
    const name = label(form.label);
    return element("button", { type: "button", class: number ? null : "big", "aria-label": number && name,
      "data-form": JSON.stringify({ type: form.type, data: form.data }),
      onclick: () => this.begin(form) }, element("b", {}, number ?? name));
  }

  tell(text) {
    byId("sent").textContent = text;
  }

  // -- the questions

  begin(form, tapped = true) {
    Object.assign(this, { form, filled: { ...form.data }, ended: [], before: [], tapped, writes: false, pending: null });
    if (tapped) this.tell("");
    if (form.all?.length) return this.atOnce(form);
    if (form.first && !isWritten(form.first)) {
      return this.question({ question: form.first, answered: [] });
    }
    this.draw(label(form.label));
    return this.next();
  }

  // All questions on one screen; when each is answered, what comes of it stands below.
  atOnce(form) {
    const open = new Set(form.all);
    const below = element("div", { class: "outcome", "aria-live": "polite" });
    const groups = new Map();
    for (const question of form.all) {
      const key = question.group?.key ?? "";
      if (!groups.has(key)) groups.set(key, { title: question.group?.label, inside: [] });
      const asks = element("span", {}, label(question.label));
      const row = this.values(question, (value) => {
        this.filled = put(this.filled, question.path, value);
        const taken = question.values.indexOf(question.values.find((one) => one.value === value));
        for (const [n, one] of row.querySelectorAll("button").entries()) {
          one.setAttribute("aria-pressed", String(n === taken));
        }
        if (row.matches("details")) {
          asks.textContent = `${label(question.label)} ${label(question.values[taken].label)}`;
        }
        open.delete(question);
        if (!open.size) {
          this.next((outcome) => {
            below.replaceChildren(...outcome);
            below.scrollIntoView({ block: "nearest" }); // a list of people is longer than a screen
          });
        }
      });
      const name = label(question.label);
      groups.get(key).inside.push(element("div", { role: "group", "aria-label": name, class: "line" },
        asks, row), this.off(question) ?? "");
    }
    const parts = [...groups.values()].map(({ title, inside }) =>
      (title ? element("section", { class: "group" }, element("h4", {}, label(title)), ...inside)
        : element("div", {}, ...inside)));
    this.about({ type: form.type, data: form.data, all: form.all });
    this.draw(label(form.label), ...parts, below);
  }

  // Until it is known what is asked next, nothing answers the question once more.
  waiting(is) {
    for (const one of byId("asking").querySelectorAll("[data-value], [data-stop], [data-next]")) one.disabled = is;
  }

  async next(shows = (outcome) => this.draw(label(this.form.label), ...outcome)) {
    const { form, seq, filled, ended } = this;
    this.pending = shows;
    this.about(null);
    if (!form.all?.length) this.waiting(true);
    try {
      const { data } = await this.table.ask(`${this.offered}/next`, { body: { seq, form: form.id, filled, ended } });
      if (this.form !== form || this.filled !== filled) return;
      this.pending = null;
      if (data.whole) await this.settle(data, shows);
      else this.question(data);
    } catch (error) {
      if (this.form !== form) return;
      this.pending = null;
      this.waiting(false);
      // Nothing is left to ask: it waits in the outbox until somebody answers.
      if (error.offline && form.all && !form.all.length) {
        this.settle({ ...form, filled, ended, answered: [], findings: [] }, shows);
      } else if (error.offline) this.waits = () => this.form === form && this.next(shows);
      if (error.status === 409) { // somebody was first: it is asked again
        this.asked = null;
        this.late = true;
        return this.refresh();
      }
      if (error.status === 400 && this.before.length) { // what was answered is no more
        this.begin(form);
        return this.tell(say("moved-on"));
      }
      this.wrong([error.why ?? error.message]);
    }
  }

  question({ question, answered, off, filled = this.filled, ended = this.ended }) {
    Object.assign(this, { filled, ended });
    const said = [this.answered(answered)];
    this.writes = isWritten(question);
    if (this.writes) said.push(...this.write(question));
    else {
      said.push(this.values(question, (value) => this.answer(put(this.filled, question.path, value))));
      if (question.stop) said.push(this.enough(question));
      said.push(this.tellings(question), this.off({ off: [...question.off ?? [], ...off ?? []] }));
      if (question.pieces) said.push(pieceEntry({ table: this.table, outbox: this.outbox, question, label,
        wrong: (texts) => this.wrong(texts) }));
    }
    this.about({ type: this.form.type, data: this.form.data, ...question });
    const asks = [question.group, this.element(question, answered), question].filter(Boolean)
      .map((one) => label(one.label));
    this.draw(label(this.form.label), element("h4", {}, asks.join(" · ") + this.counted(question)), ...said);
  }

  // The element of a list that is asked about, by what was said of it first.
  element({ path: [list, number, ...more], most: many }, answered) {
    if (!(many > 1) || !more.length) return null;
    return answered?.find(({ path, value }) => path[0] === list && path[1] === number && !isDeep(value.value))?.value;
  }

  // Which element of a list is chosen; of what else is asked about an element, nothing is counted.
  counted({ path: [list, number], chosen: so, least, most: many }) {
    if (!(many > 1) || Object.keys(this.filled[list]?.[number] ?? {}).length) return "";
    const code = least === many ? "so-many" : !so ? "at-most" : least ? "from-to" : "up-to";
    return ` (${say(code, { next: so + 1, so, least, many })})`;
  }

  // What nobody does alone, one enters for everybody.
  forAll() {
    const several = this.table.seats.length && this.form?.who === null && !this.before.length;
    return several ? element("p", { class: "hint" }, say("for-all")) : null;
  }

  // All of it may stay secret: then one tap says that it is done.
  untold() {
    const { type, untold } = this.form ?? {};
    if (!untold || this.before.length) return null;
    return element("p", { class: "buttons" }, element("button", { type: "button", class: "go",
      "data-untold": "", onclick: () => this.send({ type, data: untold }) }, say("untold")));
  }

  answer(filled, ended = this.ended) {
    if (this.pending) return null;
    if (!this.before.length) this.tell(""); // what was told before it is past
    this.before.push({ filled: this.filled, ended: this.ended });
    Object.assign(this, { filled, ended, tapped: true });
    return this.next();
  }

  enough({ path: [name], chosen: so }) {
    const stop = () => this.answer({ ...this.filled, [name]: this.filled[name] ?? [] },
      [...this.ended, name]);
    return element("p", { class: "buttons" }, element("button", { type: "button", class: "go",
      "data-stop": "", onclick: stop }, say(so ? "enough" : "nothing-of-it")));
  }

  // Values to tap: on the board where they are places of it, and as buttons in any case. A list that
  // can only end has none.
  values({ kind, values = [] }, taken) {
    const deck = isDeck(values);
    const buttons = values.map((one) => {
      const drawn = one.picture ? picture(one.picture) : null;
      const bare = drawn && BARE.includes(kind);
      const name = label(one.label);
      return element("button", { type: "button", class: drawn ? "drawn" : null,
        "data-value": JSON.stringify(one.value), "aria-label": bare ? name : null,
        title: bare ? name : null, onclick: () => taken(one.value) }, drawn, bare ? null : name,
      one.tells && !deck ? element("small", {}, label(one.tells)) : null);
    });
    const short = values.every((one) => one.picture || label(one.label).length < 4);
    const row = element("div", { class: deck ? "deck" : short ? "row" : "choices" }, ...buttons);
    const placed = this.marks.set(values, taken);
    if (!placed || values.length <= LIST) return row;
    return element("details", {}, element("summary", {}, say("as-list")), row);
  }

  // What each card of many does.
  tellings({ values = [] }) {
    if (!isDeck(values)) return null;
    const rows = values.filter(({ tells }) => tells).map((one) => element("li", {},
      element("b", {}, label(one.label)), element("span", {}, label(one.tells))));
    return element("details", { class: "off" }, element("summary", {}, say("tellings")),
      element("ul", {}, ...rows));
  }

  // What is grey, each with the rule that forbids it.
  off({ off = [] }) {
    if (!off.length) return null;
    const rows = off.map((one) => element("li", {}, element("b", {}, label(one.label)),
      one.why ? element("span", {}, one.why[here.lang]) : null));
    return element("details", { class: "off" },
      element("summary", {}, say("off", { number: off.length })),
      element("ul", {}, ...rows));
  }

  answered(answered) {
    if (!answered?.length) return null;
    const rows = new Map(); // what was asked several times is one row
    for (const { label: asked, value, group } of answered) {
      const name = [group?.label, asked].filter(Boolean).map(label).join(" · ");
      if (!isDeep(value.value)) rows.set(name, [...rows.get(name) ?? [], answer(value)]);
    }
    return element("ul", { class: "answered" }, ...[...rows].map(([name, values]) =>
      element("li", {}, element("span", {}, name), " ", element("b", {}, values.join(", ")))));
  }

  // What somebody writes: nothing is listed.
  write(question) {
    const { inside, read } = written(question, label);
    const go = () => {
      try {
        this.answer(put(this.filled, question.path, read()));
      } catch (error) {
        this.wrong([error.message]);
      }
    };
    return [...inside, element("p", { class: "buttons" },
      element("button", { type: "button", class: "go", "data-next": "", onclick: go }, say("go-on")))];
  }

  // -- the whole event, and the record

  async settle(step, shows) {
    const { form } = this;
    const outcome = await this.outcome(step);
    if (this.form !== form) return;
    this.about({ type: form.type, data: form.data, whole: true });
    shows(outcome);
    this.focus();
  }

  outcome(step) {
    Object.assign(this, { filled: step.filled, ended: step.ended, writes: false });
    const wrong = step.findings.map(({ text }) => text);
    const draft = { type: step.type, data: step.data };
    const go = wrong.length ? null : element("p", { class: "buttons" },
      element("button", { type: "button", class: "go", "data-write": "", "aria-describedby": "says",
        onclick: () => this.send(draft) }, say("write-down")));
    return [this.form.all?.length ? null : this.answered(step.answered),
      step.says ? element("p", { class: "says", id: "says" }, step.says) : null,
      step.warning ? element("p", { class: "finding warning" }, step.warning) : null,
      ...wrong.map((text) => element("p", { class: "finding error" }, text)), go, this.off(step)].filter(Boolean);
  }

  // What is left to do is under the finger, and read aloud with what it means.
  focus() {
    if (this.tapped) byId("asking").querySelector("[data-write]")?.focus();
  }

  async send(draft) {
    const { form } = this;
    const what = label(form.label);
    this.writing = true;
    this.about(null);
    this.unsent.keep({}); // from now on it is kept by the outbox
    for (const button of byId("asking").querySelectorAll("button")) button.disabled = true;
    this.tell(say("sending", { what }));
    try {
      const receipt = await this.outbox.post("events", draft, what);
      this.leave(say("stored", { what, seq: receipt.last }));
    } catch (error) {
      for (const button of byId("asking").querySelectorAll("button")) button.disabled = false;
      // What is offered no more was overtaken: why it does not fit there is not to be told.
      const first = error.status === 409 || this.form?.id !== form.id;
      if (!first) this.wrong([error.why ?? error.message]);
      this.tell(first ? say("was-first", { what }) : "");
      this.asked = null;
      this.late = first;
      if (first) this.refresh();
    } finally {
      this.writing = false;
    }
  }

  // Why something was refused, where the answer was given.
  wrong(texts) {
    const place = byId("wrong");
    place.replaceChildren(...texts.map((text) => element("p", { class: "finding error" }, text)));
  }

  back() {
    const last = this.before.pop();
    if (!last) return this.leave();
    Object.assign(this, last);
    return this.before.length || !this.form.first ? this.next() : this.begin(this.form);
  }

  // Before anything is answered there is nothing to cancel: only what else may be done, if anything.
  waysOut() {
    const way = (key, onclick) => element("button", { type: "button", onclick }, say(key));
    const leave = () => this.leave();
    return element("p", { class: "buttons" }, ...this.before.length
      ? [way("back", () => this.back()), way("cancel", leave)]
      : byId("choices").querySelectorAll("[data-form]").length > 1 ? [way("something-else", leave)] : []);
  }

  leave(why = "") {
    this.form = this.pending = null;
    this.about(null);
    this.draw();
    if (why) this.tell(why);
  }

  // What is asked stands on the form, too, for whoever reads it with a program.
  about(question) {
    const { dataset } = byId("asking");
    delete dataset.asks;
    if (question) dataset.asks = JSON.stringify(question);
  }

  draw(heading, ...inside) {
    const form = byId("asking");
    if (!heading) this.marks.clear();
    form.hidden = !heading;
    byId("choices").hidden = Boolean(heading);
    if (!heading) {
      this.unsent.keep(this);
      return form.replaceChildren();
    }
    form.replaceChildren(element("h3", { tabindex: "-1" }, heading), this.forAll() ?? "", this.untold() ?? "", ...inside.filter(Boolean),
      element("div", { id: "wrong", role: "alert" }), this.waysOut());
    if (this.tapped) form.firstElementChild.focus({ preventScroll: false });
    this.unsent.restore(this);
    return null;
  }
}
