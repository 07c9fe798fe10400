//! Programs that compute primitive functions of chosen operands, in every language: of what they read, and of what is written in them.

use super::boundary::{self, FUNCTIONS};
use super::exact::{Exact, width};
use super::literal::{self, PLAIN, Spelling};
use super::meaning::{Meaning, meaning, saturated};
use super::spelt::{self, Numerals};
use crate::Choices;
use crate::kit::{joined, tuple};
use crate::meant::{Expected, Meant, Output, vector};
use elder_dex::core::base_name;
use elder_fcl::{Primitive, ScalarOperator};
use elder_syntax::Value;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, UnOp};
use std::sync::LazyLock;

/// A function as a language has it.
#[derive(Clone, Debug)]
pub struct Function {
    /// The function.
    pub f: PrimFn,
    /// How it is applied to `$0`, `$1`, `$2`.
    text: String,
    /// What it does with its operands that the shared table does not say.
    own: Own,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    Nothing,
    /// A conversion goes to the nearest end of a type.
    Saturates,
    /// A count is taken modulo the bits of the type.
    Counts,
}

impl Function {
    /// A function of the shared table.
    pub(super) fn shared(f: PrimFn, text: String) -> Function {
        Function {
            f,
            text,
            own: Own::Nothing,
        }
    }

    /// What it gives.
    pub(super) fn meaning(&self, operands: &[PrimValue]) -> Meaning {
        match (self.own, self.f, operands) {
            (Own::Saturates, PrimFn::Convert(_, to), [a]) => Meaning::Exactly(saturated(*a, to)),
            (Own::Counts, PrimFn::Bin(_, t), [a, b]) => {
                let count = PrimValue::of_bits(t, b.bits() & u64::from(width(t) - 1));
                meaning(self.f, &[*a, count])
            }
            _ => meaning(self.f, operands),
        }
    }

    /// It applied to these operands.
    pub(super) fn applied(&self, operands: &[String]) -> String {
        let start = self.text.clone();
        operands.iter().enumerate().fold(start, |text, (k, operand)| {
            text.replace(&format!("${k}"), operand)
        })
    }
}

/// A function with its operands as they are written.
pub(super) type Applied = (Function, Vec<String>);

/// A language in which numbers are computed.
pub struct Tongue {
    /// The ending of its files.
    pub ending: &'static str,
    /// The functions that it has.
    pub functions: LazyLock<Vec<Function>>,
    /// The program that applies functions, which take the same, to so many elements of its inputs.
    elementwise: fn(&[Function], usize) -> String,
    /// The program whose results are these functions of these operands, and which has parameters of these types.
    pub(super) scalars: fn(&[Applied], &[PrimType]) -> String,
    /// How many results a program has at most.
    pub(super) results: usize,
    /// How a number is written, if it can be.
    pub(super) literal: fn(&mut Choices, PrimValue) -> Option<String>,
    /// What is said of numerals that are not of their type, or none.
    pub(super) numerals: Numerals,
}

/// The names of what an element-wise function takes.
const NAMES: [&str; 3] = ["x", "y", "z"];

/// What functions take that take the same: names, and types.
fn taken(functions: &[Function]) -> (Vec<String>, Vec<PrimType>) {
    let parameters = functions
        .first()
        .map_or_else(Vec::new, |function| function.f.parameters());
    let names = NAMES.iter().take(parameters.len());
    (names.map(|name| (*name).to_owned()).collect(), parameters)
}

/// One program.
pub fn program(c: &mut Choices, tongue: &Tongue) -> Meant {
    match c.below(9) {
        0..=3 => elementwise(c, tongue),
        4 if !tongue.numerals.ways.is_empty() => spelt::program(c, tongue),
        _ => scalars(c, tongue),
    }
}

/// A function; those that convert are as likely as all others.
fn chosen<'t>(c: &mut Choices, tongue: &'t Tongue) -> Option<&'t Function> {
    c.pick(&tongue.functions)
}

/// A function that is not defined for all of its operands.
fn failing<'t>(c: &mut Choices, tongue: &'t Tongue) -> Option<&'t Function> {
    use BinOp::{Div, Mod, Pow, Quot, Rem};
    let is_partial = |f: PrimFn| matches!(f, PrimFn::Bin(Div | Mod | Quot | Rem | Pow, t) if t.is_integer());
    let all: Vec<&Function> = tongue
        .functions
        .iter()
        .filter(|function| is_partial(function.f))
        .collect();
    c.pick(&all).copied()
}

