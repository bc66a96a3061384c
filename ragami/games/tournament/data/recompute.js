"use strict";
// A tournament worked out again from its log: sections 2, 4 to 7 and 9 of the rules, in integers.
// Nothing here knows the page; `recompute(log)` gives the verdict, the state and what it rests on.
const Tournament = (() => {
  // --- SHA-256, trees, chance (6.1) ---------------------------------------------------------
  const K = [], H0 = [];
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) H0.push((Math.sqrt(n) % 1 * 2 ** 32) >>> 0);
    K.push((Math.cbrt(n) % 1 * 2 ** 32) >>> 0);
    found++;
  }
  const utf8 = text => new TextEncoder().encode(text);
  function sha256(bytes) {
    const size = ((bytes.length + 72) >> 6) << 6, data = new Uint8Array(size);
    data.set(bytes);
    data[bytes.length] = 0x80;
    const view = new DataView(data.buffer), w = new Uint32Array(64), h = Uint32Array.from(H0);
    view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(size - 4, bytes.length << 3);
    const turn = (x, n) => (x >>> n) | (x << (32 - n));
    for (let at = 0; at < size; at += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3))
          + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
      }
      let [a, b, c, d, e, f, g, last] = h;
      for (let i = 0; i < 64; i++) {
        const one = last + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
        const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        [last, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
      }
      [a, b, c, d, e, f, g, last].forEach((value, i) => { h[i] += value; });
    }
    const out = new DataView(new ArrayBuffer(32));
    h.forEach((value, i) => out.setUint32(4 * i, value));
    return new Uint8Array(out.buffer);
  }
  const hex = bytes => Array.from(bytes, b => b.toString(16).padStart(2, "0")).join("");
  const base64 = bytes => btoa(String.fromCharCode(...bytes));
  const joined = (...parts) => Uint8Array.from(parts.flatMap(part => Array.from(part)));
  const leaf = line => sha256(joined([0], line));
  function root(leaves) {
    if (leaves.length < 2) return leaves[0] || sha256(new Uint8Array());
    let half = 1;
    while (half * 2 < leaves.length) half *= 2;
    return sha256(joined([1], root(leaves.slice(0, half)), root(leaves.slice(half))));
  }
  const chained = (seed, round) => hex(sha256(utf8(`ragami/tournament/1\n${seed}\n${round}`)));
  const lots = new Map();
  function lot(seed, entrant) {
    const key = `ragami/lot/1\n${seed}\n${entrant}`;
    if (!lots.has(key)) lots.set(key, hex(sha256(utf8(key))));
    return lots.get(key);
  }
  function wordsOf(seed) {
    let block = 0n, waiting = [];
    const next = () => {
      if (!waiting.length) {
        const count = new DataView(new ArrayBuffer(8));
        count.setBigUint64(0, block++);
        const view = new DataView(sha256(joined(utf8(seed), [0], new Uint8Array(count.buffer))).buffer);
        waiting = [0, 8, 16, 24].map(at => view.getBigUint64(at));
      }
      return waiting.shift();
    };
    const below = n => {
      const fair = 2n ** 64n / BigInt(n) * BigInt(n);
      let word = next();
      while (word >= fair) word = next();
      return Number(word % BigInt(n));
    };
    return list => {
      for (let i = list.length - 1; i > 0; i--) {
        const j = below(i + 1);
        [list[i], list[j]] = [list[j], list[i]];
      }
    };
  }

  // --- the form of events (4, 9.2) ----------------------------------------------------------
  const int = (least, most) => x => Number.isInteger(x) && x >= least && x <= most;
  const BIG = 2 ** 53;
  const anyInt = int(-BIG, BIG), number = int(1, BIG), cost = int(0, BIG);
  const one = (...values) => x => values.includes(x);
  const text = x => typeof x === "string", full = x => text(x) && x !== "";
  const match = pattern => x => text(x) && pattern.test(x);
  const maybe = test => x => x === null || test(x);
  const list = (test, least = 0, most = Infinity) => x =>
    Array.isArray(x) && x.length >= least && x.length <= most && x.every(test);
  const plain = x => x !== null && typeof x === "object" && !Array.isArray(x);
  const dict = (key, value) => x =>
    plain(x) && Object.entries(x).every(([k, v]) => key(k) && value(v));
  const shape = (fields, optional = false) => x => plain(x)
    && Object.keys(x).every(key => fields[key]?.(x[key]))
    && (optional || Object.keys(fields).every(key => key in x));
  const ID = match(/^[a-z0-9][a-z0-9_-]{0,31}$/), SEED = match(/^[!-~]{1,64}$/);
  const seats = list(ID, 2, 4), points = int(0, 1000), weight = int(0, 1e6);
  const WEIGHTS = { repeat: 144000, score: 1, club: 14400, small: 720000, bye: 720000, order: 60,
    size: 144000, seat: 100 };
  const POINTS = { 2: [5, 2], 3: [5, 3, 2], 4: [5, 3, 2, 1] };
  const OPTIONS = shape({
    table_size: one(2, 3, 4), min_table: one(2, 3, 4), small_tables: one("low", "high", "any"),
    points: dict(one("2", "3", "4"), list(points)), shared: one("average", "best", "worst"),
    draw_points: maybe(points), bye_points: points, missed_points: points, late_until: int(0, 99),
    rounds: int(0, 99), cut: one(0, 2, 3, 4), final_seats: one("choice", "rank"),
    final_tie: one("standings", "shared"), opponent_floor: int(0, 100),
    tie_breaks: list(one("points", "wins", "vp", "share", "opponents", "small", "lot"), 1, 7),
    seeds: one("chained", "drawn"), time_limit: maybe(int(1, 1440)),
    weights: dict(name => name in WEIGHTS, weight) }, true);
  function agreed(given) {
    const o = { table_size: 4, small_tables: "low", shared: "average", draw_points: null,
      bye_points: 5, missed_points: 0, late_until: 2, rounds: 0, cut: 0, final_seats: "choice",
      final_tie: "standings", opponent_floor: 20, seeds: "chained", time_limit: null,
      tie_breaks: ["points", "wins", "share", "opponents", "small", "lot"],
      points: POINTS, ...given, weights: { ...WEIGHTS, ...given.weights } };
    o.min_table ??= Math.min(3, o.table_size);
    return o;
  }
  const sound = o => o.min_table <= o.table_size && new Set(o.tie_breaks).size === o.tie_breaks.length
    && [2, 3, 4].every(n => o.points[n]?.length === n
      && o.points[n].every((p, i, all) => i === 0 || p <= all[i - 1]));
  const signed = { reason: full, authority: full };
  const seating = shape({ table: number, seats });
  const paired = { round: anyInt, tables: list(seating, 1), byes: list(ID), cost };
  const scores = { round: anyInt, table: number, from: one("log", "referee"), results: list(shape({
    entrant: ID, place: int(1, 4), score: maybe(int(-1e6, 1e6)) }), 2, 4) };
  const entry = { entrant: ID, name: full, club: maybe(full) };
  const FORMS = {
    game_opened: shape({ game: one("tournament"), rules: one(1), title: maybe(text),
      plays: maybe(full), seed: SEED, options: o => OPTIONS(o) && sound(agreed(o)) }),
    entered: shape(entry), entered_late: shape(entry),
    dropped: shape({ entrant: ID, reason: maybe(text) }), returned: shape({ entrant: ID }),
    no_show_recorded: shape({ round: anyInt, entrant: ID }),
    round_paired: shape({ ...paired, seed: SEED, pairer: maybe(one("swiss-1")) }),
    pairing_overridden: shape({ ...paired, ...signed }),
    table_linked: shape({ round: anyInt, table: number, log: full, origin: match(/^[0-9a-f]{32}$/),
      size: number, root: match(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/),
      players: x => dict(match(/^[ -~]+$/), ID)(x) && int(2, 4)(Object.keys(x).length) }),
    result_recorded: shape(scores), result_corrected: shape({ ...scores, ...signed }),
    penalty_given: shape({ entrant: ID, round: maybe(number), ...signed,
      penalty: one("warning", "game_loss", "disqualification") }),
    round_closed: shape({ round: anyInt }), final_cut: shape({ entrants: seats, seats }),
    tournament_closed: shape({ reason: maybe(full) }),
  };
  const ANY_GAME = {
    undone: shape({ to: number, reason: maybe(text) }), redone: shape({}),
    corrected: shape({ seq: number, type: maybe(match(/^\w+$/)), v: maybe(number), data: () => true,
      reason: maybe(text), authority: maybe(text) }),
    ruled: shape({ rule: text, reason: maybe(text), authority: maybe(text) }),
    revealed: () => false, noted: shape({ text }),
    asserted: shape({ points12: dict(ID, anyInt), places: dict(ID, maybe(anyInt)) }, true),
    sealed: shape({ size: number, root: text, note: text }),
  };
  const PHASES = {
    game_opened: [], entered: ["registration"], entered_late: ["round", "between"],
    dropped: ["registration", "round", "between"], returned: ["registration", "round", "between"],
    no_show_recorded: ["round", "final"], round_paired: ["registration", "between"],
    pairing_overridden: ["round"], table_linked: ["round", "between", "final"],
    result_recorded: ["round", "final"], result_corrected: ["round", "between", "final"],
    penalty_given: ["registration", "round", "between", "final"], round_closed: ["round"],
    final_cut: ["between"], tournament_closed: ["between", "final"],
  };
  const WAIVABLE = ["ENTR-03", "ROUND-02", "SEED-01", "SHAPE-01", "CUT-02", "CUT-03", "CUT-05"];

  // --- shapes, points, standings (2.6, 7) -----------------------------------------------------
  const sum = numbers => numbers.reduce((a, b) => a + b, 0);
  function fitting(o, n) {
    for (let byes = 0; byes <= n - o.min_table; byes++) {
      const seated = n - byes, tables = Math.ceil(seated / o.table_size);
      if (tables * o.min_table > seated) continue;
      const small = Math.floor(seated / tables), large = seated % tables;
      return { sizes: Array.from({ length: tables }, (_, i) => small + (i < large)), byes };
    }
    return null;
  }
  const players = t => t.seats.filter(name => !t.absent.has(name));
  const kept = t => t.link || t.result;
  function points12(o, places) {
    const listed = o.points[places.length];
    if (o.draw_points !== null && places.every(p => p === 1)) return places.map(() => 12 * o.draw_points);
    return places.map(place => {
      const shared = places.filter(p => p === place).length;
      const taken = listed.slice(place - 1, place - 1 + shared);
      if (o.shared === "average") return 12 * sum(taken) / shared;
      return 12 * (o.shared === "best" ? taken[0] : taken[taken.length - 1]);
    });
  }
  function shares(results) {
    const given = results.map(r => r.score), whole = sum(given);
    if (given.includes(null) || Math.min(...given) < 0 || !whole) return given.map(() => 1000000);
    return given.map(score => Math.floor(1000000 * score * given.length / whole));
  }
  function tally(s, rounds = s.rounds) {
    const o = s.options, all = new Map();
    for (const [name, e] of s.entrants)
      all.set(name, { e, points12: 0, wins12: 0, vp: 0, shares: 0, tables: 0, earned: 0, possible: 0,
        opponents: [], from: [], met: new Map(), small: 0, byes: 0, seats: [0, 0, 0, 0] });
    for (const r of rounds) {
      const bye = (name, alone) => {
        const mine = all.get(name);
        mine.byes++;
        mine.from.push(r.seq, ...alone);
        if (!mine.e.losses.has(r.number)) mine.points12 += 12 * o.bye_points;
      };
      for (const t of r.tables) {
        const there = players(t);
        if (there.length === 1) bye(there[0], t.absent.values());
        if (there.length < 2) continue;
        there.forEach((name, seat) => {
          const mine = all.get(name);
          mine.seats[seat]++;
          if (there.length < o.table_size) mine.small++;
          for (const other of there)
            if (other !== name) mine.met.set(other, (mine.met.get(other) || 0) + 1);
        });
        if (t.result) result(o, r, t.result, all);
      }
      for (const name of r.byes) bye(name, []);
      for (const [name, mine] of all) {
        const lost = mine.e.losses.get(r.number);
        const sat = r.byes.includes(name) || r.tables.some(t => t.seats.includes(name));
        if (lost) mine.from.push(lost);
        else if (r.number < mine.e.since && o.missed_points && !sat) {
          mine.points12 += 12 * o.missed_points;
          mine.from.push(mine.e.seq);
        }
      }
    }
    return all;
  }
  function result(o, r, { results, seq }, all) {
    const places = results.map(x => x.place), had = points12(o, places), part = shares(results);
    results.forEach((x, i) => {
      const mine = all.get(x.entrant);
      mine.tables++;
      mine.possible += 12 * o.points[results.length][0];
      mine.opponents.push(...results.filter(y => y !== x).map(y => y.entrant));
      mine.from.push(seq);
      if (mine.e.losses.has(r.number)) return;
      mine.points12 += had[i];
      mine.earned += had[i];
      mine.shares += part[i];
      mine.vp += x.score || 0;
      if (x.place === 1) mine.wins12 += 12 / places.filter(p => p === 1).length;
    });
  }
  function standings(s) {
    if (!s.options) return [];
    const all = tally(s), floor = 10000 * s.options.opponent_floor;
    const rate = t => Math.max(floor, t.possible ? Math.floor(1000000 * t.earned / t.possible) : 0);
    const lines = [...all].map(([entrant, t]) => ({
      entrant, place: null, points12: t.points12, wins12: t.wins12,
      share: t.tables ? Math.floor(t.shares / t.tables) : 0, vp: t.vp,
      opponents: t.opponents.length
        ? Math.floor(sum(t.opponents.map(name => rate(all.get(name)))) / t.opponents.length) : floor,
      small: t.small, lot: lot(s.opened.seed, entrant), from: [...new Set(t.from)].sort((a, b) => a - b),
    }));
    const less = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    const keys = { points: x => -x.points12, wins: x => -x.wins12, vp: x => -x.vp, lot: x => x.lot,
      share: x => -x.share, opponents: x => -x.opponents, small: x => x.small };
    const order = (a, b) => s.options.tie_breaks.reduce(
      (found, name) => found || less(keys[name](a), keys[name](b)), 0);
    const byLot = (a, b) => less(a.lot, b.lot);
    const counts = x => s.entrants.get(x.entrant).status !== "disqualified";
    const placed = lines.filter(counts).sort((a, b) => order(a, b) || byLot(a, b));
    placed.forEach((x, i) => {
      x.place = i && !order(placed[i - 1], x) ? placed[i - 1].place : i + 1;
    });
    return [...placed, ...lines.filter(x => !counts(x)).sort(byLot)];
  }
  // Who is where at the end (7.3): the finalists, then all others as the standings have them.
  function ranking(s) {
    const lines = standings(s), t = s.final?.tables[0], finalists = [];
    for (const one of t ? lines.filter(x => t.seats.includes(x.entrant) && x.place !== null) : []) {
      const had = t.result?.results.find(x => x.entrant === one.entrant);
      finalists.push({ entrant: one.entrant, at: had ? had.place : t.absent.has(one.entrant) ? 5 : 1 });
    }
    finalists.sort((a, b) => a.at - b.at);
    const ranked = finalists.map((x, i) => ({ entrant: x.entrant, place: s.options.final_tie === "shared"
      ? 1 + finalists.filter(y => y.at < x.at).length : i + 1 }));
    const others = lines.filter(x => !finalists.some(y => y.entrant === x.entrant)), first = new Map();
    others.forEach((x, i) => {
      if (x.place !== null && !first.has(x.place)) first.set(x.place, i + finalists.length + 1);
      ranked.push({ entrant: x.entrant, place: x.place === null ? null : first.get(x.place) });
    });
    return ranked;
  }
  const cutOf = s => standings(s).map(x => x.entrant)
    .filter(name => s.entrants.get(name).status === "in").slice(0, s.options.cut);

  // --- the cost, and the pairer (5, 6) --------------------------------------------------------
  function prices(s, before, entrants) {
    const o = s.options, w = o.weights, all = tally(s, before), t = name => all.get(name);
    const had = entrants.map(name => t(name).points12), lo = Math.min(...had), hi = Math.max(...had);
    const order = (name, bye) => {
      const who = bye ? "low" : o.small_tables;
      if (who === "any") return 0;
      return w.order * (who === "low" ? t(name).points12 - lo : hi - t(name).points12);
    };
    const missing = (sizes, byes) =>
      sum(sizes.map(n => Math.max(0, o.table_size - n) ** 2)) + o.table_size ** 2 * byes;
    const p = {
      points12: name => t(name).points12,
      repeat: (a, b) => w.repeat * (t(a).met.get(b) || 0) ** 2,
      score: (a, b) => w.score * (t(a).points12 - t(b).points12) ** 2,
      club: (a, b) => (t(a).e.club !== null && t(a).e.club === t(b).e.club ? w.club : 0),
      small: name => w.small * t(name).small ** 2, bye: name => w.bye * t(name).byes ** 2, order,
      seat: (name, at) => w.seat * t(name).seats[at] ** 2,
      size(sizes, byes) {
        const fits = fitting(o, sum(sizes) + byes);
        return w.size * Math.max(0, missing(sizes, byes) - (fits ? missing(fits.sizes, fits.byes) : 0));
      },
      pair: (a, b) => p.repeat(a, b) + p.score(a, b) + p.club(a, b),
      alone(name, size) {
        if (!size) return p.bye(name) + order(name, true);
        return size < o.table_size ? p.small(name) + order(name, false) : 0;
      },
    };
    return p;
  }
  function terms(s, before, tables, byes) {
    const p = prices(s, before, [...tables.flat(), ...byes]), o = s.options;
    const pairs = tables.flatMap(t => t.flatMap((a, i) => t.slice(i + 1).map(b => [a, b])));
    const small = tables.filter(t => t.length < o.table_size).flat();
    return {
      repeat: sum(pairs.map(([a, b]) => p.repeat(a, b))), score: sum(pairs.map(([a, b]) => p.score(a, b))),
      club: sum(pairs.map(([a, b]) => p.club(a, b))), small: sum(small.map(p.small)),
      bye: sum(byes.map(p.bye)),
      order: sum(small.map(n => p.order(n, false))) + sum(byes.map(n => p.order(n, true))),
      size: p.size(tables.map(t => t.length), byes.length),
      seat: sum(tables.map(t => sum(t.map((name, at) => p.seat(name, at))))),
    };
  }
  const costOf = (s, before, tables, byes) => sum(Object.values(terms(s, before, tables, byes)));
  function orders(items) {
    if (items.length < 2) return [items];
    return items.flatMap((x, i) => orders(items.filter((_, j) => j !== i)).map(rest => [x, ...rest]));
  }
  function swiss(s, seed) {
    const who = whoIsIn(s), fits = fitting(s.options, who.length);
    if (!fits) return null;
    const p = prices(s, s.rounds, who), shuffle = wordsOf(seed), at = new Map(who.map((n, i) => [n, i]));
    const sizes = s.options.small_tables === "high" ? [...fits.sizes].reverse() : [...fits.sizes];
    if (fits.byes) sizes.push(0);
    const pair = who.map(a => who.map(b => (a === b ? 0 : p.pair(a, b))));
    const alone = sizes.map(size => who.map(name => p.alone(name, size)));
    const slots = sizes.flatMap((size, g) => Array(size || fits.byes).fill(g));
    let best = null;
    for (let attempt = 0; attempt < 16; attempt++) {
      const names = [...who];
      shuffle(names);
      if (!attempt) names.sort((a, b) => p.points12(b) - p.points12(a));
      const L = names.map(name => at.get(name)), groups = sizes.map(() => []);
      slots.forEach((g, slot) => groups[g].push(slot));
      // What somebody costs in a group without the one whose slot it is.
      const inGroup = (x, g, but) =>
        alone[g][x] + (sizes[g] ? sum(groups[g].map(k => (k === but ? 0 : pair[x][L[k]]))) : 0);
      for (let pass = 0, swapped = true; pass < 20 && swapped; pass++) {
        swapped = false;
        for (let a = 0; a < L.length; a++)
          for (let b = a + 1; b < L.length; b++) {
            const g = slots[a], h = slots[b];
            if (g === h) continue;
            const now = inGroup(L[a], g, a) + inGroup(L[b], h, b);
            if (inGroup(L[b], g, a) + inGroup(L[a], h, b) < now) {
              [L[a], L[b]] = [L[b], L[a]];
              swapped = true;
            }
          }
      }
      const whole = sum(groups.map((group, g) => sum(group.map((k, i) => alone[g][L[k]]
        + (sizes[g] ? sum(group.slice(i + 1).map(m => pair[L[k]][L[m]])) : 0)))));
      if (!best || whole < best.whole) best = { whole, groups: groups.map(g => g.map(k => who[L[k]])) };
    }
    const byes = fits.byes ? best.groups.pop() : [];
    const tables = best.groups.map(group => {
      const S = [...group];
      shuffle(S);
      const worth = order => sum(order.map((name, seat) => p.seat(name, seat)));
      return orders(S).reduce((found, next) => (worth(next) < worth(found) ? next : found));
    });
    const resting = who.filter(name => byes.includes(name));
    return { tables, byes: resting, cost: costOf(s, s.rounds, tables, resting) };
  }

  // --- checks in the order of 9.1: the rules that an event breaks ------------------------------
  const whoIsIn = s => [...s.entrants].filter(([, e]) => e.status === "in").map(([name]) => name);
  const present = s => s.final || s.rounds[s.rounds.length - 1];
  const roundOf = (s, n) => s.rounds[n - 1] || (s.final?.number === n ? s.final : undefined);
  const same = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);
  const sorted = names => [...names].sort();
  const status = (s, name, wanted, rule) =>
    !s.entrants.has(name) ? ["ENTR-01"] : s.entrants.get(name).status === wanted ? [] : [rule];
  const openRound = (s, n) => (n === (present(s)?.number || 0) ? [] : ["ROUND-01"]);
  const waiting = s => present(s).tables.some(t => players(t).length > 1 && !t.result);
  const done = s => s.planned !== null && s.rounds.length >= s.planned;
  const strangers = (s, names) => names.some(name => !s.entrants.has(name));
  const all = (...pairs) => pairs.filter(([wrong]) => wrong).map(([, rule]) => rule);
  const numbered = tables => tables.every((t, i) => t.table === i + 1);
  function tableOf(s, e, any) {
    const r = roundOf(s, e.round), wrong = any ? (r ? [] : ["ROUND-01"]) : openRound(s, e.round);
    const t = r?.tables[e.table - 1];
    if (r && !t) wrong.push("TABLE-01");
    return { t, wrong };
  }
  function checkScores(t, e) {
    const there = players(t), places = e.results.map(x => x.place);
    return all(
      [!same(e.results.map(x => x.entrant), there), "RES-03"],
      [places.some(p => p !== 1 + places.filter(q => q < p).length), "RES-04"],
      [e.from === "log" && !t.link, "RES-05"]);
  }
  const CHECKS = {
    game_opened: s => (s.opened ? ["LOG-01"] : []),
    entered: (s, e) => (s.entrants.has(e.entrant) ? ["ENTR-02"] : []),
    entered_late: (s, e) => all([s.entrants.has(e.entrant), "ENTR-02"],
      [s.rounds.length + 1 > s.options.late_until, "ENTR-03"]),
    dropped: (s, e) => status(s, e.entrant, "in", "ENTR-04"),
    returned: (s, e) => status(s, e.entrant, "out", "ENTR-05"),
    no_show_recorded(s, e) {
      const wrong = [...openRound(s, e.round), ...all([strangers(s, [e.entrant]), "ENTR-01"])];
      if (wrong.length) return wrong;
      const t = present(s).tables.find(one => one.seats.includes(e.entrant));
      if (!t || t.absent.has(e.entrant)) return ["SHOW-01"];
      return kept(t) ? ["SHOW-02"] : [];
    },
    round_paired(s, e) {
      const coming = s.rounds.length + 1, tables = e.tables.map(t => t.seats);
      const named = [...tables.flat(), ...e.byes];
      const wrong = all([e.round !== coming, "ROUND-01"],
        [s.planned !== null && coming > s.planned, "ROUND-02"],
        [s.options.seeds === "chained" && e.seed !== chained(s.opened.seed, coming), "SEED-01"],
        [!numbered(e.tables), "PAIR-01"]);
      if (strangers(s, named)) return [...wrong, "ENTR-01"];
      if (new Set(named).size < named.length) return [...wrong, "PAIR-02"];
      const fits = fitting(s.options, named.length), sizes = tables.map(t => t.length);
      return [...wrong, ...all(
        [named.some(name => s.entrants.get(name).status !== "in"), "PAIR-03"],
        [whoIsIn(s).some(name => !named.includes(name)), "PAIR-04"],
        [!fits, "SHAPE-02"],
        [fits && !(same(sizes.sort((a, b) => b - a), fits.sizes) && e.byes.length === fits.byes), "SHAPE-01"],
        [e.cost !== costOf(s, s.rounds, tables, e.byes), "COST-01"])];
    },
    pairing_overridden(s, e) {
      const now = present(s), tables = e.tables.map(t => t.seats), named = [...tables.flat(), ...e.byes];
      const wrong = [...openRound(s, e.round), ...all([!numbered(e.tables), "PAIR-01"])];
      if (strangers(s, named)) return [...wrong, "ENTR-01"];
      const twice = new Set(named).size < named.length, keep = now.tables.filter(kept);
      const at = new Map(tables.map((t, i) => [i + 1, t])), stay = keep.flatMap(t => t.seats);
      const due = [...now.tables.flatMap(t => t.seats), ...now.byes];
      const isIn = name => s.entrants.get(name).status === "in";
      const unchanged = tables.length === now.tables.length
        && tables.every((t, i) => same(t, now.tables[i].seats)) && same(sorted(e.byes), sorted(now.byes));
      return [...wrong, ...all([twice, "PAIR-02"],
        [keep.some(t => !same(at.get(t.number) || [], t.seats)), "OVER-01"],
        [named.some(name => !stay.includes(name) && !isIn(name)), "PAIR-03"],
        [due.some(name => isIn(name) && !named.includes(name)), "PAIR-04"], [unchanged, "OVER-02"],
        [!twice && e.cost !== costOf(s, s.rounds.slice(0, -1), tables, e.byes), "COST-01"])];
    },
    table_linked(s, e) {
      const { t, wrong } = tableOf(s, e, true), named = Object.values(e.players);
      const unknown = all([strangers(s, named), "ENTR-01"]);
      if (!t) return [...wrong, ...unknown];
      const every = [...s.rounds, ...(s.final ? [s.final] : [])].flatMap(r => r.tables);
      return [...unknown, ...all(
        [!same(sorted(named), sorted(players(t))), "LINK-01"],
        [every.some(one => one !== t && one.link?.origin === e.origin), "LINK-02"],
        [t.link && (t.link.origin !== e.origin || e.size <= t.link.size), "LINK-03"])];
    },
    result_recorded(s, e) {
      const { t, wrong } = tableOf(s, e, false);
      if (wrong.length) return wrong;
      return [...all([players(t).length < 2, "RES-01"], [t.result, "RES-02"]), ...checkScores(t, e)];
    },
    result_corrected(s, e) {
      const { t, wrong } = tableOf(s, e, true);
      if (wrong.length) return wrong;
      const key = x => JSON.stringify([x.from, x.results.map(y => [y.entrant, y.place, y.score])]);
      return [...all([!t.result, "RES-06"]), ...checkScores(t, e),
        ...all([t.result && key(t.result) === key(e), "RES-07"])];
    },
    penalty_given(s, e) {
      const mine = s.entrants.get(e.entrant);
      if (!mine) return ["ENTR-01"];
      const loss = e.penalty === "game_loss", t = s.rounds[(e.round || 0) - 1]
        ?.tables.find(one => players(one).includes(e.entrant));
      const bad = loss ? !t || mine.losses.has(e.round) : e.round !== null;
      return all([mine.status === "disqualified", "PEN-01"], [bad, "PEN-02"]);
    },
    round_closed: (s, e) => [...openRound(s, e.round), ...all([waiting(s), "ROUND-03"])],
    final_cut(s, e) {
      const wrong = all([!s.options.cut, "CUT-01"], [!done(s), "CUT-03"]);
      const unknown = strangers(s, [...e.entrants, ...e.seats]);
      if (unknown || !s.options.cut) return [...wrong, ...all([unknown, "ENTR-01"])];
      const ranks = standings(s).map(x => x.entrant), ranked = sorted(e.seats);
      ranked.sort((a, b) => ranks.indexOf(a) - ranks.indexOf(b));
      const there = new Set(e.entrants.filter(name => s.entrants.get(name).status === "in"));
      const firm = there.size < e.entrants.length ? "CUT-02!" : "CUT-02";
      return [...wrong, ...all([!same(e.entrants, cutOf(s)), firm],
        [!same(sorted(e.seats), sorted(e.entrants)), "CUT-04"],
        [s.options.final_seats === "rank" && !same(e.seats, ranked), "CUT-05"])];
    },
    tournament_closed(s, e) {
      if (s.phase === "final") return waiting(s) ? ["ROUND-03"] : [];
      return e.reason === null && (!done(s) || s.options.cut) ? ["END-02"] : [];
    },
  };
  function breaches(s, type, e) {
    if (type !== "game_opened") {
      if (!s.opened) return ["LOG-01"];
      if (s.phase === "over") return ["END-01"];
      if (!PHASES[type].includes(s.phase)) return ["PHASE-01"];
    }
    return CHECKS[type](s, e);
  }

  // --- what an event changes ------------------------------------------------------------------
  const tableFrom = t => ({ number: t.table, seats: t.seats, absent: new Map(), link: null, result: null });
  const scored = (s, e, seq) => {
    roundOf(s, e.round).tables[e.table - 1].result = { from: e.from, results: e.results, seq };
  };
  const entering = (s, e, seq) => s.entrants.set(e.entrant, { name: e.name, club: e.club, seq,
    since: s.rounds.length + 1, status: "in", warnings: 0, losses: new Map() });
  const APPLY = {
    game_opened(s, e) {
      s.opened = e;
      s.options = agreed(e.options);
      s.planned = s.options.rounds || null;
    },
    entered: entering, entered_late: entering,
    dropped(s, e) { s.entrants.get(e.entrant).status = "out"; },
    returned(s, e) { s.entrants.get(e.entrant).status = "in"; },
    no_show_recorded(s, e, seq) {
      present(s).tables.find(t => t.seats.includes(e.entrant)).absent.set(e.entrant, seq);
      const mine = s.entrants.get(e.entrant);
      if (mine.status === "in") mine.status = "out";
    },
    round_paired(s, e, seq) {
      const n = sum(e.tables.map(t => t.seats.length)) + e.byes.length, number = s.rounds.length + 1;
      s.planned ??= Math.min(8, Math.max(3, Math.ceil(Math.log2(n))));
      s.rounds.push({ number, seed: e.seed, pairer: e.pairer, seq, cost: e.cost, byes: e.byes,
        tables: e.tables.map(tableFrom), overrides: [] });
      s.phase = "round";
    },
    pairing_overridden(s, e, seq) {
      const r = present(s), before = s.rounds.slice(0, -1);
      const price = costOf(s, before, r.tables.map(t => t.seats), r.byes);
      const keep = new Map(r.tables.filter(kept).map(t => [t.number, t]));
      r.tables = e.tables.map(t => keep.get(t.table) || tableFrom(t));
      Object.assign(r, { byes: e.byes, seq, cost: e.cost });
      r.overrides.push({ seq, before: price, after: e.cost, reason: e.reason, authority: e.authority });
    },
    table_linked(s, e, seq) { roundOf(s, e.round).tables[e.table - 1].link = { ...e, seq }; },
    result_recorded: scored, result_corrected: scored,
    penalty_given(s, e, seq) {
      const mine = s.entrants.get(e.entrant);
      if (e.penalty === "warning") mine.warnings++;
      else if (e.penalty === "game_loss") mine.losses.set(e.round, seq);
      else mine.status = "disqualified";
    },
    round_closed(s) { s.phase = "between"; },
    final_cut(s, e, seq) {
      s.cut = e.entrants;
      s.final = { number: s.rounds.length + 1, seed: null, pairer: null, seq, cost: 0, byes: [],
        tables: [tableFrom({ table: 1, seats: e.seats })], overrides: [] };
      s.phase = "final";
    },
    tournament_closed(s) {
      s.ended = s.final ? "final" : done(s) && !s.options.cut ? "rounds" : "early";
      s.phase = "over";
    },
  };

  // --- the log: which records count, and what came of it ---------------------------------------
  class Broken extends Error {}
  function history(records) {
    const events = [], struck = new Map(), replaced = new Map(), waived = new Map();
    let undos = [], ruled = [];
    const counting = () => events.filter(x => !struck.has(x.seq) && replaced.get(x.seq) !== null)
      .map(x => ({ seq: x.seq, ...(replaced.get(x.seq) || { type: x.type, data: x.data }) }));
    // A newer version counts for nothing here, as a type that nobody knows.
    const isEvent = r => r.type in FORMS && !(Number.isInteger(r.v) && r.v > 1);
    const others = {
      undone(r) {
        if (!(r.data.to < r.seq)) throw new Broken(r.seq);
        const gone = events.filter(x => x.seq > r.data.to && !struck.has(x.seq)).map(x => x.seq);
        gone.forEach(seq => struck.set(seq, r.seq));
        undos.push(gone);
      },
      redone(r) {
        if (!undos.length) throw new Broken(r.seq);
        undos.pop().forEach(seq => struck.delete(seq));
      },
      corrected(r) {
        const { seq, type, v, data } = r.data;
        if (!events.some(x => x.seq === seq && seq < r.seq)) throw new Broken(r.seq);
        const strikes = type === null && v === null && data === null;
        if (strikes ? seq === 1 : type === null || v === null) throw new Broken(r.seq);
        const unknown = !(type in ANY_GAME) && (v > 1 || (seq > 1 && !(type in FORMS)));
        if (strikes || unknown) replaced.set(seq, null);
        else replaced.set(seq, { type: seq === 1 && type !== "game_opened" ? "" : type, data });
      },
      ruled(r) {
        if (!WAIVABLE.includes(r.data.rule.slice(4))) throw new Broken(r.seq);
        ruled.push(r.data.rule.slice(4));
      },
      asserted(r) {
        const there = counting().filter(x => x.type.startsWith("entered")).map(x => x.data?.entrant);
        const named = Object.values(r.data).flatMap(Object.keys);
        if (named.some(name => !there.includes(name))) throw new Broken(r.seq);
      },
    };
    let broken = null;
    records.forEach((r, i) => {
      if (broken) return;
      if (r === null || r.seq !== i + 1) broken = i + 1;
      else if (isEvent(r)) {
        events.push(HEAD(r) ? r : { ...r, data: null });
        undos = [];
        if (ruled.length) waived.set(r.seq, ruled);
        ruled = [];
      } else if (!HEAD(r) || (r.v === 1 && ANY_GAME[r.type]?.(r.data) === false)) broken = r.seq;
      else if (r.v === 1 && r.type in others) {
        try { others[r.type](r); } catch { broken = r.seq; }
      }
    });
    return { standing: counting(), waived, broken };
  }
  const TIME = match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]00:00)$/i);
  const HEAD = shape({ seq: number, type: match(/^\w+$/), v: number, at: maybe(TIME), by: maybe(text), data: plain });
  function fresh() {
    return { opened: null, options: null, phase: "registration", planned: null, entrants: new Map(),
      rounds: [], cut: null, final: null, ended: null };
  }
  function asIs(line) {
    try {
      const r = JSON.parse(line);
      return plain(r) && text(r.type) && plain(r.data) ? r : null;
    } catch { return null; }
  }
  const WITHHELD = shape({ leaf: match(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/), type: text,
    v: number, data: plain });
  const leafIn = r => r && r.type === "withheld" && r.v === 1 && WITHHELD(r.data)
    && !["withheld", "joined"].includes(r.data.type);
  // A record as it reads, also where words were taken out of it.
  function parsed(line) {
    const r = asIs(line);
    return leafIn(r) ? { seq: r.seq, type: r.data.type, v: r.data.v, at: r.at, by: r.by, data: r.data.data } : r;
  }
  // The tree of a log: a withheld record keeps the hash of what it was, and where record 2 says so
  // the hashes bind the heads of the records too. Links of 0.2 took the lines as they stand.
  const leafOf = line => {
    const r = asIs(line);
    return leafIn(r) ? Uint8Array.from(atob(r.data.leaf), c => c.charCodeAt(0)) : leaf(utf8(line));
  };
  const headed = line => {
    const r = parsed(line), head = r && JSON.stringify([r.seq, r.type, r.v, r.at]);
    return r ? leaf(joined(utf8(`ragami/record@v2\n${head}\n`), leafOf(line))) : leafOf(line);
  };
  function leavesOf(lines) {
    const second = lines.length > 1 && parsed(lines[1]);
    const binds = second && second.type === "committed" && second.data.leaves === 2;
    return lines.map(binds ? headed : leafOf);
  }
  const asStored = lines => lines.map(line => leaf(utf8(line)));
  const rootOf = lines => base64(root(leavesOf(lines)));
  const originsOf = lines => [leavesOf(lines.slice(0, 2)), asStored(lines.slice(0, 1))].map(
    leaves => hex(leaves[0]).slice(0, 32));
  const isLinked = (lines, { size, root: named }) => lines.length >= size
    && [leavesOf, asStored].some(leaves => base64(root(leaves(lines.slice(0, size)))) === named);
  // Each pairing is told with its terms, and what swiss-1 gives.
  function recompute(log, { swissToo = true } = {}) {
    const lines = log.replace(/\n$/, "").split("\n"), { standing, waived, broken } = history(lines.map(parsed));
    const s = fresh(), pairings = [], ruledBreaches = [];
    let error = null;
    for (const { seq, type, data } of standing) {
      const let_ = waived.get(seq) || [];
      const formed = type in FORMS && FORMS[type](data), wrong = formed ? breaches(s, type, data) : ["LOG-01"];
      const first = wrong.find(rule => !let_.includes(rule));
      if (first) { error = { seq, rule: `R-T-${first.replace("!", "")}` }; break; }
      ruledBreaches.push(...wrong.map(rule => ({ seq, rule: `R-T-${rule}` })));
      if (type === "round_paired" || type === "pairing_overridden") {
        const before = type === "round_paired" ? s.rounds : s.rounds.slice(0, -1);
        const tables = data.tables.map(t => t.seats), over = type !== "round_paired";
        pairings.push({ seq, round: data.round, type, data, terms: terms(s, before, tables, data.byes),
          swiss: !over && swissToo ? swiss(s, data.seed) : null });
      }
      APPLY[type](s, data, seq);
      if (type === "pairing_overridden") pairings[pairings.length - 1].override = present(s).overrides.at(-1);
    }
    error ??= broken ? { seq: broken, rule: "R-T-LOG-01" } : null;
    return { error, state: s, pairings, ruledBreaches, lines, standings: standings(s),
      root: rootOf(lines), origin: originsOf(lines)[0] };
  }
  return { recompute, rootOf, originsOf, isLinked, tally, players, ranking };
})();
if (typeof module !== "undefined") module.exports = Tournament;
