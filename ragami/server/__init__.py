"""The web service: the table on everybody's phone (`ragami serve`, extra `web`).

`routes` is the one table of what can be asked; router, OpenAPI, documentation and tests are made
of it. `door` lets in, `access` knows who somebody is, `keeper` writes, `screens` shows.
"""
