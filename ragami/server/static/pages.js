// The screens of all pages of a browser on one line: in a worker, or in the page that leads.
import { Line } from "./line.js";

const GONE = 45_000; // a page that was killed says no good-bye

export class Pages {
  constructor() {
    this.screens = new Map(); // by id, how it is told something, and when its page was heard
    this.line = new Line((id, name, data) => this.screens.get(id)?.tell({ id, name, data }));
    setInterval(() => this.sweep(), GONE / 3);
  }

  take({ what, id, screen, ids }, tell) {
    if (what === "watch") {
      this.screens.set(id, { tell, heard: Date.now() });
      this.line.watch(id, screen);
    } else if (what === "leave") this.leave(id);
    else if (what === "shown") this.line.shown();
    else if (what === "here") {
      for (const one of ids) if (this.screens.has(one)) this.screens.get(one).heard = Date.now();
    }
  }

  leave(id) {
    this.screens.delete(id);
    this.line.leave(id);
  }

  sweep() {
    for (const [id, { heard }] of this.screens) if (Date.now() - heard > GONE) this.leave(id);
  }

  end() {
    for (const id of [...this.screens.keys()]) this.leave(id);
  }
}
