//! Types and expressions of C.

use super::Cursor;
use super::token::Kind;
use crate::c::{BinaryOp, Expr, Pointer, Space, Type, UnaryOp, Width, WorkItem};
use crate::check::Judged;
use crate::prim::{scalar_name, vector_name};
use crate::print::{Dialect, level, symbol};
use crate::rules as rule;
use elder_syntax::prim::{BinOp, PrimFn, PrimType, PrimValue, TernOp, UnOp};

/// C's operators of two operands.
const OPERATORS: [BinaryOp; 18] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::BitAnd,
    BinaryOp::BitXor,
    BinaryOp::BitOr,
    BinaryOp::And,
    BinaryOp::Or,
];

const WIDTHS: [Width; 5] = [Width::W2, Width::W3, Width::W4, Width::W8, Width::W16];

/// The functions that tell a work-item where it is.
const WORK_ITEM: [(&str, WorkItem); 6] = [
    ("get_global_id", WorkItem::GlobalId),
    ("get_global_size", WorkItem::GlobalSize),
    ("get_group_id", WorkItem::GroupId),
    ("get_num_groups", WorkItem::NumGroups),
    ("get_local_id", WorkItem::LocalId),
    ("get_local_size", WorkItem::LocalSize),
];

/// The operator that a mark is, or that it updates by.
pub(super) fn operator(mark: &str) -> Option<BinaryOp> {
    OPERATORS.into_iter().find(|op| symbol(*op) == mark)
}

/// The type that a word names.
pub(super) fn named(word: &str) -> Option<Type> {
    let is_scalar = |t: &&PrimType| {
        // A number of half precision is its bits, an unsigned short.
        **t != PrimType::F16
            && [Dialect::OpenCl, Dialect::OpenMp]
                .iter()
                .any(|d| scalar_name(**t, *d) == word)
    };
    if word == "void" {
        return Some(Type::Void);
    }
    if let Some(t) = PrimType::ALL.iter().find(is_scalar) {
        return Some(Type::Scalar(*t));
    }
    let numbers = PrimType::ALL
        .iter()
        .filter(|t| !matches!(t, PrimType::Bool | PrimType::F16));
    numbers
        .flat_map(|t| WIDTHS.map(|width| (*t, width)))
        .find(|(t, width)| vector_name(*t, *width) == word)
        .map(|(t, width)| Type::Vector(t, width))
}

/// A type with what is said before it.
pub(super) struct Qualified {
    pub ty: Type,
    pub space: Option<Space>,
    pub is_const: bool,
}