fn empty(tongue: &Tongue) -> Meant {
    Meant {
        sort: String::new(),
        ending: tongue.ending,
        text: String::new(),
        inputs: vec![],
        expected: Expected::Values(vec![]),
    }
}

/// How many functions are applied to the same elements at most.
const TOGETHER: usize = 6;

/// Functions that take the same as this one, itself among them.
fn beside(c: &mut Choices, tongue: &Tongue, function: &Function) -> Vec<Function> {
    let most = TOGETHER.min(tongue.results);
    let mut all = vec![function.clone()];
    let parameters = function.f.parameters();
    let takes = |other: &&Function| other.f.parameters() == parameters;
    let others: Vec<&Function> = tongue.functions.iter().filter(takes).collect();
    for _ in 0..c.below(most) {
        all.extend(c.pick(&others).map(|other| (*other).clone()));
    }
    all
}

fn elementwise(c: &mut Choices, tongue: &Tongue) -> Meant {
    let Some(function) = chosen(c, tongue).cloned() else {
        return empty(tongue);
    };
    let functions = c.part(|c| beside(c, tongue, &function));
    let parameters = function.f.parameters();
    let mut rows: Vec<Vec<PrimValue>> = Vec::new();
    let mut results: Vec<Vec<Meaning>> = vec![Vec::new(); functions.len()];
    for k in 0..1 + c.below(24) {
        // Each row is one that one of the functions changes at.
        let of = &functions[k % functions.len()];
        let row = c.part(|c| boundary::operands(c, of.f));
        let meant: Vec<Meaning> = functions.iter().map(|function| function.meaning(&row)).collect();
        if !meant.iter().any(|meant| matches!(meant, Meaning::Fails(..))) {
            rows.push(row);
            results.iter_mut().zip(meant).for_each(|(all, own)| all.push(own));
        }
    }
    let column = |k: usize| -> Vec<PrimValue> { rows.iter().filter_map(|row| row.get(k).copied()).collect() };
    let inputs = parameters
        .iter()
        .enumerate()
        .map(|(k, t)| vector(*t, &column(k)))
        .collect();
    let output = |(function, elements): (&Function, Vec<Meaning>)| Output {
        of: function.f.result(),
        shape: vec![rows.len()],
        elements,
    };
    Meant {
        sort: function.f.to_string(),
        ending: tongue.ending,
        text: (tongue.elementwise)(&functions, rows.len()),
        inputs,
        expected: Expected::Values(functions.iter().zip(results).map(output).collect()),
    }
}

fn scalars(c: &mut Choices, tongue: &Tongue) -> Meant {
    let (mut types, mut inputs, mut outputs, mut applied) = (vec![], vec![], vec![], vec![]);
    let mut sort = String::new();
    let mut fails = false;
    let is_to_fail = c.one_in(6);
    for _ in 0..1 + c.below(tongue.results) {
        let function = match is_to_fail {
            true => failing(c, tongue),
            false => chosen(c, tongue),
        };
        let Some(function) = function.cloned() else {
            break;
        };
        let mut row = c.part(|c| boundary::operands(c, function.f));
        if let (true, Some(right)) = (is_to_fail, row.get_mut(1)) {
            let t = right.prim_type();
            // The neighbours of what fails are as near.
            let signed = i128::from(t.is_signed());
            *right = t.number([0, 0, -signed, 1][c.below(4)]);
        }
        let meant = function.meaning(&row);
        let is_error = matches!(meant, Meaning::Fails(..));
        // One failure, alone, as it may be seen before what is computed first.
        if is_error && (fails || !outputs.is_empty() || !is_to_fail) || fails {
            continue;
        }
        fails = is_error;
        let mut operands = Vec::new();
        let all_written = c.below(2) == 0;
        for value in &row {
            let written = match all_written || c.one_in(3) {
                true => c.part(|c| (tongue.literal)(c, *value)),
                false => None,
            };
            operands.push(written.unwrap_or_else(|| {
                let name = format!("a{}", inputs.len());
                inputs.push(Value::scalar(*value));
                types.push(value.prim_type());
                name
            }));
        }
        if sort.is_empty() {
            sort = function.f.to_string();
        }
        outputs.push(Output {
            of: function.f.result(),
            shape: vec![],
            elements: vec![meant],
        });
        applied.push((function, operands));
    }
    if applied.is_empty() {
        return elementwise(c, tongue);
    }
    Meant {
        sort,
        ending: tongue.ending,
        text: (tongue.scalars)(&applied, &types),
        inputs,
        expected: match (fails, tongue.ending) {
            (true, _) => Expected::Error,
            // Kernels give arrays.
            (false, "fcl") => Expected::Values(
                outputs
                    .into_iter()
                    .map(|output| Output {
                        shape: vec![1],
                        ..output
                    })
                    .collect(),
            ),
            (false, _) => Expected::Values(outputs),
        },
    }
}

