-- A function remembers the values of the names it mentions.
-- rules: FUT-E-LAMBDA, FUT-E-CALL, FUT-E-ORDER
-- ==
-- input { 3i32 }
-- output { 18i32 }

def adder (k: i32) = \x -> x + k
def main (x: i32) = let f = adder (x * 2) let g = adder x in f (g (g (x + 3)))
