-- Comments run to the end of the line; `-- |` documents what follows.
-- rules: FUT-X-DOC
-- ==
-- input { 2i32 }
-- output { 3i32 }

-- | Adds one.
def inc (x: i32) = x + 1 -- not a parameter
-- def inc = 7
def main (x: i32) = -- the result
  inc x
