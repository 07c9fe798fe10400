//! Definitions that take derivatives of a generated program, as text behind it.

use elder_dex::core::{Program, Type, Value, print, read};
use elder_generate::Choices;
use elder_generate::dex::Case;
use elder_semantics::derivative::Number;
use elder_semantics::dex::value::Value as Given;
use elder_semantics::dex::{self, Options};
use elder_semantics::failure::Kind;
use elder_semantics::options::Limits;
use elder_syntax::SourceId;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Value as Data;

/// `f x`
pub const VALUE: &str = "derivative_value";
/// The same and `J v`.
pub const FORWARD: &str = "derivative_forward";
/// `f x` and `Jᵀ c`
pub const REVERSE: &str = "derivative_reverse";
/// `(Jᵀ)ᵀ v`
pub const AGAIN: &str = "derivative_again";
/// The derivative of `J v` in the direction w.
pub const SECOND: &str = "derivative_second";
/// The derivative of `Jᵀ c` in the direction w.
pub const BENT: &str = "derivative_bent";
/// The transpose of the derivative of `J v`, at c.
pub const BACK: &str = "derivative_back";

/// The weight c, of which the definitions make a vector.
pub const WEIGHT: &str = "derivative_weight";

/// A function from vectors to vectors with a point, two directions and a weight.
pub struct Subject {
    /// The generated program with the definitions.
    pub program: Program,
    /// The point.
    pub point: Vec<Data>,
    /// A direction.
    pub along: Vec<Data>,
    /// Another one.
    pub other: Vec<Data>,
    /// Weights of the numbers of the result.
    pub weight: Vec<Data>,
}

impl Subject {
    /// The arguments of a definition.
    pub fn arguments(&self, definition: &str) -> Vec<Data> {
        let parts: &[&Vec<Data>] = match definition {
            WEIGHT => &[&self.weight],
            VALUE => &[&self.point],
            FORWARD | AGAIN => &[&self.point, &self.along],
            REVERSE => &[&self.point, &self.weight],
            SECOND => &[&self.point, &self.along, &self.other],
            BENT => &[&self.point, &self.other, &self.weight],
            _ => &[&self.point, &self.along, &self.weight],
        };
        parts.iter().flat_map(|part| part.iter().cloned()).collect()
    }
}

/// Where numbers come from that a program is judged at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Numbers {
    /// Small and whole, as generated.
    Whole,
    /// Between those that programs have, so that comparisons come out in one way only around them.
    Apart,
}

/// A generated program with definitions that take its derivatives in all of its arguments, or why it has none.
///
/// # Errors
/// What the checker says of it.
pub fn subject(
    case: &Case,
    c: &mut Choices,
    numbers: Numbers,
    second: bool,
) -> Result<Result<Subject, &'static str>, String> {
    let text = print::program(&case.program);
    let main = case.program.definition("main").ok_or("there is no main")?;
    let mut ty = main.binder.ty.clone();
    let mut arguments = Vec::new();
    while let Value::Arrow(arrow) = &ty {
        arguments.push(arrow.binder.ty.clone());
        ty = Value::clone(&arrow.result);
    }
    let count: usize = case.inputs.iter().map(|data| data.data().len()).sum();
    let value = match dex::run(&case.program, "main", &case.inputs, &options()).results {
        Ok(value) => value,
        Err(failure) if failure.kind == Kind::Limit => return Ok(Err("it reaches a limit")),
        Err(_) => return Ok(Err("it fails")),
    };
    let weights = numbers_of(&value).len();
    if count == 0 || weights == 0 {
        return Ok(Err("it is from nothing or to nothing"));
    }
    let mut writer = Writer {
        program: &case.program,
        arguments,
        result: ty,
        value,
        weights,
        fresh: 0,
    };
    let mut all = text + "\n";
    for name in [WEIGHT, VALUE, FORWARD, REVERSE, AGAIN] {
        all += &writer.definition(name);
    }
    if second {
        for name in [SECOND, BENT, BACK] {
            all += &writer.definition(name);
        }
    }
    let program = read::checked(SourceId(0), &all).map_err(|errors| {
        let stated: Vec<_> = errors.iter().map(|error| &error.message).collect();
        format!("{stated:?}\n{all}")
    })?;
    let point = match numbers {
        Numbers::Whole => case.inputs.clone(),
        Numbers::Apart => like(&case.inputs, &mut || odd(c, 64) / 32.0),
    };
    let scale = if numbers == Numbers::Whole { 1.0 } else { 8.0 };
    let mut nonzero = || (1.0 + c.below(6) as f32) * if c.below(2) == 0 { 1.0 } else { -1.0 } / scale;
    let along = like(&case.inputs, &mut nonzero);
    let other = like(&case.inputs, &mut nonzero);
    let weight = (0..weights).map(|_| nonzero()).collect::<Vec<f32>>();
    let weight = vec![Data::vector(weight)];
    Ok(Ok(Subject {
        program,
        point,
        along,
        other,
        weight,
    }))
}

