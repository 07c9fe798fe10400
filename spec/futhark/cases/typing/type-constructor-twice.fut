-- The constructors of a sum type differ.
-- refuses: FUT-T-TYPE/constructors
-- ==
-- error: FUT-T-TYPE

type t = #a i32 | #a bool
def main (x: i32) = x
