// Opening a table from the desk: which game, who plays, what was agreed.
import { ask } from "./ask.js";
import { EXACT, PERSON, byId, capital, element, here, say, shown } from "./here.js";

const labelled = (id, text, field) => [element("label", { for: id }, text), field];
const options = (some) => some.map(([value, text]) => element("option", { value }, text));

// An answer is one of the values, as JSON; or what somebody writes, where there are none.
const setting = ({ name, values, usual, label, labels, free }) => {
  const id = `set-${name}`;
  const how = { id, name, required: usual === null && !values.length };
  const called = (value) => capital(labels[values.indexOf(value)] ?? String(value));
  const none = [["", usual === null ? "–" : say("usual", { what: called(usual) })]];
  const typed = { ...how, ...EXACT, maxlength: 800 };
  const field = free === "number" ? element("input", { ...typed, type: "number", placeholder: usual })
    : values.length && !free ? element("select", how, ...options([...none,
    ...values.filter((one) => one !== usual).map((one) => [JSON.stringify(one), called(one)])]))
      : element("input", typed);
  return labelled(id, capital(label), field);
};

// The game at the tables of a gathering is one of those here; empty where none is agreed.
const table = (setting, games) => (setting.name !== "plays" || setting.values.length ? setting
  : { ...setting, usual: null, values: games.map(({ name }) => name), labels: games.map(({ title }) => title) });

const player = ({ seats, named }, number) => {
  const seat = element("select", { "aria-label": say("seat-of", { number }), hidden: named },
    ...options(Object.entries(seats)));
  seat.selectedIndex = number - 1;
  const name = element("input", { ...PERSON, "aria-label": say("name-of", { number }),
    placeholder: say("name"),
    maxlength: 40 });
  return element("div", { class: "player" }, seat, name);
};

const said = () => Object.fromEntries([...byId("new").querySelectorAll("[name]")]
  .filter((one) => one.value.trim())
  .map((one) => [one.name, one.tagName === "SELECT" || one.type === "number"
    ? JSON.parse(one.value) : one.value.trim()]));

const seated = () => [...byId("new-players").children]
  .map(({ children: [seat, name] }) => ({ seat: seat.value, name: name.value.trim() }))
  .filter(({ name }) => name);

export const opening = async (token) => {
  const { data: { games } } = await ask(`/v1/games?lang=${here.lang}`);
  const game = () => games.find(({ name }) => name === byId("new-game").value);
  const draw = () => {
    const { seats, settings, keeps, gathers } = game();
    // What is one of some values, and none of them as a rule, not every table has to say.
    const first = ({ name, usual, values }) => (usual === null && !values.length) || (keeps && name === "plays");
    const numbers = Object.keys(seats).map((_seat, index) => index + 1);
    shown("new-seats", numbers.length > 0);
    byId("new-players").replaceChildren(...numbers.map((number) => player(game(), number)));
    for (const [id, open] of [["new-said", true], ["new-usual", false]]) {
      byId(id).replaceChildren(...settings.filter((one) => first(one) === open)
        .flatMap((one) => setting(gathers ? table(one, games.filter((game) => !game.gathers)) : one)));
    }
  };
  byId("new-game").replaceChildren(...options(games.map(({ name, title, keeps }) =>
    [name, keeps ? say("any-game") : capital(title)])));
  byId("new-game").addEventListener("change", draw);
  byId("new").addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = { title: byId("new-title").value.trim(), game: game().name, players: seated(),
      options: said() };
    try {
      const { data } = await ask("/v1/tables", { token, body });
      byId("new-told").textContent = say("is-open", data);
      byId("new-title").value = "";
      byId("opening").open = false;
      byId("new-told").scrollIntoView({ block: "nearest" });
    } catch (error) {
      byId("new-told").textContent = error.message;
      byId("new-told").scrollIntoView({ block: "nearest" });
      byId("new-usual").parentElement.open = true;
    }
  });
  draw();
  shown("opening");
};
