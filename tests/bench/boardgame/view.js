// A state in the shape of `ragami show --json`, so that the two can be compared.
'use strict';

const sorted = (squares) => squares.map(Number).sort((one, other) => one - other);

function seen(G, player) {
  const { virtue: value, virtueBlock: block } = player;
  return {
    vp: player.vp,
    resolved: player.resolved,
    cubes: player.cubes,
    hand: player.hand.map((slot) => slot.card),
    ragami: G.ragamis[player.colour] ?? null,
    saint: G.saints[player.colour] ?? null,
    virtue: block === null ? null : { block, value },
  };
}

function chips(G) {
  return {
    pool: G.pool,
    conflict: sorted(Object.keys(G.conflicts)),
    resolved: sorted([...G.chips.resolved]),
    forbidden: sorted([...G.chips.forbidden]),
    demon: sorted([...G.chips.demon]),
    neutral_saint: sorted([...G.chips.neutral_saint]),
  };
}

function view(G, seq) {
  const players = G.seats.map((colour) => [colour, seen(G, G.players[colour])]);
  return {
    seq,
    phase: G.phase,
    round: G.round,
    active: G.active,
    first: G.first,
    passed: G.passed,
    players: Object.fromEntries(players),
    neutral: G.ragamis.neutral ?? null,
    neutral_saints: Object.fromEntries(G.neutralSaints.map((one) => [one, G.saints[one]])),
    conflicts: G.conflicts,
    demons: G.demons,
    chips: chips(G),
    dice: G.dice,
    supply: { cubes: G.cubes, demons: G.supplyDemons, conflict_dice: G.supplyDice },
    deck: G.deckLeft,
    used: G.usedCount,
  };
}

module.exports = { view };
