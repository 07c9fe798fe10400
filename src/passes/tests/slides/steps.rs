//! The derivations of the slides' examples, a step a line as `elder dev p.fut --pass defunctionalise --steps` shows them, written by hand from the slides' rules.
//!
//! The slides' rules D-Var, D-Num, D-Plus, .. are FUT-DF-VAR, FUT-DF-CONST, FUT-DF-PLUS, ..; D-True, .. are FUT-DF-CONST too.  Premises stand before the conclusion, and deeper;
//! an argument is judged before the function (FUT-E-ORDER).  Three things are other than printed there.
//!
//! * Of two names that are written alike one has a number, and a record that needs no name of its own stands where the slides have a variable: `{g = {a = a}}` for `{g = g}`.
//! * Where the slides' example lifts a function, and D-App writes it out, FUT-DF-LIFT does the first; the body is judged at the first call only.
//! * `let x = r.a` is not bound before the case: a field of a variable may be read in each arm.

use super::{BRANCHES, IN_A_NUTSHELL, TWICE, checked};
use elder_passes::futhark::defunctionalise::steps;

fn goes(text: &str, expected: &str) {
    let steps = steps(&checked(text)).expect("functions are known");
    let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
    assert_eq!(steps.join("\n"), expected.trim_matches('\n'));
}

#[test]
fn in_a_nutshell() {
    goes(
        IN_A_NUTSHELL,
        r"
  FUT-DF-CONST: [] ⊢ 1i32 ⇝ ⟨1i32, Dyn i32⟩
    FUT-DF-CONST: [] ⊢ 2i32 ⇝ ⟨2i32, Dyn i32⟩
      FUT-DF-LAM: [a ↦ Dyn i32] ⊢ \(x: i32) -> x + a ⇝ ⟨{a = a}, Lam x (x + a) [a ↦ Dyn i32]⟩
        FUT-DF-VAR: [b ↦ Dyn i32] ⊢ b ⇝ ⟨b, Dyn i32⟩
        FUT-DF-VAR: [f ↦ Lam x (x + a) [a ↦ Dyn i32]] ⊢ f ⇝ ⟨f, Lam x (x + a) [a ↦ Dyn i32]⟩
          FUT-DF-VAR: [x ↦ Dyn i32] ⊢ x ⇝ ⟨x, Dyn i32⟩
          FUT-DF-VAR: [a ↦ Dyn i32] ⊢ a ⇝ ⟨a_1, Dyn i32⟩
        FUT-DF-PLUS: [x ↦ Dyn i32, a ↦ Dyn i32] ⊢ x + a ⇝ ⟨x + a_1, Dyn i32⟩
      FUT-DF-LIFT: [f ↦ Lam x (x + a) [a ↦ Dyn i32], b ↦ Dyn i32] ⊢ f b ⇝ ⟨f_1 f b, Dyn i32⟩
    FUT-DF-LET: [a ↦ Dyn i32, b ↦ Dyn i32] ⊢ let f = \(x: i32) -> x + a in f b ⇝ ⟨let f = {a = a} in f_1 f b, Dyn i32⟩
  FUT-DF-LET: [a ↦ Dyn i32] ⊢ let b = 2i32 in let f = \(x: i32) -> x + a in f b ⇝ ⟨let b = 2i32 in let f = {a = a} in f_1 f b, Dyn i32⟩
FUT-DF-LET: [] ⊢ let a = 1i32 in let b = 2i32 in let f = \(x: i32) -> x + a in f b ⇝ ⟨let a = 1i32 in let b = 2i32 in let f = {a = a} in f_1 f b, Dyn i32⟩",
    );
}

