// The steps of a gathering's desk: asked like any event; what follows is shown before it is done.
import { element, say } from "./here.js";
import { Questions } from "./questions.js";

export class Steps extends Questions {
  get offered() {
    return "steps";
  }

  // The ways in which the step can be taken: all of its events or none, as they are shown.
  async outcome({ type, data, filled, ended, answered }) {
    Object.assign(this, { filled, ended, writes: false });
    const said = [this.form.all?.length ? null : this.answered(answered)];
    this.tell(say("checking"));
    try {
      const body = { step: type, said: data };
      const { ways } = (await this.table.ask("steps", { body, signal: undefined })).data;
      said.push(...ways.map((way) => element("section", { class: "way" },
        element("ul", {}, ...way.says.map((line) => element("li", {}, line))),
        element("p", { class: "buttons" }, element("button", { type: "button", class: "go",
          "data-write": "", onclick: () => this.send(way.events) }, say("do-it"))))));
    } catch (error) {
      said.push(element("p", { class: "finding error", role: "alert" }, error.message));
    }
    this.tell("");
    return said.filter(Boolean);
  }
}
