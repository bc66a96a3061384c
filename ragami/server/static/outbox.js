// What was tapped, until it is on the disk of the server. Each has a key, so that sending it twice
// writes it once; it is sent again by itself only while nobody has answered.
import { Problem } from "./ask.js";
import { byId, element, here, random, say, shown } from "./here.js";

const AGAIN = [500, 1000, 2000, 4000];
const BUSY = [0, 429, 502, 503, 504];

export class Outbox {
  constructor(table) {
    this.table = table;
    this.place = `ragami-outbox/${here.table}`;
    this.waiting = this.read();
    this.answers = new Map();
    this.show();
    table.returns.push(() => this.send());
    if (this.waiting.length) this.send();
  }

  read() {
    try {
      return JSON.parse(localStorage.getItem(this.place)) ?? [];
    } catch {
      return [];
    }
  }

  keep() {
    try {
      localStorage.setItem(this.place, JSON.stringify(this.waiting));
    } catch {
      // it lasts as long as the page
    }
    this.show();
  }

  // Resolves with the receipt, or rejects with the Problem that the server named.
  post(rest, body, words, headers = {}) {
    const entry = { key: random(), seq: this.table.seen, rest, body, words, headers };
    this.waiting.push(entry);
    this.keep();
    const answered = new Promise((done, failed) => this.answers.set(entry.key, { done, failed }));
    this.send();
    return answered;
  }

  async send(tries = 0) {
    clearTimeout(this.timer);
    if (this.sending || !this.waiting.length) return;
    this.sending = true;
    const entry = this.waiting[0];
    try {
      const { data } = await this.table.ask(entry.rest, { body: entry.body, headers: {
        "If-Match": `"${entry.seq}"`, "Idempotency-Key": entry.key, ...entry.headers } });
      this.over(entry, "done", data);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (BUSY.includes(error.status)) {
        this.timer = setTimeout(() => this.send(tries + 1), AGAIN[Math.min(tries, 3)]);
      } else if (error.status === 507) {
        this.table.trouble(say("full"), "lost"); // it stays here until somebody makes room
      } else {
        this.over(entry, "failed", error);
      }
    } finally {
      this.sending = false;
    }
    if (this.waiting.length && this.waiting[0] !== entry) this.send();
  }

  over(entry, how, what) {
    this.waiting = this.waiting.filter((one) => one.key !== entry.key);
    this.keep();
    const answer = this.answers.get(entry.key);
    this.answers.delete(entry.key);
    if (answer) answer[how](what);
    else if (how === "failed") this.table.trouble(say("not-written", { why: what.why }));
  }

  show() {
    const list = byId("waiting");
    if (!list) return;
    const discard = (entry) => () => this.over(entry, "failed",
      new Problem(499, { detail: say("discarded") }));
    list.replaceChildren(...this.waiting.map((entry) => element("li", {}, entry.words, " ",
      element("button", { type: "button", onclick: () => this.send() }, say("send-now")),
      element("button", { type: "button", onclick: discard(entry) }, say("discard")))));
    shown("outbox", this.waiting.length > 0);
  }
}
