-- What a case names is the argument itself, which may be consumed where what is matched may be.  What the branches give for both constructors is never
-- one array, which Core's judgement of aliases sees (CORE-A-IF).
-- rules: FUT-PA-BIND
-- ==
-- input { [1, 2, 3] true }
-- output { [9, 2, 3] }
-- input { [1, 2, 3] false }
-- output { [1, 2, 3] }

def set [n] (o: *(#keep ([n]i32) | #set ([n]i32))) : *[n]i32 =
  match o
  case #set xs -> xs with [0] = 9
  case #keep xs -> xs

entry main [n] (xs: *[n]i32) (b: bool) = set (if b then #set xs else #keep xs)
