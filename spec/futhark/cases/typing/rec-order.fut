-- The order in which fields are written does not matter.
-- rules: FUT-T-REC
-- ==
-- input {}
-- output { 12i32 }

def pick (r: {a: i32, b: i32}) = r.a - r.b
def main = pick {b = 3, a = 15}
