-- Cases are tried in order.
-- rules: FUT-E-MATCH
-- ==
-- input { 0i32 }
-- output { 1i32 }
-- input { 7i32 }
-- output { 2i32 }
-- input { 8i32 }
-- output { 3i32 }

def main (x: i32) = match x case 0 -> 1 case 7 -> 2 case _ -> 3
