//! Programs that are well-typed by construction.
//!
//! A program is a few functions and a `main` without parameters.  Every expression is
//! made for a type, from the variables in scope, so that most programs are
//! accepted and run; sizes come from a short list with 0 and 1 in it, indexes are sometimes out of
//! bounds, and divisions sometimes by zero.

use super::Choices;
use std::fmt::Write as _;

/// The types that the generator knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ty {
    I32,
    I64,
    F64,
    Bool,
    Ints,
    Floats,
    Pair,
    Matrix,
}

impl Ty {
    const ALL: [Ty; 8] = [
        Ty::I32,
        Ty::I64,
        Ty::Bool,
        Ty::F64,
        Ty::Ints,
        Ty::Floats,
        Ty::Pair,
        Ty::Matrix,
    ];

    fn text(self) -> &'static str {
        match self {
            Ty::I32 => "i32",
            Ty::I64 => "i64",
            Ty::F64 => "f64",
            Ty::Bool => "bool",
            Ty::Ints => "[]i32",
            Ty::Floats => "[]f64",
            Ty::Pair => "(i32, i64)",
            Ty::Matrix => "[][]i32",
        }
    }
}

struct Generator<'c, 'b> {
    choices: &'c mut Choices<'b>,
    scope: Vec<(String, Ty)>,
    functions: Vec<(String, Vec<Ty>, Ty)>,
    fresh: usize,
}

/// A program.
pub fn program(choices: &mut Choices) -> String {
    let mut generator = Generator {
        choices,
        scope: Vec::new(),
        functions: Vec::new(),
        fresh: 0,
    };
    let mut text = String::new();
    for _ in 0..generator.choices.below(4) {
        generator.function(&mut text);
    }
    let parts: Vec<String> = (0..1 + generator.choices.below(3))
        .map(|_| {
            let ty = generator.ty();
            generator.exp(ty, 5)
        })
        .collect();
    let _ = writeln!(text, "def main = ({})", parts.join(", "));
    text
}

