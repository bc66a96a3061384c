"""Where logs come from: files, folders, packed, databases, tables of Parquet, score sheets."""