/// An odd number between these.
fn odd(c: &mut Choices, most: usize) -> f32 {
    2.0 * c.below(most) as f32 - most as f32 + 1.0
}

/// Data of the same shapes.
fn like(data: &[Data], number: &mut impl FnMut() -> f32) -> Vec<Data> {
    let made = data.iter().map(|data| {
        let numbers: Vec<f32> = (0..data.data().len()).map(|_| number()).collect();
        match (data.as_scalar(), Data::vector(numbers.clone()).into_parts()) {
            (Some(_), _) => Data::scalar(PrimValue::F32(numbers[0])),
            (None, (_, numbers)) => Data::new(data.shape().to_vec(), numbers).unwrap_or_else(|| data.clone()),
        }
    });
    made.collect()
}

/// Within which a program is run.
pub fn options() -> Options {
    Options {
        limits: Limits::of(400_000, 1 << 26),
        ..Options::default()
    }
}

/// The numbers of a vector, in their order.
pub fn numbers_of(value: &Given) -> Vec<Number> {
    match value {
        Given::Number(number) => vec![number.clone()],
        Given::Pair(both) => [numbers_of(&both.0), numbers_of(&both.1)].concat(),
        Given::Record(fields) => fields.iter().flat_map(|(_, value)| numbers_of(value)).collect(),
        Given::Table(table) => table.elements().iter().flat_map(numbers_of).collect(),
        _ => vec![],
    }
}

/// Writes definitions.
struct Writer<'p> {
    program: &'p Program,
    arguments: Vec<Type>,
    result: Type,
    /// A value of the result, which knows how large tables are.
    value: Given,
    weights: usize,
    fresh: usize,
}

