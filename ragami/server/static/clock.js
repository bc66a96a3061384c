// The clock of a round: the server says what is left, here it only runs on.
import { byId, here } from "./here.js";

const two = (number) => String(number).padStart(2, "0");
let told = null;

const draw = () => {
  const place = byId("clock");
  if (!place || !told) return;
  place.hidden = told.left_s === null;
  if (place.hidden) return;
  const passed = told.running ? Math.floor((Date.now() - told.heard) / 1000) : 0;
  const left = told.left_s - passed;
  const seconds = Math.abs(left);
  const text = `${left < 0 ? "-" : ""}${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (place.textContent !== text) place.textContent = text;
  place.classList.toggle("over", left < 0);
  place.classList.toggle("running", told.running);
};

export const tick = (clock) => {
  told = { ...clock, heard: Date.now() };
  draw();
};

// What the page was loaded with, what the stream brings, and what is so after a silence; nothing
// at a table that is of no round.
export const clocked = (table) => {
  if (!here.clock) return table;
  tick(here.clock);
  const heard = table.heard;
  table.heard = (name, data) => {
    if (name === "clock") tick(data);
    heard(name, data);
  };
  table.returns.push(() => table.ask("clock").then(({ data }) => tick(data), () => {}));
  setInterval(draw, 500);
  return table;
};
