//! Trees that a text can have, without places.

use crate::ast::*;
use elder_syntax::prim::real::Real;
use elder_syntax::{Name, Span};
use proptest::prelude::*;
use proptest::sample::select;

const S: Span = Span::NONE;

fn ident(name: &str) -> Ident {
    Ident {
        name: Name::new(name),
        span: S,
    }
}

fn exp(kind: ExpKind) -> Exp {
    Exp { kind, span: S }
}

fn pat(kind: PatternKind) -> Pattern {
    Pattern { kind, span: S }
}

const SMALL: &[&str] = &["x", "i'", "f_1", "σ", "o", "for1", "p", "passes"];
const CAPITAL: &[&str] = &["Just", "Fin", "N3"];
const SYMBOLS: &[&str] = &[
    "+", "-", "*", "==", "<", "||", "&&", ">>>", "&>>", ".*", "**.", "@", "$", "+=", ":=", "|", "&", ",",
    "!", "<>", "|>", "<.>", ".&.",
];

fn small() -> impl Strategy<Value = Ident> {
    select(SMALL).prop_map(ident)
}

fn capital() -> impl Strategy<Value = Ident> {
    select(CAPITAL).prop_map(ident)
}

fn any_name() -> impl Strategy<Value = Ident> {
    prop_oneof![small(), capital()]
}

/// What may be declared, or stand between operands, in backquotes if it is a name.
fn operator() -> impl Strategy<Value = Ident> {
    prop_oneof![4 => select(SYMBOLS).prop_map(ident), 1 => small()]
}

fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(
        select(&['a', ' ', '"', '\\', '\n', '\'', '-', '\0', '\t', 'é', '1', 'L'][..]),
        0..5,
    )
    .prop_map(|chars| chars.into_iter().collect())
}

fn labels() -> impl Strategy<Value = Vec<Ident>> {
    prop::collection::vec(small(), 0..3)
}

/// Patterns that may stand within others.
fn patterns() -> BoxedStrategy<Pattern> {
    let leaf = prop_oneof![
        small().prop_map(|x| pat(PatternKind::Name(x.name))),
        Just(pat(PatternKind::Wildcard)),
        Just(pat(PatternKind::Unit)),
        capital().prop_map(|c| pat(PatternKind::Constructor(c, vec![]))),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let several = prop::collection::vec(inner.clone(), 0..3);
        let rest = prop_oneof![
            Just(None),
            Just(Some(Rest::Ignored)),
            inner
                .clone()
                .prop_filter("`_` says nothing", |p| p.kind != PatternKind::Wildcard)
                .prop_map(|p| Some(Rest::Bound(Box::new(p)))),
        ];
        let fields = prop::collection::vec((any_name(), inner.clone()), 0..3);
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            (boxed.clone(), boxed.clone()).prop_map(|(a, b)| pat(PatternKind::Pair(a, b))),
            (capital(), several.clone()).prop_map(|(c, ps)| pat(PatternKind::Constructor(c, ps))),
            several.prop_map(|ps| pat(PatternKind::Table(ps))),
            (fields, rest).prop_map(|(fields, rest)| pat(PatternKind::Record(fields, rest))),
            (labels(), small(), boxed.clone())
                .prop_map(|(skipped, label, p)| pat(PatternKind::Variant(skipped, label, p))),
            (labels(), boxed).prop_map(|(skipped, p)| pat(PatternKind::Other(skipped, p))),
        ]
    })
    .boxed()
}

/// Patterns of binders: those, and any name.
fn bound() -> impl Strategy<Value = Pattern> {
    prop_oneof![
        patterns(),
        prop_oneof![any_name(), operator()].prop_map(|x| pat(PatternKind::Name(x.name)))
    ]
}

/// What begins with a name or a bracket.
fn plain_bound() -> impl Strategy<Value = Pattern> {
    prop_oneof![
        patterns(),
        any_name().prop_map(|x| pat(PatternKind::Name(x.name)))
    ]
}

fn binder(types: BoxedStrategy<Exp>) -> impl Strategy<Value = Binder> {
    (plain_bound(), prop::option::of(types)).prop_map(|(pattern, ty)| Binder { pattern, ty })
}

fn named_binder(types: BoxedStrategy<Exp>) -> impl Strategy<Value = Binder> {
    (any_name(), prop::option::of(types)).prop_map(|(x, ty)| Binder {
        pattern: pat(PatternKind::Name(x.name)),
        ty,
    })
}

