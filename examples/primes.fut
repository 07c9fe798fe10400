-- The primes below a number, by the sieve of Eratosthenes.
-- ==
-- input { 30i64 }
-- output { [2i64, 3i64, 5i64, 7i64, 11i64, 13i64, 17i64, 19i64, 23i64, 29i64] }
-- input { 2i64 }
-- output { empty([0]i64) }

def main (n: i64): []i64 =
  let sieve =
    loop sieve = map (> 1) (iota n)
    for p in 2..<i64.max 2 n do
      if p * p < n && sieve[p]
      then let multiples = p * p..p * p + p..<n
           in scatter sieve multiples (map (const false) multiples)
      else sieve
  in filter (\i -> sieve[i]) (iota n)
