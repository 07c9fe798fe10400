//! A host program as text, for people and to be read back.
//!
//! ```text
//! entry step[2](f32 -> f32)
//!
//! point main[n][m](b0: [n][m]f32, steps: i64)
//!   for t: i64 < steps with (cur: block of f32 = b0) {
//!     let k: i64 = mul_i64(n, m)
//!     alloc nxt: k of f32
//!     do step[n, m](cur -> nxt)
//!     drop cur
//!     continue nxt
//!   } as last: block of f32
//!   result [n][m]f32 in last
//! ```
//!
//! A number without a type is an `i64`.  Every variable has a text of its own in its entry point, so that a text says which variable is meant
//! wherever it stands.  What entries are does not stand here: whoever knows it writes it beneath.  Where a program is broken, and is printed all
//! the same, there is a `?`.

use super::{
    Asked, Body, Constant, Entry, Form, Kind, Loop, Operand, Output, Parameter, Point, Program, Site, Step,
    Var,
};
use elder_syntax::Name;
use elder_syntax::prim::{PrimFn, PrimType, PrimValue};
use elder_syntax::value::constant;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Display};

/// The words that no variable is called.
pub const RESERVED: [&str; 32] = [
    "alloc", "as", "at", "block", "check", "constant", "continue", "copy", "do", "drop", "else", "entry",
    "false", "fill", "for", "gives", "if", "in", "let", "observe", "of", "point", "read", "result", "share",
    "true", "use", "while", "with", "write", "inf", "nan",
];

impl<E> Display for Program<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = entry_names(self);
        for (entry, name) in self.entries.iter().zip(&entries) {
            writeln!(f, "{}", Interfaced(entry, name))?;
        }
        let constants = constant_names(self);
        let printed = |names: &[Name], print: &dyn Fn(&mut Printer<'_>)| {
            let mut printer = Printer {
                names,
                entries: &entries,
                constants: &constants,
                out: String::new(),
            };
            print(&mut printer);
            printer.out
        };
        let constant = (self.constants.iter().enumerate()).map(|(number, constant)| {
            let names = variables(&constant.names);
            printed(&names, &|printer| printer.constant(number, constant))
        });
        let points = self.points.iter().map(|point| {
            let names = variable_names(point);
            printed(&names, &|printer| printer.point(point))
        });
        for (k, text) in constant.chain(points).enumerate() {
            if k > 0 || !self.entries.is_empty() {
                writeln!(f)?;
            }
            f.write_str(&text)?;
        }
        Ok(())
    }
}

/// A step as it begins in the text, for messages; variables, entries and constants are called so.
pub fn step(step: &Step, names: &[Name], entries: &[Name], constants: &[Name]) -> String {
    let mut printer = Printer {
        names,
        entries,
        constants,
        out: String::new(),
    };
    printer.step(step, 0);
    let line = printer.out.lines().next().unwrap_or_default();
    line.trim_end_matches(" {").to_owned()
}

/// What entries are called in the text of their program, by number: one text each.
pub fn entry_names<E>(program: &Program<E>) -> Vec<Name> {
    unique(program.entries.iter().map(|entry| readable(&entry.name, true)))
}

/// What constants are called in the text of their program, by number: one text each.
pub fn constant_names<E>(program: &Program<E>) -> Vec<Name> {
    unique((program.constants.iter()).map(|constant| readable(&constant.name, true)))
}

/// What the variables of an entry point are called in its text, by number: one text each.
pub fn variable_names(point: &Point) -> Vec<Name> {
    variables(&point.names)
}

/// The same of an entry point or a constant whose variables are called so.
pub fn variables(names: &[Name]) -> Vec<Name> {
    unique(names.iter().map(|name| readable(name, false)))
}

/// The texts, with numbers behind those that stood before.
fn unique(texts: impl Iterator<Item = Name>) -> Vec<Name> {
    let mut taken: FxHashSet<Name> = FxHashSet::default();
    // From which number on a text was not used.
    let mut next: FxHashMap<Name, u32> = FxHashMap::default();
    let mut all = Vec::new();
    for text in texts {
        let mut own = text.clone();
        while !taken.insert(own.clone()) {
            let number = next.entry(text.clone()).or_insert(1);
            own = format!("{text}_{number}").into();
            *number += 1;
        }
        all.push(own);
    }
    all
}

