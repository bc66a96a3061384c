"""The tools of a referee, who reads logs and writes none.

- `verdict` is about seals, `audit` about undos and times, `dice` and `luck` about chance, `impact`
  about options, `linked` about logs that rest on others; `report` is what a referee signs,
  and `proofs` says what a proof proves.
- `accounts`, `merge`, `divergences` and `merged_log` make one log of two; `diff` compares them.
"""
