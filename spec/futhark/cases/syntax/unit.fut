-- The empty tuple is a value.
-- rules: FUT-X-PAT
-- ==
-- input { 3i32 }
-- output { 3i32 }

def const3 () (x: i32) = x
def main (x: i32) = const3 () x
