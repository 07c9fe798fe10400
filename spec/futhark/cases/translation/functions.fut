-- A function is the record of the variables that it captures; applied, it is a call of a lifted function.
-- rules: FUT-DF-VAR, FUT-DF-CONST, FUT-DF-PLUS, FUT-DF-LET, FUT-DF-LAM, FUT-DF-APP, FUT-DF-LIFT, FUT-DF-DYN
-- ==
-- input { 4i64 }
-- output { 56i64 }

def thrice (h: i64 -> i64) = \z -> h (h (h z))

entry main (k: i64) = let step = (let c = k * 2 in thrice (\w -> w - c)) in step 100 + step k
