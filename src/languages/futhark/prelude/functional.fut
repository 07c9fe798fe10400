-- | Combinators of functions.

-- | A value handed to a function.
def (|>) '^a '^b (x: a) (f: a -> b) : b = f x

-- | A function applied to what stands right of it.
def (<|) '^a '^b (f: a -> b) (x: a) : b = f x

-- | Composition in reading order: `f`, then `g`.
def (>->) '^a '^b '^c (f: a -> b) (g: b -> c) (x: a) : c = g (f x)

-- | Composition in the order of mathematics: `g` after `f`.
def (<-<) '^a '^b '^c (g: b -> c) (f: a -> b) (x: a) : c = g (f x)

-- | A function of two arguments with its arguments exchanged.
def flip '^a '^b '^c (f: a -> b -> c) (y: b) (x: a) : c = f x y

-- | A function of a pair, as a function of its components.
def curry '^a '^b '^c (f: (a, b) -> c) (x: a) (y: b) : c = f (x, y)

-- | A function of two arguments, as a function of a pair.
def uncurry '^a '^b '^c (f: a -> b -> c) (x: a, y: b) : c = f x y

-- | The first argument, whatever the second.
def const '^a '^b (x: a) (_: b) : a = x

-- | The argument itself.
def id '^a (x: a) : a = x

-- | `f` applied `n` times over.
def iterate 'a (n: i32) (f: a -> a) (x: a) : a =
  loop y = x for _i < n do f y

-- | `f` applied as often as needed for `p` to hold, perhaps never.
def iterate_until 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop y = x while !(p y) do f y

-- | `f` applied for as long as `p` holds, perhaps never.
def iterate_while 'a (p: a -> bool) (f: a -> a) (x: a) : a =
  loop y = x while p y do f y