fn row() -> impl Strategy<Value = Row> {
    let effect = (capital(), prop::option::of(any_name()));
    (prop::collection::vec(effect, 0..3), prop::option::of(small())).prop_map(|(effects, rest)| Row {
        effects,
        rest,
        span: S,
    })
}

fn any_arrow() -> impl Strategy<Value = ArrowKind> {
    use ArrowKind::*;
    select(&[Plain, Implicit, Class, Linear, Table, Pair][..])
}

fn lambda_arrow() -> impl Strategy<Value = ArrowKind> {
    use ArrowKind::*;
    select(&[Plain, Plain, Implicit, Class, Linear][..])
}

fn leaves() -> impl Strategy<Value = Exp> {
    let lens = select(&[Lens::Field, Lens::Alternative, Lens::Fields, Lens::Alternatives][..]);
    prop_oneof![
        5 => any_name().prop_map(|x| exp(ExpKind::Name(x.name))),
        1 => select(SYMBOLS).prop_map(|x| exp(ExpKind::Name(x.into()))),
        1 => Just(exp(ExpKind::Hole)),
        1 => Just(exp(ExpKind::Unit)),
        2 => any::<u64>().prop_map(|n| exp(ExpKind::Int(n))),
        2 => prop_oneof![any::<f64>(), (0..100i32).prop_map(f64::from)]
            .prop_filter("finite", |x| x.is_finite())
            .prop_map(|x| exp(ExpKind::Float(Real::of(x.abs())))),
        1 => any::<u8>().prop_map(|c| exp(ExpKind::Char(c))),
        1 => text().prop_map(|t| exp(ExpKind::String(t))),
        1 => select(&["exp", "instance", "Int32Ptr"][..]).prop_map(|p| exp(ExpKind::Primitive(p.into()))),
        1 => (lens, small()).prop_map(|(lens, x)| exp(ExpKind::Label(lens, x.name))),
    ]
}

/// A body: an expression, or a block of such.
fn bodies(inner: BoxedStrategy<Exp>) -> BoxedStrategy<Exp> {
    let line = prop_oneof![
        inner.clone().prop_map(Statement::Expression),
        binding(inner.clone(), inner.clone()).prop_map(Statement::Declaration),
        definition(inner.clone(), inner.clone()).prop_map(Statement::Declaration),
        instance(inner.clone(), inner.clone()).prop_map(Statement::Declaration),
    ];
    let block = (prop::collection::vec(line, 1..3), inner.clone())
        .prop_map(|(statements, result)| exp(ExpKind::Block(Box::new(Block { statements, result }))));
    prop_oneof![2 => inner, 1 => block].boxed()
}

fn binding(types: BoxedStrategy<Exp>, bodies: BoxedStrategy<Exp>) -> impl Strategy<Value = Declaration> {
    let annotation = select(&["noinline", "instance"][..]).prop_map(|a| Annotation { name: ident(a) });
    let annotations = prop::collection::vec(annotation, 0..2);
    (annotations, bound(), prop::option::of(types), bodies).prop_map(|(annotations, pattern, ty, body)| {
        Declaration {
            annotations,
            kind: DeclarationKind::Let(Box::new(Binder { pattern, ty }), Box::new(body)),
            span: S,
        }
    })
}

fn declaration(kind: DeclarationKind) -> Declaration {
    Declaration {
        annotations: vec![],
        kind,
        span: S,
    }
}

fn declared() -> impl Strategy<Value = Ident> {
    prop_oneof![any_name(), select(SYMBOLS).prop_map(ident)]
}

fn definition(inner: BoxedStrategy<Exp>, bodies: BoxedStrategy<Exp>) -> impl Strategy<Value = Declaration> {
    let parameter = prop_oneof![
        3 => (plain_bound(), inner.clone(), lambda_arrow()).prop_map(|(p, t, a)| Parameter::Value(p, t, a)),
        1 => prop::collection::vec(inner.clone(), 0..3).prop_map(Parameter::Classes),
        1 => prop::collection::vec(binder(inner.clone()), 1..3).prop_map(Parameter::Implicit),
    ];
    let parameters = prop::collection::vec(parameter, 0..3);
    (declared(), parameters, prop::option::of(row()), inner, bodies).prop_map(
        |(name, parameters, effects, result, body)| {
            let takes = parameters.iter().any(|p| matches!(p, Parameter::Value(..)));
            declaration(DeclarationKind::Def(Box::new(Def {
                name,
                parameters,
                effects: effects.filter(|_| takes),
                result,
                body,
            })))
        },
    )
}

