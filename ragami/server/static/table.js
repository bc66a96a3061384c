// A table that lives on this page: what the stream brings is put where it belongs.
// There are no rules here: what is shown is what the server drew.
import { byId, show } from "./regions.js";
import { ask, at } from "./ask.js";
import { forget, handed, member, referee } from "./device.js";
import { element, here, say, seatName, shown } from "./here.js";
import { Stream } from "./stream.js";
import { Witness } from "./witness.js";

const SVG = "http://www.w3.org/2000/svg";
const PROTOCOL = 1;
const FEW = 4;
const FAR_WIDER = 3;

// A picture that is far wider than the screen begins at twice the size: it is moved, not guessed at.
const fit = () => {
  const picture = byId("board")?.querySelector("svg");
  if (picture?.viewBox.baseVal.width > FAR_WIDER * innerWidth) byId("board").dataset.size = "200";
};

// The device that may have what an audience may have; the referee may have everything.
const holder = (audience) => {
  const own = member(here.table);
  if (!audience) return own ?? referee();
  return own?.role === audience ? own : referee();
};

export class Table {
  // `audience`: a fixed one, else that of this device. `changed(table)` runs after every moment,
  // `heard(name, data)` takes the other events; with `all` the whole story is kept.
  constructor({ audience = here.audience, changed, heard, all } = {}) {
    this.device = audience === "public" ? null : holder(audience);
    this.audience = this.device ? audience ?? handed(this.device) : "public";
    this.seq = this.audience === "public" ? here.seq : null;
    this.log = null;
    this.spots = {};
    this.own = [];
    this.covered = new Set(); // records that tell this device more than they tell everybody
    this.due = null;
    this.listeners = [changed].filter(Boolean);
    this.returns = []; // what is to be done when the line is back
    this.heard = heard ?? (() => {});
    this.all = all;
    this.witness = new Witness(this);
    fit();
  }

  get token() {
    return this.device?.token;
  }

  // The seats that this device holds.
  get seats() {
    return this.device?.seats ?? [];
  }

  // The last record that was shown, also while the page fetches all anew.
  get seen() {
    return this.seq ?? this.told?.seq;
  }

  ask(rest, how = {}, query = {}) {
    return ask(at(here.table, rest, { as: this.audience, ...query }), { token: this.token, ...how });
  }

  start() {
    if (this.seq !== null) {
      document.body.dataset.seq = this.seq;
      this.witness.witness(this.seq);
    }
    const { table, lang } = here;
    this.stream = new Stream({ table, as: this.audience, lang, token: this.token ?? null }, {
      last: () => this.seq,
      on: (name, data) => this.take(name, data),
      state: (name, since, why) => this.line(name, since, why),
      poll: () => this.fetch(),
    });
    this.stream.open();
    return this;
  }

  async fetch() {
    const headers = this.tag ? { "If-None-Match": this.tag } : {};
    const answer = await this.ask("moment", { headers });
    if (!answer) return;
    this.tag = answer.tag;
    this.whole(answer.data);
    this.witness.head({ size: answer.data.seq });
  }

  // -- the line

  line(name, since, why = null) {
    const link = byId("link");
    if (link) {
      link.className = `link ${name}`;
      link.textContent = name === "live" ? say("live") : say("not-live");
    }
    if (name === "live") this.witness.resumes();
    else this.witness.waits();
    if (name === "refused") return this.refused(since);
    if (name === "live") this.trouble(this.standing ?? "");
    else {
      const when = new Date(since).toLocaleTimeString(here.lang, { timeStyle: "medium" });
      this.trouble([say(name, { when }), why].filter(Boolean).join(" "), "lost");
    }
  }

  refused(status) {
    if (status !== 401 || !this.device) return this.trouble(say("no-table"), "lost");
    forget(this.device.table);
    this.trouble(say("no-seat"), "lost");
    shown("watching");
  }

  // One sentence across the page, until it is over; of a table that is locked it stays.
  // What a witness has found out stays, whatever else there is to say.
  trouble(text, kind = "note") {
    const state = byId("state");
    if (state.textContent === text || ((this.witness.red || this.witness.missing) && kind !== "red")) return;
    state.textContent = text;
    state.className = kind;
    state.hidden = !text;
  }

