-- Arrays in constructors are elements like others: a new array of them shares nothing with what it was made of.
-- rules: FUT-E-REPL, FUT-E-COPY, FUT-E-UPDATE, FUT-E-SCATTER
-- ==
-- entry: replicated copied written scattered
-- input { [1,2,3] }
-- output { 9 1 1 }

type cell = #full ([3]i32) | #empty

def content (c: cell): [3]i32 = match c
  case #full xs -> xs
  case #empty -> [0, 0, 0]

def overwrite (cells: *[2]cell): *[3]i32 = match cells[0]
  case #full xs -> xs with [0] = 9
  case #empty -> [0, 0, 0]

entry replicated (xs: [3]i32) =
  let cell: cell = #full xs
  let new = overwrite (replicate 2 cell)
  in (new[0], xs[0], (content cell)[0])

entry copied (xs: [3]i32) =
  let cells: [2]cell = [#full xs, #full xs]
  let new = overwrite (copy cells)
  in (new[0], xs[0], (content cells[0])[0])

entry written (xs: [3]i32) =
  let cells = replicate 2 (#empty: cell) with [0] = #full xs
  let new = overwrite cells
  in (new[0], xs[0], xs[0])

entry scattered (xs: [3]i32) =
  let cells = scatter (replicate 2 (#empty: cell)) [0] [#full xs]
  let new = overwrite cells
  in (new[0], xs[0], xs[0])