fn instance(inner: BoxedStrategy<Exp>, bodies: BoxedStrategy<Exp>) -> impl Strategy<Value = Declaration> {
    let classes = prop::collection::vec(inner.clone(), 0..2).prop_map(Parameter::Classes);
    let method = (declared(), bodies).prop_map(|(name, body)| Method { name, body });
    let parts = (
        prop::option::of(declared()),
        prop::collection::vec(classes, 0..2),
        inner,
        prop::collection::vec(method, 0..3),
    );
    parts.prop_map(|(name, parameters, ty, methods)| {
        // A list at the begin of the type would be one of classes.
        let ty = match begins_with_table(&ty) {
            true => exp(ExpKind::Hole),
            false => ty,
        };
        declaration(DeclarationKind::Instance(Box::new(Instance {
            name,
            parameters,
            ty,
            methods,
        })))
    })
}

fn begins_with_table(e: &Exp) -> bool {
    super::super::exp(e).starts_with('[')
}

fn data(inner: BoxedStrategy<Exp>) -> impl Strategy<Value = Declaration> {
    let field = (prop::option::of(small()), inner.clone()).prop_map(|(name, ty)| Field { name, ty });
    let constructor = (declared(), prop::collection::vec(field, 0..3))
        .prop_map(|(name, fields)| Constructor { name, fields });
    (
        declared(),
        prop::collection::vec(named_binder(inner), 0..3),
        prop::collection::vec(constructor, 1..3),
    )
        .prop_map(|(name, parameters, constructors)| {
            declaration(DeclarationKind::Data(Box::new(Data {
                name,
                parameters,
                constructors,
            })))
        })
}

fn interface(inner: BoxedStrategy<Exp>) -> impl Strategy<Value = Declaration> {
    let method = (declared(), inner.clone()).prop_map(|(name, ty)| Signature { name, ty });
    (
        prop::collection::vec(inner.clone(), 0..3),
        declared(),
        prop::collection::vec(named_binder(inner), 0..3),
        prop::collection::vec(method, 0..3),
    )
        .prop_map(|(superclasses, name, parameters, methods)| {
            declaration(DeclarationKind::Interface(Box::new(Interface {
                superclasses,
                name,
                parameters,
                methods,
            })))
        })
}