/// The slides' steps, in their order: `twice ⇝ twice`; `λy → y + a ⇝ {a = a}` with its `Lam`; `λx → g (g x) ⇝ {g = g}` with the `Lam` that has it;
/// `f ↦ Lam x (g (g x)) [g ↦ ..]` and the call of `f'`; `g ↦ Lam y (y + a) [a ↦ Dyn int]` and the two calls of `g'`.
#[test]
fn twice() {
    goes(
        TWICE,
        r"
    FUT-DF-CONST: [] ⊢ 5i32 ⇝ ⟨5i32, Dyn i32⟩
      FUT-DF-LAM: [a ↦ Dyn i32] ⊢ \(y: i32) -> y + a ⇝ ⟨{a = a}, Lam y (y + a) [a ↦ Dyn i32]⟩
      FUT-DF-VAR: [] ⊢ twice ⇝ ⟨(), Lam g (\(x: i32) -> g (g x)) []⟩
      FUT-DF-LAM: [g ↦ Lam y (y + a) [a ↦ Dyn i32]] ⊢ \(x: i32) -> g (g x) ⇝ ⟨{g = {a = a}}, Lam x (g (g x)) [g ↦ Lam y (y + a) [a ↦ Dyn i32]]⟩
    FUT-DF-APP: [a ↦ Dyn i32] ⊢ twice (\(y: i32) -> y + a) ⇝ ⟨{g = {a = a}}, Lam x (g (g x)) [g ↦ Lam y (y + a) [a ↦ Dyn i32]]⟩
  FUT-DF-LET: [] ⊢ let a = 5i32 in twice (\(y: i32) -> y + a) ⇝ ⟨let a = 5i32 in {g = {a = a}}, Lam x (g (g x)) [g ↦ Lam y (y + a) [a ↦ Dyn i32]]⟩
    FUT-DF-CONST: [] ⊢ 1i32 ⇝ ⟨1i32, Dyn i32⟩
    FUT-DF-VAR: [f ↦ Lam x (g (g x)) [g ↦ Lam y (y + a) [a ↦ Dyn i32]]] ⊢ f ⇝ ⟨f, Lam x (g (g x)) [g ↦ Lam y (y + a) [a ↦ Dyn i32]]⟩
        FUT-DF-VAR: [x ↦ Dyn i32] ⊢ x ⇝ ⟨x, Dyn i32⟩
        FUT-DF-VAR: [g ↦ Lam y (y + a) [a ↦ Dyn i32]] ⊢ g ⇝ ⟨g, Lam y (y + a) [a ↦ Dyn i32]⟩
          FUT-DF-VAR: [y ↦ Dyn i32] ⊢ y ⇝ ⟨y, Dyn i32⟩
          FUT-DF-VAR: [a ↦ Dyn i32] ⊢ a ⇝ ⟨a_1, Dyn i32⟩
        FUT-DF-PLUS: [y ↦ Dyn i32, a ↦ Dyn i32] ⊢ y + a ⇝ ⟨y + a_1, Dyn i32⟩
      FUT-DF-LIFT: [g ↦ Lam y (y + a) [a ↦ Dyn i32], x ↦ Dyn i32] ⊢ g x ⇝ ⟨g_1 g x, Dyn i32⟩
      FUT-DF-VAR: [g ↦ Lam y (y + a) [a ↦ Dyn i32]] ⊢ g ⇝ ⟨g, Lam y (y + a) [a ↦ Dyn i32]⟩
    FUT-DF-LIFT: [g ↦ Lam y (y + a) [a ↦ Dyn i32], x ↦ Dyn i32] ⊢ g (g x) ⇝ ⟨g_1 g (g_1 g x), Dyn i32⟩
  FUT-DF-LIFT: [f ↦ Lam x (g (g x)) [g ↦ Lam y (y + a) [a ↦ Dyn i32]]] ⊢ f 1i32 ⇝ ⟨f_1 f 1i32, Dyn i32⟩
FUT-DF-LET: [] ⊢ let f = let a = 5i32 in twice (\(y: i32) -> y + a) in f 1i32 ⇝ ⟨let f = let a = 5i32 in {g = {a = a}} in f_1 f 1i32, Dyn i32⟩",
    );
}

