//! Functions without parameters, which are constants of the host program (CORE-K-CONST).

use super::*;
use elder_core::tree::{Segmented, Tuned};
use elder_core::walk::{Fold, fold};

/// Functions without parameters that were used before in any case, with what their results stand for, the hidden sizes first.
pub type Used = FxHashMap<FunName, Vec<Known>>;

impl<'p> Host<'p, '_> {
    /// CORE-K-CONST: the constant that a function without parameters is.
    pub(super) fn constant(&mut self, pat: &Pat, function: FunName, called: &'p Definition) -> Made<()> {
        CORE_K_CONST.apply();
        let names: Vec<Name> = (pat.sizes.iter().copied())
            .chain(pat.values.iter().map(|value| value.name))
            .collect();
        if let Some(given) = self.constants.get(&function).cloned() {
            for (name, known) in names.into_iter().zip(given) {
                match known {
                    Known::Scalar(operand, ty) => self.scalar(name, operand, ty),
                    array @ Known::Array(..) => {
                        self.known.insert(name, array);
                    }
                }
            }
        } else {
            let constant = self.number_of(function, called)?;
            let values = Self::values_of(pat);
            let results = self.receivers(&pat.sizes, &values);
            self.steps.push(Step::Use {
                constant,
                results: results.clone(),
            });
            self.receive(&pat.sizes, &values, &results)?;
            let given = names.iter().filter_map(|name| self.known.get(name).cloned());
            self.constants.insert(function, given.collect());
        }
        // What has a star is a copy for each who calls.
        for (value, result) in pat.values.iter().zip(&called.results.given) {
            if let (true, Some(Known::Array(place, element))) = (result.unique, self.known.get(&value.name)) {
                let (place, element, text) = (place.clone(), *element, self.text(value.name));
                let copy = self.copied(&text, &place, element)?;
                self.put(value.name, copy, element);
            }
        }
        Ok(())
    }

    /// The number of the constant that a function is, which is made if nothing has used it.
    fn number_of(&mut self, function: FunName, called: &'p Definition) -> Made<usize> {
        if let Some(number) = self.entries.numbers.get(&function) {
            return Ok(*number);
        }
        let mut inner = Host::new(self.program, &mut *self.entries, called);
        inner.calls.extend(self.calls.iter().copied().chain([function]));
        inner.stms(&called.body)?;
        let types = called
            .results
            .given
            .iter()
            .map(|given| given.ty.element().zip(Some(given.ty.rank())));
        let mut results = vec![Kind::Scalar(PrimType::I64); called.body.witnesses.len()];
        let mut given = Vec::new();
        for witness in &called.body.witnesses {
            given.push(inner.operand(*witness)?);
        }
        for (atom, ty) in called.body.results.iter().zip(types) {
            let Some((element, rank)) = ty else {
                return inner.malformed("a constant that is neither scalar nor array");
            };
            if rank == 0 {
                given.push(inner.operand(*atom)?);
                results.push(Kind::Scalar(element));
                continue;
            }
            let (place, _) = inner.array(*atom)?;
            given.push(inner.whole(&place)?.into());
            results.push(Kind::Block(element));
        }
        let steps = inner.taken_steps();
        let mut constant = host::Constant {
            name: Text::from(called.name.to_string()),
            names: inner.names,
            body: Steps {
                steps,
                results: given,
            },
            results,
            span: self.program.site(called.at).span,
        };
        release::constant(&mut constant);
        let number = self.entries.constants.len();
        self.entries.constants.push(constant);
        self.entries.numbers.insert(function, number);
        Ok(number)
    }

    /// CORE-K-HOST: a tuned number is that of the host.
    pub(super) fn tuned(&mut self, name: Name, tuned: &Tuned) {
        let text = self.text(name);
        let var = self.fresh(&text);
        self.steps.push(Step::Ask {
            var,
            number: Asked::Tuned {
                name: tuned.name.as_str().into(),
                default: tuned.default.unwrap_or(1).max(1),
            },
        });
        self.natural.insert(var);
        self.scalar(name, var.into(), PrimType::I64);
    }

    /// Before a combinator: the tuned numbers of its items, and the constants that its items use, as far as the host may compute them whether or not an item needs them.
    pub fn constants_of(&mut self, it: &'p Segmented) -> Made<()> {
        let mut calls = Calls::of(self.program);
        calls.segmented(it);
        self.constants_called(calls)
    }

    /// The same of an operator.
    pub(super) fn constants_of_operator(&mut self, operator: &'p Operator) -> Made<()> {
        let mut calls = Calls::of(self.program);
        calls.operator(operator);
        self.constants_called(calls)
    }

    fn constants_called(&mut self, calls: Calls<'_>) -> Made<()> {
        for (name, tuned) in &calls.tuned {
            self.tuned(*name, tuned);
        }
        for (pat, function) in calls.found {
            let Some(called) = self.program.function(function) else {
                continue;
            };
            let is_kept = called.results.given.iter().all(|given| !given.unique);
            if is_kept && (self.constants.contains_key(&function) || ends(self.program, function)) {
                self.constant(&pat, function, called)?;
            }
        }
        Ok(())
    }
}

