-- A record has the fields that the specification names, however many there are and whatever they hold.
-- refuses: FUT-M-VAL/general
-- ==
-- error: FUT-M-VAL

module m : { val f : i64 -> {count: i64, total: i64} } = { def f (x: i64) = {count = x, sum = x} }

def main (x: i64) = (m.f x).count
