-- What stands once in a function or a loop is applied more than once.
-- refuses: FUT-U-CLOSURE/once
-- ==
-- error: FUT-U-

def fill [n] (a: *[n]i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1]

def often (f: i32 -> i32) (x: i32) : i32 = loop x for _i < 3 do f x

def main (xs: []i32) = often (fill (copy xs)) 3
