-- A module type includes another's specifications.
-- rules: FUT-M-INCLUDE
-- ==
-- input { 3i32 }
-- output { 4i32 }

module type POINT = { type p val at: i32 -> p }
module type SHOWN = { include POINT val x: p -> i32 }
module M: SHOWN = { type p = {x: i32} def at (x: i32): p = {x} def x (q: p) = q.x }
def main (x: i32) = M.x (M.at x) + 1
