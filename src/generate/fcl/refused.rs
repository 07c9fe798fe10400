//! Programs that break one rule.
//!
//! A well-typed program gets one binding or definition that breaks a premise of a rule; what it is made of is generated, and it stands
//! anywhere in the program.  The table says which premise refuses.  A table of texts, so that lexer, parser and elaboration take part.

use super::build::{bind, boolean, branch, int, node, var};
use super::terms::Generator;
use super::types::{Data, Goal, Place, Size};
use super::{Shape, program_of};
use crate::Choices;
pub use crate::kit::Fault;
use crate::kit::{faults, pieces};
use elder_fcl::{BaseType, Effect, Expression, Node, Variable, print};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// All of them.
static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| faults(include_str!("refused/faults.txt")));

/// A fault that is to stand in a program.
#[derive(Clone, Debug)]
pub struct Planned {
    template: &'static str,
    /// Stands for the fault until the program is text.
    stand_in: Variable,
    /// Whether it stands somewhere.
    placed: bool,
    /// What stands in its place.
    text: String,
}

/// The name that stands for the fault.  No other begins like it.
const STAND_IN: &str = "theFault";

/// The text of a program of this shape that breaks one rule, and which.
pub fn refused(choices: &mut Choices, shape: Shape) -> (String, Fault) {
    let fault = FAULTS[choices.below(FAULTS.len())];
    let planned = (fault.place == "terms").then(|| Planned {
        template: fault.template,
        stand_in: Variable::fresh(STAND_IN),
        placed: false,
        text: String::new(),
    });
    let (case, planned) = choices.part(|c| program_of(c, shape, planned));
    let mut text = print::program(&case.program);
    match planned {
        Some(planned) => text = text.replace(STAND_IN, &format!("({})", planned.text)),
        None => {
            // Before or behind all others.
            let definition = fault.template.replace("\\n", "\n");
            match choices.below(2) {
                0 => text = format!("{definition}\n\n{text}"),
                _ => {
                    let _ = write!(text, "\n{definition}\n");
                }
            }
        }
    }
    (text, fault)
}

impl Generator {
    /// The term with the fault before it, if it is to stand here.
    pub fn planned(&mut self, c: &mut Choices, place: &Place, here: bool) -> Option<Vec<Binding>> {
        let waits = self.fault.as_ref().is_some_and(|planned| !planned.placed);
        if !waits || !here {
            return None;
        }
        let mut planned = self.fault.take()?;
        planned.placed = true;
        let mut bindings = Vec::new();
        for (number, (is_generated, part)) in pieces(planned.template).enumerate() {
            if !is_generated {
                planned.text.push_str(part);
                continue;
            }
            let slot = Variable::fresh(format!("part{number}"));
            let goal = self.wanted(c, part);
            let term = self.part(c, &goal, &place.with(&Effect::Pure), 1);
            planned.text.push_str(slot.text());
            // What it is made of may get its type later, the fault must meet it.
            let fixed = branch(boolean(true), term, self.written_out(c, &goal));
            bindings.push((slot, fixed));
        }
        bindings.push((Variable::fresh("unused"), var(&planned.stand_in)));
        self.fault = Some(planned);
        Some(bindings)
    }

    /// A term of the type of a part that nothing else decides.
    fn written_out(&mut self, c: &mut Choices, goal: &Goal) -> Expression {
        match goal {
            Goal::Pull(_, n, _) => node(Node::Array(vec![int(0); n.value])),
            Goal::Data(data) => self.literal(c, data),
            _ => int(0),
        }
    }

    /// The type of a part of a fault.
    fn wanted(&mut self, c: &mut Choices, text: &str) -> Goal {
        let base = |base| Goal::Data(Data::Base(base));
        match text {
            "[int]" => Goal::pull(&Data::INT, &Size::literal(3), &Effect::Pure),
            "bool" => base(BaseType::Bool),
            "double" => base(BaseType::F64),
            "float" => base(BaseType::F32),
            "i64" => base(BaseType::I64),
            "u8" => base(BaseType::U8),
            "a" => Goal::Data(self.data(c)),
            _ => base(BaseType::I32),
        }
    }
}

/// A name and what it is for.
pub type Binding = (Variable, Expression);

/// `let … in body`
pub fn bound(bindings: Vec<Binding>, body: Expression) -> Expression {
    bindings
        .into_iter()
        .rev()
        .fold(body, |body, (x, term)| bind(&x, term, body))
}
