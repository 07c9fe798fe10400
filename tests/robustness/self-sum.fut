-- A sum type may not contain itself by name.
-- ==
-- error: FUT-

type t = #leaf | #node t t
def main (x: i32) = x
