// The answers of a form that is not sent yet, kept in the browser: a phone that was in a pocket loads its page again.
export class UnsentAnswers {
  constructor(asking, place) {
    Object.assign(this, { asking, place, asks: null });
    try {
      this.found = JSON.parse(sessionStorage.getItem(place));
    } catch {
      this.found = null; // a browser that keeps nothing
    }
  }

  // Take the answers that the page before this one kept.
  take() {
    const { found } = this;
    this.found = null;
    this.standing = found;
    return found;
  }

  // Keep the answers, and what is typed and pressed in the present question.
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

  // Type and press again in a question that is drawn once more.
  restore(questions) {
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

// What is typed in fields that are not sent yet, by their names; nothing is kept of empty ones.
export class UnsentFields {
  constructor(place) {
    this.place = place;
  }

  take() {
    try {
      return JSON.parse(sessionStorage.getItem(this.place));
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  keep(typed) {
    try {
      if (typed) sessionStorage.setItem(this.place, JSON.stringify(typed));
      else sessionStorage.removeItem(this.place);
    } catch {
      // it lasts as long as the page
    }
  }
}
