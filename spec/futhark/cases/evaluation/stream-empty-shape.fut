-- Of no elements a stream gives rows of the size that their type says, though no chunk shows it.
-- rules: FUT-E-EMPTYSHAPE, FUT-E-STREAM-MAP
-- ==
-- entry: rows
-- input { } output { empty([0][2]i64) }

-- ==
-- entry: scanned
-- input { } output { empty([0][2]i64) }

entry rows =
  stream_map (\k (_: [k]i16) -> replicate k (replicate (2 / 1) 0i64)) []

entry scanned =
  scan (\_ y -> y) (replicate (2 / 1) 0i64) (stream_map (\k (_: [k]i16) -> replicate k (replicate (2 / 1) 0i64)) [])