/// A text as a name that can be read; with points between words or not.
fn readable(text: &str, points: bool) -> Name {
    let follows = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words: Vec<String> = text
        .split(|c| points && c == '.')
        .map(|word| word.replace(|c: char| !follows(c), "_"))
        .collect();
    let text = words.join(".");
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let whole = !text.split('.').any(str::is_empty);
    let free = !RESERVED.contains(&text.as_str()) && PrimType::from_name(&text).is_none();
    match begins && whole && free {
        true => text.into(),
        false => format!("_{}", text.replace('.', "_")).into(),
    }
}

/// An entry's first line.
struct Interfaced<'e, E>(&'e Entry<E>, &'e Name);

impl<E> Display for Interfaced<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Interfaced(entry, name) = self;
        let interface = &entry.interface;
        write!(f, "entry {name}")?;
        if interface.sizes > 0 {
            write!(f, "[{}]", interface.sizes)?;
        }
        let texts = |types: &[PrimType]| types.iter().map(PrimType::to_string).collect();
        f.write_str(&taken(
            texts(&interface.scalars),
            texts(&interface.reads),
            texts(&interface.writes),
            texts(&interface.updates),
        ))
    }
}

/// `(x; b -> c; d)`: the scalars and the updated blocks with their `;` only where there are some.
fn taken(scalars: Vec<String>, reads: Vec<String>, writes: Vec<String>, updates: Vec<String>) -> String {
    let mut out = String::from("(");
    if !scalars.is_empty() {
        out.push_str(&scalars.join(", "));
        out.push_str("; ");
    }
    out.push_str(&reads.join(", "));
    out.push_str(if reads.is_empty() { "->" } else { " ->" });
    if !writes.is_empty() {
        out.push(' ');
        out.push_str(&writes.join(", "));
    }
    if !updates.is_empty() {
        out.push_str("; ");
        out.push_str(&updates.join(", "));
    }
    out.push(')');
    out
}

/// A constant as it reads back.
fn number(value: PrimValue) -> String {
    match value {
        PrimValue::I64(number) => number.to_string(),
        other => constant::write(other),
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Scalar(t) => write!(f, "{t}"),
            Kind::Block(t) => write!(f, "block of {t}"),
        }
    }
}

/// ` at PREMISE "message"`.
impl Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " at {}", self.premise.id())?;
        if !self.premise.key().is_empty() {
            write!(f, "/{}", self.premise.key())?;
        }
        write!(f, " {}", quoted(&self.message))
    }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// What a body ends with.
#[derive(Clone, Copy)]
enum End {
    /// A branch.
    Gives,
    /// An iteration.
    Continue,
}

/// The text of a constant or an entry point so far.
struct Printer<'p> {
    names: &'p [Name],
    entries: &'p [Name],
    constants: &'p [Name],
    out: String,
}

