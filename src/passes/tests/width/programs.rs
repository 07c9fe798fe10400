//! Programs that are made of terms: loops, work-groups, scatters, sizes that are known only when they run.

use crate::terms::{Body, Place, Scope, Term};
use elder_generate::Choices;

/// How an output is computed from its terms.
#[derive(Clone, Debug)]
enum Form {
    /// An element an iteration.
    Plain,
    /// Another kernel stores it first, and this one reads it from the end.
    Reversed,
    /// A row a work-group, an element an item.
    Groups,
    /// The same by way of local memory, from which the rows are perhaps read from the end.
    Local { reversed: bool },
    /// Element `(i + t) % n` is what the body is for i: a permutation that is seen.
    Turned(Term),
    /// Element `t % n` is an i, or -1: the indexes are found to differ or not when it runs.
    Scattered(Term, Target),
}

/// What a scatter does with what stands there.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// `scatterInto`
    Over,
    /// `scatterLast`
    Last,
    /// `reduceByIndex(max)`
    Largest,
}

/// One result of a program.
#[derive(Clone, Debug)]
pub struct Output {
    /// The lengths of its dimensions, each with the name of its index.
    dims: Vec<(&'static str, &'static str)>,
    pub body: Body,
    form: Form,
}

/// Where a number becomes the size `c` (DPIA-X-SIZE).
#[derive(Clone, Copy, Debug)]
enum Made {
    /// By the host, before the kernels.
    Host,
    /// By each work-group.
    Group,
    /// By each item of the grid.
    Item,
}

/// A program of several kernels.
#[derive(Clone, Debug)]
pub struct Program {
    pub outputs: Vec<Output>,
    /// Whether it is a command below a `letSize`; it then has one output.
    made: Option<Made>,
}

const SIZES: [&str; 3] = ["k", "m", "n"];
/// With the size that is made of a number.
const ALL_SIZES: [&str; 4] = ["k", "m", "n", "c"];

impl Output {
    fn random(choices: &mut Choices) -> Output {
        let first = ("i", SIZES[choices.below(3)]);
        let mut dims = vec![first];
        let mut is_scattered = false;
        let form = match choices.below(10) {
            0..=1 => Form::Reversed,
            2 => Form::Groups,
            3 => Form::Local {
                reversed: choices.below(2) == 0,
            },
            4 => {
                dims = vec![("i", "n")];
                let place = Place {
                    loops: &[],
                    sizes: &SIZES,
                };
                Form::Turned(Term::random(choices, place, 3))
            }
            5 => {
                let place = Place {
                    loops: &[first],
                    sizes: &SIZES,
                };
                is_scattered = true;
                let target = [Target::Over, Target::Last, Target::Largest][choices.below(3)];
                Form::Scattered(Term::random(choices, place, 3), target)
            }
            _ => Form::Plain,
        };
        let has_rows = match form {
            Form::Groups | Form::Local { .. } => true,
            Form::Plain => choices.below(3) == 0,
            _ => false,
        };
        if has_rows {
            dims.push(("i2", SIZES[choices.below(3)]));
        }
        let place = Place {
            loops: &dims,
            sizes: &SIZES,
        };
        let body = match is_scattered {
            true => Body::Nat(Term::Var("i")),
            false => Body::random(choices, place, 2),
        };
        Output { dims, body, form }
    }

    /// The output of a command.
    fn of_command(choices: &mut Choices, made: Made) -> Output {
        let mut dims = vec![("i", SIZES[choices.below(3)])];
        if let Made::Group = made {
            dims.push(("i2", SIZES[choices.below(3)]));
        }
        let place = Place {
            loops: &dims,
            sizes: &ALL_SIZES,
        };
        let body = Body::random(choices, place, 2);
        Output {
            dims,
            body,
            form: Form::Plain,
        }
    }

    fn generated(&self) -> String {
        let generate = |inner: String, (x, n): &(&str, &str)| format!("generate({n}, fun {x}. {inner})");
        self.dims.iter().rev().fold(self.body.text(), generate)
    }

    fn text(&self) -> String {
        let all = self.generated();
        let last = self.dims[self.dims.len() - 1].1;
        match &self.form {
            Form::Plain => all,
            Form::Reversed => {
                let stored = format!("{all} |> mapGlobal(fun e. e) |> toGlobal");
                format!("let t = {stored} in generate({last}, fun r. t[{last} - 1 - r])")
            }
            Form::Groups => format!("{all} |> mapWorkgroup(fun row. row |> mapLocal(fun e. e))"),
            Form::Local { reversed } => {
                let at = if *reversed {
                    format!("{last} - 1 - r")
                } else {
                    "r".to_owned()
                };
                let stored = "row |> mapLocal(fun e. e) |> toLocal";
                let read = format!("generate({last}, fun r. t[{at}]) |> mapLocal(fun e. e)");
                format!("{all} |> mapWorkgroup(fun row. let t = {stored} in {read})")
            }
            Form::Turned(t) => format!(
                "scatter(generate({last}, fun i. (i + {}) % {last}), {all})",
                t.text()
            ),
            Form::Scattered(t, target) => {
                let scatter = match target {
                    Target::Over => "scatterInto(",
                    Target::Last => "scatterLast(",
                    Target::Largest => "reduceByIndex(max, ",
                };
                let indexes = format!("generate({last}, fun i. {} % n)", t.text());
                format!("{scatter}generate(n, fun p. 0i64 - 1i64), {indexes}, {all})")
            }
        }
    }

