-- The four nearest of some points, kept in order in a small array that is updated in place.
def insert (best: *[4]f32) (x: f32): *[4]f32 =
  if x >= best[3] then best
  else
    let (best, _) =
      loop (best, i) = (best with [3] = x, 3) while i > 0 && best[i - 1] > best[i] do
        let t = best[i - 1]
        let u = best[i]
        in ((best with [i - 1] = u) with [i] = t, i - 1)
    in best

entry main (n: i64) (m: i64): f32 =
  let place i = f32.i64 ((i * 7919) % 10007)
  let of_all i = loop best = replicate 4 f32.inf for j < m do insert best (f32.abs (place i - place (j + n)))
  in f32.sum (tabulate n (\i -> f32.sum (of_all i)))
