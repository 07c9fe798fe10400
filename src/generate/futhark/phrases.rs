//! Phrases: right statements of a fixed shape, with generated parts.
//!
//! They are what follows from several rules at once and is rarely composed by chance: sizes that one argument makes and another takes, loops and
//! branches that change sizes, what may be updated although something like it was consumed.  Each ends in a variable whose value is observed.

use super::features::{Construct, Feature};
use super::generator::{Aliases, Generator};
use super::signature::written;
use crate::Choices;

/// A phrase a line: the type of `x0`, and statements as the table of what is refused has them.
const PHRASES: &str = "
i64 let «x1» [n] (f: [n]i64 -> i64) (y: [n]i64) : i64 = f y + n let «x0» = «x1» (\\z -> length z * 3 + i64.sum z) (filter (> 1) «[3]i64»)
i64 let «x1» [n] (y: [n]i64) (z: [n]bool) : i64 = n + i64.sum y let «x2» = filter (> 0) «[3]i64» let «x0» = «x1» (map (+ 1) «x2») (map (> 1) «x2»)
i64 let «x1» = filter (> 1) «[3]i64» let «x0» = i64.sum (map (\\(a, b) -> a * b) (zip «x1» (map (+ 1) «x1»)))
i64 let «x1» = (\\y -> zip y (reverse y)) (filter (> 1) «[3]i64») let «x0» = reduce (+) 0 (map (\\(a, b) -> a - b * 2) «x1»)
i64 let «x1» = loop y = «[3]i64» for i < 3i64 do filter (> i) (y ++ [i]) let «x0» = length «x1» * 100 + i64.sum «x1»
i64 let «x1» = loop y = «[2]i64» while length y < 9 do y ++ y let «x0» = length «x1» + i64.sum «x1»
i64 let «x1» = if «bool» then «[3]i64» else «[2]i64» let «x0» = length «x1» + i64.sum «x1»
i64 let «x1» = match «i64» case 0 -> «[3]i64» case 1 -> filter (> 0) «[3]i64» case _ -> «[2]i64» let «x0» = length «x1» + i64.sum «x1»
i64 let «x1» (n: i64) : [n + 1]i64 = iota (n + 1) let «x2» = «x1» (1 + 1) let «x0» = i64.sum «x2» + length («x1» (length «x2»))
i64 let «x1» = «[3]i64» let «x2» = «x1»[1:] let «x0» = i64.sum (map2 (*) «x2» (reverse «x2»)) + length «x2»
i64 let «x1» = filter (> 0) «[3]i64» let «x2» = indices «x1» let «x0» = i64.sum (map2 (*) «x1» «x2»)
i64 let «x1» (f: (n: i64) -> [n]i64) : i64 = i64.sum (f 3) * length (f 2) let «x0» = «x1» iota + «x1» (\\n -> replicate n «i64»)
i64 let «x1» [n] (f: i64 -> [n]i64) (g: [n]i64 -> i64) : i64 = g (f 1) - n let «x0» = «x1» (\\i -> [i, «i64»]) (\\y -> y[1] * 2 + y[0])
i64 let «x1» = {a = filter (> 0) «[3]i64», b = «bool»} let «x0» = if «x1».b then i64.sum «x1».a else length «x1».a
i64 let («x1», «x2») = partition (> 1) «[3]i64» let «x0» = i64.sum «x1» * 2 - length «x2»
i64 let «x1» = (\\(y: i64) -> filter (> y) «[3]i64») let «x0» = length («x1» 1) * 10 + length («x1» 2)
i64 let «x1» 'a (y: a) : (a, a) = (y, y) let «x0» = («x1» «i64»).1 + i64.bool («x1» «bool»).0
i64 let «x1» 'a 'b (f: a -> b) (y: a) : b = f y let «x0» = «x1» (\\y -> y + 1) («x1» i64.bool «bool»)
i64 let «x1» = map (\\i -> [i, i * 2]) (filter (> 0) «[3]i64») let «x0» = i64.sum (flatten «x1»)
i64 let «x1» = (#node (filter (> 0) «[3]i64») : (#leaf | #node ([]i64))) let «x0» = match «x1» case #node y -> i64.sum y case #leaf -> 0
i64 let «x1» = ((«[3]i64», «bool»), {a = «[2]i64»}) let «x2» = «x1» :> (([1 + 2]i64, bool), {a: [2]i64}) let «x0» = i64.sum «x2».0.0 + «x2».1.a[1]
i64 let «x1» = map (\\(y: [2]i64) -> y[0] - y[1]) («[2][2]i64») let «x0» = i64.sum (scan (\\a b -> if b == 0 then a else b) 0 «x1»)
i64 let «x0» = reduce (\\a b -> a * 3 - b) 1 (filter (> 0) «[3]i64»)
[3]i64 let «x1» = copy «[3]i64» let «x2» = copy «[3]i64» let («x3», «x4») = loop (a, b) = («x1», «x2») for i < 3i64 do (b with [0] = i, a with [1] = i) let «x0» = copy (map2 (-) «x3» «x4»)
[3]i64 let «x1» = copy «[3]i64» let «x0» = if «bool» then «x1» with [0] = «i64» else «x1» with [1] = 7
[3]i64 let «x1» = copy «[3]i64» let «x2» = «x1»[0] let «x1» = «x1» with [1] = «x2» let «x0» = «x1» with [2] = «x2» + 1
[3]i64 let «x1» (y: *[3]i64) (k: i64) : *[3]i64 = y with [k % 3] = k let «x0» = «x1» («x1» (copy «[3]i64») 1) «i64»
[3]i64 let «x1» = \\(y: *[3]i64) -> y with [0] = y[1] - 1 let «x0» = «x1» (copy «[3]i64»)
[3]i64 let «x1» (f: *[3]i64 -> *[3]i64) (y: *[3]i64) : *[3]i64 = f y let «x2» (k: i64) (y: *[3]i64) : *[3]i64 = y with [k % 3] = k let «x5» = «i64» let «x0» = «x1» («x2» «x5») (copy «[3]i64»)
[3]i64 let «x1» (k: i64) (y: *[3]i64) (z: *[3]i64) : *[3]i64 = (y with [k % 3] = z[0]) with [0] = k let «x5» = «i64» let «x2» = «x1» «x5» let «x0» = «x2» (copy «[3]i64») (copy «[3]i64»)
[3]i64 let «x1» (k: i64) = \\(y: *[3]i64) -> y with [0] = k - y[2] let «x5» = «i64» let «x2» = «x1» «x5» let «x3» = copy «[3]i64» let «x0» = «x2» «x3»
[3]i64 let «x1» (f: *[3]i64 -> i64) (y: [3]i64) : i64 = f (copy y) - f (copy y) * 3 let «x2» = «[3]i64» let «x0» = map (+ «x1» (\\(z: *[3]i64) -> (z with [1] = z[0] * 2)[1]) «x2») «x2»
[3]i64 let «x1» = {a = copy «[3]i64», b = «i64»} let «x2» = «x1» with a[1] = 5 let «x0» = copy «x2».a
[3]i64 let «x1» = copy «[2][3]i64» let «x2» = «x1» with [0] = «[3]i64» let «x2» = «x2» with [1, 2] = «i64» let «x0» = map2 (-) «x2»[0] «x2»[1]
[3]i64 let «x0» = map (\\(y: [2]i64) -> (let z = copy y let z = z with [0] = z[1] in z[0] + z[1])) «[3][2]i64»
[3]i64 let «x1» = copy «[3]i64» let «x0» = loop y = «x1» for z in «[2]i64» do (let w = y[1] + z in y with [0] = w)
[3]i64 let «x1» = copy «[3]i64» let «x0» = loop (y: *[3]i64) = «x1» for i < 3i64 do y with [i] = y[(i + 1) % 3] + i
[3]i64 let «x0» = reduce_by_index (copy «[3]i64») (-) 0 (map (% 4) «[3]i64») «[3]i64»
[3]i64 let «x0» = scatter (copy «[3]i64») (map (\\y -> y % 5 - 1) «[3]i64») «[3]i64»
[3]i64 let «x1» = copy «[3]i64» let «x0» = «x1» with [0:2] = [«i64», 4]
[2]i64 let («x1», _) = unzip (map (\\y -> (y + 1, y)) «[2]i64») let «x0» = copy «x1»
i64 let «x1» 'a (_: a) : [0](#some a | #none) = [] let [«x2»] («x3»: [](#some ([«x2»]i64) | #none)) = «x1» «[3]i64» let «x0» = «x2» + length «x3»
i64 let «x1» 'a (y: a) : (#some a | #none) = if «bool» then #some y else #none let [«x2»] («x3»: (#some ([«x2»]i64) | #none)) = «x1» (filter (> 1) «[3]i64») let «x0» = «x2» + (match «x3» case #some y -> y[:1][0:0] |> length case #none -> 7)
i64 let «x1» 'a (f: a -> i64) (y: i64) : i64 = y «*80 + y * $» let «x4» = «i64» let «x0» = «x1» (\\(z: [«x4» % 3 + 4]i64) -> length z) 2
i64 let «x1» 'a (f: a -> i64) : i64 = (let [«x2»] («x3»: [][«x2»]a) = ([] : [0][3]a) in «x2» + length «x3») let «x4» = «i64» let «x0» = «x1» (\\(z: [«x4» % 3 + 4]i64) -> length z)
";

/// Phrases whose sizes may have no value.  A function that is used has those sizes that it is used at, whether it is applied or not; of a type
/// argument nobody may ask for them.
const WITHOUT_VALUE: &str = "
i64 let «x4» = «i64» let «x1» 'a (f: a -> i64) : i64 = 5 let «x0» = «x1» (\\(z: [7 / «x4»]i64) -> length z)
i64 let «x4» = «i64» let «x1» 'a (f: a -> i64) (y: i64) : i64 = y «*80 + y * $» let «x0» = «x1» (\\(z: [7 / «x4»]i64) -> length z) 2
i64 let «x4» = «i64» let «x1» 'a (f: a -> i64) : i64 = length ([] : [0]a) let «x0» = «x1» (\\(z: [7 / «x4»]i64) -> length z)
i64 let «x4» = «i64» let «x1» 'a (f: a -> i64) (y: i64) : i64 = length ([] : [0]a) «*80 + y * $» let «x0» = «x1» (\\(z: [7 / «x4»]i64) -> length z) 3
i64 let «x4» = «i64» let «x1» [n] (f: [n]i64 -> i64) : i64 = 5 let «x0» = «x1» (\\(z: [7 / «x4»]i64) -> length z)
i64 let «x4» = «i64» let «x1» [n] (z: [n]i64) : i64 = n + length z let «x2» 'a (f: a -> i64) : i64 = 3 let «x0» = «x2» («x1» : [7 / «x4»]i64 -> i64)
i64 let «x4» = «i64» let «x3» = «i64» let «x1» [n] (y: i64) (z: [n]i64) : i64 = y + length z let «x2» 'a (f: a -> i64) : i64 = 3 let «x0» = «x2» («x1» (4 / «x3») : [7 / «x4»]i64 -> i64)
i64 let «x4» = «i64» let «x3» = «[3]i64» let «x1» [n] [m] (f: [n]i64 -> [m]i64 -> i64) (y: i64) : i64 = y «*80 + y * $» let «x0» = «x1» (\\(y: [7 / «x4»]i64) (z: [«x3»[«x4»]]i64) -> length y + length z) 1
i64 let «x4» = «i64» let «x3» = «[3]i64» let «x1» [n] [m] (f: [n]i64 -> [m]i64 -> i64) : i64 = 2 let «x0» = «x1» (\\(y: [«x3»[«x4»]]i64) (z: [7 / «x4»]i64) -> length y + length z)
";

/// Parallel operators within each other, and arrays that several of them need: what compilers fuse, flatten, tile and build in each other's memory.
/// Operators are associative, those of histograms commutative, and no place is written twice, so that every order of evaluation gives the same.
const NESTS: &str = "
i64 let «x1» = «[4][3]i64» let «x0» = i64.product (map (\\y -> reduce (+) 0 y) «x1») + i64.sum (map i64.maximum (transpose «x1»))
[3]i64 let «x1» = «[3]i64» let «x0» = map2 (\\i y -> i64.sum (map (* i) (rotate y «x1»))) (iota 3) «x1»
[2]i64 let «x1» = «[2][3]i64» let «x2» = «[3][2]i64» let «x3» = map (\\y -> map (\\z -> i64.sum (map2 (*) y z)) (transpose «x2»)) «x1» let «x0» = «@»map i64.sum «x3»
[3]i64 let «x1» = «[4]i64» let «x0» = «@»map (\\y -> (let z = scatter (replicate 4 y) (map (\\i -> (i + y) % 4) (iota 4)) «x1» in i64.sum (scan (+) 0 z))) «[3]i64»
[3]i64 let «x1» = «[4]i64» let «x0» = «@»map (\\y -> (let z = reduce_by_index (replicate 3 y) (+) 0 (map (\\v -> (v + y) % 4) «x1») «x1» in z[0] - z[2])) «[3]i64»
[6]i64 let «x1» = map (\\i -> map (\\j -> (i * 3 + j + 2) % 6) (iota 3)) (iota 2) let «x0» = scatter (replicate 6 «i64») (flatten «x1») (flatten («[2][3]i64»))
i64 let («x1», «x2») = reduce (\\(a, i) (b, j) -> if a > b || a == b && i < j then (a, i) else (b, j)) (i64.lowest, i64.highest) (zip «[3]i64» (iota 3)) let «x0» = «x1» * 3 + «x2»
i64 let («x1», «x2») = reduce (\\(a, b) (y, z) -> (a * y, b * y + z)) (1, 0) (map (\\y -> (y, y + 1)) «[3]i64») let «x0» = «x1» * 3 - «x2»
[3]i64 let «x0» = «@»map (\\y -> (scan (\\(a, b) (v, z) -> (a * v, b * v + z)) (1, 0) (zip y (reverse y)))[1].1) «[3][2]i64»
i64 let «x1» (y: [2][2]i64) (z: [2][2]i64) : [2][2]i64 = map (\\v -> map (\\w -> i64.sum (map2 (*) v w)) (transpose z)) y let «x0» = i64.sum (flatten (reduce «x1» [[1, 0], [0, 1]] «[3][2][2]i64»))
[3]i64 let «x0» = «@»map i64.sum (reduce_by_index (copy «[3][2]i64») (map2 i64.max) (replicate 2 i64.lowest) (map (% 4) «[3]i64») «[3][2]i64»)
[3]i64 let «x0» = «@»map (\\y -> i64.sum (loop z = copy y for i < 3i64 do z with [i] = z[(i + 1) % 3] + y[i])) «[3][3]i64»
[3]i64 let «x0» = «@»map (\\y -> (let z = loop z = [y] for i < 3i64 do filter (!= i) (z ++ [i]) in length z + i64.sum z)) «[3]i64»
[3]i64 let «x1» = «[3]i64» let «x0» = «@»map (\\y -> (let (a, b) = partition (> y) «x1» in i64.sum a - length b)) «x1»
[3]i64 let «x0» = «@»map (\\y -> (let z = y % 4 in i64.sum (map (* y) (0..<z)) - length (z + 1..z...0))) «[3]i64»
[3]i64 let «x1» = map (+ 1) «[3]i64» let «x2» = map (* 2) «x1» let «x3» = i64.sum «x1» let «x0» = scatter «x1» [2, 0, 1] (map (+ «x3») «x2»)
[3]i64 let «x1» = «*[3]i64» let «x2» = if «bool» then reverse «x1» else «x1» let «x3» = «@»map (* 2) «x2» let «x0» = scatter «x1» (iota 3) «x3»
[3]i64 let «x1» = «[3]i64» let «x0» = «@»map (\\(a, b) -> a * b + 1) (zip «x1» «x1»)
[2]i64 let «x1» = copy «[2][3]i64» let «x2» = «x1» with [:, 1] = «[2]i64» let «x0» = «@»map i64.sum «x2»
[3]i64 let «x1» = copy «[3]i64» let «x0» = «x1» with [::-1] = map (+ 1) «x1»
[3]i64 let «x1» = copy «[2][3]i64» let «x2» = copy «x1»[0] let «x1» = «x1» with [0] = copy «x1»[1] let «x3» = «x1» with [1] = «x2» let «x0» = map2 (-) «x3»[0] «x3»[1]
[3]i64 let «x0» = «@»loop y = copy «[3]i64» for i < 3i64 do map (\\j -> y[(j + 2) % 3] * i - y[(j + 1) % 3]) (iota 3)
i64 let («x1», «x2») = unzip (scan (\\(f, a) (g, b) -> (f || g, if g then b else a + b)) (false, 0) (map (\\y -> (y % 2 == 0, y)) «[3]i64»)) let «x0» = last «x2» - i64.bool (and «x1»)
[3]i64 let «x0» = «@»map i64.sum (scatter (copy «[3][2]i64») [2, 0, -1] «[3][2]i64»)
[2]i64 let «x0» = «@»map (\\y -> last (scan (+) 0 y)) (transpose «[3][2]i64»)
[3]i64 let «x0» = «@»map (\\y -> (loop (z, i) = (y % 7, 0i64) while z != 0 && i < 5 do ((z * 3 + 1) % 7, i + 1)).1) «[3]i64»
[3]i64 let «x1» = «[2]i64» let «x0» = «@»map (\\y -> i64.sum (if y > 1 then map (+ y) «x1» else reverse «x1»)) «[3]i64»
[3]i64 let «x1» = «[3]i64» let «x2» = «[3]i64» let «x0» = «@»map (\\y -> i64.sum (map (\\z -> reduce i64.max y (map (* z) «x2»)) «x1»)) «x2»
[2]i64 let «x1» = «[2][3]i64» let «x2» = «[3][2]i64» let «x0» = «@»map (\\y -> i64.sum (map (\\z -> loop v = 1 for i < 3i64 do v + y[i] * z[i]) (transpose «x2»))) «x1»
[3]i64 let «x1» = «@»scatter (replicate 3 «i64») [2, 0, 1] «[3]i64» let «x2» = scatter (copy «x1») [1, 0, 3] «[3]i64» let «x0» = map2 (-) «x1» «x2»
[3]i64 let «x0» = «@»map2 (-) (map (\\y -> y + [1, 2, 3][y % 3]) [1, 2, 3]) [1, 2, 3]
[2][3]i64 let «x0» = «@»map (\\y -> copy y with [1] = y[0] - y[2]) «[2][3]i64»
i64 let «x5» = «i64» % 4 let «x1» = «@»map (\\i -> map (* i) (iota «x5»)) (iota 3) let «x0» = i64.sum (map i64.sum «x1») - i64.sum (map i64.product (transpose «x1»)) * 2
i64 let «x5» = «i64» % 4 let «x1» = «@»reduce (map2 (-)) (replicate «x5» 0) (replicate 1 (iota «x5»)) let «x0» = i64.sum «x1» * 2 + length «x1»
[3]i64 let «x5» = «i64» % 4 let «x0» = «@»map (\\y -> (let z = scan (+) y (iota «x5») in if length z > 0 then last z else 7)) «[3]i64»
[3]i64 let «x1» = «[3]i64» let «x0» = «@»map (\\i -> (loop (y, z) = («x1»[i], copy «x1») for j < 2i64 do (z[(j + i) % 3], z with [i] = y)).0) (iota 3)
[3]i64 let «x1» = «[2][3]i64» let «x2» = «@»map2 (\\y z -> map2 (-) y z) «x1» (reverse «x1») let «x0» = «x2»[0]
[4]i64 let «x0» = flatten («@»map (\\y -> [y, y * 2]) (map2 (\\y z -> y - z) «[2]i64» «[2]i64»)) :> [4]i64
";

/// Attributes that choose how a parallel operator is compiled, and change no value.
pub const VERSIONS: [&str; 8] = [
    "sequential",
    "sequential_inner",
    "sequential_outer",
    "incremental_flattening(only_intra)",
    "incremental_flattening(only_inner)",
    "incremental_flattening(no_intra)",
    "flattening(no_outer)",
    "unroll",
];

impl Generator {
    /// A phrase; the variable that it ends in comes into scope.
    pub fn phrase(&mut self, c: &mut Choices) -> Option<String> {
        let table = match self.on(Feature::Errors) && c.below(4) == 0 {
            true => WITHOUT_VALUE,
            false => PHRASES,
        };
        self.of_table(c, table, Construct::Phrase)
    }

    /// Operators within each other; the variable that they end in comes into scope.
    pub fn nest(&mut self, c: &mut Choices) -> Option<String> {
        self.of_table(c, NESTS, Construct::Nest)
    }

    fn of_table(&mut self, c: &mut Choices, table: &str, construct: Construct) -> Option<String> {
        if !self.on(Feature::Arrays) || !self.on(Feature::Updates) || self.quiet > 0 {
            return None;
        }
        self.meet(construct);
        let is_common = |line: &str| self.on(Feature::Extensions) || !line.contains("with a[");
        let lines = table.lines().filter(|line| !line.is_empty() && is_common(line));
        let lines: Vec<&str> = lines.collect();
        let (ty, template) = lines[c.below(lines.len())].split_once(' ')?;
        let (text, names) = self.filled(c, template);
        self.bind(names.get("x0")?, written(ty), &Aliases::new(), false);
        Some(text)
    }

    /// An attribute before a parallel operator, or nothing.
    pub fn version(&mut self, c: &mut Choices) -> String {
        if c.below(2) == 0 {
            return String::new();
        }
        self.meet(Construct::Attribute);
        format!("#[{}] ", VERSIONS[c.below(VERSIONS.len())])
    }
}