/// A sign, and what stands between it and the end of a number.
fn signed(value: PrimValue, text: String) -> String {
    let negative = match Exact::of(value) {
        Exact::Finite(_, negative) | Exact::Infinite(negative) => negative,
        Exact::Nan => false,
    };
    if negative { format!("-{text}") } else { text }
}

/// A number with its type behind it, as most languages write it.
fn suffixed(c: &mut Choices, value: PrimValue, spelling: Spelling, has_specials: bool) -> Option<String> {
    let t = value.prim_type();
    let text = match (value, Exact::of(value)) {
        (PrimValue::Bool(b), _) => return Some(b.to_string()),
        (_, Exact::Nan) if has_specials => format!("{t}.nan"),
        (_, Exact::Infinite(_)) if has_specials => format!("{t}.inf"),
        (_, Exact::Finite(..)) => literal::size(c, value, spelling) + t.name(),
        _ => return None,
    };
    Some(signed(value, text))
}

/// A number as an operand.
pub(crate) fn parenthesised(text: String) -> String {
    if text.starts_with('-') {
        format!("({text})")
    } else {
        text
    }
}

/// ` (a0: i32) (a1: f16)`, as Futhark and Core have it.
fn typed(types: &[PrimType]) -> String {
    let all = types.iter().enumerate();
    all.map(|(k, t)| format!(" (a{k}: {t})")).collect()
}

/// `(a, (b, c))`, with something else than a comma; or what stands alone.
pub(super) fn pairs<T: ToString>(parts: &[T], between: &str) -> String {
    let all = parts.iter().rev().map(ToString::to_string);
    let whole = all.reduce(|rest, part| format!("({part}{between}{rest})"));
    whole.unwrap_or_default()
}

// ---- Futhark

/// An operator that Futhark writes between its operands.
pub(crate) fn infix(op: BinOp) -> Option<&'static str> {
    Some(match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "*",
        BinOp::Div => "/",
        BinOp::Mod => "%",
        BinOp::Quot => "//",
        BinOp::Rem => "%%",
        BinOp::Pow => "**",
        BinOp::Shl => "<<",
        BinOp::Shr => ">>",
        BinOp::Lshr => ">>>",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Eq => "==",
        BinOp::Ne => "!=",
        BinOp::Lt => "<",
        BinOp::Le => "<=",
        BinOp::Gt => ">",
        BinOp::Ge => ">=",
        _ => return None,
    })
}

fn of_futhark(f: PrimFn) -> Option<String> {
    Some(match f {
        PrimFn::Bin(op, PrimType::Bool) => match op {
            BinOp::Eq | BinOp::Ne => format!("$0 {} $1", infix(op)?),
            BinOp::And => "$0 && $1".to_owned(),
            BinOp::Or => "$0 || $1".to_owned(),
            _ => return None,
        },
        PrimFn::Bin(op, t) => match infix(op) {
            Some(sign) => format!("$0 {sign} $1"),
            None => format!("{t}.{op} $0 $1"),
        },
        PrimFn::Un(UnOp::Not, _) => "!$0".to_owned(),
        PrimFn::Un(UnOp::FromBits, _) => format!("{}.from_bits $0", f.result()),
        PrimFn::Un(op, t) => format!("{t}.{op} $0"),
        PrimFn::Tern(op, t) => format!("{t}.{op} $0 $1 $2"),
        PrimFn::Convert(from, to) => format!("{to}.{from} $0"),
        PrimFn::Ldexp(t) => format!("{t}.ldexp $0 $1"),
    })
}

