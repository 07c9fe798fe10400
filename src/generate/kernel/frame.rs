//! What stands around a sketch: the plan, the head of the kernel, other statements.

use super::{Expected, Sketch};
use crate::Choices;
use elder_syntax::Value;
use elder_syntax::prim::PrimType;

/// The language of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    OpenCl,
    OpenMp,
}

impl Dialect {
    /// Either.
    pub fn any(c: &mut Choices) -> Dialect {
        match c.below(3) {
            2 => Dialect::OpenMp,
            _ => Dialect::OpenCl,
        }
    }

    pub fn is_opencl(self) -> bool {
        self == Dialect::OpenCl
    }

    /// The name of a type of numbers.
    pub fn name(self, t: PrimType) -> &'static str {
        use PrimType::*;
        match (self, t) {
            (_, Bool) => "bool",
            (_, F32) => "float",
            (_, F64) => "double",
            (Dialect::OpenCl, I8) => "char",
            (Dialect::OpenCl, I16) => "short",
            (Dialect::OpenCl, I32) => "int",
            (Dialect::OpenCl, I64) => "long",
            (Dialect::OpenCl, U8) => "uchar",
            (Dialect::OpenCl, U16 | F16) => "ushort",
            (Dialect::OpenCl, U32) => "uint",
            (Dialect::OpenCl, U64) => "ulong",
            (Dialect::OpenMp, I8) => "int8_t",
            (Dialect::OpenMp, I16) => "int16_t",
            (Dialect::OpenMp, I32) => "int32_t",
            (Dialect::OpenMp, I64) => "int64_t",
            (Dialect::OpenMp, U8) => "uint8_t",
            (Dialect::OpenMp, U16 | F16) => "uint16_t",
            (Dialect::OpenMp, U32) => "uint32_t",
            (Dialect::OpenMp, U64) => "uint64_t",
        }
    }

    /// A parameter that points to numbers of the host's.
    pub fn pointer(self, t: PrimType, is_const: bool) -> String {
        let space = if self.is_opencl() { "global " } else { "" };
        let constant = if is_const { "const " } else { "" };
        format!("{constant}{space}{}*", self.name(t))
    }
}

/// A plan of one kernel that is launched once, with what stands around it.
pub(super) struct Frame {
    pub dialect: Dialect,
    /// Lines of the plan's head beside that of the result.
    pub head: Vec<String>,
    /// Steps before the launch.
    pub before: Vec<String>,
    /// Steps behind it.
    pub after: Vec<String>,
    /// How often it is launched.
    pub launches: usize,
    /// Results beside the first.
    pub gives: Vec<String>,
    /// Parameters of the kernel with their arguments, behind the result and the number 1.
    pub params: Vec<(String, String)>,
    pub functions: String,
    /// Statements of the kernel.
    pub body: String,
    /// The type of the result and its length.
    pub out: (PrimType, usize),
    /// Whether the result is filled before.
    pub filled: bool,
    pub global: [usize; 3],
    pub local: [usize; 3],
    pub attribute: String,
    pub inputs: Vec<Value>,
}

impl Frame {
    pub fn new(dialect: Dialect, out: (PrimType, usize)) -> Frame {
        Frame {
            dialect,
            head: vec![],
            before: vec![],
            after: vec![],
            launches: 1,
            gives: vec![],
            params: vec![],
            functions: String::new(),
            body: String::new(),
            out,
            filled: true,
            global: [1; 3],
            local: [1; 3],
            attribute: String::new(),
            inputs: vec![],
        }
    }

    /// An input array that the kernel reaches by a pointer to constants of that name.
    pub fn input(&mut self, name: &str, value: Value) {
        let (t, n) = (value.prim_type(), value.data().len());
        self.head.insert(0, format!("takes {name}: [{n}]{t} in {name}"));
        self.head.push(format!("buffer {name}: {n} of {t}"));
        self.params.push((
            format!("{} {name}", self.dialect.pointer(t, true)),
            name.to_owned(),
        ));
        self.inputs.insert(0, value);
    }

