-- Booleans are ordered, false below true.
-- rules: FUT-T-OPS
-- ==
-- input {}
-- output { true false true }

def main = (false < true, true < false, true >= true)
