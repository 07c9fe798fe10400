-- | Derivatives.
--
-- A tangent has the type of the function's argument and is a direction in which
-- the argument moves; an adjoint has the type of the result and weighs its parts.

-- | The result, and its derivative in the direction of a tangent.
def jvp2 'a 'b (f: a -> b) (x: a) (tangent: a) : (b, b) =
  intrinsics.jvp2 f x tangent

-- | The result, and the gradient of the result weighed by an adjoint.
def vjp2 'a 'b (f: a -> b) (x: a) (adjoint: b) : (b, a) =
  intrinsics.vjp2 f x adjoint

-- | As `jvp2`, for many tangents at once.
def jmp2 'a 'b [n] (f: a -> b) (x: a) (tangents: [n]a) : (b, [n]b) =
  intrinsics.jmp2 f x tangents

-- | As `vjp2`, for many adjoints at once.
def mjp2 'a 'b [n] (f: a -> b) (x: a) (adjoints: [n]b) : (b, [n]a) =
  intrinsics.mjp2 f x adjoints

-- | The derivative in the direction of a tangent.
def jvp 'a 'b (f: a -> b) (x: a) (tangent: a) : b =
  (intrinsics.jvp2 f x tangent).1

-- | The gradient of the result weighed by an adjoint.
def vjp 'a 'b (f: a -> b) (x: a) (adjoint: b) : a =
  (intrinsics.vjp2 f x adjoint).1

-- | As `jvp`, for many tangents at once.
def jmp 'a 'b [n] (f: a -> b) (x: a) (tangents: [n]a) : [n]b =
  (intrinsics.jmp2 f x tangents).1

-- | As `vjp`, for many adjoints at once.
def mjp 'a 'b [n] (f: a -> b) (x: a) (adjoints: [n]b) : [n]a =
  (intrinsics.mjp2 f x adjoints).1

-- | `f x`, whose adjoint is `adj (f x)` applied to that of the result.
def with_vjp 'a 'b (f: a -> b) (adj: (res: b) -> (weight: b) -> a) (x: a) : b =
  intrinsics.with_vjp f adj x

-- | As `with_vjp`, where `f` also gives what its adjoint needs.
def with_vjp_tape 'a 'b 'c (f: a -> (c, b)) (adj: (c, b) -> a) (x: a) : b =
  (intrinsics.with_vjp f (\(tape, _) (_, weight) -> adj (tape, weight)) x).1
