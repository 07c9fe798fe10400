-- Sizes that grow sixteenfold with every application are left unknown; they once filled the memory.
-- ==
-- input { empty([0]i32) }
-- output { empty([0]i32) }

def twice (x: []i32) = x ++ x
def grow (x: []i32) = twice (twice (twice (twice x)))
def main (x: []i32) = grow (grow (grow (grow (grow (grow (grow (grow (grow x))))))))
