-- The temperature of a chip, cell by cell: heat comes from the power that a cell takes, flows between neighbours, and leaves to the air above.
-- What lies beyond the border is as warm as the border.  `hotspot.dx` is the same program, operation by operation.
-- ==
-- entry: row
-- input { }
-- output { [69.133514f32, 68.155754f32, 69.87915f32, 68.979744f32, 69.0711f32, 71.18721f32, 69.890854f32, 70.312225f32, 71.84993f32, 68.86789f32, 70.437614f32, 70.57986f32, 69.50174f32, 71.28542f32, 70.34286f32, 69.93485f32] }

def cell_step [rows] [cols] (t: [rows][cols]f32) (power: [rows][cols]f32) (i: i64) (j: i64): f32 =
  let here = t[i, j]
  let down = t[i64.min (rows - 1) (i + 1), j] - here + (t[i64.max 0 (i - 1), j] - here)
  let across = t[i, i64.min (cols - 1) (j + 1)] - here + (t[i, i64.max 0 (j - 1)] - here)
  in here + 0.125 * (power[i, j] + down * 0.5 + across * 0.25 + (80 - here) * 0.0625)

def hotspot [rows] [cols] (steps: i64) (t: [rows][cols]f32) (power: [rows][cols]f32): [rows][cols]f32 =
  loop t for _ in iota steps do tabulate_2d rows cols (cell_step t power)

def chip (rows: i64) (cols: i64): [rows][cols]f32 =
  tabulate_2d rows cols (\i j -> 60 + f32.i64 ((i * 7 + j * 3) % 16))

def load (rows: i64) (cols: i64): [rows][cols]f32 =
  tabulate_2d rows cols (\i j -> f32.i64 ((i * 5 + j * 11) % 8) * 0.5)

-- A chip of 12 times 16 cells, eight steps.
entry main: [12][16]f32 = hotspot 8 (chip 12 16) (load 12 16)

-- One row of it.
entry row: [16]f32 = main[1]
