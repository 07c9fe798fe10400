//! A linear value of a type that is asked for.

use super::{Generator, Kind, Space, written};
use crate::Choices;
use crate::kit::joined;

impl Generator {
    /// A linear value: text of a value.
    pub(super) fn value(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        let choice = c.below(10);
        if depth == 0 || self.room == 0 || choice < 4 {
            return self.found(c, space);
        }
        match (choice, space) {
            (4, _) => self.handler(c, space, depth - 1),
            (5, _) if c.below(3) == 0 => self.held(c, space, depth - 1),
            (5, _) => self.cased(c, space, depth - 1),
            (6, Space::Float | Space::Double) => self.transposed(c, space, depth - 1),
            _ => self.made(c, space, depth - 1),
        }
    }

    /// A part of a linear variable, if there is one; zero otherwise.
    fn found(&mut self, c: &mut Choices, space: &Space) -> String {
        let mut all = Vec::new();
        for (name, own) in &self.scope {
            parts(name.clone(), own, space, false, &mut all);
        }
        // What was made last is most often taken.
        let near = all.len().saturating_sub(5);
        let from = if c.below(3) > 0 { near } else { 0 };
        match c.pick(&all[from.min(all.len())..]).cloned() {
            Some((path, false)) => path,
            Some((path, true)) => self.element(c, path, space),
            None => match self.readable(c, space) {
                Some(value) => value,
                None => self.nothing(c, space),
            },
        }
    }

    /// An element of the table that a path leads to.
    fn element(&mut self, c: &mut Choices, path: String, space: &Space) -> String {
        let size = sizes(&self.scope, &path);
        let at = self.index(c, size);
        self.bind_linear(space, &format!("({path})[{at}]"))
    }

    /// Zero, by its form, or made of zeros.
    fn nothing(&mut self, c: &mut Choices, space: &Space) -> String {
        match space {
            Space::Float => "0.0".to_owned(),
            Space::Double => "0.0f64".to_owned(),
            _ => self.made(c, space, 0),
        }
    }

    /// A value by its form.
    fn made(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        match space {
            Space::Float | Space::Double => self.scalar(c, space, depth),
            Space::Pair(first, second) => {
                let first = self.value(c, first, depth);
                format!("({first}, {})", self.value(c, second, depth))
            }
            Space::Record(first, second) => {
                let first = self.value(c, first, depth);
                format!("{{a = {first}, b = {}}}", self.value(c, second, depth))
            }
            Space::Table(size, element) => {
                let index = self.name("j");
                let choice = c.below(5);
                if choice == 0 {
                    let all = joined(", ", (0..*size).map(|_| self.value(c, element, 0)));
                    return self.bind_linear(space, &format!("table (Fin {size}) [{all}]"));
                }
                let inner = |g: &mut Generator| {
                    g.indices.push((index.clone(), *size));
                    if choice != 1 {
                        g.steps(c, 2);
                    }
                    g.value(c, element, depth)
                };
                match choice {
                    1 => {
                        let (lines, value) = self.pure(inner);
                        format!(
                            "(view {index}: Fin {size}.\n{})",
                            written(&lines, &value, 2).trim_end()
                        )
                    }
                    _ => {
                        let (lines, value) = self.block(inner);
                        let word = if choice == 2 { "rof" } else { "for" };
                        let body = written(&lines, &value, 2);
                        self.bind_linear(
                            space,
                            &format!("{word} {index}: Fin {size}.\n{}", body.trim_end()),
                        )
                    }
                }
            }
        }
    }

    /// A number, computed.
    fn scalar(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        let base = if *space == Space::Float { "f32" } else { "f64" };
        if self.breaks
            && *space == Space::Float
            && let Some(exp) = self.bent(c)
        {
            self.breaks = false;
            return self.bind_linear(space, &exp);
        }
        match c.below(6) {
            0 | 1 => {
                let (one, other) = (self.value(c, space, depth), self.value(c, space, depth));
                let f = ["add", "sub"][c.below(2)];
                self.bind_linear(space, &format!("%{f}_{base} {one} {other}"))
            }
            2 => {
                let one = self.value(c, space, depth);
                self.bind_linear(space, &format!("%neg_{base} {one}"))
            }
            3 if *space == Space::Float => {
                let other = self.value(c, &Space::Double, depth);
                self.bind_linear(space, &format!("%f64_to_f32 {other}"))
            }
            3 => {
                let other = self.value(c, &Space::Float, depth);
                self.bind_linear(space, &format!("%f32_to_f64 {other}"))
            }
            choice => {
                let one = self.value(c, space, depth);
                let mut factor = self.fixed(c);
                if *space == Space::Double {
                    factor = self.bind("w", "Float64", &format!("%f32_to_f64 {factor}"));
                }
                let exp = match (choice, c.below(4)) {
                    (4, 0) => format!(
                        "%div_{base} {one} {}",
                        if base == "f32" { "-1.0" } else { "-1.0f64" }
                    ),
                    (4, _) => format!("%mul_{base} {one} {factor}"),
                    _ => format!("%mul_{base} {factor} {one}"),
                };
                self.bind_linear(space, &exp)
            }
        }
    }