/// The slides' static value of `r` is `Rcd {f ↦ Or (Lam x (x + 1) []) (Lam x (x + n) [n ↦ Dyn int]), a ↦ Dyn int}`.
#[test]
fn branches() {
    goes(
        BRANCHES,
        r"
    FUT-DF-VAR: [b ↦ Dyn bool] ⊢ b ⇝ ⟨b, Dyn bool⟩
      FUT-DF-LAM: [] ⊢ \(x: i32) -> x + 1i32 ⇝ ⟨(), Lam x (x + 1i32) []⟩
      FUT-DF-CONST: [] ⊢ 1i32 ⇝ ⟨1i32, Dyn i32⟩
    FUT-DF-RCD: [] ⊢ {f = \(x: i32) -> x + 1i32, a = 1i32} ⇝ ⟨{f = (), a = 1i32}, Rcd {f ↦ Lam x (x + 1i32) [], a ↦ Dyn i32}⟩
      FUT-DF-LAM: [n ↦ Dyn i32] ⊢ \(x_1: i32) -> x_1 + n ⇝ ⟨{n = n}, Lam x_1 (x_1 + n) [n ↦ Dyn i32]⟩
      FUT-DF-CONST: [] ⊢ 2i32 ⇝ ⟨2i32, Dyn i32⟩
    FUT-DF-RCD: [n ↦ Dyn i32] ⊢ {f = \(x_1: i32) -> x_1 + n, a = 2i32} ⇝ ⟨{f = {n = n}, a = 2i32}, Rcd {f ↦ Lam x_1 (x_1 + n) [n ↦ Dyn i32], a ↦ Dyn i32}⟩
  FUT-DF-IF, FUT-DF-IF-OR, FUT-DF-J-RCD, FUT-DF-J-LAM: [b ↦ Dyn bool, n ↦ Dyn i32] ⊢ if b then {f = \(x: i32) -> x + 1i32, a = 1i32} else {f = \(x_1: i32) -> x_1 + n, a = 2i32} ⇝ ⟨if b then {f = #f0 (), a = 1i32} else {f = #f1 {n = n}, a = 2i32}, Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}⟩
      FUT-DF-VAR: [r ↦ Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}] ⊢ r ⇝ ⟨r, Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}⟩
    FUT-DF-PROJ: [r ↦ Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}] ⊢ (r).a ⇝ ⟨(r).a, Dyn i32⟩
      FUT-DF-VAR: [r ↦ Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}] ⊢ r ⇝ ⟨r, Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}⟩
    FUT-DF-PROJ: [r ↦ Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}] ⊢ (r).f ⇝ ⟨(r).f, Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32])⟩
      FUT-DF-VAR: [x ↦ Dyn i32] ⊢ x ⇝ ⟨x, Dyn i32⟩
      FUT-DF-CONST: [] ⊢ 1i32 ⇝ ⟨1i32, Dyn i32⟩
    FUT-DF-PLUS: [x ↦ Dyn i32] ⊢ x + 1i32 ⇝ ⟨x + 1i32, Dyn i32⟩
      FUT-DF-VAR: [x_1 ↦ Dyn i32] ⊢ x_1 ⇝ ⟨x_1, Dyn i32⟩
      FUT-DF-VAR: [n ↦ Dyn i32] ⊢ n ⇝ ⟨n_1, Dyn i32⟩
    FUT-DF-PLUS: [x_1 ↦ Dyn i32, n ↦ Dyn i32] ⊢ x_1 + n ⇝ ⟨x_1 + n_1, Dyn i32⟩
  FUT-DF-APP-OR, FUT-DF-LIFT: [r ↦ Rcd {f ↦ Or (Lam x (x + 1i32) []) (Lam x_1 (x_1 + n) [n ↦ Dyn i32]), a ↦ Dyn i32}] ⊢ (r).f (r).a ⇝ ⟨match (r).f case #f0 f -> f_1 f (r).a case #f1 f_2 -> f_2_1 f_2 (r).a, Dyn i32⟩
FUT-DF-LET: [b ↦ Dyn bool, n ↦ Dyn i32] ⊢ let r = if b then {f = \(x: i32) -> x + 1i32, a = 1i32} else {f = \(x_1: i32) -> x_1 + n, a = 2i32} in (r).f (r).a ⇝ ⟨let r = if b then {f = #f0 (), a = 1i32} else {f = #f1 {n = n}, a = 2i32} in match (r).f case #f0 f -> f_1 f (r).a case #f1 f_2 -> f_2_1 f_2 (r).a, Dyn i32⟩",
    );
}
