-- A lambda or polymorphic function that is called with arrays of a size that only the calls know reads it off its argument.  By the
-- reference the causality restriction is for size parameters "whose first use is not as a concrete array size": here the first use of each
-- is an array that the function is given, also that of the lambdas, whose sizes nobody named.  So it is accepted, though Futhark refuses it.
-- rules: FUT-SZ-INST, FUT-SZ-TYVAR
-- ==
-- entry: lambda
-- input { 3i64 }
-- output { 3i64 }

-- ==
-- entry: function
-- input { 3i64 }
-- output { 3i64 }

-- ==
-- entry: partly
-- input { 3i64 }
-- output { [1i64, 2i64, 3i64] }

-- ==
-- entry: dependent
-- input { 3i64 }
-- output { 7i64 }

-- ==
-- entry: field
-- input { 3i64 }
-- output { 7i64 }

def once '~a '~b (h: a -> b) (g: i64 -> a) : b = h (g 3)
def size [n] (_: [n]i64) : i64 = n
def sized [n] (_: i64) (xs: [n]i64) = length xs
def twice (f: (k: i64) -> [k]i64 -> i64) = f 3 (iota 3) + f 4 (iota 4)
type^ ops = {sum: (k: i64) -> [k]i64 -> i64}
def ops: ops = let sum _ xs = length xs in {sum}

entry lambda (_: i64) = once (\xs -> length xs) (\(n: i64) -> iota n)
entry function (_: i64) = once size (\(n: i64) -> iota n)
entry partly (_: i64) = once (map (+ 1)) (\(n: i64) -> iota n)
entry dependent (_: i64) = twice sized
entry field (_: i64) = twice ops.sum
