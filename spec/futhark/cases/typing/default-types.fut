-- Literals that nothing decides become i32 and f64 at the end of a definition.
-- rules: FUT-T-DEFAULT, FUT-T-TOP
-- ==
-- input {}
-- output { 6i32 0.75f64 }

def six = 2 * 3
def most = 3.0 / 4.0
def main = (six, most)