/// All expressions but blocks, which are in bodies.
pub(super) fn expressions() -> BoxedStrategy<Exp> {
    leaves()
        .prop_recursive(5, 40, 3, |inner| {
            let inner = inner.boxed();
            let body = bodies(inner.clone());
            let b = || inner.clone().prop_map(Box::new);
            let several = || prop::collection::vec(inner.clone(), 0..3);
            let binders = || prop::collection::vec(binder(inner.clone()), 1..3);
            let rest = || prop::option::of(b());
            let limit = || prop_oneof![b().prop_map(Limit::Including), b().prop_map(Limit::Excluding)];
            let loops = select(
                &[
                    Loop::For,
                    Loop::Rof,
                    Loop::ForEffects,
                    Loop::RofEffects,
                    Loop::View,
                ][..],
            );
            let alternative =
                (patterns(), body.clone()).prop_map(|(pattern, body)| Alternative { pattern, body });
            let field_type = (any_name(), inner.clone()).prop_map(|(label, ty)| FieldType { label, ty });
            let fields = prop::collection::vec(field_type, 0..3);
            let row_type = (fields, rest())
                .prop_map(|(fields, rest)| Labels { fields, rest })
                .boxed();
            let value = (any_name(), prop::option::of(inner.clone()))
                .prop_map(|(label, value)| FieldValue { label, value });
            let arrow = (
                prop::option::of(any_name()),
                inner.clone(),
                any_arrow(),
                prop::option::of(row()),
                inner.clone(),
            )
                .prop_map(|(binder, argument, kind, effects, result)| Arrow {
                    binder,
                    argument,
                    kind,
                    effects: effects.filter(|_| kind == ArrowKind::Plain),
                    result,
                });
            let kinds = prop_oneof![
                3 => (b(), b()).prop_map(|(f, x)| ExpKind::Apply(f, x)),
                2 => (b(), b()).prop_map(|(f, x)| ExpKind::Index(f, x)),
                6 => (operator(), b(), b()).prop_map(|(op, x, y)| ExpKind::Binary(op, x, y)),
                1 => b().prop_map(ExpKind::Negate),
                1 => (b(), b()).prop_map(|(e, t)| ExpKind::Ascribe(e, t)),
                3 => arrow.prop_map(|a| ExpKind::Arrow(Box::new(a))),
                1 => (limit(), limit()).prop_map(|(lo, hi)| ExpKind::Range(lo, hi)),
                1 => limit().prop_map(|lo| ExpKind::Range(lo, Limit::Open)),
                1 => limit().prop_map(|hi| ExpKind::Range(Limit::Open, hi)),
                2 => (lambda_arrow(), binders(), body.clone())
                    .prop_map(|(a, bs, e)| ExpKind::Lambda(a, bs, Box::new(e))),
                2 => (loops, binders(), body.clone()).prop_map(|(l, bs, e)| ExpKind::For(l, bs, Box::new(e))),
                2 => (b(), prop::collection::vec(alternative, 1..3)).prop_map(|(e, a)| ExpKind::Case(e, a)),
                2 => (b(), body.clone(), prop::option::of(body.clone()))
                    .prop_map(|(c, yes, no)| ExpKind::If(c, Box::new(yes), no.map(Box::new))),
                1 => body.clone().prop_map(|e| ExpKind::Do(Box::new(e))),
                1 => several().prop_map(ExpKind::Table),
                1 => (small(), b(), several()).prop_map(|(f, t, es)| ExpKind::Foreign(f, t, es)),
                1 => (prop::collection::vec(value, 0..3), rest()).prop_map(|(f, r)| ExpKind::Record(f, r)),
                1 => row_type.clone().prop_map(ExpKind::RecordType),
                1 => row_type.prop_map(ExpKind::VariantType),
                1 => (labels(), small(), b()).prop_map(|(ls, l, e)| ExpKind::Variant(ls, l, e)),
                1 => (labels(), b()).prop_map(|(ls, e)| ExpKind::Lift(ls, e)),
            ];
            kinds.prop_map(exp)
        })
        .boxed()
}

/// Items of a file.
pub(super) fn items() -> BoxedStrategy<Item> {
    let e = expressions;
    let body = || bodies(e());
    let prose = select(&["", "# Title", "two\n  lines\n> quoted", " -- no comment"][..]);
    let kinds = prop_oneof![
        1 => prose.prop_map(|t| ItemKind::Prose(t.to_owned())),
        2 => e().prop_map(|e| ItemKind::Command(Command::Value, e)),
        2 => body().prop_map(|e| ItemKind::Command(Command::Print, e)),
        1 => body().prop_map(|e| ItemKind::Command(Command::Type, e)),
        1 => body().prop_map(|e| ItemKind::Command(Command::Html, e)),
        1 => (small(), body()).prop_map(|(x, e)| ItemKind::Command(Command::Export(x), e)),
        2 => binding(e(), body()).prop_map(ItemKind::Declaration),
        2 => definition(e(), body()).prop_map(ItemKind::Declaration),
        1 => data(e()).prop_map(ItemKind::Declaration),
        1 => interface(e()).prop_map(ItemKind::Declaration),
        1 => instance(e(), body()).prop_map(ItemKind::Declaration),
        1 => small().prop_map(ItemKind::Import),
        1 => text().prop_map(ItemKind::Include),
    ];
    let line = select(&["", "[1, 2]", "  indented", "> again"][..]).prop_map(str::to_owned);
    let setting = select(&["parse", "imp llvm", ""][..]).prop_map(|words| Setting {
        name: ident("passes"),
        words: words.split_whitespace().map(str::to_owned).collect(),
    });
    (
        prop::collection::vec(setting, 0..2),
        kinds,
        prop::collection::vec(line, 0..3),
    )
        .prop_map(|(settings, kind, expected)| {
            let expected = match kind {
                ItemKind::Prose(_) => vec![],
                _ => expected,
            };
            Item {
                settings,
                kind,
                expected,
                span: S,
            }
        })
        .boxed()
}
