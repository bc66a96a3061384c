// How a page gets at the one line of its browser: by a worker that all pages share; where there is
// none, by the page that leads; else by a line of its own.
import { random } from "./here.js";

const HERE = 10_000;
const ELECTION = 200;
const LEADS = 2_000;
const SILENT = 6_000;
const AGAIN = 2_000;

// Whoever takes what a page sends. `answer` is called with what comes for its screens.
const worker = (answer, failed) => {
  const made = new SharedWorker(new URL("./pages-worker.js", import.meta.url),
    { type: "module", name: "ragami" });
  made.onerror = failed;
  made.port.onmessage = ({ data }) => answer(data);
  return (sent) => made.port.postMessage(sent);
};

// A line that is lost for a moment does not cost this page its line for good.
const loaded = () => import("./pages.js").catch(
  () => new Promise((done) => setTimeout(done, AGAIN)).then(loaded));

const own = (answer) => {
  const pages = loaded().then((module) => new module.Pages());
  return (sent) => pages.then((there) => there.take(sent, answer));
};

// Of several pages one leads, and has the line; the others send to it. The smallest id wins.
class Election {
  constructor(answer, again) {
    Object.assign(this, { answer, again, me: random(8), leader: null, heard: Date.now() });
    this.channel = new BroadcastChannel("ragami");
    this.channel.onmessage = ({ data }) => this.take(data);
    addEventListener("pagehide", () => this.resign());
    document.addEventListener("visibilitychange", () => this.turned());
    setInterval(() => this.look(), LEADS);
    this.ask();
  }

  get leads() {
    return this.leader === this.me;
  }

  post(what, more = {}) {
    this.channel.postMessage({ what, who: this.me, ...more });
  }

  ask() {
    this.leader = null;
    this.post("who");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.leader === null && this.lead(), ELECTION);
  }

  async lead() {
    this.leader = this.me;
    this.waiting = []; // what the others send before there is a line
    this.post("lead");
    const { Pages } = await loaded();
    if (!this.leads) return;
    this.pages = new Pages();
    for (const sent of this.waiting) this.sent(sent);
    this.again();
  }

  sent(sent) {
    if (this.pages) this.pages.take(sent, (told) => this.post("told", { told }));
    else if (this.leads) this.waiting.push(sent);
  }

  resign() {
    if (this.leads) this.post("gone");
    this.follow(null);
  }

  follow(leader) {
    this.pages?.end();
    this.pages = null;
    this.leader = leader;
  }

  turned() {
    if (document.visibilityState === "hidden") this.resign();
    else this.ask();
  }

  look() {
    if (this.leads) this.post("lead");
    else if (document.visibilityState !== "hidden" && Date.now() - this.heard > SILENT) this.ask();
  }

  take({ what, who, sent, told }) {
    if (what === "who" && this.leads) this.post("lead");
    else if (what === "lead") this.led(who);
    else if (what === "gone" && who === this.leader) this.ask();
    else if (what === "sent") this.sent(sent);
    else if (what === "told") this.answer(told);
  }

  led(who) {
    this.heard = Date.now();
    if (this.leads && this.me < who) return this.post("lead");
    if (this.leader === who) return undefined;
    this.follow(who);
    return this.again();
  }

  send(sent) {
    if (this.pages) this.pages.take(sent, this.answer);
    else if (this.leader !== null && !this.leads) this.post("sent", { sent });
  }
}

const screens = new Map(); // by id: what is asked for, and who hears what comes
let send = null;

const answer = ({ id, name, data }) => screens.get(id)?.hear(name, data);
const again = () => {
  for (const [id, { screen }] of screens) send({ what: "watch", id, screen: screen() });
};

const begin = () => {
  if (globalThis.SharedWorker) {
    send = worker(answer, () => {
      send = own(answer);
      again();
    });
  } else if (globalThis.BroadcastChannel) {
    const election = new Election(answer, again);
    send = (sent) => election.send(sent);
  } else send = own(answer);
  setInterval(() => screens.size && send({ what: "here", ids: [...screens.keys()] }), HERE);
};

export const watch = (id, screen, hear) => {
  if (!send) begin();
  screens.set(id, { screen, hear });
  send({ what: "watch", id, screen: screen() });
};

export const leave = (id) => {
  if (screens.delete(id)) send({ what: "leave", id });
};

export const shown = () => send?.({ what: "shown" });
