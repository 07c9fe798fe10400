-- A test block goes on over empty comment lines, and a brace within a string ends nothing.
-- rules: FUT-X-STRING
-- ==
--
-- input { "}" }
-- output { 1i64 125u8 }
--
-- input { "{\"}" }
--
-- output { 3i64 125u8 }

def main (s: []u8) =
  let brace = "}"
  in (length s, s[length s - 1] + brace[0] - '}')
