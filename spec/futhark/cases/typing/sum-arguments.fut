-- A constructor takes exactly the arguments of its type.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-

type pair = #pair i32 i32
def f (p: pair) = match p case #pair a b -> a + b
def main (x: i32) = f (#pair x)
