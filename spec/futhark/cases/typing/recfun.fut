-- A function may call itself.
-- slip: FUT-Z-30. The documents have functions that call themselves, the compiler 0.25.31 refuses them.
-- rules: FUT-T-RECFUN
-- without: plan
-- ==
-- input { 5i32 }
-- output { 120i32 }

def fact (n: i32): i32 = if n == 0 then 1 else n * fact (n - 1)
def main (n: i32) = fact n
