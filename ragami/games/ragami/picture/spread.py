"""Places for a board that nobody has drawn yet: stress majorisation, without chance.

The squares are laid out so that distances on paper come near to those on the board
(E. Gansner, Y. Koren, S. North: Graph Drawing by Stress Majorization, 2004), starting from
classical scaling. One street is about 1 long. Sums are exact (`fsum`): what `sum` makes of floats
is another thing since Python 3.12, and a board looks the same everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations
from math import atan2, cos, dist, fsum, hypot, pi, sin, sqrt
from typing import Final

from ragami.markup import Point

Table = list[list[float]]

# Across a block: as far as the corners of a regular hexagon are, 1, 2 and 3 sides apart.
ACROSS: Final = {1: 1.0, 2: sqrt(3), 3: 2.0}
WIDEST: Final = 2.0
SCALING_STEPS: Final = 60
SWEEPS: Final = 120
STILL: Final = 1e-4
ELBOW_ROOM: Final = 0.72
ROUNDS_OF_PUSHING: Final = 40
DIRECTIONS: Final = 24
REACHES: Final = (0.0, 0.15, 0.3, 0.45, 0.6, 0.8, 1.0)
CLEAR: Final = 0.85


def spread(
    streets: Mapping[int, AbstractSet[int]], block_squares: Mapping[str, AbstractSet[int]]
) -> dict[int, Point]:
    """Place every square, none nearer than a tile needs; the same for the same board."""
    squares = sorted(streets)
    distances = _distances(squares, streets, block_squares)
    points = _classical_scaling(distances)
    _settle(points, distances)
    _push_apart(points)
    return dict(zip(squares, _upright(points), strict=True))


def _distances(
    squares: Sequence[int],
    streets: Mapping[int, AbstractSet[int]],
    block_squares: Mapping[str, AbstractSet[int]],
) -> Table:
    """Return the distance to draw between each two squares, along streets or across blocks."""
    place = {square: n for n, square in enumerate(squares)}
    far = float(len(squares))
    steps = [[0.0 if a == b else far for b in squares] for a in squares]
    for square, near in streets.items():
        for neighbour in near:
            steps[place[square]][place[neighbour]] = 1.0
    _shortest(steps)
    distances = [row[:] for row in steps]
    for near in block_squares.values():
        for a, b in combinations(sorted(place[square] for square in near), 2):
            across = ACROSS.get(int(steps[a][b]), WIDEST)
            distances[a][b] = distances[b][a] = min(distances[a][b], across)
    _shortest(distances)
    return distances


def _shortest(table: Table) -> None:
    """Make every entry the length of the shortest way (Floyd and Warshall)."""
    for middle in table:
        k = table.index(middle)
        for row in table:
            cell = row[k]
            row[:] = [min(direct, cell + on) for direct, on in zip(row, middle, strict=True)]


def _classical_scaling(distances: Table) -> list[list[float]]:
    """Scale by the two main directions of the centred squared distances (Torgerson)."""
    size = len(distances)
    squared = [[length * length for length in row] for row in distances]
    means = [fsum(row) / size for row in squared]
    mean = fsum(means) / size
    centred = [
        [(means[a] + means[b] - squared[a][b] - mean) / 2 for b in range(size)] for a in range(size)
    ]
    first, weight = _main_direction(centred)
    for a, row in enumerate(centred):
        centred[a] = [value - weight * first[a] * first[b] for b, value in enumerate(row)]
    second, less = _main_direction(centred)
    across, down = sqrt(max(weight, 0.0)), sqrt(max(less, 0.0))
    # A hair of a spiral keeps apart those that scaling puts on one point.
    return [
        [across * x + 1e-3 * n * cos(n), down * y + 1e-3 * n * sin(n)]
        for n, (x, y) in enumerate(zip(first, second, strict=True))
    ]


def _main_direction(matrix: Table) -> tuple[list[float], float]:
    """Return the eigenvector with the greatest eigenvalue, and that, by power iteration."""
    vector = [1.0 + n % 7 + n / len(matrix) for n in range(len(matrix))]
    length = 1.0
    for _ in range(SCALING_STEPS):
        vector = [fsum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]
        length = hypot(*vector) or 1.0
        vector = [value / length for value in vector]
    return vector, length


def _settle(points: list[list[float]], distances: Table) -> None:
    """Move every point to where the others want it, until nothing moves."""
    for _ in range(SWEEPS):
        moved = 0.0
        for n, point in enumerate(points):
            x, y = _wish(n, points, distances[n])
            moved = max(moved, abs(x - point[0]), abs(y - point[1]))
            point[:] = x, y
        if moved < STILL:
            return


def _wish(n: int, points: list[list[float]], lengths: Sequence[float]) -> Point:
    here_x, here_y = points[n]
    sum_x = sum_y = weights = 0.0
    for (x, y), length in zip(points, lengths, strict=True):
        if length:
            away_x, away_y = here_x - x, here_y - y
            stretch = length / (sqrt(away_x * away_x + away_y * away_y) or 1e-9)
            weight = 1 / (length * length)
            sum_x += weight * (x + away_x * stretch)
            sum_y += weight * (y + away_y * stretch)
            weights += weight
    return sum_x / weights, sum_y / weights


def _push_apart(points: list[list[float]]) -> None:
    """Move pairs that are too near for two tiles away from each other."""
    for _ in range(ROUNDS_OF_PUSHING):
        quiet = True
        for (m, a), (n, b) in combinations(enumerate(points), 2):
            gap = hypot(b[0] - a[0], b[1] - a[1])
            if gap < ELBOW_ROOM:
                quiet = False
                angle = atan2(b[1] - a[1], b[0] - a[0]) if gap else float(m + n)
                push = (ELBOW_ROOM - gap) / 2 + 0.005
                a[0] -= push * cos(angle)
                a[1] -= push * sin(angle)
                b[0] += push * cos(angle)
                b[1] += push * sin(angle)
        if quiet:
            return


def _upright(points: list[list[float]]) -> list[Point]:
    """Turn the points: the long side lies flat, the first square is at the upper left."""
    size = len(points)
    mid_x, mid_y = fsum(x for x, _ in points) / size, fsum(y for _, y in points) / size
    wide = fsum((x - mid_x) ** 2 for x, _ in points)
    high = fsum((y - mid_y) ** 2 for _, y in points)
    mixed = fsum((x - mid_x) * (y - mid_y) for x, y in points)
    angle = -atan2(2 * mixed, wide - high) / 2
    turned = [
        (
            (x - mid_x) * cos(angle) - (y - mid_y) * sin(angle),
            (x - mid_x) * sin(angle) + (y - mid_y) * cos(angle),
        )
        for x, y in points
    ]
    flip_x, flip_y = (-1.0 if value > 0 else 1.0 for value in turned[0])
    return [(x * flip_x, y * flip_y) for x, y in turned]


def open_spot(near: Sequence[Point], occupied: Sequence[Point]) -> Point:
    """Return a place amid some points that keeps away from what stands already."""
    unit = _usual_gap(occupied)
    x, y = _amid(near)
    angles = [2 * pi * n / DIRECTIONS for n in range(DIRECTIONS)]
    spots = [
        (x + unit * reach * cos(angle), y + unit * reach * sin(angle))
        for reach in REACHES
        for angle in angles
    ]
    return max(spots, key=lambda spot: _room(spot, occupied, unit) - dist(spot, (x, y)) / unit / 4)


def _room(spot: Point, occupied: Sequence[Point], unit: float) -> float:
    return min(CLEAR, min(dist(spot, point) for point in occupied) / unit)


def _usual_gap(points: Sequence[Point]) -> float:
    """Return the median distance of a point from its nearest neighbour."""
    gaps = sorted(
        min(dist(a, b) for n, b in enumerate(points) if n != m) for m, a in enumerate(points)
    )
    return gaps[len(gaps) // 2]


def _amid(points: Sequence[Point]) -> Point:
    """Return the geometric median (Weiszfeld), which one far point hardly pulls away."""
    x, y = fsum(x for x, _ in points) / len(points), fsum(y for _, y in points) / len(points)
    for _ in range(SCALING_STEPS):
        weights = [1 / (dist((x, y), point) + 1e-6) for point in points]
        total = fsum(weights)
        x = fsum(w * px for w, (px, _) in zip(weights, points, strict=True)) / total
        y = fsum(w * py for w, (_, py) in zip(weights, points, strict=True)) / total
    return x, y
