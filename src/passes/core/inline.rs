//! `inline`: calls are bodies (thesis, 5.1).
//!
//! A call becomes the statements of its function, with names of their own and the arguments for the parameters; sites stay, so what
//! fails says the same as before.  Sizes that the call binds are the witnesses of the body, also in the types of all that comes
//! after.  What nobody calls any more is left out.
//!
//! Functions that call themselves stay, and constants that cost something, which are evaluated once in a run (CORE-E-ONCE) however often they are
//! called; so do those that ask for it, and calls that do (CORE-IN-NOINLINE).  A constant that only names numbers is put where it is called (CORE-IN-CONST).  A function without parallelism stays where its calls
//! would [add](BUDGET) more than is allowed (CORE-IN-BUDGET): code that grows by copies costs every pass behind, and a function that a single
//! thread executes needs no copy.  One with parallelism never stays unless it asks for it: what is done side by side has to be seen where it is called.
//! A function may also ask to be put in place whatever that adds (CORE-IN-INLINE).
//!
//! What a call asks for is what its combinators are to do: they ask for it in its place (CORE-IN-ATTR).
//!
//! ```text
//! fun total (m: i64) (xs: [m]i32): i32 = let s: i32 = reduce m .. xs in s
//! .. let t: i32 = total n ys ..
//!
//! .. let s: i32 = reduce n .. ys   let t: i32 = s ..
//! ```

use elder_core::analyses::calls::reached;
use elder_core::analyses::measure::Measure;
use elder_core::compact::compact;
use elder_core::names::{FunName, Name, Names};
use elder_core::renamed::{Renamed, Substitution};
use elder_core::rules::simplification::{
    CORE_IN_ATTR, CORE_IN_BUDGET, CORE_IN_CALL, CORE_IN_CONST, CORE_IN_DEAD, CORE_IN_INLINE, CORE_IN_NOINLINE,
};
use elder_core::site::Sites;
use elder_core::tree::{Atom, Binder, Body, Definition, Exp, Ext, Pat, Program, Stm, Type};
use elder_core::walk::{Rewrite, rewrite};
use elder_syntax::Rule;
use elder_syntax::attribute::Attributes;
use rustc_hash::FxHashMap;

/// The rules of the pass.
pub const RULES: &[&Rule] = &[
    &CORE_IN_CALL,
    &CORE_IN_CONST,
    &CORE_IN_BUDGET,
    &CORE_IN_NOINLINE,
    &CORE_IN_INLINE,
    &CORE_IN_ATTR,
    &CORE_IN_DEAD,
];

/// The attribute of a function or a call that stays.
const STAYS: &str = "noinline";

/// The attribute of a function that is put in place.
const COPIED: &str = "inline";

/// So many statements may the copies of a function without parallelism add in any program; in a longer one as many as it has.
pub const BUDGET: usize = 100;

/// Puts bodies in the places of calls, without these rules.
pub fn run(program: &mut Program, without: &[&Rule]) {
    let is_on = |rule: &Rule| !without.iter().any(|off| off.id == rule.id);
    if is_on(&CORE_IN_DEAD) {
        leave_out(program);
    }
    let whole = Measure::of(program);
    let mut calls = vec![0usize; program.functions.len()];
    for name in whole.called {
        if let Some(calls) = calls.get_mut(name.index()) {
            *calls += 1;
        }
    }
    let (mut names, mut sites) = (
        std::mem::take(&mut program.names),
        std::mem::take(&mut program.sites),
    );
    let asks = Asks {
        stays: is_on(&CORE_IN_NOINLINE),
        hands_on: is_on(&CORE_IN_ATTR),
    };
    let mut functions: Vec<Definition> = Vec::with_capacity(program.functions.len());
    // A function calls those before it and itself, so those are done.
    let mut inlined: Vec<bool> = Vec::with_capacity(program.functions.len());
    let mut parallel: Vec<bool> = Vec::with_capacity(program.functions.len());
    for mut function in std::mem::take(&mut program.functions) {
        Inline::new((&mut names, &mut sites), &functions, &inlined, asks).body(&mut function.body);
        let own = FunName(functions.len() as u32);
        let measure = Measure::of_body(&function.body);
        let mut called = measure.called.iter();
        let is_parallel =
            measure.is_parallel() || called.any(|name| parallel.get(name.index()) == Some(&true));
        let added = measure.statements * calls.get(own.index()).map_or(0, |calls| calls.saturating_sub(1));
        let is_long = added > BUDGET.max(whole.statements) && !is_parallel && is_on(&CORE_IN_BUDGET);
        let asked = sites.attributes(function.at);
        inlined.push(match function.params.is_empty() {
            true => is_on(&CORE_IN_CONST) && costs_nothing(&function),
            false if asked.has(STAYS) && asks.stays => {
                CORE_IN_NOINLINE.apply();
                false
            }
            false if !is_on(&CORE_IN_CALL) || measure.called.contains(&own) => false,
            false if is_long && asked.has(COPIED) && is_on(&CORE_IN_INLINE) => {
                CORE_IN_INLINE.apply();
                true
            }
            false if is_long => {
                CORE_IN_BUDGET.apply();
                false
            }
            false => true,
        });
        parallel.push(is_parallel);
        functions.push(function);
    }
    for entry in &mut program.entries {
        Inline::new((&mut names, &mut sites), &functions, &inlined, asks).body(&mut entry.body);
    }
    program.functions = functions;
    (program.names, program.sites) = (names, sites);
    if is_on(&CORE_IN_DEAD) {
        leave_out(program);
    }
    compact(program);
}

