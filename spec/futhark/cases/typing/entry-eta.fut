-- What an entry point gives, if it is a function, takes the arguments that are left: parameters need not be written.
-- rules: FUT-T-ENTRY
-- ==
-- entry: lambda
-- input { 1i32 2i32 }
-- output { 3i32 }

-- ==
-- entry: partial
-- input { 1i32 2i32 }
-- output { -1i32 }

-- ==
-- entry: composed
-- input { 1i32 5i32 }
-- output { 11i32 }

-- ==
-- entry: said
-- input { [1i32, 2i32] 1i64 }
-- output { 2i32 }

def minus (x: i32) (y: i32) = x - y
def after 'a 'b 'c (g: b -> c) (f: a -> b) = \x -> g (f x)

entry lambda (x: i32) = \(y: i32) -> x + y
entry partial (x: i32) = minus x
entry composed (x: i32) = after (+ x) (* 2)
entry said (xs: []i32): i64 -> i32 = \i -> xs[i]