fn all(of: impl Fn(PrimFn) -> Option<String>) -> Vec<Function> {
    let function = |f: &PrimFn| of(*f).map(|text| Function::shared(*f, text));
    FUNCTIONS.iter().filter_map(function).collect()
}

/// Futhark.
pub static FUTHARK: Tongue = Tongue {
    ending: "fut",
    functions: LazyLock::new(|| all(of_futhark)),
    elementwise: |functions, _| {
        let (names, parameters) = taken(functions);
        let typed: Vec<String> = names
            .iter()
            .zip(&parameters)
            .map(|(x, t)| format!("({x}s: [n]{t})"))
            .collect();
        let arrays: Vec<String> = names.iter().map(|x| format!("{x}s")).collect();
        let map = if names.len() == 1 {
            String::new()
        } else {
            names.len().to_string()
        };
        let (typed, arrays) = (typed.join(" "), arrays.join(" "));
        let bound = names.join(" ");
        let part = |function: &Function| {
            let body = function.applied(&names);
            format!("map{map} (\\{bound} -> {body}) {arrays}")
        };
        let parts = tuple(functions.iter().map(part));
        format!("entry main [n] {typed} = {parts}\n")
    },
    scalars: |applied, types| {
        let parameters = typed(types);
        let parts = tuple(
            applied
                .iter()
                .map(|(function, operands)| function.applied(operands)),
        );
        format!("entry main{parameters} = {parts}\n")
    },
    results: 4,
    literal: |c, value| {
        let spelling = Spelling {
            underscores: true,
            radixes: true,
            hexadecimal_floats: true,
            whole_floats: true,
            bare_exponents: true,
        };
        suffixed(c, value, spelling, true).map(parenthesised)
    },
    numerals: Numerals {
        ways: &[
            ("#T", None),
            ("#T", None),
            ("(# : T)", Some(("FUT-T-LIT", "range"))),
        ],
        of: None,
        widest: None,
        radixes: true,
        wrong: &[
            "1u",
            "1i7",
            "1.5i32",
            "0x1g",
            "0b12",
            "1e",
            "1.5e",
            "2f8",
            "7u128",
            "1.5f6",
            "0xffu7",
            "3x",
            "0rI1",
            "0x1.8p1i32",
            "1f3",
            "0xi",
            "12if",
        ],
        by: ("FUT-X-NUMBER", "suffix"),
    },
};

// ---- Core

/// Core.
pub static CORE: Tongue = Tongue {
    ending: "core",
    functions: LazyLock::new(|| {
        all(|f| {
            let operands = joined(" ", (0..f.parameters().len()).map(|k| format!("${k}")));
            Some(format!("{f} {operands}"))
        })
    }),
    elementwise: |functions, _| {
        let (names, parameters) = taken(functions);
        let each = |write: &dyn Fn(&String, &PrimType) -> String| -> String {
            joined(" ", names.iter().zip(&parameters).map(|(x, t)| write(x, t)))
        };
        let types = tuple(functions.iter().map(|f| format!("[n]{}", f.f.result())));
        let results = joined(", ", (0..functions.len()).map(|k| format!("rs{k}")));
        let mut text = format!(
            "entry main [n] {}: {types} =\n",
            each(&|x, t| format!("({x}s: [n]{t})"))
        );
        for (k, function) in functions.iter().enumerate() {
            let result = function.f.result();
            text += &format!(
                "  let rs{k}: [n]{result} = map n (\\{}: {result} ->\n      let r: {result} = {}\n      in r) {}\n",
                each(&|x, t| format!("({x}: {t})")),
                function.applied(&names),
                each(&|x, _| format!("{x}s")),
            );
        }
        text + &format!("  in {results}\n")
    },
    scalars: |applied, types| {
        let parameters = typed(types);
        let results = tuple(
            applied
                .iter()
                .map(|(function, _)| function.f.result().to_string()),
        );
        let mut text = format!("entry main{parameters}: {results} =\n");
        for (k, (function, operands)) in applied.iter().enumerate() {
            text += &format!(
                "  let r{k}: {} = {}\n",
                function.f.result(),
                function.applied(operands)
            );
        }
        let names = joined(", ", (0..applied.len()).map(|k| format!("r{k}")));
        text + &format!("  in {names}\n")
    },
    results: 6,
    literal: |c, value| {
        let spelling = Spelling {
            whole_floats: true,
            ..PLAIN
        };
        suffixed(c, value, spelling, true)
    },
    numerals: Numerals {
        ways: &[("#T", None)],
        of: None,
        widest: None,
        radixes: false,
        wrong: &[
            "1", "1.5", "1u", "1i7", "1.5i32", "0x1i32", "1ei32", "7u128", "1.f32", ".5f32", "1e+f64",
        ],
        by: ("CORE-S-PROGRAM", "form"),
    },
};

