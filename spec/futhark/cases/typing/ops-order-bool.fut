-- Booleans are ordered, false below true.
-- slip: FUT-Z-35. By the documents `<` is for numbers; the compiler takes truth values.
-- rules: FUT-T-OPS
-- ==
-- input {}
-- output { true false true }

def main = (false < true, true < false, true >= true)
