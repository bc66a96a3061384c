// A screen that lives: its events come on the one line that this browser has.
import { random } from "./here.js";
import { leave, shown, watch } from "./shared.js";

export class Stream {
  // `screen` is what is watched: table (none: the hall), as, lang, token. `on(name, data)` takes an
  // event; `state(name, since, why)` hears of the line: live, lost, refused, gone. `last()` is the
  // record that is shown, null where the whole is wanted; `poll` fetches it where a proxy lets no
  // stream through.
  constructor(screen, { last = () => null, on, state = () => {}, poll = null }) {
    Object.assign(this, { screen, last, on, state, poll, id: random(8), opened: false });
    document.addEventListener("visibilitychange", () => this.seen());
    addEventListener("pageshow", (event) => event.persisted && this.again());
    addEventListener("pagehide", () => this.close());
  }

  // A hidden page is told nothing, and reads on when it is shown.
  seen() {
    if (document.visibilityState === "hidden") return this.close();
    this.open();
    return shown();
  }

  open() {
    if (!this.opened) this.again();
  }

  close() {
    this.opened = false;
    leave(this.id);
  }

  // For good.
  stop() {
    this.stopped = true;
    this.close();
  }

  again() {
    if (this.stopped || document.visibilityState === "hidden") return;
    this.opened = true;
    watch(this.id, () => ({ ...this.screen, last: this.last() }),
      (name, data) => this.hear(name, data));
  }

  hear(name, data) {
    if (name === "@live") this.state("live");
    else if (name === "@poll") this.polled(data.since);
    else if (name === "@refused") {
      this.stop();
      this.state("refused", data);
    } else if (name.startsWith("@")) this.state(name.slice(1), data.since, data.why);
    else this.on(name, data);
  }

  async polled(since) {
    if (!this.poll) return this.state("lost", since);
    try {
      await this.poll();
      return this.state("live");
    } catch {
      return this.state("lost", since);
    }
  }
}
