-- A size-lifted type that is abstract cannot be an array's element.
-- refuses: FUT-T-INST/sizes
-- ==
-- error: FUT-

module type BAG = { type~ bag val empty: bag }
module B: BAG = { type~ bag = ?[k].[k]i32 def empty: bag = [] }
def main (n: i64) = length (replicate n B.empty)