  // -- what comes

  take(name, data) {
    if (name === "hello") this.hello(data);
    else if (name === "whole") this.whole(data);
    else if (name === "moment") this.moment(data);
    else if (name === "locked") this.locked(data.locked);
    else if (name === "claim") this.claim(data);
    else if (name === "head") this.witness.head(data);
    else if (name === "witness") this.witness.seen([data]);
    this.heard(name, data);
  }

  hello({ protocol, version, log, seq }) {
    if (protocol !== PROTOCOL) return this.another(protocol);
    this.witness.witness(seq);
    if (this.version && version !== this.version) location.reload();
    this.version = version;
    if (this.log !== null && log !== this.log) {
      this.seq = null;
      this.log = null;
      this.witness.head({ size: seq }); // after a name was withdrawn, it is the same tree
      this.stream.again();
      return;
    }
    this.log = log ?? null;
    for (const back of this.returns) back();
  }

  // A server of another time: what it says might mean something else.
  another(protocol) {
    this.stream.stop();
    this.trouble(say(protocol > PROTOCOL ? "newer" : "older"), "lost");
  }

  whole(told) {
    const board = byId("board");
    if (board && told.board) board.innerHTML = told.board;
    const beside = byId("beside");
    if (beside && told.beside) beside.innerHTML = told.beside;
    this.spots = {};
    this.stock(told.shapes);
    this.covered = new Set(told.covered);
    this.story(told.story, true);
    this.witness.witness(told.seq, true);
    this.put(told, false);
  }

  moment(told) {
    if (told.from !== this.seq) {
      if (told.seq <= this.seq) return; // seen already
      this.seq = null;
      this.stream.again();
      return;
    }
    this.stock(told.shapes);
    for (const seq of told.covered) this.covered.add(seq);
    this.story(told.story, false);
    this.witness.witness(told.seq);
    this.put(told, true);
  }

  stock(shapes = {}) {
    const defs = byId("shapes");
    if (!defs) return;
    for (const [id, markup] of Object.entries(shapes)) {
      if (byId(id)) continue;
      const group = document.createElementNS(SVG, "g");
      group.id = id;
      group.innerHTML = markup;
      defs.append(group);
    }
  }

  put(told, fresh) {
    this.seq = told.seq;
    for (const one of document.querySelectorAll(".fresh")) one.classList.remove("fresh");
    for (const [id, spot] of Object.entries(told.spots)) {
      this.spots[id] = spot;
      const place = byId(id);
      if (place) show(place, spot, fresh);
    }
    this.own = told.own ?? this.own;
    document.body.dataset.seq = told.seq;
    this.told = { ...this.told, ...told };
    this.turn(told);
    for (const listener of this.listeners) listener(this);
  }

  turn({ guide, over, stopped, scores, due, winners }) {
    this.due = due ?? [];
    const put = (id, text) => {
      const found = byId(id);
      if (found && found.textContent !== text) found.textContent = text;
    };
    put("step", guide?.step ?? "");
    put("due", over ?? guide?.due ?? "");
    const hints = guide?.hints ?? [];
    const list = (from, to) => hints.slice(from, to).map((hint) => element("li", {}, hint));
    const rest = list(FEW);
    byId("hints")?.replaceChildren(...list(0, FEW), ...rest.length ? [element("li", {}, element("details", {},
      element("summary", {}, say("more-hints", { n: rest.length })), element("ul", {}, ...rest)))] : []);
    document.documentElement.classList.toggle("open", Boolean(over)); // nothing is secret any more
    put("stopped", stopped ?? "");
    shown("stopped", Boolean(stopped));
    const mine = this.seats.some((seat) => this.due.includes(seat));
    document.body.classList.toggle("mine", mine);
    // A game that ends without points has places alone.
    const none = over && !Object.values(scores ?? {}).some(Boolean);
    for (const row of document.querySelectorAll("#scores [data-seat]")) {
      row.querySelector("b").textContent = none ? "" : scores?.[row.dataset.seat] ?? "–";
      row.classList.toggle("due-now", this.due.includes(row.dataset.seat));
      row.querySelector("em").hidden = !winners?.includes(row.dataset.seat);
    }
  }

