"""The tree against the published vectors of Certificate Transparency, and another program."""

from __future__ import annotations

import random

import pymerkle  # type: ignore[import-untyped]
import pytest
from pymerkle import InmemoryTree

from ragami.proof.tree import (
    Frontier,
    Tree,
    consistency,
    inclusion,
    is_consistent,
    is_included,
    leaf_hash,
    node_hash,
    root_of,
)

RECORDS = [
    bytes.fromhex(text)
    for text in (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
]
LEAVES = [leaf_hash(record) for record in RECORDS]

# The empty tree first.
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]
A = "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7"
B = "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e"
C = "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4"
D = "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"
E = "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0"
F = "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a"

# (index, size): path.
INCLUSIONS = {
    (0, 1): [],
    (0, 2): [A],
    (1, 2): [ROOTS[1]],
    (2, 3): [ROOTS[2]],
    (1, 5): [ROOTS[1], B, D],
    (0, 8): [A, B, C],
    (5, 8): [D, E, ROOTS[4]],
}
# (old size, new size): path.
CONSISTENCIES = {(1, 1): [], (1, 8): [A, B, C], (6, 8): [F, E, ROOTS[4]], (2, 5): [B, D]}


def hashes(texts: list[str]) -> list[bytes]:
    return [bytes.fromhex(text) for text in texts]


def test_leaves_and_nodes_are_hashed_as_published() -> None:
    assert leaf_hash(b"L123456").hex() == (
        "395aa064aa4c29f7010acfe3f25db9485bbd4b91897b6ad7ad547639252b4d56"
    )
    assert node_hash(b"N123", b"N456").hex() == (
        "aa217fe888e47007fa15edab33c2b492a722cb106c64667fc2b044444de66bbb"
    )


@pytest.mark.parametrize("size", range(9))
def test_roots_are_the_published_ones(size: int) -> None:
    assert root_of(LEAVES[:size]).hex() == ROOTS[size]


@pytest.mark.parametrize(("place", "path"), INCLUSIONS.items())
def test_inclusion_paths_are_the_published_ones(place: tuple[int, int], path: list[str]) -> None:
    index, size = place
    assert inclusion(LEAVES[:size], index) == hashes(path)
    assert is_included(LEAVES[index], index, size, hashes(path), bytes.fromhex(ROOTS[size]))


@pytest.mark.parametrize(("sizes", "path"), CONSISTENCIES.items())
def test_consistency_paths_are_the_published_ones(sizes: tuple[int, int], path: list[str]) -> None:
    old, new = sizes
    assert consistency(LEAVES[:new], old) == hashes(path)
    roots = bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new])
    assert is_consistent(old, roots[0], new, roots[1], hashes(path))


def test_another_program_has_the_same_roots_and_proofs() -> None:
    chance = random.Random(1)
    records = [chance.randbytes(chance.randrange(1, 90)) for _each in range(130)]
    leaves = [leaf_hash(record) for record in records]
    theirs, ours, grown = InmemoryTree(algorithm="sha256"), Frontier(), Tree()
    for size, record in enumerate(records, 1):
        theirs.append_entry(record)
        ours.append(leaf_hash(record))
        grown.extend([leaf_hash(record)])
        assert ours.root() == root_of(leaves[:size]) == theirs.get_root() == grown.root(size)
        index, old = chance.randrange(size), chance.randrange(1, size + 1)
        path = inclusion(leaves[:size], index)
        assert_same(path, theirs.prove_inclusion(index + 1, size), leaves[index])
        assert is_included(leaves[index], index, size, path, ours.root())
        path = consistency(leaves[:size], old)
        assert is_consistent(old, root_of(leaves[:old]), size, ours.root(), path)
        assert Tree(leaves).consistency(old, size) == grown.consistency(old, size) == path
        assert grown.root(old) == root_of(leaves[:old])
        if old < size:
            given = theirs.prove_consistency(old, size)
            pymerkle.verify_consistency(root_of(leaves[:old]), ours.root(), given)


def assert_same(path: list[bytes], given: pymerkle.MerkleProof, leaf: bytes) -> None:
    """Theirs begins with the leaf itself."""
    assert [leaf, *path] == list(given.path)


@pytest.mark.parametrize("size", range(1, 9))
def test_a_proof_with_anything_else_in_it_does_not_hold(size: int) -> None:
    root, some = root_of(LEAVES[:size]), bytes(32)
    for index in range(size):
        path, leaf = inclusion(LEAVES[:size], index), LEAVES[index]
        wrong = [
            (leaf, index - 1, size, path, root),
            (leaf, index + 1, size, path, root),
            (leaf, index, size * 2 + 1, path, root),
            (some, index, size, path, root),
            (leaf, index, size, path, some),
            (leaf, index, size, [*path, some], root),
            (leaf, index, size, [some, *path], root),
        ]
        if path:
            wrong += [
                (leaf, index, size, path[:-1], root),
                (leaf, index, size, [some, *path[1:]], root),
            ]
        assert not any(is_included(*one) for one in wrong)


@pytest.mark.parametrize("new", range(2, 9))
def test_a_consistency_proof_with_anything_else_in_it_does_not_hold(new: int) -> None:
    root, some = root_of(LEAVES[:new]), bytes(32)
    for old in range(1, new):
        before, path = root_of(LEAVES[:old]), consistency(LEAVES[:new], old)
        wrong = [
            (old, some, new, root, path),
            (old, before, new, some, path),
            (old, before, new, root, [*path, some]),
            (old, before, new, root, path[:-1]),
            (old, before, new, root, []),
            (old, before, new, root, [some, *path[1:]]),
            (new, before, old, root, path),
            (0, before, new, root, path),
        ]
        assert not any(is_consistent(*one) for one in wrong)
    assert not is_consistent(new, root, new, root, [some])
    assert not is_consistent(new, root, new, some, [])
