-- Arrays of records without fields are as long as any, also where a loop gives them back.
-- rules: FUT-E-LOOPFOR, FUT-E-LOOPIN, FUT-E-REPL
-- ==
-- entry: given replaced
-- input { [1u16, 2u16, 3u16] }
-- output { 3i64 }
-- input { empty([0]u16) }
-- output { 0i64 }

-- ==
-- entry: beside nested
-- input { [1u16, 2u16, 3u16] }
-- output { 3i64 6u16 }
-- input { empty([0]u16) }
-- output { 0i64 0u16 }

entry given [n] (xs: [n]u16) = length (loop us: [n]() = replicate n () for _x in xs do us)

entry replaced [n] (_: [n]u16) = length (loop us = replicate n () for i < n do (replicate n ()) with [i] = us[i])

entry beside [n] (xs: [n]u16) =
  let (us, k) = loop (us: [n](), k) = (replicate n (), 0) for x in xs do (us, k + x)
  in (length us, k)

entry nested [n] (xs: [n]u16) =
  let (us, k) = loop (us: [n]((), ()), k) = (replicate n ((), ()), 0) for x in xs do (us, k + x)
  in (length us, k)
