-- A function may call itself to any depth that memory allows.
-- rules: FUT-E-CALL
-- without: plan
-- ==
-- input { 1000i32 }
-- output { 500500i32 }

def up (n: i32): i32 = if n <= 0 then 0 else n + up (n - 1)
def main (n: i32) = up n
