-- Nobody looks at assertions while an unsafe expression is executed, be they in it or in what it calls.
-- rules: FUT-E-ATTR
-- without: plan
-- ==
-- entry: within called
-- input { 3i32 }
-- output { 1i32 }
-- entry: outside
-- input { 3i32 }
-- error: FUT-E-ASSERT

def half (x: i32) = loop y = x for _i < 1i32 do assert (y % 2 == 0) (y / 2)
def far (x: i32) : i32 = if x > 100 then far (x - 1) else half x
entry within (x: i32) = #[unsafe] assert (x % 2 == 0) (x / 2)
entry called (x: i32) = #[unsafe] far x
entry outside (x: i32) = (#[unsafe] far x) + far x
