// Server-sent events, read by fetch: EventSource can send no token and gives up after one 503.
const DELAYS = [250, 500, 1000, 2000, 4000];
const SILENCE = 35_000; // the server beats every 15 s
const STALE = 20_000; // of a page that was asleep
const FIRST = 8_000;
const POLL = 2_000;

const PROBE = 700; // is the server there again? Asked while the next try is further away

// The clock of a phone may be put back, and another stands still while it sleeps: whichever says more.
const clocks = () => [Date.now(), performance.now()];
const since = (then) => Math.max(...clocks().map((now, which) => now - then[which]));

const about = (delay) => delay * (0.7 + Math.random() * 0.6);

// One event from its lines; comments are none.
const parsed = (block) => {
  const event = { name: "message", id: null, data: "" };
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event.name = value;
    else if (field === "id") event.id = value;
    else if (field === "data") event.data += value;
  }
  return event.data ? event : null;
};

export class Stream {
  // `on(name, data)` takes an event; `state(name, since)` hears of the line: live, lost, refused,
  // gone. `last()` is the record that is shown, null where the whole is wanted; `poll` fetches it
  // where a proxy lets no stream through.
  constructor(address, { token, last = () => null, on, state = () => {}, poll = null }) {
    Object.assign(this, { address, token, last, on, state, poll });
    this.failures = 0;
    this.silent = 0;
    this.lost = null;
    this.heard = null;
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    addEventListener("pagehide", () => this.close());
    addEventListener("online", () => this.again());
    setInterval(() => this.watch(), 2_500);
  }

  // A hidden page closes its line: six of them would block the whole browser.
  seen() {
    if (document.visibilityState === "hidden") this.close();
    else if (!this.line || !this.heard || since(this.heard) > STALE) this.again();
  }

  watch() {
    if (!this.line) return;
    if (since(this.heard ?? this.opened) > (this.heard ? SILENCE : FIRST)) {
      this.silent += !this.heard;
      this.broken();
    }
  }

  close() {
    clearTimeout(this.timer);
    clearTimeout(this.probe);
    this.line?.abort();
    this.line = null;
  }

  // For good.
  stop() {
    this.stopped = true;
    this.close();
  }

  again() {
    this.failures = 0;
    this.open();
  }

  async open() {
    this.close();
    if (this.stopped) return;
    const line = this.line = new AbortController();
    this.opened = clocks();
    this.heard = null; // on this line nothing yet
    const headers = { Accept: "text/event-stream" };
    const last = this.last();
    if (last !== null) headers["Last-Event-ID"] = String(last);
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    try {
      const answer = await fetch(this.address, { headers, signal: line.signal, cache: "no-store" });
      if ([401, 403, 404].includes(answer.status)) {
        this.stop();
        return this.state("refused", answer.status);
      }
      if (!answer.ok) throw new Error(String(answer.status));
      await this.read(answer.body.getReader(), line);
    } catch {
      // cut, refused or aborted: the same cure
    }
    if (this.line === line) this.broken();
  }

  async read(reader, line) {
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.line !== line) return;
      this.heard = clocks();
      rest += decoder.decode(value, { stream: true }).replaceAll("\r", "");
      const blocks = rest.split("\n\n");
      rest = blocks.pop();
      for (const event of blocks.map(parsed)) if (event) this.take(event);
    }
  }

  take({ name, data }) {
    this.failures = 0;
    this.silent = 0;
    this.lost = null;
    this.state("live");
    const told = JSON.parse(data);
    if (name === "gone") return this.broken(told.retry, "gone");
    this.on(name, told);
  }

  broken(delay = null, why = "lost") {
    this.close();
    if (this.stopped) return;
    this.lost ??= Date.now();
    this.state(why, this.lost);
    if (document.visibilityState === "hidden") return;
    const wait = delay ?? DELAYS[Math.min(this.failures, DELAYS.length - 1)];
    this.failures += 1;
    if (this.silent >= 2 && this.poll) return this.fetched();
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
      if (this.line || this.stopped || document.visibilityState === "hidden") return;
      if (there) this.open();
      else this.asked();
    }, about(PROBE / 2));
  }

  // Two streams brought nothing: ask now and then, and try a stream again after a while.
  async fetched(tries = 15) {
    try {
      await this.poll();
      this.lost = null;
      this.state("live");
    } catch {
      this.state("lost", this.lost);
    }
    this.timer = setTimeout(() => (tries ? this.fetched(tries - 1) : this.open()), POLL);
  }
}
