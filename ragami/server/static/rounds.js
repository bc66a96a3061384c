// The desk of a gathering: steps with what follows, the clock, the tables, who asks to come in.
import { ask, at } from "./ask.js";
import { clocked, tick } from "./clock.js";
import { entered } from "./hall-key.js";
import { byId, element, headed, here, refill, say, shown } from "./here.js";
import { Outbox } from "./outbox.js";
import { Steps } from "./steps.js";
import { Stream } from "./stream.js";
import { Table } from "./table.js";
import { typing } from "./typing.js";

const SOON = 300; // many tables may grow at once
const MINUTES = 5;
const STATES = ["waiting", "playing", "broken", "ended", "done"];

class Desk {
  constructor(table) {
    this.table = table;
    this.refresh = this.refresh.bind(this);
  }

  // Something that the referee does: what is wrong with it is said in one place.
  async does(rest, how) {
    try {
      const { data } = await this.table.ask(rest, how);
      byId("sent").textContent = "";
      this.later();
      return data;
    } catch (error) {
      byId("sent").textContent = error.message;
      return null;
    }
  }

  later() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.refresh();
    }, SOON);
  }

  // An answer that comes after that of a later question tells nothing new.
  async refresh() {
    const asked = this.asked = (this.asked ?? 0) + 1;
    try {
      const { data } = await this.table.ask("round");
      if (asked < (this.drawn ?? 0)) return;
      this.drawn = asked;
      this.draw(data);
    } catch (error) {
      if (!error.offline) byId("sent").textContent = error.message;
    }
  }

  draw(round) {
    tick(round.clock);
    byId("minutes").placeholder = round.minutes ?? "";
    byId("entries").value = round.agreed.entries;
    byId("results").value = round.agreed.results;
    refill(byId("round"), round.tables.map((one) => headed(this.row(one))));
    shown("which", !round.plays && round.tables.length > 0);
    byId("open").disabled = !round.tables.some((one) => one.state === "waiting");
    refill(byId("asking-in"), round.asking.map((one) => this.asking(one)));
    shown("asked-in", round.asking.length > 0);
    byId("calls").replaceChildren(...round.calls.map((call) => element("li", { class: "finding warning" },
      say("call-of", { ...call, text: call.text ?? "–",
        place: round.tables.find((one) => one.place === call.place)?.called ?? "–" }))));
    shown("called", round.calls.length > 0);
  }

  row(one) {
    const called = one.called.replace(" ", "\u00a0");
    const name = one.table ? element("a", { href: `/desk/${encodeURIComponent(one.table)}?lang=${here.lang}` },
      called) : called;
    const record = element("button", { type: "button",
      onclick: () => this.does("results", { body: { place: one.place } }) }, say("record-it"));
    const calls = one.calls.length ? element("button", { type: "button",
      onclick: () => ask(at(one.table, "calls"), { token: this.table.token, method: "DELETE" })
        .then(this.refresh, this.refresh) }, say("answered")) : null;
    const idle = one.idle_s === null || one.state === "done" ? "–"
      : say("minutes", { minutes: Math.floor(one.idle_s / 60) });
    return element("tr", { "data-place": one.place, "data-state": one.state,
      class: one.calls.length || (one.agrees === "differ" && one.state !== "done") ? "calls" : "" },
    element("th", { scope: "row" }, name,
      one.code ? element("small", {}, ` ${say("code-of", { code: one.code })}`) : null),
    element("td", {}, Object.values(one.players).join(", ")),
    element("td", { class: one.state === "broken" ? "finding error" : "" }, STATES.includes(one.state) ? say(one.state) : "", " ",
      one.result, one.says.join(" "), one.state === "ended" ? record : null, ...this.said(one)),
    element("td", { class: "idle" }, idle),
    element("td", {}, one.calls.map((call) => call.text || call.seat).join(" · "), " ", calls));
  }

  // What those who sit there say of it; until it is recorded the referee takes what one of them says.
  said({ place, state, agrees, reports }) {
    if (!reports.length || state === "done") return [];
    const told = reports.map((one) => element("p", { class: "told" },
      say("said", { name: one.name, what: one.says })));
    const different = new Map(reports.map((one) => [JSON.stringify(one.results), one]));
    const takes = [...different.values()].map((one) =>
      element("button", { type: "button", "data-says": one.seat,
        onclick: () => this.does("results", { body: { place, reported: one.seat } }) },
      say("record-this", { name: one.name })));
    const what = { one: "said-by-one", agreed: "said-by-agreed", differ: "said-by-differ" }[agrees];
    const agreed = element("em", { class: agrees === "differ" ? "finding warning" : "" }, say(what));
    return [element("div", {}, ...told, agreed, element("p", { class: "buttons" }, ...takes))];
  }

  asking({ id, name, club, there }) {
    const answer = (word) => () => this.does("admissions", { body: { id, answer: word } });
    const known = there.length ? say("there", { names: there.join(", ") }) : null;
    return element("li", { "data-id": id }, club ? `${name} (${club}) ` : `${name} `,
      known && element("em", { class: "finding" }, known, " "),
      element("button", { type: "button", class: "go", onclick: answer("yes") }, say("yes")),
      element("button", { type: "button", onclick: answer("no") }, say("no")));
  }

  // How people come in: the code, and as a picture to be shown or printed.
  async joining() {
    const { data } = await ask(`/v1/tables/${encodeURIComponent(here.table)}`,
      { token: this.table.token });
    byId("code-said").textContent = say("code", { code: data.code });
    for (const link of document.querySelectorAll('#papers a[href*="/papers/"]')) {
      link.href = `${link.href}&code=${encodeURIComponent(data.code)}`; // on a slip, in its QR code
    }
    const answer = await fetch(at(here.table, "qr", { to: "join" }),
      { headers: { Authorization: `Bearer ${this.table.token}` } });
    if (!answer.ok) return;
    const picture = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
    byId("join-code").replaceChildren(element("img", { src: picture, alt: say("join"), class: "qr" }));
  }
}

