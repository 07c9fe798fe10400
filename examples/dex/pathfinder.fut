-- The cheapest way from the first row of a grid to its last: each step goes to the next row, straight on or to a neighbour of that place.
-- `pathfinder.dx` is the same program.
-- ==
-- entry: main
-- input { }
-- output { [36i32, 43i32, 28i32, 32i32, 31i32, 34i32, 31i32, 32i32, 28i32, 43i32, 36i32, 43i32, 28i32, 32i32, 31i32, 34i32, 31i32, 32i32, 28i32, 43i32, 36i32, 43i32, 28i32, 32i32, 31i32, 34i32, 31i32, 32i32, 28i32, 43i32, 36i32, 43i32] }

def cheapest [cols] (costs: [cols]i32) (j: i64): i32 =
  let left = costs[i64.max 0 (j - 1)]
  let right = costs[i64.min (cols - 1) (j + 1)]
  in i32.min (i32.min left costs[j]) right

def pathfinder [rows] [cols] (grid: [rows][cols]i32): [cols]i32 =
  loop costs = replicate cols 0 for i < rows do
    tabulate cols (\j -> grid[i, j] + cheapest costs j)

def grid (rows: i64) (cols: i64): [rows][cols]i32 =
  tabulate_2d rows cols (\i j -> i32.i64 ((i * 31 + j * j * 7 + 3) % 10))

-- A grid of 20 rows of 32 places.
entry main: [32]i32 = pathfinder (grid 20 32)
