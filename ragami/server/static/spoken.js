// Questions at the table that are answered in a sentence.
import { byId, say } from "./here.js";

export const spoken = (table) => {
  const says = byId("spoken-says");
  const asks = async (question) => {
    try {
      const { data } = await table.ask("spoken", {}, { question });
      says.textContent = data.says.join(" ") || say("nothing-known");
    } catch (error) {
      says.textContent = error.message;
    }
    // What only this seat may know is read while it is held.
    says.classList.toggle("covered", question === "mine" && table.own.length > 0);
  };
  for (const button of byId("spoken").querySelectorAll("[data-question]")) {
    button.addEventListener("click", () => asks(button.dataset.question));
  }
  byId("ask-place").addEventListener("submit", () => asks(`at ${byId("place").value.trim()}`));
};
