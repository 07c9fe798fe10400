-- A tangent has the constructors of the argument, and an adjoint those of the result; so has what `with_vjp` says.
-- refuses: FUT-E-JVP/alike, FUT-E-VJP/alike, FUT-E-JMP/alike, FUT-E-MJP/alike, FUT-E-WITHVJP/alike
-- stages: defunctionalise
-- ==
-- entry: forward
-- input { 1.0 } error: FUT-E-JVP

-- ==
-- entry: reverse
-- input { 1.0 } error: FUT-E-VJP

-- ==
-- entry: forwards
-- input { 1.0 } error: FUT-E-JMP

-- ==
-- entry: reverses
-- input { 1.0 } error: FUT-E-MJP

-- ==
-- entry: custom
-- input { 1.0 } error: FUT-E-WITHVJP

type length = #metres f64 | #feet f64

def metres (l: length) =
  match l
  case #metres x -> x
  case #feet x -> x * 0.3048

def other: length = #feet 1

entry forward x = jvp metres (#metres x) other
entry forwards x = jmp metres (#metres x) [other]
entry reverse x = metres (#metres (vjp (\x -> #metres x) x other))
entry reverses x = mjp (\x -> #metres x) x [other]

entry custom x = metres (vjp (with_vjp metres (\_ _ -> other)) (#metres x) 1)
