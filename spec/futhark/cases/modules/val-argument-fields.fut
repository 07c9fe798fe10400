-- What a function of a module takes has the fields that the specification names.
-- refuses: FUT-M-VAL/general
-- ==
-- error: FUT-M-VAL

module m : { val f : (i64, {a: i64}) -> i64 } = { def f (x: i64, y: {b: i64}) = x + y.b }

def main (x: i64) = m.f (x, {a = x})
