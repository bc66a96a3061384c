#!/usr/bin/env bash
# A real game is written into a new database, looked at, undone, replayed and judged.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export RAGAMI_DB="$folder/demo.db" RAGAMI_KEYS="$folder/keys"

game=three-players
log=examples/$game.jsonl
moment=106 # after this record the moves of one turn are shown; its next record is an attempt

bold='' plain=''
if [ -t 1 ]; then bold=$'\e[1m' plain=$'\e[0m'; fi
say() { printf '\n%s== %s%s\n\n' "$bold" "$1" "$plain"; }

# The headings here are English, so is what stands under them.
ragami() { command ragami --lang en "$@"; }

# Runs a command that is to end with a code of its own, and shows what it says to that.
ends_with() {
  local expected=$1 code=0
  shift
  "$@" 2>&1 || code=$?
  [ "$code" -eq "$expected" ]
}

say "The first $moment records of a game of three, written into a new database"
head -n $moment "$log" | ragami record $game

say "How it stands"
ragami show $game

say "What Carmen may try on the conflict that she stands on"
ragami legal $game --type conflict_tried

say "She forgets a card: the rules refuse that, and nothing is written"
attempt=$(sed -n "$((moment + 1))p" "$log")
ends_with 5 ragami record $game "${attempt/\[13\]/[]}"

say "What she really did; undone, and done again"
ragami record $game "$attempt"
ragami undo $game
ragami redo $game

say "The rest of the evening (the undo took numbers of its own, so the records get new ones)"
tail -n +$((moment + 2)) "$log" | sed 's/"seq":[0-9]*,//' | ragami record $game
ragami games

say "The log around the undo, in words"
ragami log $game | sed -n "/^ *$((moment - 2)) /,/^ *$((moment + 5)) /p"

say "The last steps of a replay from the first record"
ragami replay $game | tail -n 20

say "Every example is judged; the illegal one breaks a rule, as it is meant to"
ends_with 1 ragami verify examples/ >"$folder/verdicts"
grep -v '^ ' "$folder/verdicts"
ends_with 1 ragami verify examples/illegal.jsonl

say "Its last lines as a score sheet, which people write and ragami reads"
ragami export $game --to sheet | tail -n 6

say "Signed; whoever changes a byte afterwards is found out, and where"
ragami key new referee
ragami seal $game
ragami export $game --to jsonl -o "$folder/sealed.jsonl"
ragami verify "$folder/sealed.jsonl"
sed -i '150s/"at":"20/"at":"19/' "$folder/sealed.jsonl"
ends_with 6 ragami verify "$folder/sealed.jsonl"

say "A tournament: what it was, and a page that works every number of its standings out again"
ragami verify examples/tournament.jsonl
mkdir -p build
ragami import examples/tournament.jsonl
ragami tournament standings tournament
ragami tournament standings tournament -o build/standings.html

say "How the game ended, and the board"
ragami show $game

say "Deal with the Devil as one seat saw it, and proved by the seed that was opened"
ragami show examples/deal-with-the-devil.jsonl --as blue --at 60
ragami verify examples/deal-with-the-devil.jsonl

say "One that an observer kept, and the same when all was told; and one of the app, to be published"
ragami verify examples/deal-with-the-devil/walled{,-completed}.jsonl examples/deal-with-the-devil/app.jsonl

say "Dice Forge: the turn that its official sheet tells, step by step, and how it looks then"
ragami verify examples/dice-forge/
ragami log examples/dice-forge/sheet-turn.jsonl | tail -n 8
ragami show examples/dice-forge/sheet-turn.jsonl

say "A page that replays it in any browser"
mkdir -p build
ragami export $game -o build/demo.html
echo "It is in build/demo.html."
