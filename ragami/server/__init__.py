"""The web service: the table on everybody's phone (`ragami serve`, extra `web`).

`routes` is the one table of what can be asked; router, OpenAPI, documentation and tests are made
of it (`app`, `route`, `openapi`), and `service` what all answers stand on.

- Who may: `door` lets requests in, `admission` knows their sender, `access` has codes, devices and
  seats. `joining` is how somebody comes in.
- Writing: `writing`, `drafting` and `keeper`, in a `worker` of its own.
- Reading: `reading` and `asking` for one answer; `screens`, `watching` and `stream` for all that is
  live, which `painter` feeds. `announcing` says what stands in no log. `showing` has the pages,
  `hall` is the referee's desk.
- Tournaments and other gatherings: `rounds`, `reports`, `sitting`, `gatherings`.
- What is sent and answered: `bodies`, `play_bodies`, `round_bodies`, `stream_bodies`, `answers`.
- The process: `serving`, `connections`, `health`; `tables` and `rows` are what it stores.
"""
