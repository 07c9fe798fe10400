-- A size-lifted type parameter does.
-- rules: FUT-SZ-TYVAR
-- ==
-- input { [1i32,0i32,2i32] }
-- output { 2i64 }

def after '~a '~b (x: a) (f: a -> b): b = f x
def main (xs: []i32) = let ys = after xs (filter (> 0)) in after ys length