  // -- the story

  story(changes, whole) {
    const latest = byId("latest");
    const story = byId("story");
    if (whole) {
      latest?.replaceChildren();
      if (story && this.all) story.querySelectorAll("ol, h3").forEach((one) => one.remove());
    }
    for (const [, seq, markup, heading] of changes) {
      if (latest) this.entry(latest, seq, markup, () => latest);
      if (story) this.entry(story, seq, markup, () => this.part(story, heading));
    }
    while (latest && latest.children.length > Number(latest.dataset.steps)) {
      latest.firstElementChild.remove();
    }
    this.last(latest?.lastElementChild);
  }

  // The last thing that happened, beside what is due.
  last(entry) {
    const place = byId("last-thing");
    if (!place) return;
    place.textContent = entry?.querySelector("a span")?.textContent ?? "";
    place.classList.toggle("covered", Boolean(entry?.classList.contains("covered")));
  }

  // A record where it stands already, else as the last one.
  entry(where, seq, markup, list) {
    const made = document.createElement("ol");
    made.innerHTML = markup;
    const item = made.firstElementChild;
    item.classList.toggle("covered", this.covered.has(seq));
    const there = where.querySelector(`#record-${seq}`);
    if (there) there.replaceWith(item);
    else if (where.id !== "latest" || !(Number(where.lastElementChild?.id.slice(7)) > seq)) {
      list().append(item);
    }
  }

  part(story, heading) {
    const last = [...story.querySelectorAll("h3")].at(-1);
    if (last?.textContent === heading) return story.querySelector("ol:last-of-type");
    const made = element("ol");
    story.append(element("h3", {}, heading), made);
    return made;
  }

  // -- the table itself

  locked(is) {
    this.standing = is ? say("locked") : "";
    this.trouble(this.standing);
  }

  // Somebody asks for a seat, or to take something back: a yes or a no from here.
  claim(data) {
    const id = `claim-${data.id}`;
    if (data.answer) return byId(id)?.remove();
    if (byId(id) || !this.device) return;
    const facts = { who: data.name || say("somebody"), seat: seatName(data.seat ?? ""),
      what: data.what ?? "" };
    const answer = (word) => async () => {
      await ask(`/v1/claims/${encodeURIComponent(data.id)}`,
        { token: this.token, body: { answer: word } }).catch((error) => this.trouble(error.message));
      byId(id)?.remove();
    };
    const of = data.seat === "keeper" ? "claim-keeper" : "claim-seat";
    const said = element("p", { id: `${id}-says` }, say(data.kind === "undo" ? "claim-undo-to" : of, facts));
    const list = element("ul");
    byId("state").after(element("section", { id, class: "claim", role: "alertdialog",
      "aria-labelledby": said.id }, said, list,
    element("p", { class: "buttons" },
      element("button", { type: "button", onclick: answer("yes") }, say("yes")),
      element("button", { type: "button", onclick: answer("no") }, say("no")))));
    if (data.kind !== "undo") return;
    this.struck(Number(data.what), (events, all) => {
      if (all) said.textContent = say("claim-undo", facts);
      list.replaceChildren(...events.map((text) => element("li", {}, text)));
    });
  }

  // Tells the events after a record, and whether they are all: this page has the last ones only,
  // and what one seat alone may read is left out.
  async struck(seq, tell) {
    const { data } = await this.ask("moment", {}, { story: "all" }).catch(() => ({ data: { story: [], covered: [] } }));
    const told = element("ol");
    told.innerHTML = data.story.filter(([, number]) => number > seq).map(([, , markup]) => markup).join("");
    const events = [...told.querySelectorAll(":is(.event, .malformed)")];
    const open = events.filter(({ id }) => !data.covered.includes(Number(id.slice("record-".length))));
    tell(open.map((entry) => entry.querySelector("a span")?.textContent ?? ""),
      events.length > 0 && open.length === events.length);
  }
}
