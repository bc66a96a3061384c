// The turn of the app. Before it seals, whoever runs the server says a word; the rest is one tap.
import { element, here, say, seatName } from "./here.js";

const options = (seats) => seats.map((seat) => element("option", { value: seat }, seatName(seat)));

export const appTurn = (table, due, does, tell) => {
  const go = async (body) => {
    try {
      await table.ask("app", { body });
    } catch (error) {
      tell(error.message);
    }
  };
  if (due !== "seal") {
    return element("button", { type: "button", class: "big go", "data-app": "", onclick: () => go({}) },
      element("b", {}, does));
  }
  const own = table.seats;
  const who = element("select", { id: "app-keeper" }, ...options(own.length ? own : Object.keys(here.seats)));
  if (!own.length) who.append(element("option", { value: "" }, say("app-nobody")));
  const word = element("input", { id: "app-word", maxlength: 80, autocomplete: "off" });
  return element("form", { class: "app", onsubmit: (event) => {
    event.preventDefault();
    const said = word.value.trim();
    if (who.value && !said) return word.focus();
    go({ keeper: who.value ? { player: who.value, word: said } : null });
  } },
  element("p", {}, say("app-why")),
  element("label", { for: "app-keeper" }, say(own.length ? "app-mine" : "app-whose")), who,
  element("label", { for: "app-word" }, say("app-word")), word,
  element("button", { class: "go", "data-app": "" }, does));
};