/// CORE-IN-CONST: whether a constant only names scalars.
fn costs_nothing(constant: &Definition) -> bool {
    let is_name = |stm: &Stm| matches!(stm.exp, Exp::Atom(_)) && stm.certs.is_empty();
    let is_scalar = |ty: &Type<Ext>| matches!(ty, Type::Prim(_));
    constant.body.stms.iter().all(is_name) && constant.results.given.iter().all(|given| is_scalar(&given.ty))
}

/// What is done about attributes.
#[derive(Clone, Copy)]
struct Asks {
    /// Whether calls that ask for it stay.
    stays: bool,
    /// Whether those of a call are handed on.
    hands_on: bool,
}

/// CORE-IN-CALL, in a definition.
pub(super) struct Inline<'p> {
    names: &'p mut Names,
    sites: &'p mut Sites,
    asks: Asks,
    /// The functions before the definition.
    functions: &'p [Definition],
    /// Which of them have calls that become bodies.
    inlined: &'p [bool],
    /// What stands for the sizes that calls bound.
    substitution: FxHashMap<Name, Atom>,
}

impl<'p> Inline<'p> {
    fn new(
        (names, sites): (&'p mut Names, &'p mut Sites),
        functions: &'p [Definition],
        inlined: &'p [bool],
        asks: Asks,
    ) -> Inline<'p> {
        Inline {
            names,
            sites,
            asks,
            functions,
            inlined,
            substitution: FxHashMap::default(),
        }
    }

    /// Puts the bodies of these functions in place, whatever calls ask for.
    pub(super) fn always(
        within: (&'p mut Names, &'p mut Sites),
        functions: &'p [Definition],
        inlined: &'p [bool],
    ) -> Inline<'p> {
        let asks = Asks {
            stays: false,
            hands_on: false,
        };
        Inline::new(within, functions, inlined, asks)
    }

    /// CORE-IN-NOINLINE: whether a call asks to stay.
    fn is_asked_to_stay(&self, call: &Stm) -> bool {
        let stays = self.asks.stays && !call.at.is_plain() && self.sites.attributes(call.at).has(STAYS);
        if stays {
            CORE_IN_NOINLINE.apply();
        }
        stays
    }

    /// CORE-IN-ATTR: what a call asks for, statements in its place do.
    fn hand_on(&mut self, asked: &Attributes, body: &mut Body) {
        for stm in &mut body.stms {
            match &mut stm.exp {
                Exp::Soac { .. } | Exp::WithAcc { .. } | Exp::Call { .. } => {
                    CORE_IN_ATTR.apply();
                    stm.at = self.sites.with(stm.at, asked);
                }
                Exp::If { then, otherwise, .. } => {
                    elder_syntax::effort::deeper(|| {
                        self.hand_on(asked, then);
                        self.hand_on(asked, otherwise);
                    });
                }
                _ => {}
            }
        }
    }
}

