// This device as a witness: it keeps the head after each record that it shows, checks that every
// later one has grown out of it, and signs those at the end of a round. A head that has not is shown
// in red, and what was kept stays: two phones can prove it.
import { byId, here, say, shown } from "./here.js";

const BASE = "ragami-witness";
const STORE = "heads";

const request = (asked) => new Promise((done, failed) => {
  asked.addEventListener("success", () => done(asked.result));
  asked.addEventListener("error", () => failed(asked.error));
});

const opened = () => {
  const asked = indexedDB.open(BASE, 1);
  asked.addEventListener("upgradeneeded", () => asked.result.createObjectStore(STORE));
  return request(asked);
};

const at = async (mode, how) => {
  const base = await opened();
  try {
    return await request(how(base.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    base.close();
  }
};

// Where a browser keeps nothing, it is kept as long as the page lasts.
const memory = new Map();
const kept = (key) => at("readonly", (store) => store.get(key)).catch(() => memory.get(key));
const keep = (key, value) => {
  memory.set(key, value);
  return at("readwrite", (store) => store.put(value, key)).catch(() => {});
};

export class Witness {
  constructor(table) {
    this.table = table;
    this.place = `${location.origin}/${here.table}`;
    this.busy = Promise.resolve();
    this.devices = new Map(); // by key, the newest head that each has signed
  }

  // Who has seen what, by name: on every screen.
  seen(witnesses) {
    for (const one of witnesses) {
      if ((this.devices.get(one.key)?.size ?? 0) <= one.size) this.devices.set(one.key, one);
    }
    const all = [...this.devices.values()];
    const size = Math.max(0, ...all.map((one) => one.size));
    const those = all.filter((one) => one.size === size).map((one) => this.who(one));
    shown("witnessed", all.length > 0);
    if (all.length && byId("witnessed")) byId("witnessed").textContent = say("together",
      { so: those.length, all: all.length, size, names: those.join(", ") });
    return all;
  }

  // The server knows who sits where; of another key there is but what it calls itself.
  who({ name, known, key }) {
    if (!known) return say("unknown", { key: key.slice(0, 8), name });
    const people = { ...here.seats, keeper: say("keeper"), referee: say("referee") };
    return name.split("+").map((one) => people[one] ?? one).join(", ");
  }

  // One head after the other: two at once would both compare with the same old one.
  head(seen) {
    this.busy = this.busy.then(() => this.look(seen)).catch(() => {});
    return this.busy;
  }

  // With `path` the head proves itself to who has kept the one before; else the server is asked.
  async look({ size, root, old, path }) {
    if (!size || this.red) return;
    const [tree, noble] = await Promise.all([import("./tree.js"), import("./noble.js")]);
    const before = await kept(this.place);
    if (before?.wrong) return this.alarm(before, before.wrong);
    if (path && before?.size === old && tree.consistent(old, tree.bytes(before.root), size,
      tree.bytes(root), path.map(tree.bytes))) {
      return keep(this.place, { ...before, size, root, text: `${before.origin}\n${size}\n${root}\n` });
    }
    const { data: head } = await this.table.ask("head");
    this.seen(head.witnesses);
    if (before && !(await this.grown(tree, before, head))) return this.wrong(before, head);
    const { origin, text } = head;
    const now = { origin, size: head.size, root: head.root, text, signed: before?.signed };
    await keep(this.place, now);
    if (!this.table.device || now.signed === now.size) return;
    await this.sign(tree, noble, head); // a page that was left before this is done does it again
    await keep(this.place, { ...now, signed: now.size });
  }

  async wrong(before, head) {
    await keep(this.place, { ...before, wrong: head });
    this.alarm(before, head);
  }

  // The stream is shorter than what this page shows: records are only ever added.
  back(shown, now) {
    this.busy = this.busy.then(async () => {
      const before = (await kept(this.place)) ?? { size: shown, text: "" };
      if (!this.red) await this.wrong(before, { size: now, text: "" });
    });
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
    const seed = (await kept("key")) ?? crypto.getRandomValues(new Uint8Array(32));
    await keep("key", seed);
    const time = Math.floor(Date.now() / 1000);
    const message = new TextEncoder().encode(`cosignature/v1\ntime ${time}\n${head.text}`);
    const { device, name, seats } = this.table.device;
    await this.table.ask("cosignatures", { body: {
      size: head.size, root: head.root, time,
      name: (name || seats?.join("+") || `phone-${device}`).replaceAll(/[\s+]+/g, "-").slice(0, 40),
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
    const before = await kept(this.place);
    return before ? say("kept", { size: before.size }) : say("kept-nothing");
  }

  // The text of another phone beside what this one can have proved.
  async compared(text) {
    const [origin, size, root] = text.trim().split("\n");
    if (!root || !Number.isInteger(Number(size))) return say("no-head");
    const tree = await import("./tree.js");
    const { data: head } = await this.table.ask("head");
    const other = { origin, size: Number(size), root };
    const before = await kept(this.place);
    // A host who shows them two logs may answer with the other's: then it is not what this one saw.
    if (before && !(await this.grown(tree, before, head))) await this.wrong(before, head);
    const agrees = !this.red && await this.grown(tree, other, head);
    return say(agrees ? "agree" : "differ");
  }
}
