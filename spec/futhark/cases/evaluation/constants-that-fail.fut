-- A constant fails where it is needed first, and only there: in a branch, in a functor, as a function, in a size.
-- rules: FUT-E-VAR, FUT-E-ORDER, FUT-E-ATTR
-- ==
-- entry: main
-- input { 1 } output { 5 0 }
-- input { 4 } error: NUM-DIV

-- ==
-- entry: of_functor
-- input { 1 } error: NUM-DIV

-- ==
-- entry: argument_first
-- input { 1 } error: NUM-DIV
-- input { 2 } error: FUT-E-INDEX

-- ==
-- entry: around
-- input { 1 } error: FUT-E-ASSERT

-- ==
-- entry: size
-- input { [1, 2] } error: FUT-E-SIZEPAR

-- ==
-- entry: rounds
-- input { 1 } output { 0 }

-- ==
-- entry: once
-- input { 1 } output { 0 }

def bad : i32 = 1 / 0
module old = { def five : i32 = bad }
open old
def five : i32 = 5
module F (P: { val p : i32 }) = { def q : i32 = P.p + 1 }
module m = F { def p : i32 = bad }
def held : i32 -> i32 = let y = bad in \x -> x + y
def tested : i32 = assert false 3
def two : i64 = 1 - 3

def c0 : i32 = 2
def c1 = c0 + c0 def c2 = c1 + c1 def c3 = c2 + c2 def c4 = c3 + c3 def c5 = c4 + c4
def c6 = c5 + c5 def c7 = c6 + c6 def c8 = c7 + c7 def c9 = c8 + c8 def c10 = c9 + c9
def c11 = c10 + c10 def c12 = c11 + c11 def c13 = c12 + c12 def c14 = c13 + c13 def c15 = c14 + c14
def c16 = c15 + c15 def c17 = c16 + c16 def c18 = c17 + c17 def c19 = c18 + c18 def c20 = c19 + c19
def c21 = c20 + c20 def c22 = c21 + c21 def c23 = c22 + c22 def c24 = c23 + c23 def c25 = c24 + c24
def c26 = c25 + c25 def c27 = c26 + c26 def c28 = c27 + c27 def c29 = c28 + c28 def c30 = c29 + c29
def c31 = c30 + c30

entry main (x: i32) = (if x > 3 then bad else five, #[blank] bad)
entry of_functor (_: i32) = m.q
entry argument_first (x: i32) = held ([7, 8])[x]
entry around (_: i32) = #[unsafe] tested
entry size (xs: [two]i32) = length xs
entry rounds (x: i32) = i32.sum (map (\y -> held y + x) [])
entry once (_: i32) = c31
