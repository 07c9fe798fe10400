use super::*;
use crate::Choices;
use crate::core::sized;
use elder_core::check;
use elder_core::walk::{Fold, fold};

/// What is left of what is made of whole arrays.
#[derive(Default)]
struct Whole(usize);

impl Fold for Whole {
    fn exp(&mut self, exp: &Exp) {
        let is_whole = match exp {
            Exp::Copy(_) | Exp::Reshape { .. } | Exp::Rearrange { .. } | Exp::Concat { .. } => true,
            Exp::Iota(_) | Exp::Replicate { .. } | Exp::FlatIndex { .. } | Exp::FlatUpdate { .. } => true,
            Exp::Update { at, .. } => !counts(at).is_empty(),
            Exp::Soac { soac, .. } => {
                !matches!(&**soac, elder_core::tree::Soac::Screma(screma) if !screma.accs.is_empty())
            }
            _ => false,
        };
        self.0 += usize::from(is_whole);
        fold::exp(self, exp);
    }
}

/// All of it becomes loops, and the program stays one whose names are bound once and whose types are right.
#[test]
fn nothing_is_made_of_whole_arrays() {
    for seed in 0..300 {
        let (program, ..) = sized(&mut Choices::random(seed));
        assert!(check::sized(&program).is_ok(), "seed {seed}");
        let made = unfolded(&program);
        let mut whole = Whole::default();
        fold::program(&mut whole, &made);
        assert_eq!(whole.0, 0, "seed {seed}");
        let errors = check::program(&made).err().unwrap_or_default();
        let refusal = errors.first().and_then(|error| error.refusal);
        let judgement = refusal.map(|refusal| refusal.rule.id);
        assert!(
            judgement.is_none_or(|id| !id.starts_with("CORE-T")),
            "seed {seed}: {errors:?}"
        );
    }
}