    /// Whether this may stand at an address in memory.
    pub fn holds(&self, address: i64, value: i64, scope: &Scope) -> bool {
        if let Form::Scattered(t, _) = &self.form {
            let goes = |t: &Term| {
                t.value(&scope.with("i", value.into()))?
                    .checked_rem(scope.size("n"))
            };
            return value == -1 || goes(t) == Some(address.into());
        }
        self.expected(address, scope) == Some(value)
    }

    /// What should stand at an address in memory.
    fn expected(&self, address: i64, scope: &Scope) -> Option<i64> {
        let mut rest = i128::from(address);
        let mut at = scope.clone();
        for (x, n) in self.dims.iter().rev() {
            let n = scope.size(n);
            let own = match &self.form {
                Form::Reversed => n - 1 - rest % n,
                Form::Local { reversed: true } if *x == "i2" => n - 1 - rest % n,
                Form::Turned(t) => (rest - t.value(scope)?).rem_euclid(n),
                _ => rest % n,
            };
            at = at.with(x, own);
            rest /= n;
        }
        self.body.value(&at)
    }

    pub fn terms(&self) -> usize {
        let own = matches!(self.form, Form::Turned(_) | Form::Scattered(..));
        self.body.terms() + usize::from(own)
    }

    /// Whether work-groups compute it.
    pub fn is_in_groups(&self) -> bool {
        matches!(self.form, Form::Groups | Form::Local { .. })
    }

    /// Whether its elements go where terms say.
    pub fn is_scattered(&self) -> bool {
        matches!(self.form, Form::Turned(_) | Form::Scattered(..))
    }

    fn is_exact(&self, scope: &Scope) -> bool {
        let elements = self
            .dims
            .iter()
            .try_fold(1i128, |all, (_, n)| all.checked_mul(scope.size(n)));
        let one = Term::Lit(1);
        let own = match &self.form {
            Form::Turned(t) | Form::Scattered(t, _) => t,
            _ => &one,
        };
        elements.is_some_and(|n| n < 1 << 60)
            && self.body.is_exact(scope, &self.dims)
            && own.is_exact(scope, &self.dims)
    }
}

impl Program {
    pub fn random(choices: &mut Choices) -> Program {
        if choices.below(5) == 0 {
            let made = [Made::Host, Made::Group, Made::Item][choices.below(3)];
            return Program {
                outputs: vec![Output::of_command(choices, made)],
                made: Some(made),
            };
        }
        let count = 1 + choices.below(3);
        Program {
            outputs: (0..count).map(|_| Output::random(choices)).collect(),
            made: None,
        }
    }

    pub fn text(&self) -> String {
        match (self.made, self.outputs.as_slice()) {
            (Some(made), [output]) => command(made, output),
            _ => {
                let outputs = self.outputs.iter().map(|o| format!("({})", o.text())).rev();
                let pairs = outputs.reduce(|rest, own| format!("({own}, {rest})"));
                let pairs = pairs.unwrap_or_default();
                format!("def main(k: nat, m: nat, n: nat, xs: n.i32) = {pairs}\n")
            }
        }
    }

    /// Whether its terms speak of a size that is a number when it runs.
    pub fn makes_size(&self) -> bool {
        self.made.is_some()
    }

    pub fn terms(&self) -> usize {
        self.outputs.iter().map(Output::terms).sum()
    }

    /// Whether all terms fit 64 bits with some room, so that a refusal has to be explained.
    pub fn is_exact(&self, scope: &Scope) -> bool {
        self.outputs.iter().all(|o| o.is_exact(scope))
    }
}

/// A command that makes a number the size `c`, for which its terms are computed.
fn command(made: Made, output: &Output) -> String {
    let (body, (_, n)) = (output.body.text(), output.dims[0]);
    let rows: Vec<&str> = output.dims.iter().map(|(_, n)| *n).collect();
    let made_size = "letSize c <= m = s";
    let command = match (made, output.dims.get(1)) {
        (Made::Group, Some((_, m))) => format!(
            "launch((4), (4 * {n})) {{ parforWorkgroup i < {n} into out as r {{ {made_size} {{ \
             parforLocal i2 < {m} into r as o {{ o := {body} }} }} }} }}"
        ),
        (Made::Item, _) => format!(
            "launch((4), (4 * {n})) {{ parforGlobal i < {n} into out as o {{ {made_size} {{ o := {body} }} }} }}"
        ),
        _ => format!("{made_size} {{ parfor i < {n} into out as o {{ o := {body} }} }}"),
    };
    let rows = rows.join(".");
    format!("def main(k: nat, m: nat, n: nat, xs: n.i32, s: i32) = fun(out: acc[{rows}.i64])\n  {command}\n")
}
