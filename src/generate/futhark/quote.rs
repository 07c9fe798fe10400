//! Syntax as it is written, with holes for the parts that are made: templates, read by the language's own parser.
//!
//! `$` is the next part, `$0` to `$9` are parts by their numbers.  A tree stands where one of its sort may, whatever is around it; names and other
//! templates are as if written there.  What a tree does not hold is how a numeral is spelled, so one whose spelling matters stands as a name.

use super::generator::{Aliases, Exp};
use super::types::{Size, Ty};
use elder_futhark::ast::walk::change::{self, Node};
use elder_futhark::ast::{self, Dec, ExpKind, Ident, QualName, TypeExp, TypeExpKind};
use elder_futhark::parser::{parse_exp, parse_program};
use elder_syntax::prim::PrimType;
use elder_syntax::{Name, Span};

/// What stands in a hole.
#[derive(Clone, Debug)]
pub enum Part {
    Exp(Exp),
    Type(TypeExp),
    /// A template with its parts.
    Written(String, Vec<Part>),
}

macro_rules! parts {
    ($($from:ty, $own:pat => $part:expr;)*) => {
        $(impl From<$from> for Part {
            fn from($own: $from) -> Part {
                $part
            }
        })*
    };
}

parts! {
    Exp, own => Part::Exp(own);
    &Exp, own => Part::Exp(own.clone());
    TypeExp, own => Part::Type(own);
    &Ty, own => Part::Type(own.tree());
    &Size, own => Part::Exp(own.tree().into());
    String, own => Part::Written(own, Vec::new());
    &String, own => Part::Written(own.clone(), Vec::new());
    &str, own => Part::Written(own.to_owned(), Vec::new());
    PrimType, own => Part::Written(own.name().to_owned(), Vec::new());
    i64, own => Part::Written(own.to_string(), Vec::new());
    usize, own => Part::Written(own.to_string(), Vec::new());
}

/// A template with its parts.
macro_rules! part {
    ($template:expr $(; $($part:expr),+)?) => {
        $crate::futhark::quote::Part::Written(
            String::from($template),
            vec![$($($crate::futhark::quote::Part::from($part)),+)?],
        )
    };
}

/// An expression of a template, which may share memory with all its parts.
macro_rules! exp {
    ($($template:tt)*) => {
        $crate::futhark::quote::read($crate::futhark::quote::part!($($template)*))
    };
}

pub(super) use {exp, part};

impl Part {
    /// As text, trees in parentheses.
    pub fn text(&self) -> String {
        let (mut text, mut trees) = (String::new(), Vec::new());
        write(self, &mut text, &mut trees);
        for (k, tree) in trees.iter().enumerate().rev() {
            if let Part::Exp(exp) = tree {
                text = text.replace(&format!("{HOLE}{k}"), &format!("({})", exp.text()));
            }
        }
        text
    }
}

/// Parts, with something between them.
pub fn many<P: Into<Part>>(between: &str, parts: impl IntoIterator<Item = P>) -> Part {
    let parts: Vec<Part> = parts.into_iter().map(P::into).collect();
    Part::Written(vec!["$"; parts.len()].join(between), parts)
}

/// Statements, and what follows them, which alone its value may share memory with.
pub fn block(statements: Vec<Part>, result: Exp) -> Exp {
    match statements.is_empty() {
        true => result,
        false => exp!("$ in $"; many(" ", statements), &result).sharing(result.aliases),
    }
}

/// An expression.
///
/// # Panics
/// If it cannot be read: templates are constants, which every program that is made has some of.
pub fn read(template: Part) -> Exp {
    let (mut text, mut trees) = (String::new(), Vec::new());
    write(&template, &mut text, &mut trees);
    let mut tree = parse_exp(Span::NONE.source, &text)
        .unwrap_or_else(|errors| panic!("`{text}` is no template: {errors:?}"));
    change::each(Node::Exp(&mut tree), &mut |node| fill(node, &trees));
    let shared = trees.iter().filter_map(|part| match part {
        Part::Exp(own) => Some(&own.aliases),
        _ => None,
    });
    let aliases: Aliases = shared.flatten().copied().collect();
    Exp { tree, aliases }
}

/// Declarations.
///
/// # Panics
/// As [`read`] does.
pub fn decs(template: Part) -> Vec<Dec> {
    let (mut text, mut trees) = (String::new(), Vec::new());
    write(&template, &mut text, &mut trees);
    let (program, errors) = parse_program(Span::NONE.source, &text);
    assert!(errors.is_empty(), "`{text}` is no template: {errors:?}");
    let mut decs = program.map(|program| program.decs).unwrap_or_default();
    for dec in &mut decs {
        change::each(Node::Dec(dec), &mut |node| fill(node, &trees));
    }
    decs
}

