-- A size-lifted type parameter does.
-- rules: FUT-SZ-TYVAR
-- ==
-- input { [1i32,0i32,2i32] }
-- output { 2i64 }

def then '~a '~b (x: a) (f: a -> b): b = f x
def main (xs: []i32) = then (then xs (filter (> 0))) length