impl Rewrite for Inline<'_> {
    fn used(&mut self, name: &mut Name) {
        Substitution(&self.substitution).used(name);
    }

    fn atom(&mut self, atom: &mut Atom) {
        Substitution(&self.substitution).atom(atom);
    }

    fn binder(&mut self, binder: &mut Binder) {
        rewrite::binder(self, binder);
        self.names.note(binder.name, &binder.ty);
    }

    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        let Exp::Call { function, arguments } = &stm.exp else {
            return out.push(stm);
        };
        if self.inlined.get(function.index()) != Some(&true) || self.is_asked_to_stay(&stm) {
            return out.push(stm);
        }
        let function = &self.functions[function.index()];
        match function.params.is_empty() {
            true => CORE_IN_CONST.apply(),
            false => CORE_IN_CALL.apply(),
        }
        let params = function.params.iter().map(|param| param.binder.name);
        let mut body = Renamed::of_body(self.names, &function.body, params.zip(arguments.iter().copied()));
        if self.asks.hands_on && !stm.at.is_plain() {
            let asked = self.sites.attributes(stm.at).without(&[STAYS, COPIED]);
            if !asked.is_empty() {
                self.hand_on(&asked, &mut body);
            }
        }
        for mut inner in body.stms {
            inner.certs.extend(&stm.certs);
            out.push(inner);
        }
        self.substitution
            .extend(stm.pat.sizes.iter().copied().zip(body.witnesses));
        for (mut binder, result) in stm.pat.values.into_iter().zip(body.results) {
            self.binder(&mut binder);
            out.push(Stm::binding(Pat::of([binder]), Exp::Atom(result), stm.at.plain()));
        }
    }
}

/// CORE-IN-DEAD: functions that no entry point reaches go, and those that stay have other numbers.
pub fn leave_out(program: &mut Program) {
    let reached = reached(program);
    if reached.iter().all(|reached| *reached) {
        return;
    }
    CORE_IN_DEAD.apply();
    let mut numbers = Vec::with_capacity(reached.len());
    let mut next = 0;
    for reached in &reached {
        numbers.push(FunName(next));
        next += u32::from(*reached);
    }
    let mut number = 0;
    program.functions.retain(|_| {
        number += 1;
        reached[number - 1]
    });
    rewrite::program(&mut Renumbered(numbers), program);
}

/// Calls by the new numbers of functions.
struct Renumbered(Vec<FunName>);

impl Rewrite for Renumbered {
    fn exp(&mut self, exp: &mut Exp) {
        if let Exp::Call { function, .. } = exp
            && let Some(new) = self.0.get(function.index())
        {
            *function = *new;
        }
        rewrite::exp(self, exp);
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use elder_core::read;
    use elder_syntax::SourceMap;
    use std::fmt::Write;

    /// A long function, called several times, and one with parallelism that calls itself.  Whether the long one stays if it ends so.
    fn stays(end: &str) -> bool {
        let mut text = "
fun deep (n: i64) (xs: [n]i32) (k: i32): i32 =
  let s: i32 = reduce n (\\(a: i32) (b: i32): i32 -> let c: i32 = a + b in c) (0i32) xs
  let c: bool = k < 1i32
  let r: i32 = if c: i32 then in s else let j: i32 = k - 1i32 let t: i32 = deep n xs j in t
  in r
fun long (n: i64) (xs: [n]i32) (x0: i32): i32 ="
            .to_owned();
        for k in 1..=60 {
            let _ = write!(text, "\n  let x{k}: i32 = x{} * 3i32", k - 1);
        }
        let _ = write!(
            text,
            "
  let y: i32 = {end}
  in y
entry main [n] (xs: [n]i32): i32 =
  let d: i32 = deep n xs 1i32
  let a: i32 = long n xs d
  let b: i32 = long n xs a
  let c: i32 = long n xs b
  in c
"
        );
        let source = SourceMap::new().add("a.core", text.clone());
        let mut program = read::program(source, &text, &|_| None).unwrap();
        run(&mut program, &[]);
        assert!(program.functions.iter().any(|function| function.name == "deep"));
        program.functions.iter().any(|function| function.name == "long")
    }

    #[test]
    fn a_function_is_parallel_by_what_it_calls_and_does_not_become() {
        assert!(stays("x60 + 1i32"));
        assert!(!stays("deep n xs x60"));
    }
}
