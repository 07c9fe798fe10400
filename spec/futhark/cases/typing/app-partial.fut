-- Applying a function to fewer arguments gives a function.
-- rules: FUT-T-APP
-- ==
-- input { 10i32 3i32 }
-- output { 7i32 }

def minus (a: i32) (b: i32) = a - b
def main (a: i32) (b: i32) = let f = minus a in f b
