// What is answered by half outlasts the page: a phone loads it once more when it has been in a pocket.
export class Half {
  constructor(asking, place) {
    Object.assign(this, { asking, place, asks: null });
    try {
      this.found = JSON.parse(sessionStorage.getItem(place));
    } catch {
      this.found = null; // a browser that keeps nothing
    }
  }

  // What was kept by the page before this one, once.
  last() {
    const { found } = this;
    this.found = null;
    this.standing = found;
    return found;
  }

  // The answers, and what is typed and pressed in the question that stands there.
  keep({ form, filled, ended, before, tapped }) {
    if (this.found) return;
    try {
      if (!form || !tapped) return void sessionStorage.removeItem(this.place);
      const { type, data } = form;
      const typed = this.all("input").map(({ value }) => value);
      const pressed = this.all("button").map((one) => one.ariaPressed === "true");
      sessionStorage.setItem(this.place, JSON.stringify(
        { type, data, filled, ended, before, asks: this.asks, typed, pressed }));
    } catch {
      // it lasts as long as the page
    }
  }

  // A question is drawn: where it stood there before, so does what was typed and pressed in it.
  drawn(questions) {
    this.asks = this.asking.dataset.asks;
    const { standing } = this;
    if (standing && standing.asks === this.asks) {
      this.standing = null;
      const [fields, buttons] = [this.all("input"), this.all("button")];
      for (const [n, value] of standing.typed.entries()) if (fields[n]) fields[n].value = value;
      for (const [n, is] of standing.pressed.entries()) if (is) buttons[n]?.click();
    }
    this.keep(questions);
  }

  all(which) {
    return [...this.asking.querySelectorAll(which)];
  }
}
