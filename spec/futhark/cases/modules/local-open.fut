-- `m.(e)` evaluates e with m opened.
-- rules: FUT-M-BODY
-- ==
-- input { 3i32 }
-- output { 15i32 }

module m = { def k = 5i32 def times (x: i32) (y: i32) = x * y }
def main (x: i32) = m.(times k x)
