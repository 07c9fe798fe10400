-- What takes few steps is judged within few.
-- rules: FUT-T-EFFORT
-- limits: check-fuel=20000
-- ==
-- input { [1, 2, 3] } output { 6 }
def main [n] (xs: [n]i32) = i32.sum xs
