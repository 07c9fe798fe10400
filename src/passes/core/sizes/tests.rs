//! The running example of the thesis: Figure 39 becomes Figure 40, and that Figure 41.

use crate::core::{inline, simplify, sizes};
use elder_core::rules::inference::CORE_SI_SLICECALL;
use elder_core::site::Sites;
use elder_core::tree::{Exp, Program, Stm};
use elder_core::walk::{Rewrite, rewrite};
use elder_core::{Names, print, read};
use elder_syntax::{Rule, SourceId};

/// A figure, as it stands among the cases.
macro_rules! figure {
    ($number:literal) => {
        parsed(include_str!(concat!(
            "../../../../spec/core/cases/thesis/figure-",
            $number,
            ".core"
        )))
    };
}

fn parsed(text: &str) -> Program {
    let none = |_: &str| -> Option<&'static Rule> { None };
    read::program(SourceId(0), text, &none).unwrap()
}

struct Unmarked;

impl Rewrite for Unmarked {
    fn stm(&mut self, mut stm: Stm, out: &mut Vec<Stm>) {
        rewrite::stm(self, &mut stm);
        stm.safe = false;
        out.push(stm);
    }
}

/// The text whatever variables are called, without marks and premises.
fn shown(mut program: Program) -> String {
    let mut names = Names::default();
    for _ in program.names.all() {
        names.fresh("x");
    }
    program.names = names;
    program.sites = Sites::default();
    rewrite::program(&mut Unmarked, &mut program);
    print::program(&program)
}

#[test]
fn figure_39_becomes_figure_40() {
    let mut program = figure!("39");
    sizes::run(&mut program, &[&CORE_SI_SLICECALL]);
    assert_eq!(shown(program), shown(figure!("40")));
}

#[test]
fn figure_39_becomes_figure_41() {
    let mut program = figure!("39");
    sizes::run(&mut program, &[]);
    inline::run(&mut program, &[]);
    simplify::run(&mut program, &[]);
    assert_eq!(shown(program), shown(figure!("41")));
}

/// Whether something but a definition hides a size.
struct Hides(bool);

impl Rewrite for Hides {
    fn exp(&mut self, exp: &mut Exp) {
        self.0 |= match exp {
            Exp::If { results, .. } => results.existential > 0,
            Exp::Loop(it) => !it.sizes.is_empty(),
            _ => false,
        };
        rewrite::exp(self, exp);
    }
}

#[test]
fn only_main_hides_sizes_in_the_end() {
    let mut program = figure!("39");
    sizes::run(&mut program, &[]);
    inline::run(&mut program, &[]);
    simplify::run(&mut program, &[]);
    let mut hides = Hides(false);
    rewrite::program(&mut hides, &mut program);
    assert!(program.functions.is_empty() && !hides.0);
    assert_eq!(program.entries[0].results.existential, 2);
}