impl Generator<'_, '_> {
    fn ty(&mut self) -> Ty {
        self.choices.pick(&Ty::ALL).unwrap_or(Ty::I32)
    }

    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("v{}", self.fresh)
    }

    fn function(&mut self, text: &mut String) {
        let name = format!("f{}", self.functions.len());
        let result = self.ty();
        let types: Vec<Ty> = (0..1 + self.choices.below(3)).map(|_| self.ty()).collect();
        let outer = std::mem::take(&mut self.scope);
        let _ = write!(text, "def {name}");
        for &ty in &types {
            let parameter = self.name();
            let _ = write!(text, " ({parameter}: {})", ty.text());
            self.scope.push((parameter, ty));
        }
        let body = self.exp(result, 4);
        let _ = writeln!(text, ": {} = {body}", result.text());
        self.scope = outer;
        self.functions.push((name, types, result));
    }

    /// An expression of this type, in parentheses where it needs them.
    fn exp(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.choices.is_empty() {
            return self.leaf(ty);
        }
        let d = depth - 1;
        match self.choices.below(8) {
            0 | 1 => self.leaf(ty),
            2 => format!(
                "(if {} then {} else {})",
                self.exp(Ty::Bool, d),
                self.exp(ty, d),
                self.exp(ty, d)
            ),
            3 => self.binding(ty, d),
            4 => self.call(ty, d),
            _ => self.operation(ty, d),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let known: Vec<usize> = (0..self.scope.len()).filter(|&i| self.scope[i].1 == ty).collect();
        if let Some(i) = self.choices.pick(&known)
            && !self.choices.one_in(3)
        {
            return self.scope[i].0.clone();
        }
        let numbers = ["0", "1", "2", "3", "7", "8", "255", "1000"];
        let n = self.choices.pick(&numbers).unwrap_or("0");
        let m = self.choices.pick(&numbers[..5]).unwrap_or("0");
        match ty {
            Ty::I32 => format!("{n}i32"),
            Ty::I64 => format!("{n}i64"),
            Ty::F64 => self
                .choices
                .pick(&["0.0", "1.5", "1e300", "f64.nan", "f64.inf"])
                .unwrap_or("0.0")
                .to_owned(),
            Ty::Bool => self.choices.pick(&["true", "false"]).unwrap_or("true").to_owned(),
            Ty::Ints => format!("(replicate {m} {n}i32)"),
            Ty::Floats => format!("(map f64.i64 (iota {m}))"),
            Ty::Pair => format!("({n}i32, {m}i64)"),
            Ty::Matrix => format!("(replicate {m} (replicate 2 {n}i32))"),
        }
    }

    fn binding(&mut self, ty: Ty, d: usize) -> String {
        let outer = self.scope.len();
        let name = self.name();
        let inner = self.ty();
        let bound = self.exp(inner, d);
        let text = match self.choices.below(3) {
            0 => {
                self.scope.push((name.clone(), inner));
                format!("(let {name} = {bound} in {})", self.exp(ty, d))
            }
            1 => {
                // A loop from a value of the result's type.
                let first = self.exp(ty, d);
                let bound = self.choices.pick(&["0", "1", "3", "9"]).unwrap_or("0");
                let index = self.name();
                self.scope.push((name.clone(), ty));
                self.scope.push((index.clone(), Ty::I64));
                format!(
                    "(loop {name} = {first} for {index} < {bound}i64 do {})",
                    self.exp(ty, d)
                )
            }
            _ => {
                self.scope.push((name.clone(), inner));
                format!("((\\({name}: {}) -> {}) {bound})", inner.text(), self.exp(ty, d))
            }
        };
        self.scope.truncate(outer);
        text
    }

    fn call(&mut self, ty: Ty, d: usize) -> String {
        let fitting: Vec<usize> = (0..self.functions.len())
            .filter(|&i| self.functions[i].2 == ty)
            .collect();
        let Some(i) = self.choices.pick(&fitting) else {
            return self.operation(ty, d);
        };
        let (name, types, _) = self.functions[i].clone();
        let mut text = format!("({name}");
        for ty in types {
            let _ = write!(text, " ({})", self.exp(ty, d));
        }
        text + ")"
    }

    fn lambda(&mut self, from: Ty, to: Ty, d: usize) -> String {
        let name = self.name();
        self.scope.push((name.clone(), from));
        let body = self.exp(to, d);
        self.scope.pop();
        format!("(\\({name}: {}) -> {body})", from.text())
    }

    fn operation(&mut self, ty: Ty, d: usize) -> String {
        let which = self.choices.below(6);
        match ty {
            Ty::I32 => match which {
                0 => format!("({})[{}]", self.exp(Ty::Ints, d), self.exp(Ty::I64, d)),
                1 => format!("(reduce (+) 0 {})", self.exp(Ty::Ints, d)),
                2 => format!("({}).0", self.exp(Ty::Pair, d)),
                3 => format!("(i32.f64 ({}))", self.exp(Ty::F64, d)),
                _ => {
                    let op = self
                        .choices
                        .pick(&["+", "-", "*", "/", "%", "//", "&", "<<", ">>"])
                        .unwrap_or("+");
                    format!("({} {op} {})", self.exp(Ty::I32, d), self.exp(Ty::I32, d))
                }
            },
            Ty::I64 => match which {
                0 => format!("(length ({}))", self.exp(Ty::Ints, d)),
                1 => format!("({}).1", self.exp(Ty::Pair, d)),
                2 => format!("(i64.i32 ({}))", self.exp(Ty::I32, d)),
                _ => {
                    let op = self.choices.pick(&["+", "-", "*", "%"]).unwrap_or("+");
                    format!("({} {op} {})", self.exp(Ty::I64, d), self.exp(Ty::I64, d))
                }
            },
            Ty::F64 => match which {
                0 => format!("(f64.sum ({}))", self.exp(Ty::Floats, d)),
                1 => format!("(f64.i32 ({}))", self.exp(Ty::I32, d)),
                _ => {
                    let op = self.choices.pick(&["+", "-", "*", "/", "**"]).unwrap_or("+");
                    format!("({} {op} {})", self.exp(Ty::F64, d), self.exp(Ty::F64, d))
                }
            },
            Ty::Bool => match which {
                0 => format!("({} && {})", self.exp(Ty::Bool, d), self.exp(Ty::Bool, d)),
                1 => format!("({} == {})", self.exp(Ty::Pair, d), self.exp(Ty::Pair, d)),
                2 => format!("(assert {} {})", self.exp(Ty::Bool, d), self.exp(Ty::Bool, d)),
                _ => format!("({} < {})", self.exp(Ty::I32, d), self.exp(Ty::I32, d)),
            },
            Ty::Ints => match which {
                0 => format!(
                    "(map {} ({}))",
                    self.lambda(Ty::I32, Ty::I32, d),
                    self.exp(Ty::Ints, d)
                ),
                1 => format!(
                    "(filter {} ({}))",
                    self.lambda(Ty::I32, Ty::Bool, d),
                    self.exp(Ty::Ints, d)
                ),
                2 => format!("(scan (+) 0 ({}))", self.exp(Ty::Ints, d)),
                3 => format!(
                    "(copy ({}) with [{}] = {})",
                    self.exp(Ty::Ints, d),
                    self.exp(Ty::I64, d),
                    self.exp(Ty::I32, d)
                ),
                4 => format!("({} ++ {})", self.exp(Ty::Ints, d), self.exp(Ty::Ints, d)),
                _ => format!(
                    "(let a = {} in a[{}:])",
                    self.exp(Ty::Ints, d),
                    self.exp(Ty::I64, d)
                ),
            },
            Ty::Floats => format!(
                "(map {} ({}))",
                self.lambda(Ty::I32, Ty::F64, d),
                self.exp(Ty::Ints, d)
            ),
            Ty::Pair => format!("({}, {})", self.exp(Ty::I32, d), self.exp(Ty::I64, d)),
            Ty::Matrix => match which {
                0 => format!("(transpose ({}))", self.exp(Ty::Matrix, d)),
                1 => format!(
                    "(map (\\r -> map {} r) ({}))",
                    self.lambda(Ty::I32, Ty::I32, d),
                    self.exp(Ty::Matrix, d)
                ),
                _ => format!(
                    "(let k = {} % 5 in replicate 3 (replicate k {}))",
                    self.exp(Ty::I64, d),
                    self.exp(Ty::I32, d)
                ),
            },
        }
    }
}
