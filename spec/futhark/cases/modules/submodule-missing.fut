-- A module must have every module that its module type lists.
-- refuses: FUT-M-SUB/present
-- ==
-- error: FUT-M-

module type OUT = { module inner: { val k: i32 } }
module M: OUT = { def k = 3i32 }
def main (x: i32) = x
