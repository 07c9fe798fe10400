//! Programs of linear functions, as texts: structurally linear by construction, or with one step that is not.
//!
//! What depends on the argument is kept apart from what does not: a value of a type is made of linear variables, of zeros, and by loops,
//! handlers, views, cases on what is fixed, and nested transposes.  Numbers are small and whole, so that sums are exact in any order.
//!
//! | file | what |
//! | --- | --- |
//! | `values.rs` | a linear value of a type that is asked for |
//! | `handlers.rs` | states, accumulators and readers, and what is done with their references |

mod handlers;
mod values;

use crate::Choices;
use std::fmt;
use std::rc::Rc;

/// A vector space.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Space {
    Float,
    Double,
    Pair(Rc<Space>, Rc<Space>),
    Record(Rc<Space>, Rc<Space>),
    Table(usize, Rc<Space>),
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Space::Float => write!(f, "Float"),
            Space::Double => write!(f, "Float64"),
            Space::Pair(first, second) => write!(f, "({first} & {second})"),
            Space::Record(first, second) => write!(f, "{{a: {first} & b: {second}}}"),
            Space::Table(size, element) => write!(f, "(Fin {size} => {element})"),
        }
    }
}

impl Space {
    /// The values of this type that have these numbers, one after the other; the first is the most significant index.
    fn constant(&self, number: &mut impl FnMut() -> i32, lines: &mut Vec<String>, fresh: &mut u32) -> String {
        match self {
            Space::Float => format!("{}.0", number()),
            Space::Double => format!("{}.0f64", number()),
            Space::Pair(first, second) => {
                let first = first.constant(number, lines, fresh);
                format!("({first}, {})", second.constant(number, lines, fresh))
            }
            Space::Record(first, second) => {
                let first = first.constant(number, lines, fresh);
                format!("{{a = {first}, b = {}}}", second.constant(number, lines, fresh))
            }
            Space::Table(size, element) => {
                let all: Vec<String> = (0..*size)
                    .map(|_| element.constant(number, lines, fresh))
                    .collect();
                *fresh += 1;
                let name = format!("t{fresh}");
                let all = all.join(", ");
                lines.push(format!("let {name}: {self} = table (Fin {size}) [{all}]"));
                name
            }
        }
    }
}

/// What may be done with a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    State,
    Accum,
    Read,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::State => "State",
            Kind::Accum => "Accum",
            Kind::Read => "Read",
        }
    }
}

/// A reference in scope.
#[derive(Clone, Debug)]
struct Reference {
    name: String,
    region: String,
    kind: Kind,
    content: Space,
}

/// A linear function with a point and a weight: `map`, `point`, `weight`, and `forward`, `back` and `again` that use them.
#[derive(Clone, Debug)]
pub struct Linear {
    /// The text of the program.
    pub text: String,
    /// The premise of DX-TR-STRUCT that a step of it breaks.
    pub breaks: Option<&'static str>,
}

/// The names of the definitions that programs of linear functions have: the map at the point, its transpose at the weight, and the
/// transpose of that at the point.
pub const DEFINITIONS: [&str; 3] = ["forward", "back", "again"];

/// A linear function; one that is not, if that is asked for and a place for it was met.
pub fn linear(c: &mut Choices, broken: bool) -> Linear {
    let mut g = Generator {
        fresh: 0,
        lines: vec![],
        scope: vec![],
        references: vec![],
        indices: vec![],
        room: 30,
        breaks: broken,
        broken: None,
    };
    let argument = g.space(c, 2);
    let result = g.space(c, 2);
    let (body, value) = g.block(|g| {
        g.scope.push(("x".to_owned(), argument.clone()));
        g.steps(c, 3);
        g.value(c, &result, 3)
    });
    let mut text = String::from(
        "data Two(a: Type, b: Type) = Both(x: a, y: b)\n\ndef weights: Fin 4 => Float =\n  let all: Fin 4 => Float = table (Fin 4) [2.0, -1.0, 1.0, 0.0]\n  in all\n\n",
    );
    text += &format!(
        "def map: {argument} -> {result} =\n  \\x: {argument}.\n{}\n",
        written(&body, &value, 4)
    );
    for (name, space) in [("point", &argument), ("weight", &result)] {
        let mut lines = Vec::new();
        let value = space.constant(&mut || c.below(5) as i32 - 2, &mut lines, &mut g.fresh);
        text += &format!("def {name}: {space} =\n{}\n", written(&lines, &value, 2));
    }
    text += &format!("def forward: {result} =\n  let y: {result} = map point\n  in y\n\n");
    text += &format!("def back: {argument} =\n  let y: {argument} = transpose map weight\n  in y\n\n");
    text += &format!(
        "def again: {result} =\n  let y: {result} = transpose (\\t: {result}.\n    let u: {argument} = transpose map t\n    in u) point\n  in y\n"
    );
    Linear {
        text,
        breaks: g.broken,
    }
}

/// Statements and a value, so far to the right.
fn written(lines: &[String], value: &str, depth: usize) -> String {
    let space = " ".repeat(depth);
    let mut text = String::new();
    for line in lines.iter().flat_map(|line| line.lines()) {
        text += &format!("{space}{line}\n");
    }
    match lines.is_empty() {
        true => format!("{space}{value}\n"),
        false => text + &format!("{space}in {value}\n"),
    }
}

