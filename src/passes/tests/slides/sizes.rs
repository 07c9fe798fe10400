//! How large residual programs are: ours, and the slides' as they stand there, written in Futhark by hand with binary sums as the slides have them.
//!
//! Nodes are those of the trees' expressions, in all definitions.  Where the slides write out a body that we call, what is compared is what is left when calls are bodies on both
//! sides: the statements of Core behind `inline`, before any rule of simplification.  The table is in `spec/futhark/translation.md`.

use super::{BRANCHES, IN_A_NUTSHELL, NESTED, TWICE, checked};
use elder_core::tree::{Atom, Dim};
use elder_core::walk::{self, Fold};
use elder_futhark::check::tree::Promise;
use elder_futhark::tree::{Exp, Program};
use elder_passes::futhark::defunctionalise;
use elder_passes::programs::{Core, Futhark, Interface};
use elder_passes::{Stage, Target, tower};
use elder_syntax::language::known;
use std::rc::Rc;

/// Their last page of "Defunctionalization in a nutshell".
const IN_A_NUTSHELL_OF_SLIDES: &str = "
def f_1 (env: {a: i32}) (x: i32) =
  let a = env.a
  in x+a
entry main =
  let a = 1
  let b = 2
  let f = {a = a}
  in f_1 f b";

/// Their last page of the example with `twice`.
const TWICE_OF_SLIDES: &str = "
def g_1 (env: {a: i32}) (y: i32) =
  let a = env.a in y+a
def f_1 (env: {g: {a: i32}}) (x: i32) =
  let g = env.g in g_1 g (g_1 g x)
entry main = let f = let a = 5
                     in {g = {a = a}}
             in f_1 f 1";

/// Their last page of "Support for function-type conditionals".
const BRANCHES_OF_SLIDES: &str = "
type either = #inl {} | #inr {n: i32}
entry main (b: bool) (n: i32) =
  let r = if b then {f = #inl {} : either, a = 1}
               else {f = #inr {n = n} : either, a = 2}
  in let x = r.a
     in match r.f
        case #inl _ -> x+1
        case #inr e -> let n = e.n
                       in x+n";

/// What their rules with binary sums make of it: an injection of each branch, and a case within a case.
const NESTED_OF_SLIDES: &str = "
type inner = #inl {} | #inr {n: i32}
type either = #inl inner | #inr {n: i32}
entry main (b: bool) (c: bool) (n: i32) =
  let f = if b then (#inl (if c then #inl {} : inner else #inr {n = n} : inner) : either)
               else (#inr {n = n} : either)
  in let x = n
     in match f
        case #inl g -> (match g
                        case #inl _ -> x+1
                        case #inr e -> let n = e.n in x+n)
        case #inr e -> let n = e.n in x*n";

/// The nodes of all expressions of a program.
fn nodes(program: &Program) -> usize {
    fn within(e: &Exp) -> usize {
        1 + e.children().into_iter().map(within).sum::<usize>()
    }
    program.defs.iter().map(|def| within(&def.fun.body)).sum()
}

/// Statements of Core, but for those that give a value another name, and for arrays of no elements, as records without fields are.
#[derive(Default)]
struct Statements(usize);

impl Fold for Statements {
    fn stm(&mut self, stm: &elder_core::Stm) {
        let none = Dim::Is(Atom::i64(0));
        let is_nothing = matches!(
            stm.exp,
            elder_core::Exp::Literal { .. } | elder_core::Exp::Blank(_)
        ) && stm.pat.values.iter().all(|value| value.ty.dims().contains(&none));
        self.0 += usize::from(!is_nothing && !matches!(stm.exp, elder_core::Exp::Atom(_)));
        walk::fold::stm(self, stm);
    }
}

/// The statements of a program behind the pass `inline`.
fn statements(program: Program) -> usize {
    let written = Futhark {
        tree: Rc::new(program),
        roots: Rc::new(["main".into()]),
        promise: Promise::Checked,
        interface: Interface::Same,
    };
    let pipeline = tower::pipeline(&elder_futhark::LANGUAGE).expect("a pipeline");
    let positions = pipeline.until("inline").expect("a position");
    let last = Stage::written(written).along(positions, Target::OPENCL).last();
    let (_, last) = last.and_then(Result::ok).expect("no pass refuses");
    let core: &Core = known(&*last.program).expect("a program of Core");
    let mut statements = Statements::default();
    walk::fold::program(&mut statements, &core.program);
    statements.0
}

/// Nodes and statements of ours, and of the slides'.
fn sizes(source: &str, slides: &str) -> [(usize, usize); 2] {
    let ours = defunctionalise::run(&checked(source)).expect("functions are known");
    let theirs = checked(slides);
    [ours, theirs].map(|program| (nodes(&program), statements(program)))
}

#[test]
fn lifted_functions_are_those_of_the_slides() {
    assert_eq!(sizes(IN_A_NUTSHELL, IN_A_NUTSHELL_OF_SLIDES), [(18, 2), (18, 2)]);
    assert_eq!(sizes(TWICE, TWICE_OF_SLIDES), [(27, 3), (27, 3)]);
}

#[test]
fn sums_are_not_larger_than_the_slides() {
    assert_eq!(sizes(BRANCHES, BRANCHES_OF_SLIDES), [(36, 5), (29, 5)]);
    assert_eq!(sizes(NESTED, NESTED_OF_SLIDES), [(45, 9), (38, 9)]);
}
