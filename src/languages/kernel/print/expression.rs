//! Expressions: what binds how, and how values are written.

use super::{Dialect, Printer, stored};
use crate::c::*;
use crate::prim::{Spelling, modular, scalar_name, unsigned, vector_name};
use elder_syntax::prim::{PrimType, PrimValue};

/// The text of an expression and how tightly it binds.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) level: u8,
}

/// How tightly conditionals bind.
const CONDITIONAL: u8 = 2;
/// How tightly operators before their operand bind.
const PREFIX: u8 = 13;
/// How tightly calls, indices and fields bind.
const POSTFIX: u8 = 14;
/// Names and constants.
const PRIMARY: u8 = 15;

impl Text {
    /// A name, or what is written like one.
    pub(crate) fn primary(text: impl Into<String>) -> Text {
        Text {
            text: text.into(),
            level: PRIMARY,
        }
    }

    fn at(text: String, level: u8) -> Text {
        Text { text, level }
    }

    /// With parentheses if it binds less tightly than that.
    fn within(self, level: u8) -> String {
        if self.level < level {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

/// How tightly an operator binds.
pub(crate) fn level(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 3,
        BinaryOp::And => 4,
        BinaryOp::BitOr => 5,
        BinaryOp::BitXor => 6,
        BinaryOp::BitAnd => 7,
        BinaryOp::Eq | BinaryOp::Ne => 8,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 9,
        BinaryOp::Shl | BinaryOp::Shr => 10,
        BinaryOp::Add | BinaryOp::Sub => 11,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 12,
    }
}

/// How an operator is written.
pub(crate) fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
    }
}

/// Operators whose precedence beside others few readers know.
fn is_obscure(level: u8) -> bool {
    (5..=10).contains(&level)
}

fn infix(op: BinaryOp, a: Text, b: Text) -> Text {
    let own = level(op);
    // `a << 1 + b`, `a & b == c`, `a || b && c` mean what they say only to experts.
    let separate = |e: &Text| {
        e.level > own
            && e.level < PREFIX
            && ((is_obscure(own) && own != 9 && own != 8) || (own == 3 && e.level == 4))
    };
    let a = if separate(&a) {
        format!("({})", a.text)
    } else {
        a.within(own)
    };
    let b = if separate(&b) {
        format!("({})", b.text)
    } else {
        b.within(own + 1)
    };
    Text::at(format!("{a} {} {b}", symbol(op)), own)
}

fn prefix(symbol: &str, e: Text) -> Text {
    let e = e.within(PREFIX);
    let joined = symbol.ends_with(['-', '&']) && e.starts_with(symbol);
    let text = if joined {
        format!("{symbol}({e})")
    } else {
        format!("{symbol}{e}")
    };
    Text::at(text, PREFIX)
}

fn called(name: &str, arguments: Vec<Text>) -> Text {
    let arguments: Vec<String> = arguments.into_iter().map(|a| a.text).collect();
    Text::at(format!("{name}({})", arguments.join(", ")), POSTFIX)
}

/// Converts by a cast (`(int)`) or a function (`as_int`).
fn converted(by: &str, e: Text) -> Text {
    if by.starts_with('(') {
        prefix(by, e)
    } else {
        called(by, vec![e])
    }
}

/// The text of a primitive function applied to texts.
pub(crate) fn apply(spelling: &Spelling, arguments: Vec<Text>) -> Text {
    let mut arguments = arguments.into_iter();
    let mut next = || arguments.next().unwrap_or_else(|| Text::primary(""));
    match spelling {
        Spelling::Infix(op) => infix(*op, next(), next()),
        Spelling::Prefix(op) => prefix(unary_symbol(*op), next()),
        Spelling::Builtin(name) | Spelling::Helper(name) => called(name, arguments.collect()),
        Spelling::Cast(by) => converted(by, next()),
        Spelling::Wrapped(op, inner, outer) => {
            let mut operand = || match inner {
                Some(by) => converted(by, next()),
                None => next(),
            };
            let (a, b) = (operand(), operand());
            converted(outer, infix(*op, a, b))
        }
        Spelling::NotZero => infix(BinaryOp::Ne, next(), Text::primary("0")),
        Spelling::Operand => next(),
    }
}

fn unary_symbol(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Neg => "-",
        UnaryOp::Not => "!",
        UnaryOp::Complement => "~",
        UnaryOp::AddressOf => "&",
        UnaryOp::Deref => "*",
    }
}

