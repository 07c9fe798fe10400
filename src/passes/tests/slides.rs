//! The examples of the slides on defunctionalisation, and what comes of them as text.
//!
//! Where the slides write out the body of a lifted function in an arm, there is a call of it; what `twice` gives is written out, so `twice'` is not there (their last page).
//! `slides/steps.rs` has the steps by which the pass comes there, `slides/sizes.rs` how large its programs are.

#[path = "slides/sizes.rs"]
mod sizes;
#[path = "slides/steps.rs"]
mod steps;

use elder_futhark::check::imports::with_function_branches;
use elder_futhark::print::tree;
use elder_futhark::tree::Program;
use elder_passes::futhark::{defunctionalise, monomorphise};

/// A text whose branches may give functions, checked and without type parameters.
fn checked(text: &str) -> Program {
    let checked = with_function_branches("main.fut", &mut [("main.fut", text)].as_slice());
    let program = checked
        .program
        .unwrap_or_else(|| panic!("{:?}", checked.diagnostics));
    monomorphise::run(&program, &["main".into()]).expect("copies")
}

fn gives(text: &str, expected: &str) {
    let residual = defunctionalise::run(&checked(text)).expect("functions are known");
    assert_eq!(tree::program(&residual).trim(), expected.trim());
}

/// "Defunctionalization in a nutshell".
const IN_A_NUTSHELL: &str = "
entry main =
  let a = 1
  let b = 2
  let f = \\x -> x+a
  in f b";

/// The example with a function that takes and gives a function.
const TWICE: &str = "
def twice (g: i32 -> i32) = \\x -> g (g x)
entry main = let f = let a = 5
                     in twice (\\y -> y+a)
             in f 1";

/// "Support for function-type conditionals".
const BRANCHES: &str = "
entry main (b: bool) (n: i32) =
  let r = if b then {f = \\x -> x+1, a = 1}
               else {f = \\x -> x+n, a = 2}
  in r.f r.a";

/// Conditionals within each other, of which the slides say that they are worse.
const NESTED: &str = "
entry main (b: bool) (c: bool) (n: i32) =
  let f = if b then (if c then \\x -> x+1 else \\x -> x+n)
               else \\x -> x*n
  in f n";

#[test]
fn in_a_nutshell() {
    gives(
        IN_A_NUTSHELL,
        "
def f_1 (env: {a: i32}) (x: i32): i32 =
  let a = (env).a
  in x + a

entry main: i32 =
  let a_1 = 1i32
  in let b = 2i32
  in let f = {a = a_1}
  in f_1 f b",
    );
}

#[test]
fn twice() {
    gives(
        TWICE,
        "
def g_1 (env: {a: i32}) (y: i32): i32 =
  let a = (env).a
  in y + a

def f_1 (env_1: {g: {a: i32}}) (x: i32): i32 =
  let g = (env_1).g
  in g_1 g (g_1 g x)

entry main: i32 =
  let f = let a_1 = 5i32
    in {g = {a = a_1}}
  in f_1 f 1i32",
    );
}

#[test]
fn branches() {
    gives(
        BRANCHES,
        "
def f_1 (env: ()) (x: i32): i32 =
  x + 1i32

def f_2 (env_1: {n: i32}) (x_1: i32): i32 =
  let n = (env_1).n
  in x_1 + n

entry main (b: bool) (n_1: i32): i32 =
  let r = if b
      then {f = #f0 (), a = 1i32}
      else {f = #f1 {n = n_1}, a = 2i32}
  in match (r).f
    case #f0 f -> f_1 f (r).a
    case #f1 f_3 -> f_2 f_3 (r).a",
    );
}

#[test]
fn a_branch_within_a_branch_has_one_sum() {
    gives(
        NESTED,
        "
def f_1 (env: ()) (x: i32): i32 =
  x + 1i32

def f_2 (env_1: {n: i32}) (x_1: i32): i32 =
  let n = (env_1).n
  in x_1 + n

def f_3 (env_2: {n: i32}) (x_2: i32): i32 =
  let n_1 = (env_2).n
  in x_2 * n_1

entry main (b: bool) (c: bool) (n_2: i32): i32 =
  let f = if b
      then if c
        then #f0 ()
        else #f1 {n = n_2}
      else #f2 {n = n_2}
  in match f
    case #f0 f_4 -> f_1 f_4 n_2
    case #f1 f_5 -> f_2 f_5 n_2
    case #f2 f_6 -> f_3 f_6 n_2",
    );
}

#[test]
fn a_captured_array_brings_its_size() {
    gives(
        "
entry main (n: i64) =
  let f = (let zs = intrinsics.iota (n + 1) in \\i -> zs[i])
  in f n",
        "
def f_1 [n] (env: {n: i64, zs: [n]i64}) (i: i64): i64 =
  let n_1 = (env).n
  in let zs = (env).zs
  in zs[i]

entry main (n_2: i64): i64 =
  let f = let zs_1 = intrinsics.iota (n_2 + 1i64)
    in {n = n_2, zs = zs_1}
  in f_1 f n_2",
    );
}