    /// Memory of the plan that the kernel may write.
    pub fn buffer(&mut self, name: &str, t: PrimType, n: usize) {
        self.head.push(format!("buffer {name}: {n} of {t}"));
        self.params.push((
            format!("{} {name}", self.dialect.pointer(t, false)),
            name.to_owned(),
        ));
    }

    /// The text with what is expected of it.
    pub fn sketch(self, expected: Expected) -> Sketch {
        let (t, n) = self.out;
        let mut lines = vec!["plan test".to_owned()];
        let mut add = |line: &str| lines.push(format!("  {line}"));
        self.head.iter().for_each(|line| add(line));
        add(&format!("buffer out: {n} of {t}"));
        self.before.iter().for_each(|line| add(line));
        if self.filled {
            add(&format!("fill out with {}", zero(t)));
        }
        let arguments: String = self.params.iter().map(|(_, a)| format!(", {a}")).collect();
        let dimensions = |all: [usize; 3]| all.map(|n| n.to_string()).join(" x ");
        let groups = match self.dialect.is_opencl() {
            true => format!(" in groups of {}", dimensions(self.local)),
            false => String::new(),
        };
        let global = dimensions(self.global);
        let repeated = match self.launches {
            1 => "",
            n => {
                add(&format!("for again < {n}"));
                "  "
            }
        };
        add(&format!(
            "{repeated}launch k(out, 1{arguments}) on {global}{groups}"
        ));
        self.after.iter().for_each(|line| add(line));
        add(&format!("gives [{n}]{t} in out"));
        self.gives.iter().for_each(|line| add(line));
        let params: String = self.params.iter().map(|(p, _)| format!(", {p}")).collect();
        let kernel = if self.dialect.is_opencl() { "kernel " } else { "" };
        let head = format!(
            "{}{kernel}void k({} out, {} one{params})",
            self.attribute,
            self.dialect.pointer(t, false),
            self.dialect.name(PrimType::I32)
        );
        let text = format!(
            "{}\n\n{}{head} {{\n{}\n}}\n",
            lines.join("\n"),
            self.functions,
            self.body
        );
        Sketch {
            text,
            inputs: self.inputs,
            expected,
            sort: "",
        }
    }
}

/// Zero, as a plan says it.
fn zero(t: PrimType) -> String {
    match t {
        PrimType::Bool => "false".to_owned(),
        PrimType::F16 | PrimType::F32 | PrimType::F64 => format!("0.0{t}"),
        _ => format!("0{t}"),
    }
}

/// The statements, at some place in others: all items come there, once.
pub(super) fn surrounded(c: &mut Choices, dialect: Dialect, stmts: &str) -> String {
    let depth = c.below(4);
    let int = dialect.name(PrimType::I32);
    (0..depth).fold(stmts.to_owned(), |inner, at| {
        let k = format!("q{at}");
        match c.below(9) {
            0 => format!("{{ {inner} }}"),
            1 => format!("if (one == 1) {{ {inner} }}"),
            2 => format!("if (one != 1) {{ {int} {k} = 0; }} else {{ {inner} }}"),
            3 => format!("for ({int} {k} = 0; {k} < 3; {k} += 3) {{ {inner} }}"),
            4 => format!("while (one < 2) {{ {inner} break; }}"),
            5 => format!("{int} {k} = one + 1; {k} -= 1; {inner}"),
            6 => format!("for ({int} {k} = 5; {k} < 5; {k} += 1) {{ }} {inner}"),
            7 => format!("{int} {k}[2]; {k}[one] = 4; {inner} {k}[0] = {k}[one];"),
            _ => format!(
                "if (one > 1 && one < 0) {{ {int} {k} = 1 / (one - 1); }} else if (one) {{ {inner} }}"
            ),
        }
    })
}
