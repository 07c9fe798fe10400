-- A string has its UTF-8 bytes.
-- rules: FUT-X-STRING
-- ==
-- input {}
-- output { [195u8, 166u8] }

def main = "æ"