// ---- FCL

/// FCL.
pub static FCL: Tongue = Tongue {
    ending: "fcl",
    functions: LazyLock::new(|| {
        let mut out = Vec::new();
        for (&op, &t) in ScalarOperator::ALL
            .iter()
            .flat_map(|op| PrimType::ALL.iter().map(move |t| (op, t)))
        {
            let name = op.name();
            let is_sign = !name.starts_with(char::is_alphabetic);
            let (f, own) = match op.primitive(t) {
                Some(Primitive::Unary(op)) => (PrimFn::Un(op, t), Own::Nothing),
                Some(Primitive::Binary(op @ (BinOp::Shl | BinOp::Shr))) => (PrimFn::Bin(op, t), Own::Counts),
                Some(Primitive::Binary(op)) => (PrimFn::Bin(op, t), Own::Nothing),
                Some(Primitive::Convert(to)) => (PrimFn::Convert(t, to), Own::Saturates),
                None => continue,
            };
            let text = match (f, is_sign) {
                (PrimFn::Bin(..), true) => format!("$0 {name} $1"),
                (PrimFn::Bin(..), false) => format!("{name} $0 $1"),
                _ => format!("{name} $0"),
            };
            out.push(Function { f, text, own });
        }
        out
    }),
    elementwise: |functions, _| {
        let Some(function) = functions.first() else {
            return String::new();
        };
        let (names, parameters) = taken(functions);
        let types: String = parameters
            .iter()
            .map(|t| format!("[{}] -> ", elder_fcl::base_name(*t)))
            .collect();
        let arrays = joined(" ", names.iter().map(|x| format!("{x}s")));
        let elements: Vec<String> = names.iter().map(|x| format!("(index {x}s i)")).collect();
        format!(
            "sig main : {types}[{}]<block>\nkernel main {arrays} = push <block> (generate (length xs) (fn i => {}))\n",
            elder_fcl::base_name(function.f.result()),
            function.applied(&elements)
        )
    },
    scalars: |applied, types| {
        let parameters: String = types
            .iter()
            .map(|t| format!("{} -> ", elder_fcl::base_name(*t)))
            .collect();
        let names: String = (0..types.len()).map(|k| format!(" a{k}")).collect();
        let Some((function, operands)) = applied.first() else {
            return String::new();
        };
        format!(
            "sig main : {parameters}[{}]<block>\nkernel main{names} = push <block> [{}]\n",
            elder_fcl::base_name(function.f.result()),
            function.applied(operands),
        )
    },
    results: 1,
    literal: |c, value| {
        let spelling = Spelling {
            underscores: true,
            whole_floats: true,
            ..PLAIN
        };
        suffixed(c, value, spelling, false).map(parenthesised)
    },
    numerals: Numerals {
        ways: &[("#T", Some(("FCL-SYN-NUMBER", "range")))],
        of: None,
        widest: None,
        radixes: false,
        wrong: &[
            "1u", "1i7", "1.5i32", "0x10", "1e", "1.5e", "2f8", "7u128", "1.5f6", "3x", "0b1", "1.5u8",
        ],
        by: ("FCL-SYN-NUMBER", "suffix"),
    },
};

// ---- DPIA

fn of_dpia(f: PrimFn) -> Option<String> {
    Some(match f {
        PrimFn::Bin(op @ (BinOp::And | BinOp::Or), PrimType::Bool) => {
            format!("$0 {} $1", if op == BinOp::And { "&&" } else { "||" })
        }
        PrimFn::Bin(op, _) if !matches!(op, BinOp::Quot | BinOp::Rem) && infix(op).is_some() => match op {
            BinOp::Xor => "xor($0, $1)".to_owned(),
            _ => format!("$0 {} $1", infix(op)?),
        },
        PrimFn::Bin(op, _) => format!("{op}($0, $1)"),
        PrimFn::Un(UnOp::Neg, _) => "-($0)".to_owned(),
        PrimFn::Un(UnOp::Not, _) => "!$0".to_owned(),
        PrimFn::Un(op, _) => format!("{op}($0)"),
        PrimFn::Tern(op, _) => format!("{op}($0, $1, $2)"),
        PrimFn::Convert(_, PrimType::Bool) | PrimFn::Ldexp(_) => return None,
        PrimFn::Convert(_, to) => format!("{to}($0)"),
    })
}

