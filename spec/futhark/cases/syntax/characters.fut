-- A character is an integer, a string an array of bytes.
-- rules: FUT-X-ESCAPE, FUT-X-STRING
-- ==
-- input {}
-- output { 97i32 10u8 [72u8, 105u8] 3i64 }

def main = ('a', '\n': u8, "Hi", length "x\ty")
