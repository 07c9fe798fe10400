-- A function may call itself.
-- rules: FUT-T-RECFUN
-- ==
-- input { 5i32 }
-- output { 120i32 }

def fact (n: i32): i32 = if n == 0 then 1 else n * fact (n - 1)
def main (n: i32) = fact n
