// How my table ended: one who sits there enters it in the order of the seats, another one confirms.
// What it means the server says; here is only what is typed.
import { ask, at } from "./ask.js";
import { byId, element, here, say } from "./here.js";

const number = (field) => (field.value.trim() === "" ? null : Number(field.value));

export class Report {
  // `own` gives what this device is here; `changed` is called when something was said.
  constructor(own, changed) {
    Object.assign(this, { own, changed, edits: false, shows: null });
  }

  // The table with what was said of it, as the server tells; null where I sit at none.
  draw(sitting, me) {
    if (sitting && sitting.place !== this.sitting?.place) this.told("");
    Object.assign(this, { sitting, me });
    const place = byId("report");
    place.hidden = !sitting;
    if (!sitting) return;
    const { players, state, result, reports } = sitting;
    const now = JSON.stringify([me, sitting.place, players, state, result, reports]);
    if (now === this.shows) return; // what somebody types stays
    this.shows = now;
    this.edits = false;
    this.show();
  }

  show(...first) {
    byId("report-table").replaceChildren(say("of-table", { called: this.sitting.called }));
    byId("reported").replaceChildren(...first, ...(this.edits ? this.form() : this.said()));
  }

  button(code, act, kind = null, facts = {}) {
    return element("button", { type: "button", class: kind, onclick: act }, say(code, facts));
  }

  // -- what was said

  said() {
    const { reports, agrees, state, result } = this.sitting;
    if (state === "done") {
      return [element("p", { class: "told" }, result), element("p", {}, say("report-recorded")),
        element("p", { class: "buttons" }, this.button("call", () => this.call()))];
    }
    const own = reports.find((one) => one.seat === this.me);
    const told = reports.map((one) => element("p", { class: "told" },
      element("b", {}, one.seat === this.me ? say("you-say") : say("says", { name: one.name })),
      ` ${one.says}`));
    const what = { nobody: "report-nobody", one: own ? "report-wait" : "report-confirm",
      agreed: "report-agreed", differ: "report-differ" }[agrees];
    const versions = new Map(reports.map((one) => [JSON.stringify(one.results), one]));
    const right = own ? [] : [...versions.values()].map((one) => this.button(
      versions.size > 1 ? "is-right" : "right", () => this.send(one.results), "go", { name: one.name }));
    const other = this.button(own ? "change" : reports.length ? "not-right" : "enter",
      () => this.edit(), reports.length ? null : "go");
    const call = reports.length ? this.button("call", () => this.call()) : null;
    return [...told, element("p", { class: agrees === "differ" ? "finding warning" : "" }, say(what)),
      element("p", { class: "buttons" }, ...[...right, other, call].filter(Boolean))];
  }

  edit() {
    this.edits = true;
    this.show();
  }

  // -- entering it

  form() {
    const people = Object.entries(this.sitting.players);
    const before = this.sitting.reports.at(-1)?.results ?? [];
    const rows = people.map(([id, name]) => {
      const was = before.find((one) => one.player === id);
      const score = element("input", { type: "number", step: "1",
        value: was?.score ?? null, "data-score": id, "aria-label": say("score-of", { name }) });
      const places = people.map((_, n) => element("option", { value: n + 1,
        selected: was != null && was.score === null && was.place === n + 1 }, `${n + 1}.`));
      const place = element("select", { "data-place": id, "aria-label": say("place-of", { name }) },
        element("option", { value: "" }, "–"), ...places);
      return { id, name, score, place };
    });
    const read = () => rows.map(({ id, score, place }) =>
      ({ player: id, score: number(score), place: number(place) }));
    const heads = [null, "score", "place"].map((one) =>
      element(one ? "th" : "td", one ? { scope: "col" } : {}, one ? say(one) : null));
    const table = element("table", { class: "written" }, element("tr", {}, ...heads),
      ...rows.map(({ name, score, place }) => element("tr", {}, element("th", { scope: "row" }, name),
        element("td", {}, score), element("td", {}, place))));
    return [table, element("p", { class: "hint" }, say("how")),
      element("p", { class: "buttons" }, this.button("send", () => this.send(read()), "go"),
        this.button("cancel", () => { this.edits = false; this.show(); }))];
  }

  // -- what is sent

  told(text) {
    byId("report-wrong").textContent = text;
  }

  async send(results) {
    try {
      await ask(at(here.table, "reports"), { token: this.own().token,
        body: { place: this.sitting.place, results } });
      this.told("");
      this.edits = false;
      this.shows = null;
    } catch (error) {
      this.told(error.message);
    }
    this.changed();
  }

  async call() {
    try {
      await ask(at(here.table, "calls"), { token: this.own().token,
        body: { text: say("called-about") } });
      this.told(say("called"));
    } catch (error) {
      this.told(error.message);
    }
  }
}

// The table of the round at which somebody sits, and what was said of it.
export const sittingOf = (round, who) => round.tables.find((one) => who in one.players) ?? null;
