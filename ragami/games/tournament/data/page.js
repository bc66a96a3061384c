"use strict";
// The page of standings: works out again what is printed, says where it differs, and shows why.
(() => {
  const byId = id => document.getElementById(id);
  const words = JSON.parse(byId("words").textContent);
  const say = (code, facts = {}) => words[code].replace(/{(\w+)}/g, (_, name) => facts[name]);
  // Whatever goes wrong from here on: a page that cannot be worked out again is not to be trusted.
  const verdict = byId("verdict");
  verdict.className = "wrong";
  verdict.textContent = words.disagrees;
  const log = byId("log").textContent.replace(/^\n/, "");
  const found = Tournament.recompute(log), { state, standings } = found;

  function make(name, text = "", inside = [], more = {}) {
    const node = Object.assign(document.createElement(name), more);
    node.textContent = text;
    node.append(...inside);
    return node;
  }
  const twelfths = n => {
    const whole = Math.floor(n / 12), rest = n % 12, by = [6, 4, 3, 2, 1].find(d => rest % d === 0);
    return rest ? `${whole || ""} ${rest / by}/${12 / by}`.trim() : `${whole}`;
  };
  const millionths = n => `${Math.floor(n / 1e6)}.${String(n % 1e6).padStart(6, "0")}`;
  // Two of one name are printed with the club or the number of their entry: any of these is right.
  const order = [...state.entrants.keys()], called = new Map();
  document.querySelectorAll('#standings td[data-key="entrant"]').forEach((cell, i) => {
    const who = standings[i]?.entrant, mine = state.entrants.get(who);
    const may = mine ? [mine.name, `${mine.name} (${mine.club})`, `${mine.name} (${order.indexOf(who) + 1})`] : [];
    if (may.includes(cell.textContent)) called.set(who, cell.textContent);
  });
  const FORMAT = {
    place: n => (n === null ? "–" : String(n)),
    entrant: name => called.get(name) ?? state.entrants.get(name).name,
    points12: twelfths, wins12: twelfths, share: millionths, vp: String, opponents: millionths,
    small: String, lot: text => text.slice(0, 12),
  };

  // --- what differs -------------------------------------------------------------------------
  const wrong = [];
  function compare() {
    if (found.error) wrong.push(say("illegal", found.error));
    const lines = found.lines.length;
    if (byId("root").textContent !== found.root) wrong.push(say("root-differs", { root: found.root }));
    if (Number(byId("records").textContent) !== lines) wrong.push(say("records-differ", { n: lines }));
    const seal = byId("checkpoint").textContent.split("\n");
    if (seal.length > 2) {
      const size = Number(seal[1]);
      const fits = size <= lines && Tournament.rootOf(found.lines.slice(0, size)) === seal[2]
        && seal[0] === `ragami/${found.origin}`;
      if (!fits) wrong.push(say("seal-differs", { n: size }));
    }
    const rows = [...document.querySelectorAll("#standings tbody tr")];
    if (rows.length !== standings.length) wrong.push(say("rows-differ", { n: standings.length }));
    rows.forEach((row, i) => compareRow(row, standings[i]));
    const ranked = Tournament.ranking(state).map(one => `${FORMAT.place(one.place)} ${FORMAT.entrant(one.entrant)}`);
    const printed = [...document.querySelectorAll("#ranking tr")].map(
      row => [...row.cells].map(cell => cell.textContent).join(" "));
    if (state.phase === "over" && ranked.join("\n") !== printed.join("\n"))
      wrong.push(say("ranking-differs", { ranking: ranked.join(", ") }));
    compareTables();
  }
  function compareRow(row, one) {
    for (const cell of one ? row.cells : []) {
      const key = cell.dataset.key, expected = FORMAT[key](one[key]);
      if (cell.textContent !== expected) {
        cell.classList.add("wrong");
        wrong.push(say("cell-differs", { name: FORMAT.entrant(one.entrant), what: words[key],
          printed: cell.textContent, expected }));
      }
      cell.tabIndex = 0;
      cell.onclick = () => explain(one, key);
      cell.onkeydown = event => { if (event.key === "Enter") explain(one, key); };
    }
  }
  function compareTables() {
    const links = [...state.rounds, ...(state.final ? [state.final] : [])].flatMap(
      r => r.tables.filter(t => t.link).map(t => ({ at: `${r.number}.${t.number}`, ...t.link })));
    const logs = new Map([...document.querySelectorAll("pre.table")].flatMap(pre => {
      const lines = pre.textContent.replace(/^\n/, "").replace(/\n$/, "").split("\n");
      return Tournament.originsOf(lines).map(origin => [origin, lines]);
    }));
    for (const link of links) {
      const row = document.querySelector(`[data-table="${link.at}"]`);
      const printed = row && [...row.cells].slice(1, 5).map(cell => cell.textContent).join(" ");
      if (printed !== [link.log, link.origin, link.size, link.root].join(" "))
        wrong.push(say("link-differs", { at: link.at }));
      const lines = logs.get(link.origin);
      if (logs.size && !lines) wrong.push(say("log-missing", { at: link.at }));
      if (lines && !Tournament.isLinked(lines, link))
        wrong.push(say("log-differs", { at: link.at, log: link.log }));
    }
  }

  // --- why ----------------------------------------------------------------------------------
  function explain(one, key) {
    const box = byId("why");
    box.replaceChildren(
      make("h3", `${FORMAT.entrant(one.entrant)}: ${words[key]} ${FORMAT[key](one[key])}`),
      make("p", key === "lot" ? one.lot : say("rests-on", { n: one.from.length })),
      ...one.from.map(seq => make("pre", found.lines[seq - 1])));
    box.scrollIntoView({ block: "nearest" });
  }
  function pairings() {
    for (const p of found.pairings) {
      const { tables, byes } = p.data, parts = Object.entries(p.terms).filter(([, n]) => n);
      const rows = tables.map(t => make("li", t.seats.map(FORMAT.entrant).join(", ")));
      if (byes.length) rows.push(make("li", `${words.bye}: ${byes.map(FORMAT.entrant).join(", ")}`));
      const told = parts.map(([name, n]) => `${words[`cost/${name}`]} ${n}`).join(" + ") || "0";
      const notes = [make("p", `${words.cost} ${p.data.cost} = ${told}`)];
      if (p.swiss) notes.push(make("p", say("swiss", { cost: p.swiss.cost })));
      if (p.override) {
        const { before, after, reason, authority } = p.override;
        notes.push(make("p", say("price", { price: after - before, before, after, reason, authority })));
      }
      const head = `${words.round} ${p.round}${p.override ? ` – ${words.override}` : ""} (${p.seq})`;
      byId("pairings").append(make("details", "", [make("summary", head), make("ol", "", rows), ...notes]));
    }
  }
  // After a final its table is shown, and its ranking stands first; who left is said by the name.
  function ending() {
    const ranking = byId("ranking"), table = state.final?.tables[0];
    if (table) {
      const rows = table.result?.results.toSorted((a, b) => a.place - b.place).map(r => [r.place, FORMAT.entrant(r.entrant), r.score ?? ""].join(" "));
      const told = (rows ?? table.seats.map(FORMAT.entrant)).map(text => make("li", text));
      const head = `${words["the-final"]} (${state.final.seq})`;
      byId("pairings").append(make("details", "", [make("summary", head), make("ul", "", told)]));
    }
    if (ranking) {
      byId("standings").before(ranking.previousElementSibling, ranking, make("h2", words.title));
    }
    [...document.querySelectorAll("#standings tbody tr")].forEach((row, i) => {
      const status = state.entrants.get(standings[i]?.entrant)?.status;
      if (status && status !== "in") row.cells[1].append(` (${words[status]})`);
    });
  }
  // Points after each round, a line for each entrant; the numbers stand in a table below.
  function chart() {
    const small = innerWidth < 800, wide = small ? 210 : 640, room = small ? 130 : 170, letters = small ? 12 : 24;
    const rounds = state.rounds.length, high = 240, NS = "http://www.w3.org/2000/svg";
    const after = Array.from({ length: rounds + 1 }, (_, n) => Tournament.tally(state, state.rounds.slice(0, n)));
    const most = Math.max(1, ...[...after[rounds].values()].map(t => t.points12));
    const svg = document.createElementNS(NS, "svg"), body = [], named = new Map();
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", words.chart);
    standings.forEach((one, i) => {
      const had = after.map(tallies => tallies.get(one.entrant).points12);
      const line = document.createElementNS(NS, "polyline");
      const at = had.map((n, r) => [wide * r / Math.max(1, rounds), high - high * n / most]);
      line.setAttribute("points", at.map(xy => xy.map(Math.round).join(",")).join(" "));
      line.setAttribute("stroke", `hsl(${Math.round(i * 137.5) % 360} 60% 40%)`);
      const end = at.at(-1)[1] + 4;
      if (i < 12 && !named.has(end)) named.set(end, []);
      named.get(end)?.push(FORMAT.entrant(one.entrant));
      svg.append(line);
      body.push(make("tr", "", [make("td", FORMAT.entrant(one.entrant)),
        ...had.slice(1).map(n => make("td", twelfths(n)))]));
    });
    // Of those who are level the first one is named, with how many more; no name lies on another.
    let low = -Infinity;
    for (const [end, [first, ...more]] of [...named].sort((a, b) => a[0] - b[0])) {
      const name = document.createElementNS(NS, "text");
      low = Math.max(end, low + 13);
      name.setAttribute("x", wide + 6);
      name.setAttribute("y", low);
      name.textContent = (first.length > letters ? `${first.slice(0, letters - 1)}…` : first)
        + (more.length ? ` +${more.length}` : "");
      svg.append(name);
    }
    svg.setAttribute("viewBox", `-10 -10 ${wide + room} ${Math.max(high, low) + 30}`);
    const head = make("tr", "", [make("th"), ...state.rounds.map(r => make("th", `${words.round} ${r.number}`))]);
    byId("chart").append(svg, make("table", "", [make("thead", "", [head]), make("tbody", "", body)]));
  }

  compare();
  pairings();
  ending();
  if (state.rounds.length) chart();
  const good = say("agrees", { n: found.lines.length });
  verdict.className = wrong.length ? "wrong" : "right";
  verdict.textContent = wrong.length ? `${words.disagrees} ${wrong.slice(0, 20).join(" ")}` : good;
})();