/// What holes are called, which nothing else is.
const HOLE: &str = "hole_";

/// A template with names for the trees in it.
fn write<'a>(template: &'a Part, text: &mut String, trees: &mut Vec<&'a Part>) {
    let Part::Written(template, parts) = template else {
        *text += &format!("{HOLE}{}", trees.len());
        trees.push(template);
        return;
    };
    let mut next = 0;
    let mut letters = template.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '$' || parts.is_empty() {
            text.push(letter);
            continue;
        }
        let number = letters
            .next_if(char::is_ascii_digit)
            .and_then(|digit| digit.to_digit(10));
        let number = number.map_or(next, |number| number as usize);
        next = next.max(number + 1);
        if let Some(part) = parts.get(number) {
            write(part, text, trees);
        }
    }
}

/// Puts a tree where its hole is.
fn fill(node: Node<'_>, trees: &[&Part]) {
    let tree = |name: &Name| trees.get(name.strip_prefix(HOLE)?.parse::<usize>().ok()?);
    match node {
        Node::Exp(e) => {
            if let ExpKind::Var(q) = &e.kind
                && let Some(Part::Exp(own)) = tree(q.path.first().unwrap_or(&q.name))
            {
                let fields = q
                    .path
                    .iter()
                    .skip(1)
                    .chain((!q.path.is_empty()).then_some(&q.name));
                *e = fields.fold(own.tree.clone(), |e, name| field(e, name));
            }
        }
        Node::Type(ty) => {
            if let TypeExpKind::Var(q) = &ty.kind
                && let Some(Part::Type(own)) = tree(&q.name)
            {
                *ty = own.clone();
            }
        }
        _ => {}
    }
}

/// A name at no place.
pub fn ident(name: &str) -> Ident {
    Ident {
        name: name.into(),
        span: Span::NONE,
    }
}

/// A name, qualified or not.
pub fn qualified(text: &str) -> QualName {
    let mut path: Vec<Name> = text.split('.').map(Name::from).collect();
    QualName {
        name: path.pop().unwrap_or_default(),
        path,
        span: Span::NONE,
    }
}

/// An expression at no place.
pub fn at_no_place(kind: ExpKind) -> ast::Exp {
    ast::Exp {
        kind,
        span: Span::NONE,
    }
}

/// A name, qualified or not, or a numeral as it is spelled.
pub fn named(text: &str) -> ast::Exp {
    let is_numeral = text.starts_with(|c: char| c.is_ascii_digit());
    at_no_place(ExpKind::Var(match is_numeral {
        true => QualName {
            path: Vec::new(),
            name: text.into(),
            span: Span::NONE,
        },
        false => qualified(text),
    }))
}

/// A field; of a variable, as what a module of its name might give.
fn field(of: ast::Exp, name: &str) -> ast::Exp {
    at_no_place(match of.kind {
        ExpKind::Var(mut q) => {
            q.path.push(std::mem::replace(&mut q.name, name.into()));
            ExpKind::Var(q)
        }
        kind => ExpKind::Field(Box::new(at_no_place(kind)), ident(name)),
    })
}

/// An operator between operands.
pub fn infix(symbol: &str, left: &Exp, right: &Exp) -> Exp {
    exp!("$ $ $"; left, symbol, right)
}

/// A function or operator with arguments.
pub fn applied<'a>(function: &str, arguments: impl IntoIterator<Item = &'a Exp>) -> Exp {
    exp!("$ $"; Exp::named(function), many(" ", arguments))
}

/// `(a, b)`, or what stands alone.
pub fn tuple(parts: &[Exp]) -> Exp {
    match parts {
        [only] => only.clone(),
        _ => exp!("($)"; many(", ", parts)),
    }
}

/// `match e case p -> ..`, which may share memory with what its cases give.
pub fn cases(of: Exp, cases: Vec<(String, Exp)>) -> Exp {
    let cases = cases
        .into_iter()
        .map(|(pattern, body)| part!("case $ -> $"; pattern, body));
    exp!("match $ $"; of, many(" ", cases))
}

/// A type at no place.
pub fn type_of(kind: TypeExpKind) -> TypeExp {
    TypeExp {
        kind,
        span: Span::NONE,
    }
}

/// A type by its name, qualified or not.
pub fn type_named(name: &str) -> TypeExp {
    type_of(TypeExpKind::Var(qualified(name)))
}
