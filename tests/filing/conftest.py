from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
