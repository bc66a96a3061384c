from tests.proof.conftest import keys, process, ragami

__all__ = ["keys", "process", "ragami"]
