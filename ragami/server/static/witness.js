// This device as a witness: it keeps the head after each record that it shows, checks that every
// later one has grown out of it, and signs those at the end of a round. A head that has not is shown
// in red, and what was kept stays: two phones can prove it.
import { byId, here, say, shown } from "./here.js";

const NAMELESS = "phone-"; // and the id of the device: nobody has given it a name
const BASE = "ragami-witness";
const STORE = "heads";
const GRACE = 1_500; // the head of a record comes just before it
const AGAIN = 2_000;
const LATEST = 20_000; // and then it is said that nobody witnesses what is shown,
const UNHEARD = 40_000; // on a line that is dead: which is noticed before

const request = (asked) => new Promise((done, failed) => {
  asked.addEventListener("success", () => done(asked.result));
  asked.addEventListener("error", () => failed(asked.error));
});

const opened = () => {
  const asked = indexedDB.open(BASE, 1);
  asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore(STORE));
  return request(asked);
};

// What this page has kept itself: where the browser keeps nothing, and where what it kept was lost.
const memory = new Map();
let forgets = false;

// What is kept, changed by `how` in one step: two pages of a browser may want to at once. Where
// `how` gives nothing, it stays.
const changed = async (key, how) => {
  try {
    const base = await opened();
    try {
      const store = base.transaction(STORE, "readwrite").objectStore(STORE);
      const was = await request(store.get(key));
      const now = how(was);
      if (now) await request(store.put(now, key));
      return now ?? was;
    } finally {
      base.close();
    }
  } catch {
    forgets = true;
    const now = how(memory.get(key)) ?? memory.get(key);
    memory.set(key, now);
    return now;
  }
};

const kept = (key) => changed(key, () => null);
const same = (one, other) => one?.size === other?.size && one?.root === other?.root;

export class Witness {
  constructor(table) {
    this.table = table;
    this.place = `${location.origin}/${here.table}`;
    this.busy = Promise.resolve();
    this.most = 0; // the newest record that this page has shown
    this.checked = 0; // as far as its heads have grown out of each other
    this.devices = new Map(); // by key, the newest head that each has signed
  }

  // Who has seen what, by name: on every screen.
  seen(witnesses) {
    for (const one of witnesses) {
      if ((this.devices.get(one.key)?.size ?? 0) <= one.size) this.devices.set(one.key, one);
    }
    // Who has joined again has another key, and does not stay behind with the one before.
    const newest = new Map();
    for (const one of this.devices.values()) {
      const whose = one.known ? one.name : one.key;
      if ((newest.get(whose)?.size ?? -1) < one.size) newest.set(whose, one);
    }
    const all = [...newest.values()];
    const size = Math.max(0, ...all.map((one) => one.size));
    const those = all.filter((one) => one.size === size).map((one) => this.who(one));
    shown("witnessed", all.length > 0);
    if (all.length && byId("witnessed")) byId("witnessed").textContent = say("together",
      { so: those.length, all: all.length, size, names: those.join(", ") });
    return [...this.devices.values()];
  }

  // The server knows who sits where; of another key there is but what it calls itself.
  who({ name, known, key }) {
    if (!known) return say(name.startsWith(NAMELESS) ? "unnamed" : "unknown", { key: key.slice(0, 4), name });
    const people = { ...here.seats, keeper: say("keeper"), referee: say("referee") };
    return name.split("+").map((one) => people[one] ?? one).join(", ");
  }

  // One head after the other: two at once would both compare with the same old one.
  head(seen) {
    this.busy = this.busy.then(() => this.look(seen))
      .then(() => false, (error) => Boolean(error.offline));
    return this.busy;
  }

  // What the browser has kept, and this page: both have to have grown into what comes.
  async before() {
    const stored = await kept(this.place);
    const own = memory.get(this.place);
    return stored && own && !stored.wrong && !same(stored, own) ? [stored, own]
      : [stored ?? own].filter(Boolean);
  }

  // With `path` the head proves itself to who has kept the one before; else the server is asked.
  async look({ size, root, old, path }) {
    if (!size || this.red) return;
    const [tree, noble] = await Promise.all([import("./tree.js"), import("./noble.js")]);
    const before = await this.before();
    if (before[0]?.wrong) return this.alarm(before[0], before[0].wrong);
    const fits = (one) => same(one, { size, root }) || (one.size === old
      && tree.consistent(old, tree.bytes(one.root), size, tree.bytes(root), path.map(tree.bytes)));
    if (path && before.length && before.every(fits)) {
      const { origin } = before[0];
      const text = `${origin}\n${size}\n${root}\n`;
      if (await this.keep(before, { origin, size, root, text })) return;
    }
    await this.asked(tree, noble, { size, root });
  }

  // The head as the server has it now. It has grown out of all that is kept here, and out of what
  // the stream has said (`told`): else the server has two logs.
  async asked(tree, noble, told = {}) {
    const before = await this.before();
    if (before[0]?.wrong) return this.alarm(before[0], before[0].wrong);
    const { data: head } = await this.table.ask("head");
    this.seen(head.witnesses);
    const { origin, size, root, text } = head;
    if (told.size > size) return this.wrong(before[0] ?? { size: told.size, text: "" }, head);
    const streamed = { ...told, origin, text: `${origin}\n${told.size}\n${told.root}\n` };
    for (const one of told.root ? [...before, streamed] : before) {
      if (!(await this.grown(tree, one, head))) return this.wrong(one, head);
    }
    if (!(await this.keep(before, { origin, size, root, text }))) return this.asked(tree, noble, told);
    const { signed = 0 } = await kept(this.place) ?? {};
    if (!this.table.device || signed >= size) return;
    await this.sign(tree, noble, head); // a page that was left before this is done does it again
    await changed(this.place, (now) => now && { ...now, signed: Math.max(now.signed ?? 0, size) });
  }