    /// A number that is no linear function of the argument.
    fn bent(&mut self, c: &mut Choices) -> Option<String> {
        let mut all = Vec::new();
        for (name, own) in &self.scope[..1] {
            parts(name.clone(), own, &Space::Float, false, &mut all);
        }
        let (path, is_table) = c.pick(&all).cloned()?;
        let x = match is_table {
            true => self.element(c, path, &Space::Float),
            false => path,
        };
        let (premise, exp) = match c.below(4) {
            0 => ("operand", format!("%mul_f32 {x} {x}")),
            1 => ("operand", format!("%sin_f32 {x}")),
            2 => ("zero", format!("%add_f32 {x} 1.0")),
            _ => ("operand", format!("%div_f32 2.0 {x}")),
        };
        self.broken = Some(premise);
        Some(exp)
    }

    /// One of two values.
    fn cased(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        let condition = self.condition(c);
        let mut branch = |g: &mut Generator, tag: &str| {
            let (lines, value) = g.block(|g| {
                g.steps(c, 2);
                g.value(c, space, depth)
            });
            format!("  | {tag} ->\n{}", written(&lines, &value, 4))
        };
        let (no, yes) = (branch(self, "False"), branch(self, "True"));
        self.bind_linear(space, &format!("case {condition} of\n{no}{yes}  end"))
    }

    /// A value of what data holds that a loop makes.
    fn held(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        let (first, second) = (self.space(c, 1), space.clone());
        let of = format!("[{first}, {second}]");
        let ty = format!("Two{of}");
        let (size, index) = (1 + c.below(3), self.name("j"));
        let (lines, value) = self.block(|g| {
            g.indices.push((index.clone(), size));
            let one = g.value(c, &first, depth);
            let other = g.value(c, &second, depth);
            format!("Both{of}({one}, {other})")
        });
        let body = written(&lines, &value, 2);
        let table = self.bind(
            "t",
            &format!("Fin {size} => {ty}"),
            &format!("for {index}: Fin {size}.\n{}", body.trim_end()),
        );
        let at = self.index(c, size);
        let whole = self.bind("d", &ty, &format!("{table}[{at}]"));
        let parts = [self.name("y"), self.name("y")];
        let [one, other] = parts.each_ref();
        let binders = format!("{one}: {first}, {other}: {second}");
        let (lines, value) = self.block(|g| {
            for (name, space) in parts.iter().zip([first, second]) {
                g.scope.push((name.clone(), space));
            }
            g.value(c, space, depth)
        });
        let body = written(&lines, &value, 4);
        let exp = format!("case {whole} of\n  | Both({binders}) ->\n{body}  end");
        self.bind_linear(space, &exp)
    }

    /// The transpose of a function of another argument.
    fn transposed(&mut self, c: &mut Choices, space: &Space, depth: usize) -> String {
        let of = self.space(c, 1);
        let weight = self.value(c, &of, 0);
        let name = self.name("t");
        let scope = std::mem::replace(&mut self.scope, vec![(name.clone(), space.clone())]);
        let (lines, value) = self.pure(|g| g.value(c, &of, depth));
        self.scope = scope;
        let body = written(&lines, &value, 2);
        let exp = format!("transpose (\\{name}: {space}.\n{}) {weight}", body.trim_end());
        self.bind_linear(space, &exp)
    }

    /// A value that a state or a reader has.
    fn readable(&mut self, c: &mut Choices, space: &Space) -> Option<String> {
        let fits = self
            .references
            .iter()
            .filter(|r| r.kind != Kind::Accum && r.content == *space);
        let fits: Vec<_> = fits.cloned().collect();
        let reference = c.pick(&fits)?;
        let word = if reference.kind == Kind::State {
            "get"
        } else {
            "ask"
        };
        Some(self.bind_linear(space, &format!("{word} {}", reference.name)))
    }
}

/// The paths from a variable to parts of a type, and to tables of such.
fn parts(path: String, own: &Space, wanted: &Space, inside: bool, all: &mut Vec<(String, bool)>) {
    if own == wanted {
        all.push((path.clone(), false));
    }
    match own {
        Space::Pair(first, second) => {
            parts(format!("fst {}", held(&path)), first, wanted, true, all);
            parts(format!("snd {}", held(&path)), second, wanted, true, all);
        }
        Space::Record(first, second) => {
            parts(format!("#a {}", held(&path)), first, wanted, true, all);
            parts(format!("#b {}", held(&path)), second, wanted, true, all);
        }
        Space::Table(_, element) if **element == *wanted => all.push((path, true)),
        _ => {}
    }
    if inside
        && let Some((path, _)) = all.last_mut()
        && path.contains(' ')
        && !path.starts_with('(')
    {
        *path = format!("({path})");
    }
}

fn held(path: &str) -> String {
    match path.contains(' ') && !path.starts_with('(') {
        true => format!("({path})"),
        false => path.to_owned(),
    }
}

/// The size of the table that a path leads to.
fn sizes(scope: &[(String, Space)], path: &str) -> usize {
    let words: Vec<&str> = path.split([' ', '(', ')']).filter(|w| !w.is_empty()).collect();
    let Some((name, steps)) = words.split_last() else {
        return 1;
    };
    let mut space = scope
        .iter()
        .rev()
        .find(|(own, _)| own == name)
        .map(|(_, space)| space.clone());
    for step in steps.iter().rev() {
        space = match (space, *step) {
            (Some(Space::Pair(first, _)), "fst") | (Some(Space::Record(first, _)), "#a") => {
                Some((*first).clone())
            }
            (Some(Space::Pair(_, second)), "snd") | (Some(Space::Record(_, second)), "#b") => {
                Some((*second).clone())
            }
            (other, _) => other,
        };
    }
    match space {
        Some(Space::Table(size, _)) => size,
        _ => 1,
    }
}
