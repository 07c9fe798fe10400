-- A size-lifted type that is abstract cannot be an array's element.
-- refuses: FUT-T-INST/sizes
-- ==
-- error: FUT-T-INST

module type BAG = { type~ bag val make: i64 -> bag }
module B: BAG = { type~ bag = ?[k].[k]i64 def make (n: i64): bag = iota n }
def main (n: i64) = length (replicate n (B.make n))
