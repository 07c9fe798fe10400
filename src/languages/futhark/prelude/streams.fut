-- | Combinators that hand whole chunks to a function, which is told the size of
-- its chunk first.
--
-- How the input is cut up is not specified: the function must give the same
-- result whichever way it is.

-- | The results of the chunks, one after the other.
def stream_map [n] 'a 'b (f: (m: i64) -> [m]a -> [m]b) (xs: [n]a) : *[n]b =
  intrinsics.stream_map f xs

-- | The results of the chunks combined by an associative operator.
def stream_red [n] 'a 'b (op: b -> b -> b) (f: (m: i64) -> [m]a -> b) (xs: [n]a) : b =
  intrinsics.stream_red op f xs
