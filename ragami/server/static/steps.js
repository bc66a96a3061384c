// The steps of a gathering's desk: asked like any choice; what follows is shown before it is done.
import { Choosing } from "./choices.js";
import { byId, capital, element, say } from "./here.js";

export class Steps extends Choosing {
  offered() {
    return this.table.ask("steps");
  }

  async check() {
    this.unmark();
    this.about(null);
    const { choice } = this;
    const heading = capital(this.word(choice.type));
    this.draw(heading, element("p", {}, say("checking")));
    try {
      const body = { step: choice.type, said: this.data };
      const { data } = await this.table.ask("steps", { body, signal: undefined });
      if (this.choice !== choice) return;
      this.draw(heading, ...data.ways.map((way) => element("section", { class: "way" },
        element("ul", {}, ...way.says.map((line) => element("li", {}, line))),
        element("p", { class: "buttons" }, element("button", { type: "button", class: "go",
          "data-write": "", onclick: () => this.take(way) }, say("do-it"))))));
    } catch (error) {
      this.draw(heading, element("p", { class: "finding error" }, error.message));
    }
  }

  // All its events or none, as they were shown.
  async take(way) {
    const what = capital(this.word(this.choice.type));
    this.leave(say("sending", { what }));
    try {
      const receipt = await this.outbox.post("events", way.events, what);
      byId("sent").textContent = say("stored", { what, seq: receipt.last });
    } catch (error) {
      const facts = { what, why: error.message };
      byId("sent").textContent = say(error.status === 409 ? "was-first" : "refused", facts);
      this.asked = null;
      this.refresh();
    }
  }
}
