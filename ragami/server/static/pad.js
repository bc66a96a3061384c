// The pad: the numbers of a row, one's own or everybody's, by one thumb. The board has the pad; its
// cells say which event a number in them is.
import { byId, capital, element, here, say, shown } from "./here.js";
import { UnsentFields } from "./unsent.js";

// `data` with a number at a path; what stands there stays.
const put = (data, [name, ...rest], number) => ({ ...data,
  [name]: rest.length ? put(data[name], rest, number) : number });

export class PadEntry {
  constructor(table, outbox) {
    Object.assign(this, { table, outbox, at: null, everybody: false, seq: null });
    table.listeners.push(() => this.refresh());
  }

  get pad() {
    return document.querySelector("#board table.pad");
  }

  // The types of event that are written here, and by no other form.
  get types() {
    const cells = [...this.pad?.querySelectorAll("tr:not([data-together]) [data-event]") ?? []];
    const step = this.pad?.dataset.step;
    return new Set([...cells.map(({ dataset }) => dataset.event), ...step ? [step] : []]
      .map((event) => JSON.parse(event).type));
  }

  refresh() {
    const open = Boolean(this.pad?.querySelector("[data-event]"));
    shown("padbox", open && this.table.device && this.table.device.role !== "public");
    if (!open || (this.seq === this.table.seq && byId("pad").childElementCount)) return;
    // Somebody else wrote something: what is typed here by now stays.
    const typed = this.fields ? this.typed : this.unsent.take();
    const focused = this.fields?.find(({ input }) => input === document.activeElement);
    this.everybody = typed?.everybody ?? this.everybody;
    this.draw(typed?.at ?? null);
    for (const field of this.fields ?? []) {
      field.input.value = typed?.numbers[field.name] ?? field.input.value;
      if (focused?.name === field.name) field.input.focus();
    }
  }

  get unsent() {
    return new UnsentFields(`ragami-pad/${here.table}/${this.table.audience ?? ""}`);
  }

  // What is typed and not written down, and in which row; null where there is nothing.
  get typed() {
    const fields = this.fields.filter(({ before, input }) => input.value !== before);
    const numbers = Object.fromEntries(fields.map(({ name, input }) => [name, input.value]));
    return fields.length ? { at: this.at, everybody: this.everybody, numbers } : null;
  }

  keep() {
    this.unsent.keep(this.typed);
  }

  // The row that is due, or the last one.
  get due() {
    const rows = [...this.pad.tBodies[0].rows];
    const due = rows.findIndex((row) => row.querySelector(".due-now"));
    return due < 0 ? rows.length - 1 : due;
  }

  draw(at) {
    this.seq = this.table.seq;
    const rows = [...this.pad.tBodies[0].rows];
    if (!rows.length) return byId("pad").replaceChildren();
    this.at = at === null ? this.due : Math.max(0, Math.min(rows.length - 1, at));
    const row = rows[this.at];
    const heads = [...this.pad.tHead.rows[0].cells].slice(1);
    const own = heads.some(({ dataset }) => this.table.seats.includes(dataset.column));
    const together = "together" in row.dataset;
    const lines = heads.map((head, n) => [head, row.cells[n + 1]])
      .filter(([{ dataset }, cell]) => cell.dataset.event
        && (this.everybody || together || !own || this.table.seats.includes(dataset.column)));
    this.fields = lines.map(([head, cell]) => this.field(head.textContent, cell));
    const turn = (key, by) => element("button", { type: "button", "aria-label": say(key),
      disabled: !rows[this.at + by], onclick: () => this.draw(this.at + by) }, by < 0 ? "‹" : "›");
    byId("pad").replaceChildren(
      element("div", { class: "pad-row" }, turn("row-before", -1), element("h3", {}, row.dataset.label),
        turn("row-after", 1)),
      element("ul", { class: "pad-cells" }, ...this.fields.map(({ line }) => line)),
      element("p", { class: "buttons" }, this.fields.length
        ? element("button", { type: "submit", class: "go" }, say("write-down")) : null,
      this.step(),
      own && !together ? element("button", { type: "button", "aria-pressed": String(this.everybody), onclick: () => {
        this.everybody = !this.everybody;
        this.draw(this.at);
      } }, say("everybody")) : null));
    return null;
  }

  // A name, the number, and its sign: a keyboard of digits has no minus.
  field(name, cell) {
    const before = cell.textContent.trim();
    const input = element("input", { inputmode: "numeric", pattern: "[\\-−]?[0-9]{1,7}", maxlength: 8,
      autocomplete: "off", enterkeyhint: "next", "aria-label": name, value: before });
    const sign = element("button", { type: "button", "aria-label": say("sign", { name }), onclick: () => {
      input.value = /^[-−]/u.test(input.value) ? input.value.slice(1) : `-${input.value}`;
      input.focus();
      this.keep();
    } }, "±");
    return { name, cell, before, input, line: element("li", {}, element("span", {}, name), sign, input) };
  }

  step() {
    const { step, label } = this.pad.dataset;
    if (!step) return null;
    return element("button", { type: "button", class: "go", onclick: () =>
      this.post([JSON.parse(step)], capital(label)) }, capital(label));
  }

  // Numbers of one row with the same event are one record.
  submit() {
    const events = new Map();
    for (const { cell, before, input } of this.fields) {
      const text = input.value.trim().replace("−", "-");
      if (text === "" || text === before) continue;
      if (!/^-?\d+$/u.test(text)) return input.focus();
      const { type, data } = events.get(cell.dataset.event) ?? JSON.parse(cell.dataset.event);
      events.set(cell.dataset.event, { type, data: put(data, cell.dataset.path.split("."), Number(text)) });
    }
    if (!events.size) return this.fields.find(({ input }) => !input.value)?.input.focus();
    // What is sent is no longer only typed here; what is typed meanwhile is.
    const sent = this.fields.map((field) => [field, field.before]);
    for (const field of this.fields) field.before = field.input.value;
    this.keep();
    return this.post([...events.values()], this.pad.tBodies[0].rows[this.at].dataset.label, () => {
      for (const [field, before] of sent) field.before = before;
      this.keep();
    });
  }

  async post(events, what, failed = () => {}) {
    const tell = (text) => { byId("pad-told").textContent = text; };
    tell(say("sending", { what }));
    try {
      const receipt = await this.outbox.post("events", events, what);
      tell(say("stored", { what, seq: receipt.last }));
    } catch (error) {
      failed();
      tell(say(error.status === 409 ? "was-first" : "refused", { what, why: error.why ?? error.message }));
    }
  }

  start() {
    byId("pad").addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    byId("pad").addEventListener("input", () => this.keep());
    // Enter leads to the next number that is missing, and from the last one writes them.
    byId("pad").addEventListener("keydown", (event) => {
      const at = this.fields.findIndex(({ input }) => input === event.target);
      const next = event.key === "Enter" ? this.fields.slice(at + 1).find(({ input }) => !input.value) : null;
      if (at < 0 || !next) return;
      event.preventDefault();
      next.input.focus();
    });
    this.refresh();
  }
}
