-- A size binds no names.
-- refuses: FUT-T-SIZE/binding
-- ==
-- error: FUT-T-SIZE

def f (n: i64) (xs: [let m = n in m]i32) = xs
def main (xs: []i32) = xs
