//! Entry points that give what they take.

use crate::Choices;
use crate::kit::tuple;
use crate::kit::{each, joined};
use crate::meant::{Expected, Meant, Output, array};
use crate::numbers::exact::width;
use crate::numbers::meaning::Meaning;
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// A language with entry points.
pub struct Tongue {
    ending: &'static str,
    /// How a type is called, if there is a name.
    type_name: fn(PrimType) -> Option<&'static str>,
    /// Whether scalars come alone, arrays of how many dimensions there are, and how many results.
    scalars: bool,
    ranks: usize,
    results: usize,
    /// Whether the sizes of a type are said by numbers, or by names that may not fit.
    has_names: bool,
    /// What comes of an array of another size than its type says.
    other_size: Expected,
    program: fn(&[Parameter], &[Taken]) -> String,
}

#[derive(Clone, Debug)]
struct Parameter {
    of: PrimType,
    /// Each size, as the program has it: the number, or a name.
    sizes: Vec<String>,
    shape: Vec<usize>,
    values: Vec<PrimValue>,
}

/// What is made of a parameter.
#[derive(Clone, Copy, Debug)]
struct Taken {
    parameter: usize,
    how: How,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum How {
    Itself,
    /// Its rows from the last to the first.
    Reversed,
    /// The first dimension inside.
    Transposed,
    /// How many rows it has, as an i64.
    Length,
    /// A copy, of which nothing is changed.
    Copied,
    /// All of its elements in one row.
    Flat,
}

fn value(c: &mut Choices, t: PrimType) -> PrimValue {
    let bits = width(t);
    let top = 1u64 << (bits - 1);
    let all = top | (top - 1);
    let infinity = match t {
        PrimType::F16 => 0x7c00,
        PrimType::F32 => 0x7f80_0000,
        PrimType::F64 => 0x7ff0_0000_0000_0000,
        _ => 2,
    };
    let boundaries = [
        0,
        1,
        top,
        top - 1,
        all,
        top | 1,
        infinity,
        infinity | top,
        infinity | 1,
        infinity - 1,
    ];
    PrimValue::of_bits(t, c.pick(&boundaries).copied().unwrap_or_default() & all)
}

fn parameter(c: &mut Choices, tongue: &Tongue, names: &mut Vec<(String, usize)>) -> Option<Parameter> {
    let types: Vec<PrimType> = PrimType::ALL
        .iter()
        .copied()
        .filter(|t| (tongue.type_name)(*t).is_some())
        .collect();
    let of = *c.pick(&types)?;
    let least = usize::from(!tongue.scalars);
    let rank = least + c.below(tongue.ranks + 1 - least);
    let (mut sizes, mut shape) = (vec![], vec![]);
    for _ in 0..rank {
        let known = c.below(names.len() + 2);
        let (text, size) = match names.get(known) {
            Some((name, size)) if tongue.has_names => (name.clone(), *size),
            _ => {
                let size = c.pick(&[0, 1, 2, 3, 5]).copied().unwrap_or_default();
                match tongue.has_names && !c.one_in(3) {
                    true => {
                        let name = format!("n{}", names.len());
                        names.push((name.clone(), size));
                        (name, size)
                    }
                    false => (size.to_string(), size),
                }
            }
        };
        sizes.push(text);
        shape.push(size);
    }
    let values = (0..shape.iter().product()).map(|_| value(c, of)).collect();
    Some(Parameter {
        of,
        sizes,
        shape,
        values,
    })
}

impl Parameter {
    fn output(&self, how: How) -> Output {
        let (shape, values) = match (how, self.shape.as_slice()) {
            (How::Reversed, [n, row @ ..]) => {
                let length: usize = row.iter().product();
                let rows = (0..*n).rev();
                let all = rows.flat_map(|k| self.values.iter().skip(k * length).take(length).copied());
                (self.shape.clone(), all.collect())
            }
            (How::Transposed, [n, m, rest @ ..]) => {
                let length: usize = rest.iter().product();
                let mut all = Vec::new();
                for column in 0..*m {
                    for row in 0..*n {
                        let start = (row * m + column) * length;
                        all.extend(self.values.iter().skip(start).take(length).copied());
                    }
                }
                ([&[*m, *n], rest].concat(), all)
            }
            (How::Length, [n, ..]) => {
                return Output::scalar(PrimValue::I64(i64::try_from(*n).unwrap_or_default()));
            }
            (How::Flat, [n, m, rest @ ..]) => ([&[n * m], rest].concat(), self.values.clone()),
            _ => (self.shape.clone(), self.values.clone()),
        };
        Output {
            of: self.of,
            shape,
            elements: values.into_iter().map(Meaning::Exactly).collect(),
        }
    }
}

/// One program.
pub fn program(c: &mut Choices, tongue: &Tongue) -> Meant {
    let mut names = Vec::new();
    let parameters: Vec<Parameter> = (0..1 + c.below(4))
        .filter_map(|_| c.part(|c| parameter(c, tongue, &mut names)))
        .collect();
    let hows: &[How] = match tongue.ending {
        "fut" => &each! { How: Itself Reversed Transposed Length Copied Flat },
        _ => &[How::Itself],
    };
    let mut taken = Vec::new();
    for _ in 0..1 + c.below(tongue.results) {
        let parameter = c.below(parameters.len());
        let rank = parameters.get(parameter).map_or(0, |p| p.shape.len());
        let how = match c.pick(hows).copied().unwrap_or(How::Itself) {
            How::Transposed | How::Flat if rank < 2 => How::Itself,
            How::Reversed | How::Length if rank < 1 => How::Itself,
            how => how,
        };
        taken.push(Taken { parameter, how });
    }
    let mut inputs: Vec<Value> = parameters
        .iter()
        .filter_map(|p| array(p.of, p.shape.clone(), &p.values))
        .collect();
    let mut expected = Expected::Values(
        taken
            .iter()
            .filter_map(|t| parameters.get(t.parameter).map(|p| p.output(t.how)))
            .collect(),
    );
    let mut sort = "entry";
    // One size is another one than that of the type.
    let stated: Vec<usize> = parameters
        .iter()
        .enumerate()
        .filter(|(k, p)| {
            let first = p.sizes.first();
            let is_number = first.is_some_and(|s| s.starts_with(char::is_numeric));
            let before: Vec<&String> = parameters.iter().take(*k).flat_map(|q| &q.sizes).collect();
            is_number || first.is_some_and(|s| before.contains(&s))
        })
        .map(|(k, _)| k)
        .collect();
    if c.one_in(4)
        && let Some(&k) = c.pick(&stated)
        && let (Some(p), Some(input)) = (parameters.get(k), inputs.get_mut(k))
    {
        let mut shape = p.shape.clone();
        if let Some(n) = shape.first_mut() {
            *n += 1;
        }
        let values: Vec<PrimValue> = (0..shape.iter().product())
            .map(|_| PrimValue::of_bits(p.of, 1))
            .collect();
        if let Some(other) = array(p.of, shape, &values) {
            *input = other;
            expected = tongue.other_size.clone();
            sort = "entry of another size";
        }
    }
    Meant {
        sort: sort.to_owned(),
        ending: tongue.ending,
        text: (tongue.program)(&parameters, &taken),
        inputs,
        expected,
    }
}

fn bracketed(parameter: &Parameter, name: &str) -> String {
    let sizes: String = parameter.sizes.iter().map(|n| format!("[{n}]")).collect();
    sizes + name
}

/// The names of sizes that are no numbers, each once.
fn size_names(parameters: &[Parameter]) -> String {
    let mut names: Vec<&String> = Vec::new();
    for name in parameters.iter().flat_map(|p| &p.sizes) {
        if !name.starts_with(char::is_numeric) && !names.contains(&name) {
            names.push(name);
        }
    }
    names.iter().map(|name| format!(" [{name}]")).collect()
}

/// ` (x0: [n]i32) (x1: bool)`, as Futhark and Core have it.
fn typed(parameters: &[Parameter]) -> String {
    let all = parameters.iter().enumerate();
    all.map(|(k, p)| format!(" (x{k}: {})", bracketed(p, p.of.name())))
        .collect()
}

/// Futhark.
pub static FUTHARK: Tongue = Tongue {
    ending: "fut",
    type_name: |t| Some(t.name()),
    scalars: true,
    ranks: 3,
    results: 4,
    has_names: true,
    other_size: Expected::Error,
    program: |parameters, taken| {
        let results = tuple(taken.iter().map(|t| {
            let x = format!("x{}", t.parameter);
            match t.how {
                How::Itself => x,
                How::Reversed => format!("reverse {x}"),
                How::Transposed => format!("transpose {x}"),
                How::Length => format!("length {x}"),
                How::Copied => format!("copy {x}"),
                How::Flat => format!("flatten {x}"),
            }
        }));
        format!(
            "entry main{}{} = {results}\n",
            size_names(parameters),
            typed(parameters)
        )
    },
};

/// Core.
pub static CORE: Tongue = Tongue {
    ending: "core",
    type_name: |t| Some(t.name()),
    scalars: true,
    ranks: 3,
    results: 4,
    has_names: true,
    other_size: Expected::Error,
    program: |parameters, taken| {
        let types = tuple(
            taken
                .iter()
                .filter_map(|t| parameters.get(t.parameter).map(|p| bracketed(p, p.of.name()))),
        );
        let results = joined(", ", taken.iter().map(|t| format!("x{}", t.parameter)));
        format!(
            "entry main{}{}: {types} =\n  in {results}\n",
            size_names(parameters),
            typed(parameters)
        )
    },
};

/// Dex, which has fewer types, and sizes in them.
pub static DEX: Tongue = Tongue {
    ending: "dx",
    type_name: |t| match t {
        PrimType::I32 => Some("Int"),
        PrimType::F32 => Some("Float"),
        PrimType::U8 => Some("Byte"),
        PrimType::Bool => Some("Bool"),
        _ => None,
    },
    scalars: true,
    ranks: 3,
    results: 3,
    has_names: false,
    other_size: Expected::Unfit,
    program: |parameters, taken| {
        let typed = joined(
            " ",
            parameters.iter().enumerate().map(|(k, p)| {
                let name = (DEX.type_name)(p.of).unwrap_or("Unit");
                let sizes: String = p.sizes.iter().map(|n| format!("(Fin {n})=>")).collect();
                format!("x{k}:({sizes}{name})")
            }),
        );
        let results = tuple(taken.iter().map(|t| format!("x{}", t.parameter)));
        format!("main = \\{typed}. {results}\n")
    },
};
