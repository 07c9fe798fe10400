-- A size-lifted type does not implement a plain one.
-- refuses: FUT-M-TYPE/sizes
-- ==
-- error: FUT-M-

module type S = { type t }
module M: S = { type~ t = ?[k].[k]bool }
def main (x: i32) = x