const clockwork = (desk) => {
  const set = (how) => async () => {
    const minutes = Number(byId("minutes").value) || undefined;
    const body = how === "add" ? { do: "add", minutes: MINUTES } : { do: how,
      ...(how === "start" && minutes ? { minutes } : {}) };
    const told = await desk.does("clock", { body });
    if (told) tick(told);
    byId("minutes").value = "";
  };
  byId("start").addEventListener("click", set("start"));
  byId("stop").addEventListener("click", set("stop"));
  byId("more").addEventListener("click", set("add"));
};

entered(() => {
  const table = clocked(new Table({ heard: (name) => {
    if (name === "round" || name === "call") desk.later();
  } }));
  const desk = new Desk(table);
  const outbox = new Outbox(table);
  const steps = new Steps(table, outbox);
  table.listeners.push(() => desk.later());
  shown("linebox");
  typing(table, outbox);
  clockwork(desk);
  byId("answered").addEventListener("click", () => desk.does("calls", { method: "DELETE" }));
  byId("open").addEventListener("click", async () => {
    const chosen = byId("which").hidden ? {} : { game: byId("game").value };
    const told = await desk.does("tables", { body: chosen });
    if (told) byId("sent").textContent = say("opened", { count: told.tables.length });
  });
  for (const id of ["entries", "results"]) {
    byId(id).addEventListener("change", () => desk.does("round", { method: "PUT",
      body: { entries: byId("entries").value, results: byId("results").value } }));
  }
  // The tables of the round are other games: the hall tells when one of them has grown.
  new Stream({ lang: here.lang, token: table.token }, { on: (name, data) => {
    if (name === "hall" || data.table?.startsWith(`${here.table}-r`)) desk.later();
  } }).open();
  desk.joining().catch((error) => { byId("sent").textContent = error.message; });
  steps.refresh();
  table.start();
});