impl Printer<'_> {
    /// An expression where any may stand.
    pub(super) fn text(&mut self, e: &Expr) -> String {
        self.expression(e).text
    }

    /// An expression that is assigned to a place of its type, which converts it.
    pub(super) fn assigned(&mut self, e: &Expr) -> String {
        match self.modular(e) {
            Some((text, _)) => text.text,
            None => self.text(e),
        }
    }

    /// A sum, difference or product of signed integers as an unsigned one of the same bits.  One unsigned operand makes C's operators
    /// unsigned, so only the innermost ones are converted: `(uint)a + b * c`, in which `b * c` is `(uint)b * c` again.
    fn modular(&mut self, e: &Expr) -> Option<(Text, PrimType)> {
        let Expr::Prim(f, None, arguments) = e else {
            return None;
        };
        let ((op, t), [a, b]) = (modular(*f)?, arguments.as_slice()) else {
            return None;
        };
        elder_syntax::effort::deeper(|| {
            let operands = [a, b].map(|e| match self.modular(e) {
                Some((text, inner)) if inner == t => (text, true),
                _ => (self.expression(e), false),
            });
            let [(a, a_unsigned), (b, b_unsigned)] = operands;
            let a = match a_unsigned || b_unsigned {
                true => a,
                false => prefix(&format!("({})", scalar_name(unsigned(t), self.dialect)), a),
            };
            Some((infix(op, a, b), t))
        })
    }

    /// An expression that has to bind at least so tightly.
    pub(super) fn operand(&mut self, e: &Expr, level: u8) -> String {
        self.expression(e).within(level)
    }

    fn all(&mut self, es: &[Expr]) -> Vec<Text> {
        es.iter().map(|e| self.expression(e)).collect()
    }

    fn expression(&mut self, e: &Expr) -> Text {
        elder_syntax::effort::deeper(|| self.expression_here(e))
    }

    fn expression_here(&mut self, e: &Expr) -> Text {
        let opencl = self.dialect == Dialect::OpenCl;
        if let Some((text, t)) = self.modular(e) {
            return prefix(&format!("({})", scalar_name(t, self.dialect)), text);
        }
        match e {
            Expr::Int(value) => integer(*value, i32::try_from(*value).is_err().then_some("l")),
            Expr::Literal(value) => literal(*value, self.dialect),
            Expr::Var(name) => Text::primary(name.as_str()),
            Expr::Unary(op, e) => {
                let e = self.expression(e);
                prefix(unary_symbol(*op), e)
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expression(a), self.expression(b));
                infix(*op, a, b)
            }
            Expr::Conditional(c, a, b) => {
                let (c, a, b) = (self.expression(c), self.expression(a), self.expression(b));
                let c = c.within(CONDITIONAL + 1);
                let text = format!("{c} ? {} : {}", a.within(CONDITIONAL), b.within(CONDITIONAL));
                Text::at(text, CONDITIONAL)
            }
            Expr::Prim(f, width, arguments) => {
                let arguments = self.all(arguments);
                if let Some(width) = width {
                    let types = f.parameters().into_iter().chain([f.result()]);
                    self.vectors.extend(types.map(|t| (stored(t), *width)));
                }
                let spelling = self.helpers.spell(*f, *width, self.dialect);
                apply(&spelling, arguments)
            }
            Expr::Call(name, arguments) => {
                let arguments = self.all(arguments);
                called(name, arguments)
            }
            Expr::Cast(ty, e) => {
                if let Some((text, t)) = self.modular(e)
                    && *ty == Type::Scalar(unsigned(t))
                {
                    return text;
                }
                let by = format!("({})", self.value_type(ty));
                let e = self.expression(e);
                prefix(&by, e)
            }
            Expr::Index(array, i) => {
                let (array, i) = (self.expression(array), self.text(i));
                Text::at(format!("{}[{i}]", array.within(POSTFIX)), POSTFIX)
            }
            Expr::Field(e, name) => {
                let text = match &**e {
                    Expr::Unary(UnaryOp::Deref, p) => {
                        let p = self.expression(p);
                        format!("{}->{name}", p.within(POSTFIX))
                    }
                    _ => {
                        let e = self.expression(e);
                        format!("{}.{name}", e.within(POSTFIX))
                    }
                };
                Text::at(text, POSTFIX)
            }
            Expr::Component(e, i) => {
                let e = self.expression(e);
                let e = e.within(POSTFIX);
                let text = if opencl {
                    format!("{e}.s{i:x}")
                } else {
                    format!("{e}[{i}]")
                };
                Text::at(text, POSTFIX)
            }
            Expr::VectorOf(t, width, components) => {
                self.vectors.insert((stored(*t), *width));
                let name = vector_name(*t, *width);
                let components = self.all(components);
                match (opencl, components.len()) {
                    (true, _) => {
                        let texts: Vec<String> = components.into_iter().map(|c| c.text).collect();
                        Text::at(format!("({name})({})", texts.join(", ")), PREFIX)
                    }
                    (false, 1) => {
                        self.splats.insert((stored(*t), *width));
                        called(&format!("splat_{name}"), components)
                    }
                    (false, _) => {
                        let texts: Vec<String> = components.into_iter().map(|c| c.text).collect();
                        Text::at(format!("({name}){{{}}}", texts.join(", ")), POSTFIX)
                    }
                }
            }
            Expr::StructOf(name, fields) => {
                let texts: Vec<String> = fields.iter().map(|e| self.text(e)).collect();
                Text::at(format!("({name}){{{}}}", texts.join(", ")), POSTFIX)
            }
            Expr::VLoad(access) => {
                let (offset, pointer) = (self.expression(&access.offset), self.expression(&access.pointer));
                let function = self.access("vload", access);
                called(&function, vec![offset, pointer])
            }
            Expr::WorkItem(function, dimension) => {
                let name = match function {
                    WorkItem::GlobalId => "get_global_id",
                    WorkItem::GlobalSize => "get_global_size",
                    WorkItem::GroupId => "get_group_id",
                    WorkItem::NumGroups => "get_num_groups",
                    WorkItem::LocalId => "get_local_id",
                    WorkItem::LocalSize => "get_local_size",
                };
                Text::at(format!("{name}({dimension})"), POSTFIX)
            }
        }
    }
}

