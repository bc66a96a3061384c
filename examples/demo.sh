#!/usr/bin/env bash
# Records and replays a real game in a new database, judges every example, and shows how it ended.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export RAGAMI_DB="$folder/demo.db"
game=three-players

say() { printf '\n== %s\n' "$1"; }

say "A game of three is written into a new database, event by event"
ragami record "$game" < "examples/$game.jsonl"
ragami games

say "Its last moves, told line by line"
ragami log "$game" | tail -n 12

say "The same game, replayed from its first record"
ragami replay "$game" | tail -n 12

say "Every example is judged; one of them is meant to break a rule"
ragami verify examples/ || [ $? -eq 1 ]

say "How it ended"
ragami show "$game"

say "The board at the end"
ragami board "$game"