/// DPIA.
pub static DPIA: Tongue = Tongue {
    ending: "dpia",
    functions: LazyLock::new(|| all(of_dpia)),
    elementwise: |functions, _| {
        let (names, parameters) = taken(functions);
        let typed: String = names
            .iter()
            .zip(&parameters)
            .map(|(x, t)| format!(", {x}s: n.{t}"))
            .collect();
        let (arrays, bound) = match names.len() {
            1 => ("xs", "x"),
            2 => ("zip(xs, ys)", "(x, y)"),
            _ => ("zip(xs, zip(ys, zs))", "(x, (y, z))"),
        };
        let part = |function: &Function| {
            let body = function.applied(&names);
            format!("({arrays} |> map(fun {bound}. {body}))")
        };
        let parts: Vec<String> = functions.iter().map(part).collect();
        format!("def main(n: nat{typed}) = {}\n", pairs(&parts, ", "))
    },
    scalars: |applied, types| {
        let parameters = joined(", ", types.iter().enumerate().map(|(k, t)| format!("a{k}: {t}")));
        let parts: Vec<String> = applied
            .iter()
            .map(|(function, operands)| function.applied(operands))
            .collect();
        format!("def main({parameters}) = {}\n", pairs(&parts, ", "))
    },
    results: 3,
    literal: |c, value| {
        let spelling = Spelling {
            underscores: true,
            radixes: true,
            whole_floats: true,
            ..PLAIN
        };
        suffixed(c, value, spelling, true).map(parenthesised)
    },
    numerals: Numerals {
        ways: &[("#T", Some(("DPIA-P-LIT", "value")))],
        of: None,
        widest: None,
        radixes: true,
        wrong: &[
            "1u", "1i7", "1.5i32", "0x1g", "0b12", "1e", "1.5e", "2f8", "7u128", "1.5f6", "3x", "0xffu7",
        ],
        by: ("DPIA-SYN-NUMBER", "suffix"),
    },
};

// ---- Dex

fn base(t: PrimType) -> Option<&'static str> {
    match t {
        PrimType::Bool => Some("Bool"),
        _ => base_name(t),
    }
}

fn of_dex(f: PrimFn) -> Option<String> {
    let has = f.parameters().iter().all(|t| base_name(*t).is_some());
    // A truth value is no number there.
    let gives = match f {
        PrimFn::Bin(op, _) if op.is_comparison() => true,
        PrimFn::Un(UnOp::IsNan | UnOp::IsInf, _) => false,
        _ => base_name(f.result()).is_some(),
    };
    let operands = joined(" ", (0..f.parameters().len()).map(|k| format!("${k}")));
    (has && gives).then(|| format!("%{f} {operands}"))
}

/// The name of a type.
pub(crate) fn dex(t: PrimType) -> &'static str {
    base(t).unwrap_or("Unit")
}

