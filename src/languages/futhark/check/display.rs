//! Types and sizes as messages show them: in Futhark's own syntax.

use crate::intrinsics::Intrinsic;
use crate::tree::walk::deep;
use crate::tree::{
    Arrow, DimIndex, Exp, ExpKind, RetType, Size, Stars, Type, TypeArg, TypeKind, VName, is_tuple,
};
use elder_syntax::prim::{BinOp, PrimFn, PrimValue, UnOp};
use std::fmt::Write;

/// A type.
pub fn show(t: &Type) -> String {
    let mut out = Text::default();
    write_type(&mut out, t, &Stars::None, Level::Top);
    out.text
}

/// A type without its sizes.
pub fn show_unsized(t: &Type) -> String {
    let mut out = Text {
        sizes: false,
        ..Text::default()
    };
    write_type(&mut out, t, &Stars::None, Level::Top);
    out.text
}

/// A type with its stars.
pub fn show_starred(t: &Type, stars: &Stars) -> String {
    let mut out = Text::default();
    write_type(&mut out, t, stars, Level::Top);
    out.text
}

/// A size.
pub fn show_size(s: &Size) -> String {
    let mut out = Text::default();
    write_size(&mut out, s);
    out.text
}

/// What a name is called in messages.
pub fn show_name(v: &VName) -> String {
    v.name.to_string()
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Top,
    /// The left side of an arrow.
    Param,
    /// An element of an array, an argument of a constructor.
    Atom,
}

/// The text of a type so far.
struct Text {
    text: String,
    /// Whether sizes are shown.
    sizes: bool,
}

impl Default for Text {
    fn default() -> Self {
        Text {
            text: String::new(),
            sizes: true,
        }
    }
}

impl Text {
    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    fn push_str(&mut self, s: &str) {
        self.text.push_str(s);
    }
}

impl Write for Text {
    fn write_str(&mut self, s: &str) -> std::fmt::Result {
        self.text.write_str(s)
    }
}

fn parens(out: &mut Text, yes: bool, body: impl FnOnce(&mut Text)) {
    if yes {
        out.push('(');
    }
    body(out);
    if yes {
        out.push(')');
    }
}

fn write_ret(out: &mut Text, r: &RetType) {
    if out.sizes && !r.exts.is_empty() {
        out.push('?');
        r.exts.iter().for_each(|v| {
            let _ = write!(out, "[{}]", v.name);
        });
        out.push('.');
    }
    write_type(out, &r.ty, &r.stars, Level::Top);
}

fn write_arrow(out: &mut Text, a: &Arrow) {
    match a.param_name.as_ref().filter(|_| out.sizes) {
        Some(x) => {
            let _ = write!(out, "({}: ", x.name);
            write_type(out, &a.param, &a.param_stars, Level::Top);
            out.push(')');
        }
        None => write_type(out, &a.param, &a.param_stars, Level::Param),
    }
    out.push_str(" -> ");
    write_ret(out, &a.ret);
}

fn write_type(out: &mut Text, t: &Type, stars: &Stars, level: Level) {
    if *stars == Stars::All && !matches!(**t, TypeKind::Prim(_)) {
        out.push('*');
        return write_type(out, t, &Stars::None, level.max(Level::Atom));
    }
    deep(|| match &**t {
        TypeKind::Prim(p) => out.push_str(p.name()),
        TypeKind::Array(s, elem) => {
            out.push('[');
            write_size(out, s);
            out.push(']');
            write_type(out, elem, &Stars::None, Level::Atom);
        }
        TypeKind::Record(fs) if is_tuple(fs) => {
            out.push('(');
            for (i, (f, t)) in fs.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_type(out, t, &stars.field(f), Level::Top);
            }
            out.push(')');
        }
        TypeKind::Record(fs) => {
            out.push('{');
            for (i, (f, t)) in fs.iter().enumerate() {
                let _ = write!(out, "{}{f}: ", if i > 0 { ", " } else { "" });
                write_type(out, t, &stars.field(f), Level::Top);
            }
            out.push('}');
        }
        TypeKind::Sum(cs) => parens(out, level > Level::Param, |out| {
            for (i, (c, ts)) in cs.iter().enumerate() {
                let _ = write!(out, "{}#{c}", if i > 0 { " | " } else { "" });
                for t in ts {
                    out.push(' ');
                    write_type(out, t, &Stars::None, Level::Atom);
                }
            }
        }),
        TypeKind::Arrow(a) => parens(out, level > Level::Top, |out| write_arrow(out, a)),
        TypeKind::Var(v) => out.push_str(&v.name),
        TypeKind::Named(v, args) => parens(out, level > Level::Param && !args.is_empty(), |out| {
            out.push_str(&v.name);
            for a in args {
                out.push(' ');
                match a {
                    TypeArg::Size(s) => {
                        out.push('[');
                        write_size(out, s);
                        out.push(']');
                    }
                    TypeArg::Type(t) => write_type(out, t, &Stars::None, Level::Atom),
                }
            }
        }),
    })
}

