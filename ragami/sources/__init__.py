"""Sources of logs: files, folders, packed files, databases, tables of Parquet, score sheets."""