impl Writer<'_> {
    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("derivative_{}", self.fresh)
    }

    fn text(&self, ty: &Type) -> String {
        format!("({})", print::value(self.program, &self.program.names, ty))
    }

    /// `(A1 & (A2 & A3))`
    fn point(&self) -> String {
        let texts: Vec<String> = self.arguments.iter().map(|ty| self.text(ty)).collect();
        nested(&texts, " & ")
    }

    fn to(&self) -> String {
        self.text(&self.result)
    }

    /// `\p. main (fst p) (fst (snd p)) ..`
    fn function(&mut self) -> String {
        let parameter = self.name();
        let mut lines = String::new();
        let mut function = "main".to_owned();
        let count = self.arguments.len();
        for place in 0..count {
            let mut part = parameter.clone();
            for _ in 0..place {
                part = format!("(snd {part})");
            }
            if place + 1 < count {
                part = format!("(fst {part})");
            }
            let mut ty = self.to();
            for argument in self.arguments[place + 1..].iter().rev() {
                ty = format!("{} -> {ty}", self.text(argument));
            }
            let name = self.name();
            lines += &format!("    let {name}: {ty} = {function} {part}\n");
            function = name;
        }
        format!("(\\{parameter}: {}.\n{lines}    in {function})", self.point())
    }

    /// A linearized function: the name of the value and the linear function.
    fn linear(&mut self, lines: &mut String, function: &str, to: &str, at: &str) -> String {
        let name = self.name();
        let point = self.point();
        *lines += &format!("  let {name}: {to} & ({point} -> {to}) = linearize {function} {at}\n");
        name
    }

    fn bind(&mut self, lines: &mut String, ty: &str, exp: &str) -> String {
        let name = self.name();
        *lines += &format!("  let {name}: {ty} = {exp}\n");
        name
    }

    /// `J v` at x.
    fn jacobian(&mut self, lines: &mut String, x: &str, v: &str) -> (String, String) {
        let (function, to) = (self.function(), self.to());
        let both = self.linear(lines, &function, &to, x);
        let tangent = self.bind(lines, &to, &format!("(snd {both}) {v}"));
        (format!("fst {both}"), tangent)
    }

    /// `Jᵀ c` at x.
    fn gradient(&mut self, lines: &mut String, x: &str, c: &str) -> (String, String) {
        let (function, to, point) = (self.function(), self.to(), self.point());
        let both = self.linear(lines, &function, &to, x);
        let tangent = self.bind(lines, &point, &format!("transpose (snd {both}) {c}"));
        (format!("fst {both}"), tangent)
    }

    /// `\p. ..`, of a block that is made for p.
    fn lambda(&mut self, of: &str, make: impl FnOnce(&mut Self, &mut String, &str) -> String) -> String {
        let parameter = self.name();
        let mut lines = String::new();
        let result = make(self, &mut lines, &parameter);
        format!("(\\{parameter}: {of}.\n{lines}    in {result})")
    }

    /// A definition of its name, with parameters for the numbers that it needs.
    fn definition(&mut self, definition: &str) -> String {
        let mut parameters: Vec<(String, String)> = Vec::new();
        let mut vector = |writer: &mut Self| {
            let mut names = Vec::new();
            for ty in writer.arguments.clone() {
                let name = writer.name();
                parameters.push((name.clone(), writer.text(&ty)));
                names.push(name);
            }
            nested(&names, ", ")
        };
        let x = if definition == WEIGHT {
            String::new()
        } else {
            vector(self)
        };
        let v = match definition {
            FORWARD | AGAIN | SECOND | BACK => vector(self),
            _ => String::new(),
        };
        let w = match definition {
            SECOND | BENT => vector(self),
            _ => String::new(),
        };
        let mut lines = String::new();
        let c = match definition {
            WEIGHT | REVERSE | BENT | BACK => {
                let name = self.name();
                let ty = format!("(Fin {} => Float)", self.weights);
                parameters.push((name.clone(), ty));
                let mut next = 0;
                let (result, value) = (self.result.clone(), self.value.clone());
                self.weight(&mut lines, &result, &value, &name, &mut next)
            }
            _ => String::new(),
        };
        let (point, to) = (self.point(), self.to());
        let (result, of) = match definition {
            WEIGHT => (c, to),
            VALUE => {
                let function = self.function();
                let arrow = format!("{point} -> {to}");
                let function = self.bind(&mut lines, &arrow, &function);
                (self.bind(&mut lines, &to, &format!("{function} {x}")), to)
            }
            FORWARD => {
                let (value, tangent) = self.jacobian(&mut lines, &x, &v);
                (format!("({value}, {tangent})"), format!("{to} & {to}"))
            }
            REVERSE => {
                let (value, gradient) = self.gradient(&mut lines, &x, &c);
                (format!("({value}, {gradient})"), format!("{to} & {point}"))
            }
            AGAIN => {
                let function = self.function();
                let both = self.linear(&mut lines, &function, &to, &x);
                let back = self.lambda(&to, |writer, lines, c| {
                    let point = writer.point();
                    writer.bind(lines, &point, &format!("transpose (snd {both}) {c}"))
                });
                (self.bind(&mut lines, &to, &format!("transpose {back} {v}")), to)
            }
            SECOND | BACK => {
                let along = self.lambda(&point, |writer, lines, y| writer.jacobian(lines, y, &v).1);
                let both = self.linear(&mut lines, &along, &to, &x);
                match definition {
                    SECOND => (self.bind(&mut lines, &to, &format!("(snd {both}) {w}")), to),
                    _ => {
                        let exp = format!("transpose (snd {both}) {c}");
                        (self.bind(&mut lines, &point, &exp), point)
                    }
                }
            }
            _ => {
                let back = self.lambda(&point, |writer, lines, y| writer.gradient(lines, y, &c).1);
                let both = self.linear(&mut lines, &back, &point, &x);
                (self.bind(&mut lines, &point, &format!("(snd {both}) {w}")), point)
            }
        };
        let mut ty = of;
        for (_, parameter) in parameters.iter().rev() {
            ty = format!("{parameter} -> {ty}");
        }
        let heads: Vec<String> = parameters
            .iter()
            .map(|(name, ty)| format!("\\{name}: {ty}."))
            .collect();
        format!(
            "\ndef {definition}: {ty} = {}\n{lines}  in {result}\n",
            heads.join(" ")
        )
    }

    /// A vector of the type and shape of the result, made of numbers of a table from this one on.
    fn weight(
        &mut self,
        lines: &mut String,
        ty: &Type,
        value: &Given,
        table: &str,
        next: &mut usize,
    ) -> String {
        match (ty, value) {
            (Value::PairType(first, second), Given::Pair(both)) => {
                let first = self.weight(lines, first, &both.0, table, next);
                format!("({first}, {})", self.weight(lines, second, &both.1, table, next))
            }
            (Value::RecordType(labels), Given::Record(fields)) => {
                let mut all = Vec::new();
                for ((label, ty), (_, value)) in labels.fields.iter().zip(fields.iter()) {
                    let weight = self.weight(lines, ty, value, table, next);
                    all.push(format!("{} = {weight}", label.0));
                }
                format!("{{{}}}", all.join(", "))
            }
            (Value::Table(binder, element), Given::Table(elements)) => {
                let elements = elements.elements().iter();
                let elements: Vec<String> = elements
                    .map(|value| self.weight(lines, element, value, table, next))
                    .collect();
                let exp = format!("table {} [{}]", self.text(&binder.ty), elements.join(", "));
                let ty = self.text(ty);
                self.bind(lines, &ty, &exp)
            }
            _ => {
                let set = format!("Fin {}", self.weights);
                let member = self.bind(lines, &set, &format!("unsafeFromOrdinal ({set}) {next}"));
                *next += 1;
                let weight = self.bind(lines, "Float", &format!("{table}[{member}]"));
                match value {
                    Given::Number(number) if number.prim_type() == PrimType::F64 => {
                        self.bind(lines, "Float64", &format!("%f32_to_f64 {weight}"))
                    }
                    _ => weight,
                }
            }
        }
    }
}

/// `(a, (b, c))`
fn nested(parts: &[String], between: &str) -> String {
    match parts {
        [] => "()".to_owned(),
        [only] => only.clone(),
        [first, rest @ ..] => format!("({first}{between}{})", nested(rest, between)),
    }
}
