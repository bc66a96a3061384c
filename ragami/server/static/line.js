// One connection for all the screens of a browser: server-sent events, read by fetch, because
// EventSource can send no token and gives up after one 503. Runs in a worker or in a page.
const DELAYS = [250, 500, 1000, 2000, 4000];
const SILENCE = 35_000; // the server beats every 15 s
const STALE = 20_000; // of a page that was asleep
const FIRST = 8_000;
const POLL = 2_000;
const POLLS = 15;
const TOGETHER = 20; // screens that are opened together share their connection from the start
const LEFT = 20_000; // for one that was left nobody else is interrupted at once
const PROBE = 700; // is the server there again? Asked while the next try is further away

// The clock of a phone may be put back, and another stands still while it sleeps: whichever says more.
const clocks = () => [Date.now(), performance.now()];
const since = (then) => Math.max(...clocks().map((now, which) => now - then[which]));

const about = (delay) => delay * (0.7 + Math.random() * 0.6);

// One event from its lines; comments are none.
const parsed = (block) => {
  const event = { on: 0, name: "message", id: null, data: "" };
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event.name = value;
    else if (field === "on") event.on = Number(value);
    else if (field === "id") event.id = Number(value);
    else if (field === "data") event.data += value;
  }
  return event.data ? event : null;
};

export class Line {
  // `tell(id, name, data)` hands an event to a screen. Of the line itself it says @live, @lost and
  // @gone (since when, and why), @refused (a status), and @poll where no stream comes through.
  constructor(tell) {
    this.tell = tell;
    this.screens = new Map();
    this.failures = 0;
    this.silent = 0;
    this.lost = null;
    this.heard = null;
    addEventListener("online", () => this.again());
    setInterval(() => this.look(), 2_500);
  }

  watch(id, screen) {
    this.screens.set(id, screen);
    this.soon(TOGETHER);
  }

  leave(id) {
    if (!this.screens.delete(id)) return;
    if (this.screens.size) this.soon(LEFT);
    else this.close();
  }

  soon(delay) {
    const due = Date.now() + delay;
    if (this.changed && this.due <= due) return;
    clearTimeout(this.changed);
    this.due = due;
    this.changed = setTimeout(() => this.open(), delay);
  }

  again() {
    this.failures = 0;
    this.open();
  }

  look() {
    if (!this.line) return;
    if (since(this.heard ?? this.opened) > (this.heard ? SILENCE : FIRST)) {
      this.silent += !this.heard;
      this.broken();
    }
  }

  // Somebody looks at a screen again: a line that was silent for long is not waited for.
  shown() {
    if (!this.line || !this.heard || since(this.heard) > STALE) this.again();
  }

  close() {
    for (const timer of [this.timer, this.probe, this.changed]) clearTimeout(timer);
    this.changed = null;
    this.line?.abort();
    this.line = null;
  }

  async open() {
    this.close();
    if (!this.screens.size) return;
    const line = this.line = new AbortController();
    this.opened = clocks();
    this.heard = null; // on this line nothing yet
    const ids = [...this.screens.keys()];
    let why = null;
    try {
      const answer = await fetch("/v1/stream", { method: "POST", signal: line.signal,
        headers: { Accept: "text/event-stream", "Content-Type": "application/json" },
        body: JSON.stringify({ screens: [...this.screens.values()] }), cache: "no-store" });
      if (answer.ok) await this.read(answer.body.getReader(), line, ids);
      else why = (await answer.json()).detail;
    } catch {
      // cut, refused or aborted: the same cure
    }
    if (this.line === line) this.broken(null, "@lost", why);
  }

  async read(reader, line, ids) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.line !== line) return;
      this.heard = clocks();
      rest += decoder.decode(value, { stream: true }).replaceAll("\r", "");
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const event of blocks.map(parsed)) {
        if (event && this.line === line) this.take(event, ids[event.on]);
      }
    }
  }

  take({ name, id: seq, data }, id) {
    this.failures = 0;
    this.silent = 0;
    this.lost = null;
    const told = JSON.parse(data);
    if (name === "gone") return this.broken(told.retry, "@gone");
    const screen = this.screens.get(id);
    if (!screen) return;
    if (name === "refused") {
      this.screens.delete(id);
      return this.tell(id, "@refused", told.status);
    }
    if (seq !== null) screen.last = seq;
    if (name === "hello") this.tell(id, "@live");
    this.tell(id, name, told);
  }

  all(name, data) {
    for (const id of this.screens.keys()) this.tell(id, name, data);
  }

  broken(delay = null, name = "@lost", why = null) {
    this.close();
    this.lost ??= Date.now();
    this.all(name, { since: this.lost, why });
    if (!this.screens.size) return;
    const wait = delay ?? DELAYS[Math.min(this.failures, DELAYS.length - 1)];
    this.failures += 1;
    if (this.silent >= 2) return this.polled(POLLS);
    this.timer = setTimeout(() => this.open(), about(wait));
    if (wait > PROBE) this.asked();
  }

  // A second after the network is back all is whole again: who waits for long asks in between.
  asked() {
    this.probe = setTimeout(async () => {
      const quick = new AbortController();
      setTimeout(() => quick.abort(), PROBE);
      const how = { cache: "no-store", signal: quick.signal };
      const there = await fetch("/v1/health", how).then(({ ok }) => ok, () => false);
      if (this.line || !this.screens.size) return;
      if (there) this.open();
      else this.asked();
    }, about(PROBE / 2));
  }

  // Two streams brought nothing: each screen asks now and then, and a stream is tried again later.
  polled(tries) {
    this.all("@poll", { since: this.lost });
    this.timer = setTimeout(() => (tries ? this.polled(tries - 1) : this.open()), POLL);
  }
}
