//! Programs that break one rule.
//!
//! A well-typed program gets one statement or declaration that breaks a premise of a rule; its parts are generated, and it stands in any block.  The
//! table says which premise refuses.  A table of texts, so that lexer and parser take part.

use super::generator::Generator;
use super::signature::written;
use super::types::Ty;
use crate::Choices;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A way to break a premise.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The rule that has to refuse.
    pub rule: &'static str,
    /// Its premise.
    pub premise: &'static str,
    /// Whether it stands among declarations, not in a block.
    declaration: bool,
    /// What is written. Between `«` and `»` stands the type of an expression, a letter for some type, or `x0` to `x9` for a new name.
    template: &'static str,
}

/// Bindings that are refused, each for a premise.
const STATEMENTS: &str = "
FUT-T-VAR/bound let «x0» = not_bound
FUT-T-VAR/bound let «x0» = «i64» + not_bound
FUT-T-VAR/bound let «x0» = (let «x1» = «i64» in «i64») + «x1»
FUT-T-VAR/bound let «x0» = map (\\«x1» -> «x2») «[3]i64»
FUT-T-IF/condition let «x0» = if «i32» then «a» else «a»
FUT-T-IF/branches let «x0» = if «bool» then «i32» else «bool»
FUT-T-IF/branches let «x0» = if «bool» then («i32», «a») else («i64», «a»)
FUT-T-APP/argument let «x0» (y: i64) : i64 = y let «x1» = «x0» «bool»
FUT-T-APP/argument let «x0» = length «f64»
FUT-T-APP/argument let «x0» = map (\\(y: bool) -> y) «[3]i64»
FUT-T-APP/argument let «x0» = reduce (+) «f64» «[3]i64»
FUT-T-APP/argument let «x0» = filter (\\(y: i64) -> y) «[3]i64»
FUT-T-APP/function let «x0»: i64 = «i64» let «x1» = «x0» «i64»
FUT-T-APP/function let «x0» = length «[3]i64» «i64»
FUT-T-OPS/same let «x0» = «i32» + «i64»
FUT-T-OPS/same let «x0» = «f32» < «f64»
FUT-T-OPS/same let «x0» = «u8» == «i8»
FUT-T-OPS/operands let «x0» = «bool» + «bool»
FUT-T-OPS/operands let «x0» = «f64» & «f64»
FUT-T-OPS/operands let «x0» = -«bool»
FUT-T-OPS/operands let «x0» = !«f32»
FUT-T-OPS/operands let «x0» = «[3]i64» < «[3]i64»
FUT-T-OPS/equality let «x0» = (\\(y: i64) -> y) == (\\(y: i64) -> y)
FUT-T-LIT/range let «x0»: u8 = 256
FUT-T-LIT/range let «x0»: i8 = 128
FUT-T-LIT/range let «x0»: u16 = -1
FUT-T-LIT/range let «x0» = «i32» + 2147483648
FUT-T-PAT/shape let («x0», «x1») = «i64»
FUT-T-PAT/shape let («x0», «x1», «x2») = («a», «b»)
FUT-T-PAT/shape let {a = «x0»} = («a», «b»)
FUT-T-PAT/distinct let («x0», «x0») = («i64», «a»)
FUT-T-PAT/distinct let «x0» = \\(«x1»: i64, «x1»: i64) -> «i64»
FUT-T-IRREF/total let (1, «x0») = («i64», «a»)
FUT-T-IRREF/total let «x0» = (\\(true, y: i64) -> y) («bool», «i64»)
FUT-T-MATCH/exhaustive let «x0» = match «bool» case true -> «a»
FUT-T-MATCH/exhaustive let «x0» = match «i64» case 0 -> «a» case 1 -> «a»
FUT-T-MATCH/exhaustive let «x0» = match («bool», «bool») case (true, _) -> «a» case (_, false) -> «a»
FUT-T-MATCH/exhaustive let «x0» = match (#leaf : (#leaf | #node i64)) case #leaf -> «a»
FUT-T-MATCH/exhaustive let «x0» = match (#node 1 : (#leaf | #node i64)) case #leaf -> «a» case #node 0 -> «a»
FUT-T-MATCH/branches let «x0» = match «bool» case true -> «i32» case false -> «f64»
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
FUT-T-ASCR/type let «x0» = («i64» : bool)
FUT-T-ASCR/type let «x0»: bool = «i64»
FUT-T-ASCR/coercion let «x0» = («[3]i64» :> [3]bool)
FUT-T-ASSERT/condition let «x0» = assert «i64» «a»
FUT-T-SIZE/i64 let «x0» = true let «x1»: [«x0»]i64 = «[3]i64»
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
FUT-SZ-AMBIG/determined let «x0» = length (rep «i64»)
FUT-SZ-LETSIZE/used let [«x0»] («x1»: i64) = «i64»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» with [0] = «i64» let «x2» = «x0»[1]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0» let «x2» = «x1» with [0] = «i64» let «x3» = length «x0»
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = («x0», «a») let «x2» = «x1».0 with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = {a = «x0», b = «a»} let «x2» = «x0» with [0] = «i64» let «x3» = «x1».a[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = «x0»[0:2] let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3][3]i64» let «x1» = «x0»[1] let «x2» = «x0» with [0, 0] = «i64» let «x3» = «x1»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = if «bool» then «x0» else «[3]i64» let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let («x1», _) = («x0», «a») let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = match «bool» case true -> «x0» case false -> «[3]i64» let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = loop y = «x0» for i < 3i64 do y let «x2» = «x1» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» (y: [3]i64) = y let «x2» = «x1» «x0» with [0] = «i64» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = \\(y: i64) -> «x0»[y % 3] let «x2» = «x0» with [0] = «i64» let «x3» = «x1» 0
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» (y: *[3]i64) : i64 = y[0] let «x2» = «x1» «x0» let «x3» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = if «bool» then («x0» with [0] = «i64») else «[3]i64» let «x2» = «x0»[0]
FUT-U-VAR/consumed let «x0» = copy «[3]i64» let «x1» = scatter «x0» «[2]i64» «[2]i64» let «x2» = «x0»[0]
FUT-U-R-CONSUME/consumable let «x0» (y: [3]i64) = y with [0] = «i64»
FUT-U-R-CONSUME/consumable let «x0» = copy «[3]i64» let «x1» = loop y = 0i64 for i < 3i64 do (let z = «x0» with [0] = y in z[0])
FUT-U-R-CONSUME/consumable let «x0» = copy «[3]i64» let «x1» = map (\\(y: i64) -> (let z = «x0» with [0] = y in z[0])) «[2]i64»
FUT-U-R-CONSUME/consumable let «x0» = copy «[2][3]i64» let «x1» = map (\\(y: [3]i64) -> y with [0] = 1) «x0»
FUT-U-UPDATE/overlap let «x0» = copy «[3][3]i64» let «x1» = «x0» with [0] = «x0»[1]
FUT-U-CALL/overlapping let «x0» (y: *[3]i64) (z: [3]i64) : i64 = y[0] + z[0] let «x1» = copy «[3]i64» let «x2» = «x0» «x1» «x1»
FUT-U-CALL/self_aliased let «x0» (y: *([3]i64, [3]i64)) : i64 = y.0[0] let «x1» = copy «[3]i64» let «x2» = «x0» («x1», «x1»)
FUT-U-HOPAR/parameter let «x0» (y: *[3]i64) : i64 = y[0] let «x1» = map «x0» «[2][3]i64»
FUT-U-LOOP/outer let «x0» = copy «[3]i64» let «x1» = loop (y: *[3]i64) = «[3]i64c» for i < 3i64 do «x0»
FUT-X-NUMBER/suffix let «x0» = 1i33
FUT-X-ESCAPE/known let «x0» = \"\\q\"
FUT-X-EXP/expression let «x0» = «i64» + in «i64»
FUT-X-RANGE/end let «x0» = «i64»..«i64»
";

/// Declarations that are refused, each for a premise.
const DECLARATIONS: &str = "
FUT-T-FUN/result def «x0» (y: i64) : bool = y
FUT-T-REDEF/logical def (&&) (x: i64) (y: i64) = x
FUT-T-TYPE/arity type «x0» [n] = [n]i64 def «x1» (y: «x0») = y
FUT-T-TYPE/fields type «x0» = {a: i32, a: i32}
FUT-T-TYPE/constructors type «x0» = #a i32 | #a bool
FUT-T-TYPE/element type^ «x0» = [2](i32 -> i32)
FUT-T-ABBR/used type «x0» [n] = i64
FUT-T-ABBR/functions type «x0» = i32 -> i32
FUT-T-ABBR/sizes type «x0» = []i32
FUT-T-ENTRY/polymorphic entry «x0» 'a (y: a) = 0i64
FUT-T-ENTRY/higher entry «x0» (f: i64 -> i64) = f 1
FUT-T-ENTRY/nested module «x0» = { entry «x1» (y: i64) = y }
FUT-SZ-PARAM/used def «x0» [n] (y: i64) = y
FUT-SZ-EQ/equal def «x0» [n] (y: [n]i64) : [n + 1]i64 = y
FUT-SZ-EQ/equal def «x0» [n] [m] (y: [n]i64) (z: [m]i64) = map2 (+) y z
FUT-U-R-CONSUME/consumable def «x0» (y: [3]i64) = y with [0] = 1
FUT-U-RETURN/consumable def «x0» (y: [3]i64) : *[3]i64 = y
FUT-U-RETURN/consumable def «x0» (y: [3][3]i64) : *[3]i64 = y[0]
FUT-U-RETURN/distinct def «x0» (y: *[3]i64) : *([3]i64, [3]i64) = (y, y)
FUT-U-GLOBAL/function def «x0»: [3]i64 = [1, 2, 3] def «x1» (y: i64) = «x0»
FUT-U-GLOBAL/constant def «x0»: *[3]i64 = [1, 2, 3]
FUT-M-NAMES/ty def «x0» (y: not_bound) = 0i64
FUT-M-NAMES/ty type «x0» = (i32, not_bound)
FUT-M-NAMES/module module «x0» = not_bound
FUT-M-NAMES/module_type module «x0» : not_bound = { }
FUT-M-APPLY/parametric module «x0» = { } module «x1» = «x0» «x0»
FUT-M-OPEN/parametric module «x0» (P: { }) = { } open «x0»
FUT-M-VAL/present module «x0» : { val y : i64 } = { }
FUT-M-VAL/general module «x0» : { val y : i64 } = { def y = true }
FUT-M-VAL/general module «x0» : { val y 'a : a -> a } = { def y (x: i64) = x }
FUT-M-VALSIZE/fixed module «x0» : { val y [n] : [n]i64 -> [n]i64 } = { def y [n] (z: [n]i64) = filter (> 0) z }
FUT-M-VALUNIQ/consume module «x0» : { val y : [3]i64 -> i64 } = { def y (z: *[3]i64) : i64 = z[0] }
FUT-M-VALUNIQ/result module «x0» : { val y : [3]i64 -> *[3]i64 } = { def y (z: [3]i64) = z }
FUT-M-TYPE/present module «x0» : { type y } = { }
FUT-M-TYPE/equal module «x0» : { type y = i64 } = { type y = bool }
FUT-M-TYPE/params module «x0» : { type y 'a } = { type y = bool }
FUT-M-TYPE/sizes module «x0» : { type y } = { type~ y = []i64 }
FUT-M-WITH/abstract_type module type «x0» = { type y = i64 } module «x1» : «x0» with y = bool = { type y = bool }
FUT-M-SUB/present module «x0» : { module y : { } } = { }
FUT-M-VAL/present module «x0» (P: { val y : i64 }) = { def z = P.y } module «x1» = «x0» { def w = 1i64 }
FUT-T-OPS/same module «x0» : { type t val y : t } = { type t = i64 def y = 1i64 } def «x1» = «x0».y == 1i64
";

/// All of them.
pub static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    let read = |table: &'static str, declaration: bool| {
        table.lines().filter_map(move |line| {
            let (premise, template) = line.split_once(' ')?;
            let (rule, premise) = premise.split_once('/')?;
            Some(Fault {
                rule,
                premise,
                declaration,
                template,
            })
        })
    };
    read(STATEMENTS, false).chain(read(DECLARATIONS, true)).collect()
});

impl Generator {
    /// The statement that breaks a rule, if it is to stand here.
    pub fn planned(&mut self, c: &mut Choices) -> Option<String> {
        let here = self.fault.as_ref().is_some_and(|fault| !fault.declaration) && c.below(6) == 0;
        if here { self.break_rule(c) } else { None }
    }

    /// The declaration that breaks a rule, if one has to.
    pub fn planned_declaration(&mut self, c: &mut Choices) -> Option<String> {
        let here = self.fault.as_ref().is_some_and(|fault| fault.declaration);
        if here { self.break_rule(c) } else { None }
    }

    /// What breaks the planned rule.
    pub fn break_rule(&mut self, c: &mut Choices) -> Option<String> {
        let fault = self.fault.take()?;
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        let mut types: BTreeMap<String, Ty> = BTreeMap::new();
        let mut out = String::new();
        for (i, part) in fault.template.split(['«', '»']).enumerate() {
            // Between the marks stands what is generated.
            if i % 2 == 0 {
                out.push_str(part);
                continue;
            }
            let is_name = part.len() == 2 && part.starts_with('x');
            if is_name {
                let name = names.entry(part.to_owned()).or_insert_with(|| self.name("w"));
                out.push_str(name);
                continue;
            }
            let ty = match part {
                "a" | "b" => match types.get(part) {
                    Some(ty) => ty.clone(),
                    None => {
                        let ty = self.data(c, 1);
                        types.insert(part.to_owned(), ty.clone());
                        ty
                    }
                },
                _ => written(part.trim_end_matches('c')),
            };
            let exp = self.exp(c, &ty, 1);
            match part.ends_with('c') {
                true => out += &format!("copy {}", exp.argument()),
                // What is written must have the type whatever stands around it.
                false => out += &format!("({} : {})", exp.operand(0), ty.text()),
            }
        }
        self.broken = Some(out.clone());
        Some(out)
    }
}
