-- True converts to 1, and every number but 0 to true.
-- rules: NUM-BOOL
-- ==
-- input { true 0i32 }
-- output { 1i32 false true }

def main (b: bool) (x: i32) = (i32.bool b, bool.i32 x, bool.f32 f32.nan)
