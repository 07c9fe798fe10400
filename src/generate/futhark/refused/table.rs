//! The texts that break rules, a premise a line.
//!
//! A line says the rule, its premise, and what is written.  Between `«` and `»` stands the type of an expression, with a star before it if its value may
//! share memory with nothing else, a letter for some type, or `x0` to `x9` for a new name, or `*` and a number with what is written so often, `$` being
//! which time it is; `@` for an attribute or nothing; `¶` is the end of a line.  A name that has to be unbound is a new one: what stands in the scope of `y` may be written around it.

/// Bindings.
pub const STATEMENTS: &str = "
FUT-T-VAR/bound let «x0» = not_bound
FUT-T-VAR/bound let «x0» = «i64» + not_bound
FUT-T-VAR/bound let «x0» = (let «x1» = «i64» in «i64») + «x1»
FUT-T-VAR/bound let «x0» = map (\\«x1» -> «x2») «[3]i64»
FUT-T-VAR/underscore let «x0» = (\\(_y: i64) -> _y + 1) «i64»
FUT-T-VAR/underscore let _q = «i64» let «x0» = («a», _q)
FUT-T-VAR/bound let «x0» = match «i64» case 0 -> «i64» case «x1» -> «x2»
FUT-T-VAR/bound let «x0» = loop y = «i64» for «x1» < 3i64 do y let «x2» = «x1»
FUT-T-VAR/bound let «x0» = if «bool» then (let «x1» = «i64» in «x1») else «x1»
FUT-T-VAR/bound let «x0» («x1»: i64) = «x1» let «x2» = «x1»
FUT-T-IF/condition let «x0» = if «i32» then «a» else «a»
FUT-T-IF/branches let «x0» = if «bool» then «i32» else «bool»
FUT-T-IF/branches let «x0» = if «bool» then («i32», «a») else («i64», «a»)
FUT-T-IF/branches let «x0» = match [] case «x1» -> (let «x2» 'a (z: a) = (if true then head «x1» else z) in «i64»)
FUT-T-IF/branches let «x0» = (\\«x1» -> (let «x2» 'a (z: a) = (if «bool» then «x1» else z) in «i64»)) «a»
FUT-T-IF/branches let «x0» = match [] case «x1» -> (let «x2» 'a (z: a) = (if true then z else head «x1») in «i64»)
FUT-T-APP/argument let «x0» (y: i64) : i64 = y let «x1» = «x0» «bool»
FUT-T-APP/argument let «x0» = length «f64»
FUT-T-APP/argument let «x0» = map (\\(y: bool) -> y) «[3]i64»
FUT-T-APP/argument let «x0» = reduce (+) «f64» «[3]i64»
FUT-T-APP/argument let «x0» = filter (\\(y: i64) -> y) «[3]i64»
FUT-T-APP/function let «x0»: i64 = «i64» let «x1» = «x0» «i64»
FUT-T-APP/function let «x0» = length «[3]i64» «i64»
FUT-T-APP/argument let «x0» = map (\\(y, z) -> y) «[3]i64»
FUT-T-APP/argument let «x0» = scan (&&) true «[3]i64»
FUT-T-APP/argument let «x0» = i64.max «i64» «i32»
FUT-T-APP/argument let «x0» = scatter (copy «[3]i64») «[2]bool» «[2]i64»
FUT-T-APP/argument let «x0» = scatter (copy «[3]i64») «[2]i64» «[2]bool»
FUT-T-OPS/same let «x0» = «i32» + «i64»
FUT-T-OPS/same let «x0» = «f32» < «f64»
FUT-T-OPS/same let «x0» = «u8» == «i8»
FUT-T-OPS/operands let «x0» = «bool» + «bool»
FUT-T-OPS/operands let «x0» = «f64» & «f64»
FUT-T-OPS/operands let «x0» = -«bool»
FUT-T-OPS/operands let «x0» = !«f32»
FUT-T-OPS/operands let «x0» = «[3]i64» < «[3]i64»
FUT-T-OPS/equality let «x0» = (\\(y: i64) -> y) == (\\(y: i64) -> y)
FUT-T-OPS/operands let «x0» = «f32» << «f32»
FUT-T-OPS/operands let «x0» = «f64» ^ «f64»
FUT-T-OPS/operands let «x0» = «f64» // «f64»
FUT-T-OPS/operands let «x0» = «bool» - «bool»
FUT-T-OPS/operands let «x0» = («i64», «a») < («i64», «a»)
FUT-T-OPS/operands let «x0» = «f64» << «f64»
FUT-T-OPS/operands let «x0» = «f32» >> «f32»
FUT-T-OPS/operands let «x0» = «f64» | «f64»
FUT-T-OPS/operands let «x0» = «f32» >>> «f32»
FUT-T-OPS/operands let «x0» = «bool» << «bool»
FUT-T-OPS/operands let «x0» = «f32» %% «f32»
FUT-T-OPS/same let «x0» = «i64» << «u8»
FUT-T-OPS/same let «x0» = «i64» ** «i32»
FUT-T-OPS/operands let «x0» = «bool» && «i32»
FUT-T-LIT/range let «x0»: u8 = 256
FUT-T-LIT/range let «x0»: i8 = 128
FUT-T-LIT/range let «x0»: u16 = -1
FUT-T-LIT/range let «x0» = «i32» + 2147483648
FUT-T-PAT/shape let («x0», «x1») = «i64»
FUT-T-PAT/shape let («x0», «x1», «x2») = («a», «b»)
FUT-T-PAT/shape let {a = «x0»} = («a», «b»)
FUT-T-PAT/distinct let («x0», «x0») = («i64», «a»)
FUT-T-PAT/distinct let «x0» = \\(«x1»: i64, «x1»: i64) -> «i64»
FUT-T-PAT/underscore let «x0» {_a = (y: i64)} = y
FUT-T-PAT/shape let «x0» = match «i64» case (y, _) -> y
FUT-T-PAT/shape let «x0» = match (#node 1 : (#leaf | #node i64)) case #node y z -> «a» case _ -> «a»
FUT-T-PAT/distinct let «x0» (y: i64, y: i64) = y
FUT-T-IRREF/total let (1, «x0») = («i64», «a»)
FUT-T-IRREF/total let «x0» = (\\(true, y: i64) -> y) («bool», «i64»)
FUT-T-IRREF/total let «x0» = loop (1, y) = («i64», «i64») for i < 3i64 do (1, y)
FUT-T-IRREF/total let #node «x0» = (#node 1 : (#leaf | #node i64))
FUT-T-MATCH/exhaustive let «x0» = match «bool» case true -> «a»
FUT-T-MATCH/exhaustive let «x0» = match «i64» case 0 -> «a» case 1 -> «a»
FUT-T-MATCH/exhaustive let «x0» = match («bool», «bool») case (true, _) -> «a» case (_, false) -> «a»
FUT-T-MATCH/exhaustive let «x0» = match (#leaf : (#leaf | #node i64)) case #leaf -> «a»
FUT-T-MATCH/exhaustive let «x0» = match (#node 1 : (#leaf | #node i64)) case #leaf -> «a» case #node 0 -> «a»
FUT-T-MATCH/branches let «x0» = match «bool» case true -> «i32» case false -> «f64»
FUT-T-MATCH/exhaustive let «x0» = match («bool», «bool») case (true, _) -> «a» case (false, true) -> «a»
FUT-T-MATCH/exhaustive let «x0» = match («i64», «bool») case (0, _) -> «a» case (_, true) -> «a»
FUT-T-MATCH/exhaustive let «x0» = match {a = «bool», b = «bool»} case {a = true, b = _} -> «a» case {a = _, b = true} -> «a»
FUT-T-MATCH/exhaustive let «x0» = match ((#node 1 : (#leaf | #node i64)), «bool») case (#leaf, _) -> «a» case (#node _, true) -> «a»
FUT-T-MATCH/exhaustive let «x0» = match «u8» case 'a' -> «a»
FUT-T-MATCH/exhaustive let «x0» = match «f32» case 0 -> «a»
FUT-T-ORDER0/branch let «x0» = if «bool» then (\\(y: i64) -> y) else (\\(y: i64) -> y)
FUT-T-ORDER0/element let «x0» = [\\(y: i64) -> y]
FUT-T-ORDER0/parameter let «x0» = loop «x1» = (\\(y: i64) -> y) for i < 3 do «x1»
FUT-T-REC/field let «x0» = ({a = «i64»}).b
FUT-T-REC/field let «x0» = («i64», «a»).2
FUT-T-REC/field let «x0» = «i64» let «x1» = «x0».a
FUT-T-REC/distinct let «x0» = {a = «i64», a = «i64»}
FUT-T-REC/known let «x0» = \\y -> y.a
FUT-T-RECUPD/field let «x0» = {a = «i64»} with b = «i64»
FUT-T-RECUPD/field let «x0» = {a = «i64»} with a = «bool»
FUT-T-SUM/known let «x0» = #foo «i64»
FUT-T-ARR/elements let «x0» = [«i32», «i64»]
FUT-T-ARR/elements let «x0» = [«a», «a», («a», «bool»)]
FUT-T-RANGE/integers let «x0» = «f64»..<«f64»
FUT-T-RANGE/same let «x0» = «i32»..<«i64»
FUT-T-RANGE/same let «x0» = «i64»..«i32»...«i64»
FUT-T-INDEX/rank let «x0» = «[3]i64» let «x1» = «x0»[0, 0]
FUT-T-INDEX/rank let «x0» = «i64» let «x1» = «x0»[0]
FUT-T-INDEX/signed let «x0» = «[3]i64» let «x1» = «x0»[«u8»]
FUT-T-INDEX/signed let «x0» = «[3]i64» let «x1» = «x0»[«bool»]
FUT-T-INDEX/slice let «x0» = «[3]i64» let «x1» = «x0»[«i32»:]
FUT-T-UPDATE/value let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «bool»
FUT-T-UPDATE/value let «x0» = copy «[3]i64» let «x0»[0] = «f32»
FUT-T-LOOP/bound let «x0» = loop «x1» = «a» for i < «f64» do «x1»
FUT-T-LOOP/array let «x0» = loop «x1» = «a» for i in «i64» do «x1»
FUT-T-LOOP/condition let «x0» = loop «x1» = «a» while «i64» do «x1»
FUT-T-LOOP/body let «x0» = loop «x1» = «i64» for i < 3i64 do «bool»
FUT-T-LOOP/named let «x1» = «i64» let «x0» = loop (_, «x1») for i < 3i64 do («x1», «x1»)
FUT-T-LOOP/body let «x0» = loop («x1», «x2») = («i64», «bool») for i < 3i64 do («x2», «x1»)
FUT-T-LOOP/body let «x0» = loop «x1» = «i64» while true do «f32»
FUT-T-ASCR/type let «x0» = («i64» : bool)
FUT-T-ASCR/type let «x0»: bool = «i64»
FUT-T-ASCR/coercion let «x0» = («[3]i64» :> [3]bool)
FUT-T-ASCR/type let «x0»: i64 = («i32» != «i32»)
FUT-T-ASSERT/condition let «x0» = assert «i64» «a»
FUT-T-SIZE/i64 let «x0» = true let «x1»: [«x0»]i64 = «[3]i64»
FUT-T-SIZE/binding let «x0» (n: i64) (y: [let m = n in m]i64) = y
FUT-T-SIZE/i64 let «x0» (n: i32) (y: [n]i64) = y
FUT-T-INST/functions let «x0» 'a (y: a) : a = y let «x1» = «x0» (\\(z: i64) -> z)
FUT-T-INST/functions let «x0» = copy (\\(z: i64) -> z)
FUT-T-REARRANGE/saturated let «x0» = (rearrange (1, 0)) |> \\f -> «i64»
FUT-T-REARRANGE/permutation let «x0» = rearrange (1, 1) «[2][3]i64»
FUT-T-REARRANGE/permutation let «x0» = rearrange (0, 2) «[2][3]i64»
FUT-T-REARRANGE/rank let «x0» = rearrange (1, 0) «[3]i64»
FUT-T-REARRANGE/i64 let «x0» = rearrange (1i32, 0i32) «[2][3]i64»
FUT-T-RESHAPE/saturated let «x0» = (reshape (2, 3)) |> \\f -> «i64»
FUT-T-RESHAPE/array let «x0» = reshape (2, 3) «i64»
FUT-T-RESHAPE/i64 let «x0» = reshape (2i32, 3i32) «[6]i64»
FUT-T-RESHAPE/i64 let «x0» = reshape («bool», 3) «[6]i64»
FUT-SZ-EQ/equal let «x0»: [2]i64 = «[3]i64»
FUT-SZ-EQ/equal let «x0» = zip «[2]i64» «[3]bool»
FUT-SZ-EQ/equal let «x0» = map2 (\\(y: i64) (_: i64) -> y) «[2]i64» «[3]i64»
FUT-SZ-EQ/equal let «x0» = «[3]i64» == «[2]i64»
FUT-SZ-EQ/equal let «x0» = [«[2]i64», «[3]i64»]
FUT-SZ-EQ/equal let «x0» (n: i64) (y: [n]i64) : i64 = n let «x1» = «x0» 2 «[3]i64»
FUT-SZ-EQ/equal let «x0» = copy «[2][3]i64» let «x1» = «x0» with [0] = «[2]i64»
FUT-SZ-EQ/equal let «x0» = filter (\\(y: i64) -> y > 0) «[3]i64» let «x1» = zip «x0» «[3]i64»
FUT-SZ-EQ/equal let «x0» = zip (filter (\\(y: i64) -> y > 0) «[3]i64») (filter (\\(y: i64) -> y > 0) «[3]i64»)
FUT-SZ-EQ/equal let «x0» = scatter (copy «[3]i64») «[2]i64» «[3]i64»
FUT-SZ-EQ/occurs let «x0» [n] (f: [n]i64 -> [n + 1]i64) = 1i64 let «x1» = «x0» (\\y -> y)
FUT-SZ-EQ/equal let «x0» = («[3]i64», «[2]i64», «[2]i64») let «x1»: ([3]i64, [2]i64, [3]i64) = «x0»
FUT-SZ-EQ/equal let «x0» = if «bool» then «[3]i64» else «[2]i64» let «x1» = zip «x0» «[3]i64»
FUT-SZ-EQ/equal let «x0» [n] (y: [n]i64) (z: [n]i64) = y let «x1» = «x0» «[2]i64» «[3]i64»
FUT-SZ-EQ/equal let «x0» = reduce (map2 (+)) «[2]i64» «[3][3]i64»
FUT-SZ-EQ/equal let «x0» = map (\\(y: [2]i64) -> y) «[2][3]i64»
FUT-SZ-EQ/equal let «x0» = transpose «[2][3]i64» let «x1»: [2][3]i64 = «x0»
FUT-SZ-EQ/equal let «x0» = «[2]i64» ++ «[3]i64» let «x1»: [5]i64 = «x0»
FUT-SZ-EQ/equal let «x0» = match «i64» case 0 -> «[3]i64» case _ -> «[2]i64» let «x1» = map2 (+) «x0» «[2]i64»
FUT-SZ-EQ/equal let «x0» (f: (n: i64) -> [n]i64) = zip (f 2) (f 3)
FUT-SZ-EQ/equal let «x0»: {a: [2]i64, b: [3]i64} = {a = «[2]i64», b = «[2]i64»}
FUT-SZ-EQ/equal let «x0» = (#node «[2]i64» : (#leaf | #node ([3]i64)))
FUT-SZ-EQ/equal let «x0» (f: (n: i64) -> i64 -> [n]i64) : [3]i64 = f 2 3
FUT-SZ-EQ/equal let «x0» (f: i64 -> (m: i64) -> [m]i64) : [3]i64 = f 3 2
FUT-SZ-AMBIG/determined let «x0» = length (rep «i64»)
FUT-SZ-LETSIZE/used let [«x0»] («x1»: i64) = «i64»
FUT-SZ-LETSIZE/shown let [«x0»] («x1»: [«x0»]i32 -> i32) = (\\(y: []i32) -> 1i32)
FUT-SZ-TYVAR/existential let «x0» = map (\\y -> replicate y «bool») «[3]i64»
FUT-SZ-TYVAR/existential let «x0» = map (\\y -> iota y) «[3]i64»
FUT-SZ-TYVAR/existential let «x0» = map (filter (> 0)) «[2][3]i64»
FUT-SZ-NAMED/visible let «x0» (n: i64, y: i64): [n]i64 = replicate n y
FUT-SZ-ACCESS/accessible let «x0» (n: i64, k: i64) (y: [n]i64) = y[k]
FUT-SZ-EXPAR/shown let «x0» = (filter (> 0) >-> length) «[3]i64»
FUT-SZ-LOOP/inside let «x0» = loop y = «[3]i64» for i < 2i64 do (let z = filter (> i) «[3]i64» in map2 (+) y z)
FUT-SZ-CAUSAL/known let «x0» [n] (y: [n]i64) (f: [n]i64 -> i64) = f y let «x1» = «x0» (filter (> 1) «[3]i64») (\\z -> length z)
FUT-SZ-CAUSAL/known let «x0» [n] (p: ([n]i64, [n]i64 -> i64)) = p.1 p.0 let «x1» = «x0» (filter (> 1) «[3]i64», \\z -> length z)
FUT-SZ-CAUSAL/known let «x0» [n] (p: ([n]i64 -> i64, [n]i64)) = p.0 p.1 let «x1» = «x0» (\\z -> length z, filter (> 1) «[3]i64»)
FUT-SZ-CAUSAL/known let «x0» [n] (p: {a: [n]i64, b: [n]i64 -> i64}) = p.b p.a let «x1» = «x0» {a = filter (> 1) «[3]i64», b = \\z -> length z}
FUT-SZ-CAUSAL/known let «x0» = length ([] ++ [filter (> 3) «[3]i64»])
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = «x0»[1]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» let «x2» = «x1» with [0] = «i64» let «x3» = length «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = («x0», «a») let «x2» = «x1».0 with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = {a = «x0», b = «a»} let «x2» = «x0» with [0] = «i64» let «x3» = «x1».a[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0»[0:2] let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3][3]i64» let «x1» = «x0»[1] let «x2» = «x0» with [0, 0] = «i64» let «x3» = «x1»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = if «bool» then «x0» else «*[3]i64» let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let («x1», _) = («x0», «a») let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = match «bool» case true -> «x0» case false -> «*[3]i64» let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = loop y = «x0» for i < 3i64 do y let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» (y: [3]i64) = y let «x2» = «x1» «x0» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = \\(y: i64) -> «x0»[y % 3] let «x2» = «x0» with [0] = «i64» let «x3» = «x1» 0
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» (y: *[3]i64) : i64 = y[0] let «x2» = «x1» «x0» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = if «bool» then («x0» with [0] = «i64») else «[3]i64» let «x2» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = scatter «x0» «[2]i64» «[2]i64» let «x2» = «x0»[0]
FUT-U-VAR/consumed let «x1» = copy «[3]i64» let «x2» = («x1» with [0] = 1, «x1»)
FUT-U-VAR/consumed let «x1» = copy «[3]i64» let «x2» = («x1» with [0] = 1)[0] + «x1»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = copy «[3]i64» let «x2» = if «bool» then «x1» else «x0» let «x3» = «x2» with [0] = «i64» let «x4» = «x1»[0] + «x3»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = if «bool» then «[3]i64» else («x0» with [0] = «i64») let «x2» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = match «bool» case true -> «x0» with [0] = 1 case false -> copy «[3]i64» let «x2» = («x1», «x0»)
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = copy «[3]i64» let «x2» = copy «[3]i64» let («x3», «x4», «x5») = loop (a, b, c) = («x0», «x1», «x2») for i < 2i64 do (b, c, a) let «x6» = «x3» with [0] = 1 let «x7» = «x2»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = copy «[3]i64» let («x2», «x3») = loop (a, b) = («x0», «x1») for i < 2i64 do (b, a) let «x4» = «x2» with [0] = 1 let «x5» = «x1»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = (\\(y: i64) -> «x0») let «x2» = «x1» 0 with [0] = 1 let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = ({a = «i64», b = «x0»}) with a = 2 let «x2» = «x0» with [0] = 1 let «x3» = «x1».b
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = assert «bool» «x0» let «x2» = «x1» with [0] = 1 let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» :> [3]i64 let «x2» = «x1» with [0] = 1 let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[2][3]i64» let «x1» = transpose «x0» let «x2» = «x1» with [0, 0] = 1 let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = (#node «x0» : (#leaf | #node ([3]i64))) let «x2» = «x0» with [0] = 1 let «x3» = match «x1» case #node y -> y[0] case #leaf -> 0
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = map (\\y -> y) «x0»
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = map (\\y -> y) «x0»
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = map (\\y -> y) «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = «x0» ++ «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = «x0» ++ «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = «x0» ++ «x0»
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = reverse «x0»
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = reverse «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = reverse «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = copy «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = copy «x0»
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = copy «x0»
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = zip «x0» [1i64, 2, 3]
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = zip «x0» [1i64, 2, 3]
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = zip «x0» [1i64, 2, 3]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = [«x0»]
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = [«x0»]
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = [«x0»]
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = loop y = 0i64 for _z in «x0» do y + 1
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = loop y = 0i64 for _z in «x0» do y + 1
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = loop y = 0i64 for _z in «x0» do y + 1
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = «x0»[0:2]
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = «x0»[0:2]
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = «x0»[0:2]
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = «x0»[1]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = «x0»[1]
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = «x0»[1]
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = filter (\\_ -> true) «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = filter (\\_ -> true) «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = filter (\\_ -> true) «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = (copy «x1») with [0:3] = «x0»
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = (copy «x1») with [0:3] = «x0»
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = (copy «x1») with [0:3] = «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = (replicate 2 «x1») with [1] = «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = (replicate 2 «x1») with [1] = «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = (replicate 2 «x1») with [1] = «x0»
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = scatter (copy «x1») [2i64, 1, 0] «x0»
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = scatter (copy «x1») [2i64, 1, 0] «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = scatter (copy «x1») [2i64, 1, 0] «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = «x0»
FUT-U-VAR/consumed let «x0» = copy «[3][2]i64» let «x1» = «x0» with [0] = «[2]i64» let «x2» = «x0»
FUT-U-VAR/consumed let «x0» = replicate 3 (#node «i64» : (#leaf | #node i64)) let «x1» = «x0» with [0] = #leaf let «x2» = reduce (\\y _ -> y) «x1»[0] «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]i64» (copy «[3]i64») let «x1» = «x0» with [0] = («i64», 1) let «x2» = reduce (\\y _ -> y) «x1»[0] «x0»
FUT-U-VAR/consumed let «x0» = zip «[3]bool» (zip «[3]i64» «[3]i64») let «x1» = «x0» with [0] = (true, (1, 2)) let «x2» = reduce (\\y _ -> y) «x1»[0] «x0»
FUT-U-R-CONSUME/consumable let «x0» (y: [3]i64) = y with [0] = «i64»
FUT-U-R-CONSUME/consumable let «x0» = copy «[3]i64» let «x1» = loop y = 0i64 for i < 3i64 do (let z = «x0» with [0] = y in z[0])
FUT-U-R-CONSUME/consumable let «x0» = copy «[3]i64» let «x1» = map (\\(y: i64) -> (let z = «x0» with [0] = y in z[0])) «[2]i64»
FUT-U-R-CONSUME/consumable let «x0» = copy «[2][3]i64» let «x1» = map (\\(y: [3]i64) -> y with [0] = 1) «x0»
FUT-U-R-CONSUME/consumable let «x0» = copy «[3]i64» let «x1» (y: i64) : i64 = (let z = «x0» with [0] = y in z[0])
FUT-U-R-CONSUME/consumable let «x0» = copy «[2][3]i64» let «x1» = loop y = 0i64 for z in «x0» do (let w = z with [0] = y in w[0])
FUT-U-UPDATE/overlap let «x0» = copy «[3][3]i64» let «x1» = «x0» with [0] = «x0»[1]
FUT-U-UPDATE/parts let «x0» = copy «[3]i64» let «x1» = («x0», «x0») with 0[0] = 1
FUT-U-UPDATE/overlap let «x0» = copy «[4]i64» let «x1» = «x0» with [0:2] = «x0»[2:4]
FUT-U-CALL/overlapping let «x0» (y: *[3]i64) (z: [3]i64) : i64 = y[0] + z[0] let «x1» = copy «[3]i64» let «x2» = «x0» «x1» «x1»
FUT-U-CALL/self_aliased let «x0» (y: *([3]i64, [3]i64)) : i64 = y.0[0] let «x1» = copy «[3]i64» let «x2» = «x0» («x1», «x1»)
FUT-U-CALL/self_aliased let «x0» = copy «[3]i64» let «x1» = loop (a, b) = («x0», «x0») for i < 3i64 do (a with [0] = 1, b with [0] = 2)
FUT-U-CALL/overlapping let «x0» (y: *[3]i64) (z: i64 -> i64) : i64 = y[0] + z 0 let «x1» = copy «[3]i64» let «x2» = «x0» «x1» (\\(i: i64) -> «x1»[i])
FUT-U-HOPAR/parameter let «x0» (y: *[3]i64) : i64 = y[0] let «x1» = map «x0» «[2][3]i64»
FUT-U-HOPAR/parameter let «x0» = map (\\(r: *[3]i64) -> r with [0] = 1) «[2][3]i64»
FUT-U-HOPAR/parameter let «x0» (f: [3]i64 -> i64) : i64 = f «[3]i64» let «x1» (y: *[3]i64) : i64 = (y with [0] = 1)[0] let «x2» = «x0» «x1»
FUT-U-HOPAR/parameter let «x0» (y: *[3]i64) : i64 = y[0] let «x1»: [3]i64 -> i64 = «x0»
FUT-U-HOPAR/parameter let «x0» (y: *[3]i64) : i64 = y[0] let «x1»: (i64, [3]i64 -> i64) = («i64», «x0»)
FUT-U-HOPAR/result let «x0» (f: [3]i64 -> *[3]i64) (y: [3]i64) : i64 = (f y with [0] = 1)[0] let «x1» = «x0» (\\(z: [3]i64): [3]i64 -> z) «[3]i64»
FUT-U-LOOP/outer let «x0» = copy «[3]i64» let «x1» = loop (y: *[3]i64) = «*[3]i64» for i < 3i64 do «x0»
FUT-U-LOOP/consumed let «x0» = copy «[3]i64» let «x1» = copy «[3]i64» let («x2», «x3») = loop (p: *[3]i64, q) = («x0», «x1») for i < 2i64 do (let p = p with [0] = i + q[0] in (p, p))
FUT-U-LOOP/returned let «x0» = copy «[3]i64» let «x1» = copy «[3]i64» let («x2», «x3») = loop (p, q: *[3]i64) = («x0», «x1») for i < 2i64 do (let q = q with [0] = i + p[0] in (q, q))
FUT-U-LOOP/body let «x0» = copy «[3]i64» let «x1» = loop y = «x0» for i < 3i64 do y with [0] = «x0»[1] + i
FUT-U-LOOP/element let «x0» = loop (y: *[3]i64) = «*[3]i64» for z in copy «[2][3]i64» do (if «bool» then z else y with [0] = «i64»)
FUT-U-R-CONSUME/consumable let «x0» (v: [3]i64) = (loop (y: *[3]i64, z: []i64) = («*[3]i64», v) for i < 3i64 do (z, y with [0] = i)).0
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let («x1», «x2») = (if «bool» then («*[3]i64», «x0» with [0] = «i64») else («x0», «x0»)) let «x3» = «x1» with [0] = «i64» let «x4» = «x2»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let («x1», «x2») = (match «i64» case 0 -> («*[3]i64», «x0» with [0] = «i64») case _ -> («x0», «x0»)) let «x3» = «x1» with [0] = «i64» let «x4» = «x2»[0]
FUT-U-RETURN/distinct let «x0» (c: bool) (v: *[3]i64): (*[3]i64, *[3]i64) = if c then («*[3]i64», v with [0] = «i64») else (v, v)
FUT-U-HELD/consumed let «x0» (y: [3]i64) (z: [3]i64) : i64 = y[0] + z[0] let «x1» = copy «[3]i64» let «x2» = «x0» («x1» with [0] = 1) «x1»
FUT-U-HELD/consumed let «x1» = copy «[3]i64» let «x2» = «x1»[(«x1» with [0] = 1)[0]]
FUT-U-HELD/consumed let «x1» = copy «[3]i64» let «x2» = («x1», «x1» with [0] = 1)
FUT-U-HELD/consumed let «x1» = copy «[3]i64» let «x2» = [«x1», «x1» with [0] = 1]
FUT-U-HELD/consumed let «x1» = copy «[3]i64» let «x2» = {a = «x1», b = «x1» with [0] = 1}
FUT-U-HELD/consumed let «x1» = copy «[3]i64» let «x2» = «x1» == («x1» with [0] = 1)
FUT-U-HELD/consumed let «x1» = copy «[3]i64» let «x2» = «x1»[(«x1» with [0] = 1)[0]:]
FUT-U-HOLET/quiet let «x0» = copy «[3]i64» let «x1» = (let z = «x0» with [0] = 1 in \\(y: i64) -> y + z[0])
FUT-U-HOARG/quiet let «x0» (f: i64 -> i64) : i64 = f 1 let «x1» = copy «[3]i64» let «x2» = «x0» (let z = «x1» with [0] = 1 in \\y -> y + z[0])
FUT-U-FORIN/consumed let «x0» = copy «[3]i64» let «x1» = loop y = «x0» for z in «x0» do y with [0] = z
FUT-X-NUMBER/suffix let «x0» = 1i33
FUT-X-NUMBER/range let «x0» = 1000000000000000000000000000000000000000
FUT-X-NUMBER/suffix let «x0» = 1f8
FUT-X-NUMBER/suffix let «x0» = 0x1.8p3i32
FUT-X-ESCAPE/known let «x0» = \"\\q\"
FUT-X-ESCAPE/code let «x0» = \"\\99999999\"
FUT-X-ESCAPE/one let «x0» = '\\&'
FUT-X-EXP/expression let «x0» = «i64» + in «i64»
FUT-X-EXP/token let «x0» = («i64»]
FUT-X-EXP/token let «x0» = match «i64»
FUT-X-EXP/expression let «x0» = if then «i64» else «i64»
FUT-X-RANGE/end let «x0» = «i64»..«i64»
FUT-X-CHARACTER/known let «x0» = «i64» + € 2
FUT-X-STRING/closed let «x0» = \"no end
FUT-X-PROGRAM/token let «x0» = if «bool» then «i64»
FUT-X-PROGRAM/token let «x0» = [«i64», «i64»)
FUT-X-PROGRAM/token let «x0» = loop y = «i64» do y
FUT-X-PROGRAM/token let «x0» = («i64» : [2)
FUT-X-DOC/placed let «x0» = «i64» +¶ -- | not here¶ 1
FUT-X-INDEX/together let «x0» = «[3]i64» let «x1» = «x0»[0] [1]
FUT-X-OPEN/name let «x0» = 3.(«i64»)
FUT-X-PAT/pattern let «x0» = match «[3]u8» case \"a\" -> «a» case _ -> «a»
FUT-X-PAT/pattern let + = «i64»
FUT-X-TYPE/form let «x0»: + = «i64»
";

/// Declarations.
pub const DECLARATIONS: &str = "
FUT-T-FUN/result def «x0» (y: i64) : bool = y
FUT-T-IF/branches def «x0» y = let g 'a (z: a) = (if true then y else z) in g 1i64
FUT-T-IF/branches def «x0» (u: i64) = let keep = \\(_: i64) (_: i64) (_: i64) (_: i64) (_: i64) w -> w in \\y -> (let _q = keep u u u u u y let g 'a (z: a) = (if true then y else z) in u)
FUT-T-FUN/result def «x0» 'a (y: a) : i64 = y
FUT-T-FUN/result def «x0» 'a 'b (y: a) (z: b) : a = z
FUT-T-REDEF/logical def (&&) (x: i64) (y: i64) = x
FUT-T-TYPE/constructor def «x0» (y: (i32, bool) i64) = y
FUT-T-TYPE/argument type «x0» 'a = {it: a} def «x1» (y: «x0» [3]) = 1i64
FUT-T-TYPE/argument type «x0» [n] = [n]i64 def «x1» (y: «x0» bool) = 1i64
FUT-T-TYPE/regular type~ «x0» = ?[n].[n]i32 type~ «x1» = [3]«x0»
FUT-T-TYPE/few type «x0» = #none«*256  | #c$»
FUT-T-TYPE/names def «x0» [n] [n] (y: [n]i64) = y
FUT-T-TYPE/names type «x0» 'a 'a = (a, a)
FUT-T-TYPE/shown def «x0» (y: i64): ?[n].i64 = y
FUT-T-TYPE/arity type «x0» [n] = [n]i64 def «x1» (y: «x0») = y
FUT-T-TYPE/fields type «x0» = {a: i32, a: i32}
FUT-T-TYPE/constructors type «x0» = #a i32 | #a bool
FUT-T-TYPE/element type^ «x0» = [2](i32 -> i32)
FUT-T-ABBR/used type «x0» [n] = i64
FUT-T-ABBR/functions type «x0» = i32 -> i32
FUT-T-ABBR/sizes type «x0» = []i32
FUT-T-ABBR/constructive type^ «x0» = []i32 -> i32
FUT-T-ENTRY/polymorphic entry «x0» 'a (y: a) = 0i64
FUT-T-ENTRY/higher entry «x0» (f: i64 -> i64) = f 1
FUT-T-ENTRY/nested module «x0» = { entry «x1» (y: i64) = y }
FUT-T-ENTRY/ret entry «x0» [n] (y: i64): [n]i64 = replicate n y
FUT-T-ENTRY/constructive entry «x0» [n] (y: [n * 2]i64) = length y
FUT-T-ENTRY/higher entry «x0» (y: i64) = \\(z: i64) (f: i64 -> i64) -> f (y + z)
FUT-T-OPS/same module «x0» : { type t val y : t } = { type t = i64 def y = 1i64 } def «x1» = «x0».y == 1i64
FUT-T-INST/sizes module type «x0» = { type~ bag val make: i64 -> bag } module «x1»: «x0» = { type~ bag = ?[k].[k]i64 def make (n: i64): bag = iota n } def «x2» (n: i64) = length (replicate n («x1».make n))
FUT-T-INST/functions def «x0» 'a (y: a) : a = y def «x1» = «x0» (\\(z: i64) -> z) 1
FUT-T-LIMIT/parts def «x0» (x: i64) = let a = (x, x) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) let a = (a, a) in 1i32
FUT-T-RECFUN/monomorphic def «x0» 'a (n: i64) (y: a): i64 = if n == 0 then 0 else «x0» (n - 1) (y, y)
FUT-T-RECFUN/first_order def «x0» (n: i64): i64 -> i64 = let g = «x0» (n - 1) in \\y -> g y
FUT-T-RECFUN/saturated def «x0» (g: i64 -> i64) (n: i64): i64 = if n == 0 then 0 else (let h = «x0» g in h (g n))
FUT-T-RECFUN/unchanged def «x0» (g: i64 -> i64) (n: i64): i64 = if n == 0 then 0 else «x0» (\\y -> g (g y)) (n - 1)
FUT-T-SECT/operator def (+!) (y: i64) = y def «x0» (y: i64) = (y +!) y
FUT-T-VAR/bound def «x0» (y: i64) = «x1» y def «x1» (y: i64) = y
FUT-T-VAR/bound module «x0» : { val y : i64 } = { def y = 1i64 def z = 2i64 } def «x1» = «x0».z
FUT-T-VAR/bound module «x0» = { local def z = 2i64 def y = z } def «x1» = «x0».z
FUT-T-APP/argument def «x0» '~a (f: a -> i64) (y: a) = f y def «x1» (z: bool) = «x0» (\\(y: i64) -> y) z
FUT-T-APP/argument def «x0» 'a (y: a) (z: a) = y def «x1» (z: bool) (w: i64) = «x0» z w
FUT-SZ-PARAM/used def «x0» [n] (y: i64) = y
FUT-SZ-PARAM/known def «x0» (y: []i64) = let z = filter (> 0) y in \\w -> map2 (+) z w
FUT-SZ-PARAM/known def «x0» (x: i64, y: i64) = \\(z: [x * y]i64) -> z
FUT-SZ-PARAM/value def «x0» = (filter (> 2) (iota 5), \\(y: []i64) -> y)
FUT-SZ-EQ/equal def «x0» [n] (y: [n]i64) : [n + 1]i64 = y
FUT-SZ-EQ/equal def «x0» [n] [m] (y: [n]i64) (z: [m]i64) = map2 (+) y z
FUT-SZ-EQ/equal def «x0» [n] (y: [n]i64) : ([n]i64, [n]i64, [n]i64) = (y, y, y ++ y)
FUT-SZ-EQ/equal def «x0» (n: i64) (m: i64) : [n][m]i64 = replicate m (replicate n 0)
FUT-SZ-EQ/equal def «x0» [n] (f: [n]i64 -> [n]i64) (y: [n]i64) = f y def «x1» [n] (y: [n]i64) = «x0» (\\z -> take 2 z) y
FUT-SZ-EQ/equal def «x0» (h: (i64 -> []i64) -> i64) = h iota def «x1» (y: i64) = «x0» (\\(g: i64 -> [3]i64) -> y + length (g 1))
FUT-SZ-EQ/equal type «x0» [n] = [n]i64 def «x1» [n] [m] (y: «x0» [n]) (z: «x0» [m]) = map2 (+) y z
FUT-SZ-ANONSPEC/named module type «x0» = { val total: []i64 -> i64 }
FUT-SZ-LINK/scope def «x0» (a: []i64) (n: i64) = map2 (+) a (replicate n 1)
FUT-SZ-NAMED/visible def «x0» (n: i64, x: i64): [n]i64 = replicate n x
FUT-SZ-SCOPE/shown def «x0» [n] (f: [n]i64 -> i64) : i64 = f (replicate n 0) def «x1» (a: i64) (b: i64) = let f = let (k, _) = (a / b, a % b) in \\(y: [k]i64) -> length (zip y (iota k)) in «x0» f
FUT-SZ-LOOP/escape def «x0» zs (y: []i64) = loop w = y for _i < 2i64 do let _ = map2 (+) zs w in filter (> 0) w
FUT-U-R-CONSUME/consumable def «x0» (y: [3]i64) = y with [0] = 1
FUT-U-RETURN/consumable def «x0» (y: [3]i64) : *[3]i64 = y
FUT-U-RETURN/consumable def «x0» (y: [3][3]i64) : *[3]i64 = y[0]
FUT-U-RETURN/distinct def «x0» (y: *[3]i64) : *([3]i64, [3]i64) = (y, y)
FUT-U-RETURN/consumable def «x0» (y: ([3]i64, i64)) : *[3]i64 = y.0
FUT-U-RETURN/consumable def «x0» (y: [3]i64) (z: *[3]i64) : *[3]i64 = if z[0] > 0 then z else y
FUT-U-RETURN/consumable def «x0» (y: [3]i64) (n: i64) : *[3]i64 = loop z = y for i < n do z
FUT-U-RETURN/distinct def «x0» (y: *[3]i64) : (*[3]i64, *[3]i64) = (y, y[::-1])
FUT-U-GLOBAL/function def «x0»: [3]i64 = [1, 2, 3] def «x1» (y: i64) = «x0»
FUT-U-GLOBAL/constant def «x0»: *[3]i64 = [1, 2, 3]
FUT-U-GLOBAL/function def «x0»: [3]i64 = [1, 2, 3] def «x1» (y: bool) = if y then «x0» else [3, 2, 1]
FUT-M-NAMES/ty def «x0» (y: not_bound) = 0i64
FUT-M-NAMES/ty type «x0» = (i32, not_bound)
FUT-M-NAMES/module module «x0» = not_bound
FUT-M-NAMES/module_type module «x0» : not_bound = { }
FUT-M-NAMES/duplicate module «x0» = { def x = 1i64 def x = 2i64 }
FUT-M-NAMES/duplicate module type «x0» = { type a type a = i32 }
FUT-M-NAMES/duplicate module type «x0» = { val a : i64 module a : { } }
FUT-M-NAMES/duplicate module «x0» = { type x = i64 type x = i32 }
FUT-M-NAMES/parametric module «x0» (P: { val k: i64 }) = { def x = P.k } def «x1» (y: i64) = «x0».x + y
FUT-M-NAMES/intrinsics module «x0» = intrinsics
FUT-M-NAMES/ty module «x0» : { } = { type y = i64 } def «x1» (z: «x0».y) = z
FUT-M-APPLY/parametric module «x0» = { } module «x1» = «x0» «x0»
FUT-M-APPLY/parametric module «x0» = { def y = 1i64 } module «x1» = «x0» { }
FUT-M-OPEN/parametric module «x0» (P: { }) = { } open «x0»
FUT-M-VAL/present module «x0» : { val y : i64 } = { }
FUT-M-VAL/general module «x0» : { val y : i64 } = { def y = true }
FUT-M-VAL/general module «x0» : { val y 'a : a -> a } = { def y (x: i64) = x }
FUT-M-VAL/present module «x0» (P: { val y : i64 }) = { def z = P.y } module «x1» = «x0» { def w = 1i64 }
FUT-M-VAL/general module «x0» : { val p : {a: i32} } = { def p = {b = 1i32} }
FUT-M-VAL/general module «x0» : { val p : (i64, bool) } = { def p = (true, 1i64) }
FUT-M-VAL/general module «x0» : { val p : {a: i64, b: bool} } = { def p = {a = 1i64, c = true} }
FUT-M-VAL/general module «x0» : { val p : {a: i64, b: bool} } = { def p = {a = 1i64} }
FUT-M-VAL/general module «x0» : { val f : i64 -> {a: i64} } = { def f (x: i64) = {b = x} }
FUT-M-VAL/general module «x0» : { val f : {a: i64} -> i64 } = { def f (x: {b: i64}) = x.b }
FUT-M-VAL/general module «x0» : { val f : (i64, {a: i64}) -> i64 } = { def f (x: i64, y: {b: i64}) = x + y.b }
FUT-M-VAL/general module «x0» : { val f : #a i64 | #b } = { def f : #a bool | #b = #b }
FUT-M-VAL/general module «x0» : { val p : [2]{a: i64} } = { def p = [{b = 1i64}, {b = 2}] }
FUT-M-VAL/general module «x0» (P: { val p: {a: i64} }) = { def q = P.p.a } module «x1» = «x0» { def p = {b = 1i64} }
FUT-M-VAL/general module «x0» : { val f : i64 -> i64 -> i64 } = { def f (x: i64) = x }
FUT-M-VAL/general module «x0» : { val f : #a i64 | #b } = { def f : #a i64 | #c = #c }
FUT-M-VAL/general module «x0» : { type t val f : t -> t } = { type t = i64 def f (x: bool) = x }
FUT-M-VAL/general module «x0» : { val f 'a 'b : a -> b -> a } = { def f 'a (x: a) (y: a) = x }
FUT-M-VAL/general module «x0» : { val f '~a : (a -> i64) -> i64 } = { def f 'a (_: a -> i64) = 1i64 }
FUT-M-VAL/general module «x0» : { val f : (i64 -> i64) -> i64 } = { def f '~a (_: a) = 1i64 }
FUT-M-VAL/general module «x0» : { module m: { type a } module n: { type a } val x: m.a } = { module m = { type a = i32 } module n = { type a = bool } def x = true }
FUT-M-VAL/general module «x0» (P: { module m: { type a val y: a } val f: m.a -> i64 }) = { def z = P.f P.m.y } module «x1» = «x0» { module m = { type a = bool def y = true } def f (b: i64) = b }
FUT-M-WITH/abstract_type module type «x0» = { module m: { type a } val x: m.a } module type «x1» = «x0» with a = i32
FUT-M-VALSIZE/fixed module «x0» : { val f : ((n: i64) -> [n]i64) -> i64 } = { def f [k] (g: i64 -> [k]i64) : i64 = length (zip (g 1) (g 2)) }
FUT-M-VALSIZE/fixed module «x0» : { val y [n] : [n]i64 -> [n]i64 } = { def y [n] (z: [n]i64) = filter (> 0) z }
FUT-M-VALSIZE/fixed module «x0» : { val f : (n: i64) -> [n]i64 } = { def f (n: i64) = filter (> 0) (iota n) }
FUT-M-VALSIZE/fixed module «x0» : { val f [n] [m] : [n]i64 -> [m]i64 -> [m]i64 } = { def f [n] [m] (y: [n]i64) (z: [m]i64) = y }
FUT-M-VALSIZE/fixed module «x0» : { val f [n] [m] : [n]i64 -> [m]i64 -> i64 } = { def f [n] (y: [n]i64) (z: [n]i64) = y[0] + z[0] }
FUT-M-VALUNIQ/consume module «x0» : { val y : [3]i64 -> i64 } = { def y (z: *[3]i64) : i64 = z[0] }
FUT-M-VALUNIQ/result module «x0» : { val y : [3]i64 -> *[3]i64 } = { def y (z: [3]i64) = z }
FUT-M-VALUNIQ/consume module «x0» : { val f [n] : [n]i64 -> i64 } = { def f [n] (x: *[n]i64) = (x with [0] = 1)[0] }
FUT-M-VALUNIQ/result module «x0» : { val f : i64 -> [3]i64 -> (*[3]i64, i64) } = { def f (x: i64) (y: [3]i64) = (y, x) }
FUT-M-TYPE/present module «x0» : { type y } = { }
FUT-M-TYPE/equal module «x0» : { type y = i64 } = { type y = bool }
FUT-M-TYPE/params module «x0» : { type y 'a } = { type y = bool }
FUT-M-TYPE/sizes module «x0» : { type y } = { type~ y = []i64 }
FUT-M-TYPE/lifted module «x0»: { type t } = { type^ t = i32 -> i32 }
FUT-M-TYPE/constructive module «x0»: { type^ t [n] } = { type^ t [n] = [n]i32 -> i32 }
FUT-M-TYPE/present module «x0» (P: { type y }) = { } module «x1» = «x0» { type z = i64 }
FUT-M-TYPE/equal module «x0» : { type y type z = y } = { type y = i64 type z = bool }
FUT-M-WITH/abstract_type module type «x0» = { type y = i64 } module «x1» : «x0» with y = bool = { type y = bool }
FUT-M-WITH/params module type «x0» = { type t 'a } module type «x1» = «x0» with t = i32
FUT-M-WITH/abstract_type module type «x0» = { val y : i64 } module «x1» (P: «x0» with z = bool) = { }
FUT-M-SUB/present module «x0» : { module y : { } } = { }
FUT-M-SUB/parametric module «x0»: { module f: (P: { val k: i32 }) -> { val j: i32 } } = { module f = { def j = 1i32 } }
FUT-M-SUB/present module «x0» (P: { module y : { } }) = { } module «x1» = «x0» { }
FUT-M-IMPORT/found import \"nowhere/«x0»\"
FUT-M-IMPORT/builtin import \"/prelude/array\"
FUT-M-IMPORT/cycle import \"generated\"
FUT-M-INCLUDE/parametric module type «x0» = (P: { val k: i32 }) -> { val j: i32 } module type «x1» = { include «x0» }
FUT-M-TOPSIZE/hidden module «x0»: { type~ t val z: t } = { type~ t = ?[k].[k]i32 def z: t = [1, 2] }
FUT-X-PROGRAM/declaration module «x0» = { 1 + 2 }
FUT-X-PROGRAM/token let = 1
FUT-X-PROGRAM/token type «x0» 32
FUT-X-PROGRAM/token #[inline¶def «x0» (y: i64) = y
FUT-X-PROGRAM/token module «x0» { }
FUT-X-PAT/pattern def «x0» (y: i64) y
FUT-X-NEST/depth def «x0» (y: i64) = «*1100 (»y«*1100 )»
FUT-X-NEST/length def «x0» (y: i64) = y«*10100  + y»
FUT-X-BIND/unqualified def (m.+) (x: i64) (y: i64) = x
FUT-X-BIND/infix def (x: i64) ! (y: i64) = x + y
FUT-X-BIND/name def (a, b) = (1i64, 2i64)
FUT-X-LET/body def «x0» (y: i64) = let z = y
FUT-X-MODULE/module module «x0» = 3
FUT-X-MODULE/module_type module type «x0» = 3
FUT-X-MODULE/item module type «x0» = { def x = 3 }
FUT-X-TYPE/form type «x0» = (i32, )
";
