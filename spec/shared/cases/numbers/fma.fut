-- `fma` and `mad` multiply and add, `lerp` goes from one number to another.
-- rules: NUM-FMA
-- ==
-- input { 2f64 }
-- output { 7f64 7f64 2.5f64 3f64 }

def main (x: f64) = (f64.fma x 3 1, f64.mad x 3 1, f64.lerp x 3 0.5, f64.lerp x 3 7)
