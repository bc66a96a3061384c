// Server-sent events, read by fetch: EventSource can send no token and gives up after one 503.
const DELAYS = [250, 500, 1000, 2000, 4000];
const SILENCE = 35_000; // the server beats every 15 s
const STALE = 20_000; // of a page that was asleep
const FIRST = 8_000;
const POLL = 2_000;

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
    this.heard = 0;
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    addEventListener("pagehide", () => this.close());
    addEventListener("online", () => this.again());
    setInterval(() => this.watch(), 2_500);
  }

  // A hidden page closes its line: six of them would block the whole browser.
  seen() {
    if (document.visibilityState === "hidden") this.close();
    else if (!this.line || Date.now() - this.heard > STALE) this.again();
  }

  watch() {
    if (!this.line) return;
    const patience = this.heard > this.opened ? SILENCE : FIRST;
    if (Date.now() - Math.max(this.heard, this.opened) > patience) {
      this.silent += this.heard <= this.opened;
      this.broken();
    }
  }

  close() {
    clearTimeout(this.timer);
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
    this.opened = Date.now();
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
      this.heard = Date.now();
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
