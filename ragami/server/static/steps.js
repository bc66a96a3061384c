// The steps of a gathering's desk: asked like any choice; what follows is shown before it is done.
import { Choosing } from "./choices.js";
import { capital, element, say } from "./here.js";

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
  take(way) {
    return this.write(way.events, this.choice.type);
  }
}
