-- One occurrence that captures functions whose records are of one type is lifted once for each of them.
-- slip: FUT-DF-LIFT. By the type of the record alone, as the notes say it, `around` of `+ 1` and of `* 2` is one lifted function, since neither of the two captures anything: 1212.
-- rules: FUT-DF-LIFT
-- ==
-- input { 5 }
-- output { 1220 }

def both (f: i32 -> i32) (g: i32 -> i32) (x: i32) = f x * 100 + g x
def around (f: i32 -> i32) = \x -> f x * 2

entry main (x: i32) = both (around (\y -> y + 1)) (around (\y -> y * 2)) x
