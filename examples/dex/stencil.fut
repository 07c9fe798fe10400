-- Seven points of a space of three dimensions, a step of Jacobi's method for the heat equation: a place takes from its six neighbours; the border stays as it is.
-- `stencil.dx` is the same program, operation by operation.
-- ==
-- entry: row
-- input { }
-- output { [2.875f32, -0.2578125f32, 1.7832031f32, -0.9641113f32, -3.955078e-2f32, 0.63256836f32, 0.3623047f32, 1.5f32] }

def within (n: i64) (i: i64): bool = i > 0 && i < n - 1

def around [a] [b] [c] (t: [a][b][c]f32) (i: i64) (j: i64) (k: i64): f32 =
  t[i, j, k + 1] + t[i, j, k - 1] + t[i, j + 1, k] + t[i, j - 1, k] + t[i + 1, j, k] + t[i - 1, j, k]

def stencil [a] [b] [c] (steps: i64) (t: [a][b][c]f32): [a][b][c]f32 =
  loop t for _ in iota steps do
    tabulate_3d a b c (\i j k ->
      if within a i && within b j && within c k
      then 0.125 * around t i j k - 0.75 * t[i, j, k]
      else t[i, j, k])

def space (a: i64) (b: i64) (c: i64): [a][b][c]f32 =
  tabulate_3d a b c (\i j k -> f32.i64 ((i * 13 + j * 5 + k * 3) % 32) * 0.125)

-- A space of 6 times 7 times 8 places, four steps.
entry main: [6][7][8]f32 = stencil 4 (space 6 7 8)

-- One row of it.
entry row: [8]f32 = main[1, 2]
