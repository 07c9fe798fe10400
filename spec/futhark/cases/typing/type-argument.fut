-- A type parameter gets a type.
-- refuses: FUT-T-TYPE/argument
-- ==
-- error: FUT-T-TYPE

type wrap 'a = {it: a}
def f (x: wrap [3]) = 1i32
def main (x: i32) = x
