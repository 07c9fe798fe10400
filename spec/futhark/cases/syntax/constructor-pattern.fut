-- A pattern may be a literal, also a negative one.
-- rules: FUT-X-PAT
-- ==
-- input { -1i32 98u8 }
-- output { 10i32 }
-- input { 4i32 97u8 }
-- output { 20i32 }

def main (x: i32) (c: u8) = match (x, c) case (-1, _) -> 10 case (_, 'a') -> 20 case _ -> 30