fn write_size(out: &mut Text, s: &Size) {
    if !out.sizes {
        return;
    }
    match s {
        Size::Const(k) => {
            let _ = write!(out, "{k}");
        }
        Size::Var(v) => out.push_str(&v.name),
        Size::Exp(e) => write_exp(out, e, false),
    }
}

/// A primitive value without its suffix.
pub fn show_value(v: PrimValue) -> String {
    match v {
        PrimValue::Bool(b) => b.to_string(),
        PrimValue::I8(x) => x.to_string(),
        PrimValue::I16(x) => x.to_string(),
        PrimValue::I32(x) => x.to_string(),
        PrimValue::I64(x) => x.to_string(),
        PrimValue::U8(x) => x.to_string(),
        PrimValue::U16(x) => x.to_string(),
        PrimValue::U32(x) => x.to_string(),
        PrimValue::U64(x) => x.to_string(),
        PrimValue::F16(x) => x.to_string(),
        PrimValue::F32(x) => x.to_string(),
        PrimValue::F64(x) => x.to_string(),
    }
}

/// The operator's sign in the source language, if it has one.
pub fn operator_text(op: BinOp) -> Option<&'static str> {
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

fn write_exp(out: &mut Text, e: &Exp, atom: bool) {
    deep(|| match &e.kind {
        ExpKind::Lit(v) => out.push_str(&show_value(*v)),
        ExpKind::Var(v, _) => out.push_str(&v.name),
        ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Bin(op, _)), _) => match operator_text(*op) {
            Some(text) => {
                let _ = write!(out, "({text})");
            }
            None => out.push_str(op.name()),
        },
        ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Un(UnOp::Neg, _)), _) => out.push('-'),
        ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Un(UnOp::Not, _)), _) => out.push('!'),
        ExpKind::Intrinsic(i, _) => {
            let _ = write!(out, "{i}");
        }
        ExpKind::Field(e, f) => {
            write_exp(out, e, true);
            let _ = write!(out, ".{f}");
        }
        ExpKind::Record(fs) => {
            out.push('(');
            for (i, (_, e)) in fs.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_exp(out, e, false);
            }
            out.push(')');
        }
        ExpKind::Array(es) => {
            out.push('[');
            for (i, e) in es.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                write_exp(out, e, false);
            }
            out.push(']');
        }
        ExpKind::Index(a, dims) => {
            write_exp(out, a, true);
            out.push('[');
            for (i, d) in dims.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                match d {
                    DimIndex::Fix(e) => write_exp(out, e, false),
                    DimIndex::Slice(a, b, s) => {
                        a.iter().for_each(|e| write_exp(out, e, false));
                        out.push(':');
                        b.iter().for_each(|e| write_exp(out, e, false));
                        s.iter().for_each(|e| {
                            out.push(':');
                            write_exp(out, e, false)
                        });
                    }
                }
            }
            out.push(']');
        }
        ExpKind::App { fun, args, infix } => parens(out, atom, |out| match (&fun.kind, &args[..]) {
            (ExpKind::Intrinsic(Intrinsic::Prim(PrimFn::Bin(op, _)), _), [a, b])
                if *infix && operator_text(*op).is_some() =>
            {
                write_exp(
                    out,
                    a,
                    !matches!(a.kind, ExpKind::App { .. }) || *op != BinOp::Add,
                );
                let _ = write!(out, " {} ", operator_text(*op).unwrap_or("?"));
                write_exp(out, b, true);
            }
            _ => {
                write_exp(out, fun, true);
                for a in args {
                    out.push(' ');
                    write_exp(out, a, true);
                }
            }
        }),
        ExpKind::If(c, a, b) => parens(out, atom, |out| {
            out.push_str("if ");
            write_exp(out, c, false);
            out.push_str(" then ");
            write_exp(out, a, false);
            out.push_str(" else ");
            write_exp(out, b, false);
        }),
        _ => out.push_str("..."),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::build::{array, arrow, prim, size_const, size_op, size_var, tuple};
    use elder_syntax::Span;
    use elder_syntax::prim::PrimType;
    use std::rc::Rc;

    #[test]
    fn types_read_like_futhark() {
        let n = VName {
            name: "n".into(),
            id: 0,
        };
        let size = Size::Exp(Rc::new(size_op(
            BinOp::Add,
            size_var(&n, Span::NONE),
            size_const(1, Span::NONE),
        )));
        let xs = array(size, arrow(prim(PrimType::I32), prim(PrimType::Bool)));
        assert_eq!(show(&xs), "[n + 1](i32 -> bool)");
        let f = arrow(
            tuple(vec![xs.clone(), prim(PrimType::F16)]),
            arrow(xs.clone(), xs),
        );
        assert_eq!(
            show(&f),
            "([n + 1](i32 -> bool), f16) -> [n + 1](i32 -> bool) -> [n + 1](i32 -> bool)"
        );
    }
}