/// What is known while a function is made.
struct Generator {
    fresh: u32,
    /// The statements of the block that stands open.
    lines: Vec<String>,
    /// Linear variables.
    scope: Vec<(String, Space)>,
    references: Vec<Reference>,
    /// Indices, with the sizes of their sets.
    indices: Vec<(String, usize)>,
    /// How many statements more there may be.
    room: usize,
    /// Whether a step that is not linear is to be made yet.
    breaks: bool,
    /// The premise that it breaks, when it was made.
    broken: Option<&'static str>,
}

impl Generator {
    fn name(&mut self, text: &str) -> String {
        self.fresh += 1;
        format!("{text}{}", self.fresh)
    }

    /// A vector space.
    fn space(&mut self, c: &mut Choices, depth: usize) -> Space {
        match (depth, c.below(7)) {
            (0, _) | (_, 0 | 1) => Space::Float,
            (_, 2) => Space::Double,
            (_, 3) => Space::Pair(self.space(c, depth - 1).into(), self.space(c, depth - 1).into()),
            (_, 4) => Space::Record(self.space(c, depth - 1).into(), self.space(c, depth - 1).into()),
            _ => Space::Table(1 + c.below(3), self.space(c, depth - 1).into()),
        }
    }

    /// `let x: type = exp`
    fn bind(&mut self, text: &str, ty: &str, exp: &str) -> String {
        let name = self.name(text);
        self.room = self.room.saturating_sub(1);
        self.lines.push(format!("let {name}: {ty} = {exp}"));
        name
    }

    /// A linear variable.
    fn bind_linear(&mut self, space: &Space, exp: &str) -> String {
        let name = self.bind("y", &space.to_string(), exp);
        self.scope.push((name.clone(), space.clone()));
        name
    }

    /// Statements and a value in a block of their own.
    fn block(&mut self, make: impl FnOnce(&mut Generator) -> String) -> (Vec<String>, String) {
        let outside = std::mem::take(&mut self.lines);
        let (scope, references, indices) = (self.scope.len(), self.references.len(), self.indices.len());
        let value = make(self);
        self.scope.truncate(scope);
        self.references.truncate(references);
        self.indices.truncate(indices);
        (std::mem::replace(&mut self.lines, outside), value)
    }

    /// The same where nothing may be done.
    fn pure(&mut self, make: impl FnOnce(&mut Generator) -> String) -> (Vec<String>, String) {
        let references = std::mem::take(&mut self.references);
        // What nothing uses is not computed there.
        let breaks = std::mem::replace(&mut self.breaks, false);
        let made = self.block(make);
        self.references = references;
        self.breaks = breaks;
        made
    }

    /// Statements: variables, and what is done with references.
    fn steps(&mut self, c: &mut Choices, most: usize) {
        for _ in 0..1 + c.below(most) {
            if self.room == 0 {
                return;
            }
            c.part(|c| match (self.references.is_empty(), c.below(3)) {
                (false, 0 | 1) => self.effect(c),
                _ => {
                    let space = self.space(c, 1);
                    let value = self.value(c, &space, 2);
                    match value.starts_with('y') && !value.contains(' ') {
                        true => self.scope.push((value, space)),
                        false => {
                            self.bind_linear(&space, &value);
                        }
                    }
                }
            });
        }
    }

    /// A number that does not depend on the argument.
    fn fixed(&mut self, c: &mut Choices) -> String {
        match c.below(4) {
            0 => {
                let at = self.index(c, 4);
                self.bind("w", "Float", &format!("weights[{at}]"))
            }
            1 if !self.indices.is_empty() => {
                let (index, _) = c.pick(&self.indices).cloned().unwrap_or_default();
                let k = self.bind("k", "Int", &format!("ordinal {index}"));
                self.bind("w", "Float", &format!("%i32_to_f32 {k}"))
            }
            _ => ["2.0", "-1.0", "3.0", "-2.0"][c.below(4)].to_owned(),
        }
    }

    /// A member of `Fin size`.
    fn index(&mut self, c: &mut Choices, size: usize) -> String {
        let fits: Vec<String> = self
            .indices
            .iter()
            .filter(|(_, own)| *own == size)
            .map(|(name, _)| name.clone())
            .collect();
        match c.pick(&fits) {
            Some(index) if c.below(4) > 0 => index.clone(),
            _ => {
                let number = c.below(size);
                self.bind(
                    "i",
                    &format!("Fin {size}"),
                    &format!("unsafeFromOrdinal (Fin {size}) {number}"),
                )
            }
        }
    }

    /// A condition that does not depend on the argument.
    fn condition(&mut self, c: &mut Choices) -> String {
        let k = match c.pick(&self.indices).cloned() {
            Some((index, _)) => self.bind("k", "Int", &format!("ordinal {index}")),
            None => format!("{}", c.below(3)),
        };
        self.bind("b", "Bool", &format!("%lt_i32 {k} 1"))
    }
}
