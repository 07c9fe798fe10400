-- Escapes are control characters, quotes, and characters by number.
-- rules: FUT-X-ESCAPE
-- ==
-- input {}
-- output { [9u8, 34u8, 92u8, 65u8] 39u8 }

def main = ("\t\"\\\65", '\'': u8)