impl Cursor<'_> {
    /// Whether a type comes next.
    pub(super) fn is_type(&self) -> bool {
        match self.peek() {
            Some(Kind::Word(word)) => {
                matches!(word, "const" | "global" | "local" | "constant" | "private") || named(word).is_some()
            }
            _ => false,
        }
    }

    /// `const global int* restrict`
    pub(super) fn qualified(&mut self) -> Judged<Qualified> {
        let (mut space, mut is_const) = (None, false);
        let base = loop {
            match self.peek() {
                Some(Kind::Word("const")) => is_const = true,
                Some(Kind::Word("global")) => space = Some(Space::Global),
                Some(Kind::Word("local")) => space = Some(Space::Local),
                Some(Kind::Word("constant")) => (space, is_const) = (Some(Space::Constant), true),
                Some(Kind::Word("private")) => space = Some(Space::Private),
                Some(Kind::Word(word)) if let Some(ty) = named(word) => {
                    self.next();
                    break ty;
                }
                _ => return self.wanted(&rule::KER_S_FUNCTION, "form", "a type"),
            }
            self.next();
        };
        if !self.mark("*") {
            return Ok(Qualified {
                ty: base,
                space,
                is_const,
            });
        }
        let pointer = Pointer {
            to: base,
            space: space.unwrap_or(Space::Global),
            is_const,
            restrict: self.word("restrict"),
        };
        Ok(Qualified {
            ty: Type::Pointer(Box::new(pointer)),
            space: None,
            is_const: false,
        })
    }

    /// An expression.
    pub(super) fn expression(&mut self) -> Judged<Expr> {
        let condition = self.binary(0)?;
        if !self.mark("?") {
            return Ok(condition);
        }
        let then = self.expression()?;
        self.expect(":")?;
        let otherwise = self.expression()?;
        Ok(Expr::Conditional(
            Box::new(condition),
            Box::new(then),
            Box::new(otherwise),
        ))
    }

    /// Operators that bind at least so tightly.
    fn binary(&mut self, least: u8) -> Judged<Expr> {
        let mut left = elder_syntax::effort::deeper(|| self.prefix())?;
        while let Some(Kind::Mark(mark)) = self.peek()
            && let Some(op) = operator(mark)
            && level(op) >= least
        {
            self.next();
            let right = self.binary(level(op) + 1)?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Judged<Expr> {
        let op = match self.peek() {
            Some(Kind::Mark("-")) => UnaryOp::Neg,
            Some(Kind::Mark("!")) => UnaryOp::Not,
            Some(Kind::Mark("~")) => UnaryOp::Complement,
            Some(Kind::Mark("&")) => UnaryOp::AddressOf,
            Some(Kind::Mark("*")) => UnaryOp::Deref,
            Some(Kind::Mark("(")) => return self.parenthesis(),
            _ => return self.postfix(),
        };
        self.next();
        let operand = elder_syntax::effort::deeper(|| self.prefix())?;
        Ok(match (op, operand) {
            (UnaryOp::Neg, Expr::Int(n)) => Expr::Int(-n),
            (op, operand) => Expr::Unary(op, Box::new(operand)),
        })
    }

    /// `(type) e`, `(int4)(a, b, c, d)`, or an expression in parentheses.
    fn parenthesis(&mut self) -> Judged<Expr> {
        self.next();
        if !self.is_type() {
            let inner = self.expression()?;
            self.expect(")")?;
            return self.continued(inner);
        }
        let ty = self.qualified()?.ty;
        self.expect(")")?;
        if let Type::Vector(t, width) = ty {
            self.expect("(")?;
            return Ok(Expr::VectorOf(t, width, self.arguments()?));
        }
        Ok(Expr::Cast(ty, Box::new(self.prefix()?)))
    }

    /// Expressions up to the parenthesis that closes.
    pub(super) fn arguments(&mut self) -> Judged<Vec<Expr>> {
        let mut all = Vec::new();
        if self.mark(")") {
            return Ok(all);
        }
        loop {
            all.push(self.expression()?);
            if self.mark(")") {
                return Ok(all);
            }
            self.expect(",")?;
        }
    }

    fn postfix(&mut self) -> Judged<Expr> {
        let primary = match self.peek() {
            Some(Kind::Number(text)) => {
                let Some(number) = number(text) else {
                    return self.wanted(&rule::KER_S_FUNCTION, "form", "a number of C");
                };
                self.next();
                number
            }
            Some(Kind::Word("true")) => self.literal(PrimValue::Bool(true)),
            Some(Kind::Word("false")) => self.literal(PrimValue::Bool(false)),
            Some(Kind::Word(name)) => {
                self.next();
                match self.mark("(") {
                    false => Expr::Var(name.into()),
                    true => self.call(name)?,
                }
            }
            _ => return self.wanted(&rule::KER_S_FUNCTION, "form", "an expression"),
        };
        self.continued(primary)
    }

    fn literal(&mut self, value: PrimValue) -> Expr {
        self.next();
        Expr::Literal(value)
    }

    /// A call, whose opening parenthesis is passed.
    fn call(&mut self, name: &str) -> Judged<Expr> {
        let arguments = self.arguments()?;
        let place = WORK_ITEM.iter().find(|(word, _)| *word == name);
        Ok(match (place, arguments.as_slice()) {
            (Some((_, function)), [Expr::Int(dimension @ 0..=255)]) => {
                Expr::WorkItem(*function, *dimension as u8)
            }
            _ => match primitive(name) {
                Some(f) => Expr::Prim(f, None, arguments),
                None => Expr::Call(name.into(), arguments),
            },
        })
    }

    /// Indexes and components behind an expression.
    fn continued(&mut self, mut e: Expr) -> Judged<Expr> {
        loop {
            if self.mark("[") {
                let index = self.expression()?;
                self.expect("]")?;
                e = Expr::Index(Box::new(e), Box::new(index));
            } else if self.mark(".") {
                let name = self.name()?;
                let component = name
                    .strip_prefix('s')
                    .and_then(|digit| u8::from_str_radix(digit, 16).ok());
                e = match component {
                    Some(component) => Expr::Component(Box::new(e), component),
                    None => Expr::Field(Box::new(e), name.into()),
                };
            } else {
                return Ok(e);
            }
        }
    }
}

/// The primitive function whose helper function has that name.
fn primitive(name: &str) -> Option<PrimFn> {
    if let Some((from, to)) = name.split_once("_to_") {
        return Some(PrimFn::Convert(
            PrimType::from_name(from)?,
            PrimType::from_name(to)?,
        ));
    }
    let (operator, t) = name.rsplit_once('_')?;
    let t = PrimType::from_name(t)?;
    let binary = BinOp::from_name(operator).map(|op| PrimFn::Bin(op, t));
    let unary = UnOp::from_name(operator).map(|op| PrimFn::Un(op, t));
    let ternary = TernOp::from_name(operator).map(|op| PrimFn::Tern(op, t));
    binary.or(unary).or(ternary)
}

/// A number with its suffix.
fn number(text: &str) -> Option<Expr> {
    let literal = |value| Some(Expr::Literal(value));
    if let Some(digits) = text.strip_prefix("0x") {
        return i64::from_str_radix(digits, 16).ok().map(Expr::Int);
    }
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match text.strip_prefix(digits)? {
        "" if digits.contains(['.', 'e', 'E']) => literal(PrimValue::F64(digits.parse().ok()?)),
        "" => digits.parse().ok().map(Expr::Int),
        "l" => literal(PrimValue::I64(digits.parse().ok()?)),
        "u" => literal(PrimValue::U32(digits.parse().ok()?)),
        "ul" => literal(PrimValue::U64(digits.parse().ok()?)),
        "f" => literal(PrimValue::F32(digits.parse().ok()?)),
        _ => None,
    }
}