/// A whole number with a suffix; C has no negative constants, only negated ones.
fn integer(value: i64, suffix: Option<&str>) -> Text {
    let suffix = suffix.unwrap_or("");
    if value == i64::MIN {
        return Text::primary(format!("({}{suffix} - 1)", i64::MIN + 1));
    }
    if value < 0 {
        Text::at(format!("{value}{suffix}"), PREFIX)
    } else {
        Text::primary(format!("{value}{suffix}"))
    }
}

fn literal(value: PrimValue, dialect: Dialect) -> Text {
    match value {
        PrimValue::Bool(x) => Text::primary(if x { "true" } else { "false" }),
        PrimValue::I8(x) => integer(x.into(), None),
        PrimValue::I16(x) => integer(x.into(), None),
        // C would read 2147483648 as a long before it negates it.
        PrimValue::I32(i32::MIN) => Text::primary("(-2147483647 - 1)"),
        PrimValue::I32(x) => integer(x.into(), None),
        PrimValue::I64(x) => integer(x, Some("l")),
        PrimValue::U8(x) => integer(x.into(), None),
        PrimValue::U16(x) => integer(x.into(), None),
        PrimValue::U32(x) => Text::primary(format!("{x}u")),
        PrimValue::U64(x) => Text::primary(format!("{x}ul")),
        PrimValue::F16(x) => Text::primary(format!("{:#06x}", x.to_bits())),
        PrimValue::F32(x) => match special(x.into(), PrimType::F32, dialect) {
            Some(text) => text,
            None => signed(format!("{x:?}f"), x.is_sign_negative()),
        },
        PrimValue::F64(x) => match special(x, PrimType::F64, dialect) {
            Some(text) => text,
            None => signed(format!("{x:?}"), x.is_sign_negative()),
        },
    }
}

fn signed(text: String, negative: bool) -> Text {
    if negative {
        Text::at(text, PREFIX)
    } else {
        Text::primary(text)
    }
}

/// Infinities and NaN have no digits.
fn special(x: f64, t: PrimType, dialect: Dialect) -> Option<Text> {
    if x.is_finite() {
        return None;
    }
    let cast = if t == PrimType::F64 && dialect == Dialect::OpenCl {
        "(double)"
    } else {
        ""
    };
    let name = if x.is_nan() { "NAN" } else { "INFINITY" };
    let minus = if x.is_infinite() && x < 0.0 { "-" } else { "" };
    let level = if cast.is_empty() && minus.is_empty() {
        PRIMARY
    } else {
        PREFIX
    };
    Some(Text::at(format!("{minus}{cast}{name}"), level))
}