impl Printer<'_> {
    fn var(&self, var: Var) -> &str {
        self.names.get(var.index()).map_or("?", |name| name.as_str())
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Var(var) => self.var(var).to_owned(),
            Operand::Const(value) => number(value),
        }
    }

    fn operands(&self, operands: &[Operand]) -> String {
        let texts: Vec<String> = operands.iter().map(|operand| self.operand(*operand)).collect();
        texts.join(", ")
    }

    fn vars(&self, vars: &[Var]) -> Vec<String> {
        vars.iter().map(|var| self.var(*var).to_owned()).collect()
    }

    fn shape(&self, shape: &[Operand]) -> String {
        shape
            .iter()
            .map(|size| format!("[{}]", self.operand(*size)))
            .collect()
    }

    /// `constant table: i64, block of i32` and its body.
    fn constant(&mut self, number: usize, constant: &Constant) {
        let kinds: Vec<String> = constant.results.iter().map(Kind::to_string).collect();
        let kinds = match kinds.is_empty() {
            true => String::new(),
            false => format!(": {}", kinds.join(", ")),
        };
        let name = self.constants.get(number).map_or("?", |name| name.as_str());
        let first = format!("constant {name}{kinds}");
        self.line(0, &first);
        self.body(&constant.body, End::Gives, 1);
    }

    fn point(&mut self, point: &Point) {
        let sizes: String = point
            .sizes
            .iter()
            .map(|size| format!("[{}]", self.var(*size)))
            .collect();
        let parameters: Vec<String> = point.parameters.iter().map(|of| self.parameter(of)).collect();
        let name = readable(&point.name, true);
        self.line(0, &format!("point {name}{sizes}({})", parameters.join(", ")));
        self.steps(&point.body.steps, 1);
        self.results(&point.results, &point.body.results);
    }

    fn parameter(&self, parameter: &Parameter) -> String {
        let unique = if parameter.unique { "*" } else { "" };
        let (shape, element) = (self.shape(&parameter.shape), parameter.element);
        format!("{}: {unique}{shape}{element}", self.var(parameter.var))
    }

    /// `result [n][m]f32 in last`, a line each; what is given beside that has a line of its own, which does not read back.
    fn results(&mut self, results: &[Output], given: &[Operand]) {
        let mut given = given.iter().copied();
        let mut next = |printer: &Printer<'_>| match given.next() {
            Some(operand) => printer.operand(operand),
            None => "?".to_owned(),
        };
        for Output { element, rank } in results {
            let sizes: String = (0..*rank).map(|_| format!("[{}]", next(self))).collect();
            let text = format!("result {sizes}{element} in {}", next(self));
            self.line(1, &text);
        }
        for operand in given {
            self.line(1, &format!("result ? in {}", self.operand(operand)));
        }
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.out.extend(std::iter::repeat_n("  ", depth));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn steps(&mut self, steps: &[Step], depth: usize) {
        elder_syntax::effort::deeper(|| {
            for step in steps {
                self.step(step, depth);
            }
        });
    }

    /// A body behind its `{`.
    fn body(&mut self, body: &Body, end: End, depth: usize) {
        self.steps(&body.steps, depth);
        if !body.results.is_empty() {
            let word = match end {
                End::Gives => "gives",
                End::Continue => "continue",
            };
            self.line(depth, &format!("{word} {}", self.operands(&body.results)));
        }
    }

    /// `x: i32, b: block of f32`
    fn binders(&self, results: &[(Var, Kind)]) -> String {
        let texts: Vec<String> = results
            .iter()
            .map(|(var, kind)| format!("{}: {kind}", self.var(*var)))
            .collect();
        texts.join(", ")
    }

    /// ` as x: i32, b: block of f32`, if something is bound.
    fn bound(&self, results: &[(Var, Kind)]) -> String {
        match results.is_empty() {
            true => String::new(),
            false => format!(" as {}", self.binders(results)),
        }
    }

    /// A function of one of [`PrimFn`]'s names.
    fn application(&self, function: PrimFn, operands: &[Operand]) -> String {
        format!("{function}({})", self.operands(operands))
    }

    fn step(&mut self, step: &Step, depth: usize) {
        let text = match step {
            Step::Let {
                var,
                function,
                operands,
                site,
            } => {
                let site = site.as_ref().map(Site::to_string).unwrap_or_default();
                let applied = self.application(*function, operands);
                format!("let {}: {} = {applied}{site}", self.var(*var), function.result())
            }
            Step::Ask { var, number } => {
                let number = match number {
                    Asked::Tuned { name, default } => format!("tuned {} {default}", quoted(name)),
                    Asked::Limit(limit) => format!("limit {}", limit.name()),
                };
                format!("let {}: i64 = {number}", self.var(*var))
            }
            Step::Check { holds, numbers, site } => {
                let numbers = match numbers.as_slice() {
                    [] => String::new(),
                    numbers => format!("({})", self.operands(numbers)),
                };
                format!("check {}{site}{numbers}", self.operand(*holds))
            }
            Step::Alloc {
                var, element, count, ..
            } => format!("alloc {}: {} of {element}", self.var(*var), self.operand(*count)),
            Step::Share { var, element, of } => {
                format!("share {}: {element} = {}", self.var(*var), self.var(*of))
            }
            Step::Use { constant, results } => {
                let name = self.constants.get(*constant).map_or("?", |name| name.as_str());
                format!("use {} = {name}", self.binders(results))
            }
            Step::Drop(var) => format!("drop {}", self.var(*var)),
            Step::Read {
                var,
                element,
                block,
                index,
            } => {
                let (var, block) = (self.var(*var), self.var(*block));
                format!("read {var}: {element} = {block}[{}]", self.operand(*index))
            }
            Step::Write { block, index, value } => {
                let (index, value) = (self.operand(*index), self.operand(*value));
                format!("write {}[{index}] = {value}", self.var(*block))
            }
            Step::Copy {
                from,
                from_offset,
                to,
                to_offset,
                count,
            } => format!(
                "copy {} of {}@{} -> {}@{}",
                self.operand(*count),
                self.var(*from),
                self.operand(*from_offset),
                self.var(*to),
                self.operand(*to_offset)
            ),
            Step::Fill {
                block,
                offset,
                count,
                value,
            } => format!(
                "fill {} of {}@{} = {}",
                self.operand(*count),
                self.var(*block),
                self.operand(*offset),
                self.operand(*value)
            ),
            Step::Do {
                entry,
                sizes,
                scalars,
                reads,
                writes,
                updates,
            } => {
                let name = self.entries.get(*entry).map_or("?", |name| name.as_str());
                let sizes = match sizes.as_slice() {
                    [] => String::new(),
                    sizes => format!("[{}]", self.operands(sizes)),
                };
                let scalars = scalars.iter().map(|scalar| self.operand(*scalar)).collect();
                let arguments = taken(scalars, self.vars(reads), self.vars(writes), self.vars(updates));
                format!("do {name}{sizes}{arguments}")
            }
            Step::Observe(of) => {
                let sizes: Vec<Operand> = of.dims.iter().map(|(size, _)| *size).collect();
                let strides: Vec<Operand> = of.dims.iter().map(|(_, stride)| *stride).collect();
                format!(
                    "observe {}: {}{} = {}@{}{}",
                    of.name,
                    self.shape(&sizes),
                    of.element,
                    self.var(of.block),
                    self.operand(of.offset),
                    self.shape(&strides)
                )
            }
            Step::If {
                condition,
                then,
                otherwise,
                results,
            } => return self.conditional(*condition, [then, otherwise], results, depth),
            Step::Loop(of) => return self.looping(of, depth),
        };
        self.line(depth, &text);
    }

    fn conditional(
        &mut self,
        condition: Operand,
        [then, otherwise]: [&Body; 2],
        results: &[(Var, Kind)],
        depth: usize,
    ) {
        self.line(depth, &format!("if {} {{", self.operand(condition)));
        self.body(then, End::Gives, depth + 1);
        if !otherwise.steps.is_empty() || !otherwise.results.is_empty() {
            self.line(depth, "} else {");
            self.body(otherwise, End::Gives, depth + 1);
        }
        self.line(depth, &format!("}}{}", self.bound(results)));
    }

    fn looping(&mut self, of: &Loop, depth: usize) {
        let form = match &of.form {
            Form::For { index, ty, bound } => {
                format!("for {}: {ty} < {}", self.var(*index), self.operand(*bound))
            }
            Form::While(parameter) => {
                let parameter = of.params.get(*parameter);
                format!("while {}", parameter.map_or("?", |(var, ..)| self.var(*var)))
            }
        };
        let params: Vec<String> = of
            .params
            .iter()
            .map(|(var, kind, begins)| format!("{}: {kind} = {}", self.var(*var), self.operand(*begins)))
            .collect();
        let params = match params.is_empty() {
            true => String::new(),
            false => format!(" with ({})", params.join(", ")),
        };
        self.line(depth, &format!("{form}{params} {{"));
        self.body(&of.body, End::Continue, depth + 1);
        self.line(depth, &format!("}}{}", self.bound(&of.results)));
    }
}

#[cfg(test)]
mod tests;