/// The calls of functions without parameters, and the tuned numbers, that are written out where something stands, with those of the functions that it calls.
struct Calls<'p> {
    program: &'p Program,
    found: Vec<(Pat, FunName)>,
    tuned: Vec<(Name, Tuned)>,
    seen: FxHashSet<FunName>,
}

impl<'p> Calls<'p> {
    fn of(program: &'p Program) -> Calls<'p> {
        Calls {
            program,
            found: Vec::new(),
            tuned: Vec::new(),
            seen: FxHashSet::default(),
        }
    }
}

impl Fold for Calls<'_> {
    fn stm(&mut self, stm: &Stm) {
        if let (Exp::Tuned(tuned), Some(value)) = (&stm.exp, stm.pat.values.first()) {
            self.tuned.push((value.name, tuned.clone()));
        }
        if let Exp::Call { function, .. } = &stm.exp
            && let Some(called) = self.program.function(*function)
        {
            if called.params.is_empty() {
                self.found.push((stm.pat.clone(), *function));
            } else if self.seen.insert(*function) {
                self.body(&called.body);
            }
        }
        fold::stm(self, stm);
    }
}

/// Whether computing a constant comes to an end without a failure: nothing is asserted, no loop asks whether to go on, and none has rounds that its text
/// does not say.
fn ends(program: &Program, constant: FunName) -> bool {
    let mut ends = Ends {
        program,
        within: Vec::new(),
        known: FxHashSet::default(),
        holds: true,
    };
    ends.function(constant);
    ends.holds
}

struct Ends<'p> {
    program: &'p Program,
    within: Vec<FunName>,
    /// Functions that were looked at: one may be called twice by each that calls it.
    known: FxHashSet<FunName>,
    holds: bool,
}

impl Ends<'_> {
    fn function(&mut self, name: FunName) {
        if self.known.contains(&name) {
            return;
        }
        let called = self
            .program
            .function(name)
            .filter(|_| !self.within.contains(&name));
        let Some(called) = called else {
            self.holds = false;
            return;
        };
        self.within.push(name);
        self.body(&called.body);
        self.within.pop();
        self.known.insert(name);
    }
}

impl Fold for Ends<'_> {
    fn exp(&mut self, exp: &Exp) {
        if !self.holds {
            return;
        }
        match exp {
            Exp::Assert { .. } => self.holds = false,
            Exp::Loop(it)
                if !matches!(
                    it.form,
                    CoreForm::For {
                        bound: Atom::Const(_),
                        ..
                    }
                ) =>
            {
                self.holds = false
            }
            Exp::Call { function, .. } => self.function(*function),
            _ => {}
        }
        fold::exp(self, exp);
    }
}
