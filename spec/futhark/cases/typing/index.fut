-- Indexes may have any signed integer type.
-- rules: FUT-T-INDEX
-- ==
-- input { [10i32,20i32,30i32] 2i8 }
-- output { 30i32 10i32 20i32 }

def main (xs: []i32) (i: i8) = (xs[i], xs[0i64], xs[1i16])