  // Keep a head that has grown out of those `before`. False where another page was first: what it
  // has kept is to be compared, too.
  async keep(before, head) {
    const now = await changed(this.place, (stored) => {
      if (stored && !before.some((one) => same(one, stored))) return null;
      const was = stored ?? before[0];
      return same(was, head) && stored ? null
        : { ...was, ...head, first: was?.first ?? was?.size ?? head.size };
    });
    if (!same(now, head)) return false;
    memory.set(this.place, now);
    this.checked = Math.max(this.checked, head.size);
    this.remembered(now);
    return true;
  }

  // Since when this device knows: what was before, it has only been told.
  remembered({ first = 1 }) {
    const place = byId("remembered");
    if (!place) return;
    place.textContent = say(forgets ? "since-page" : "since", { first });
    place.hidden = first <= 1 && !forgets;
  }

  async wrong(before, head) {
    await changed(this.place, (stored) => (stored?.wrong ? null : { ...before, wrong: head }));
    this.alarm(before, head);
  }

  // The stream is shorter than what this page shows: records are only ever added.
  back(shown, now) {
    this.busy = this.busy.then(async () => {
      const [before = { size: shown, text: "" }] = await this.before();
      if (!this.red) await this.wrong(before, { size: now, text: "" });
    });
  }

  // -- what is shown has to be witnessed

  // A record is on this screen: its head comes with it, else it is asked for. With `whole` all of
  // the table was shown anew, and whatever was checked before does not speak for it.
  witness(seq, whole = false) {
    if (seq < this.most) return this.back(this.most, seq);
    this.most = seq;
    if (whole) this.checked = 0;
    return this.resumes();
  }

  resumes() {
    if (this.most <= this.checked) return;
    this.since ??= Date.now();
    this.timer ??= setTimeout(() => this.due(), GRACE);
  }

  // The line is down: that no head comes is nobody's fault until it is back.
  waits() {
    this.since = null;
  }

  async due() {
    await this.busy;
    const unheard = this.most > this.checked && await this.head({ size: this.most });
    this.timer = null;
    if (this.red) return;
    if (this.most <= this.checked) return this.comes();
    if (!this.since || document.visibilityState === "hidden") return this.waits();
    if (Date.now() - this.since > (unheard ? UNHEARD : LATEST)) {
      this.missing = true;
      this.table.trouble(say("without", { size: this.most }), "red");
    }
    this.timer = setTimeout(() => this.due(), AGAIN);
  }

  comes() {
    this.since = null;
    if (!this.missing) return;
    this.missing = false;
    this.table.trouble(this.table.standing ?? "");
  }

  async grown(tree, before, head) {
    if (before.origin !== head.origin || before.size > head.size) return false;
    if (before.size === head.size) return before.root === head.root;
    let proof;
    try {
      ({ data: proof } = await this.table.ask("consistency", {},
        { from: before.size, to: head.size }));
    } catch (error) {
      if ([400, 404, 409].includes(error.status)) return false;
      throw error; // not answered at all: that proves nothing
    }
    return tree.consistent(before.size, tree.bytes(before.root), head.size, tree.bytes(head.root),
      proof.path.map(tree.bytes));
  }

  // A cosignature (C2SP): that this device has seen this head, and when.
  async sign({ base64 }, noble, head) {
    noble.hashes.sha512 = noble.sha512;
    const seed = await changed("key", (was) => (was ? null : crypto.getRandomValues(new Uint8Array(32))));
    const time = Math.floor(Date.now() / 1000);
    const message = new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${head.text}`);
    const { device, name, seats } = this.table.device;
    await this.table.ask("cosignatures", { body: {
      size: head.size, root: head.root, time,
      name: (name || seats?.join("+") || `${NAMELESS}${device}`).replaceAll(/[\s+]+/g, "-").slice(0, 40),
      key: base64(noble.getPublicKey(seed)), signature: base64(noble.sign(message, seed)),
    } });
  }

  alarm(before, head) {
    this.red = true;
    const text = say("forked", { size: before.size, now: head.size });
    this.table.trouble(text, "red");
    if (byId("red")) {
      byId("red").textContent = `${text}\n${before.text}\n${head.text}`;
      shown("red");
    }
  }

  async told() {
    const [before] = await this.before();
    return before ? say("kept", { size: before.size, first: before.first ?? before.size })
      : say("kept-nothing");
  }

  // The text of another phone beside what this one can have proved.
  async compared(text) {
    const [origin, size, root] = text.trim().split("\n");
    if (!root || !Number.isInteger(Number(size))) return say("no-head");
    const tree = await import("./tree.js");
    const before = await this.before();
    const { data: head } = await this.table.ask("head");
    const other = { origin, size: Number(size), root };
    // A host who shows them two logs may answer with the other's: then it is not what this one saw.
    for (const one of before) {
      if (!this.red && !(await this.grown(tree, one, head))) await this.wrong(one, head);
    }
    const agrees = !this.red && await this.grown(tree, other, head);
    return say(agrees ? "agree" : "differ");
  }
}
