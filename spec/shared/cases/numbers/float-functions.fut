-- Elementary functions.
-- rules: NUM-ELEMENTARY, NUM-CLASS
-- ==
-- input {}
-- output { 0f64 1f64 3f64 f64.nan 5f64 6f64 true }

def main = (f64.sin 0, f64.exp 0, f64.sqrt 9, f64.sqrt (-1), f64.hypot 3 4, f64.lerp 5 7 0.5, f64.isinf (f64.log 0))
