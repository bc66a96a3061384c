"""Questions to very many logs.

- `tables` are the rows of one log, `folder` those of an archive in Parquet files, `answers` what is
  asked of them, and `season` a ranking over many evenings.
- `worker_pool` shares the work out, to `processes` of this machine or to a `cluster`; `reports` is
  a file of results that can be resumed.
"""