/// Dex.
pub static DEX: Tongue = Tongue {
    ending: "dx",
    functions: LazyLock::new(|| {
        // The library has no name for the type.
        let is_named = |f: &PrimFn| f.result() != PrimType::U64 && !f.parameters().contains(&PrimType::U64);
        all(|f| is_named(&f).then(|| of_dex(f)).flatten())
    }),
    elementwise: |functions, n| {
        let (names, parameters) = taken(functions);
        let typed: String = names
            .iter()
            .zip(parameters)
            .map(|(x, t)| format!("({x}s : Fin {n} => {}) ", dex(t)))
            .collect();
        let elements: Vec<String> = names.iter().map(|x| format!("{x}s.i")).collect();
        let of = |function: &Function| format!("(Fin {n} => {})", dex(function.f.result()));
        let types = joined(" & ", functions.iter().map(of));
        let part = |function: &Function| format!("(for i:(Fin {n}). {})", function.applied(&elements));
        let parts = tuple(functions.iter().map(part));
        format!("def main {typed}: ({types}) = {parts}\n")
    },
    scalars: |applied, types| {
        let parameters: String = types
            .iter()
            .enumerate()
            .map(|(k, t)| format!("(a{k} : {}) ", dex(*t)))
            .collect();
        let results = joined(
            " & ",
            applied.iter().map(|(function, _)| dex(function.f.result())),
        );
        let parts: Vec<String> = applied
            .iter()
            .map(|(function, operands)| function.applied(operands))
            .collect();
        match types.is_empty() {
            true => format!("main = {}\n", tuple(&parts)),
            false => format!("def main {parameters}: ({results}) = {}\n", tuple(&parts)),
        }
    },
    results: 3,
    literal: |c, value| match value {
        PrimValue::I32(_) => Some(parenthesised(signed(value, literal::size(c, value, PLAIN)))),
        PrimValue::F32(x) if x.is_finite() => {
            Some(parenthesised(signed(value, literal::size(c, value, PLAIN))))
        }
        _ => None,
    },
    numerals: Numerals {
        ways: &[("#", Some(("DX-T-LIT", "base")))],
        of: Some(PrimType::I32),
        widest: Some(("DX-SYN-NUMBER", "range")),
        radixes: false,
        wrong: &[
            "1u8", "1i7", "1.5f32", "0x10", "1e", "1.5e", "2f8", "3x", "0b1", "1_0",
        ],
        by: ("DX-SYN-NUMBER", "suffix"),
    },
};

/// Dex's core.
pub static DEX_CORE: Tongue = Tongue {
    ending: "dxc",
    functions: LazyLock::new(|| all(of_dex)),
    elementwise: |functions, n| {
        let (names, parameters) = taken(functions);
        let parameters: Vec<(&String, &str)> = names.iter().zip(parameters.into_iter().map(dex)).collect();
        let each = |write: &dyn Fn(&str, &str) -> String| -> String {
            parameters.iter().map(|(x, t)| write(x, t)).collect()
        };
        let of = |function: &Function| format!("(Fin {n} => {})", dex(function.f.result()));
        let types: Vec<String> = functions.iter().map(of).collect();
        let mut text = format!(
            "def main: {}{} =\n  {}\n",
            each(&|_, t| format!("(Fin {n} => {t}) -> ")),
            pairs(&types, " & "),
            each(&|x, t| format!("\\{x}s: Fin {n} => {t}. ")),
        );
        for (k, function) in functions.iter().enumerate() {
            let result = dex(function.f.result());
            text += &format!(
                "    let rs{k}: Fin {n} => {result} = for i: Fin {n}.\n{}      let r: {result} = {}\n      in r\n",
                each(&|x, t| format!("      let {x}: {t} = {x}s[i]\n")),
                function.applied(&names),
            );
        }
        let results: Vec<String> = (0..functions.len()).map(|k| format!("rs{k}")).collect();
        text + &format!("    in {}\n", pairs(&results, ", "))
    },
    scalars: |applied, types| {
        let results: Vec<&str> = applied
            .iter()
            .map(|(function, _)| dex(function.f.result()))
            .collect();
        let arrows: String = types.iter().map(|t| format!("{} -> ", dex(*t))).collect();
        let bound: String = types
            .iter()
            .enumerate()
            .map(|(k, t)| format!("\\a{k}: {}. ", dex(*t)))
            .collect();
        let mut text = format!("def main: {arrows}{} =\n  {bound}\n", pairs(&results, " & "));
        for (k, (function, operands)) in applied.iter().enumerate() {
            text += &format!(
                "    let r{k}: {} = {}\n",
                dex(function.f.result()),
                function.applied(operands)
            );
        }
        let names: Vec<String> = (0..applied.len()).map(|k| format!("r{k}")).collect();
        text + &format!("    in {}\n", pairs(&names, ", "))
    },
    results: 3,
    literal: |c, value| match value {
        PrimValue::I32(_) => Some(signed(value, literal::size(c, value, PLAIN))),
        _ => {
            let spelling = Spelling {
                whole_floats: true,
                ..PLAIN
            };
            suffixed(c, value, spelling, true)
        }
    },
    numerals: Numerals {
        ways: &[],
        of: None,
        widest: None,
        radixes: false,
        wrong: &[],
        by: ("DX-C-PROGRAM", "form"),
    },
};
