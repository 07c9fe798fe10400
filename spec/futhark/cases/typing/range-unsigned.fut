-- Ranges are of integers of any type, those without sign included.
-- rules: FUT-T-RANGE
-- ==
-- entry: up
-- input { 4u8 }
-- output { [0u8, 1u8, 2u8, 3u8] }

-- ==
-- entry: down
-- input { 6u16 }
-- output { [6u16, 4u16, 2u16, 0u16] }

entry up (n: u8) = 0u8..<n
entry down (n: u16) = n..n-2...0
