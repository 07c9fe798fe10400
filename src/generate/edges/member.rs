//! Index sets of Dex, their members, and what is no member.

use crate::Choices;
use crate::meant::{Expected, Meant, Output};
use elder_syntax::Value;
use elder_syntax::prim::{PrimType, PrimValue};

/// An index set.
#[derive(Clone, Debug)]
enum Set {
    Unit,
    Truth,
    Fin(usize),
    Pair(Box<Set>, Box<Set>),
    Either(Box<Set>, Box<Set>),
    /// Two to four fields; the last label is the slowest.
    Record(Vec<Set>),
    /// Two to four alternatives, one after the other.
    Variant(Vec<Set>),
    Maybe(Box<Set>),
    /// Tables of two elements.
    Table(Box<Set>),
    /// What the program declares: numbers from one on, up or down by a step.
    Own(usize),
    /// What the program declares by its constructors, and nothing else.
    Data(&'static Data),
}

/// A declared type.
#[derive(Debug)]
struct Data {
    name: &'static str,
    /// The constructors with what each holds: the first part is the slowest.
    constructors: &'static [(&'static str, &'static [Part])],
}

/// What a constructor holds.
#[derive(Clone, Copy, Debug)]
enum Part {
    Fin(usize),
    Truth,
}

impl Part {
    fn set(self) -> Set {
        match self {
            Part::Fin(n) => Set::Fin(n),
            Part::Truth => Set::Truth,
        }
    }
}

/// Types of three constructors and more, whose members are many or none.
static DATA: [Data; 4] = [
    Data {
        name: "Three",
        constructors: &[("First", &[]), ("Second", &[]), ("Third", &[])],
    },
    Data {
        name: "Mixed",
        constructors: &[
            ("Few", &[Part::Fin(2)]),
            ("One", &[]),
            ("Many", &[Part::Truth, Part::Fin(3)]),
            ("Last", &[Part::Fin(2), Part::Truth]),
        ],
    },
    Data {
        name: "Hollow",
        constructors: &[
            ("Nobody", &[Part::Fin(0)]),
            ("Some", &[Part::Truth]),
            ("None", &[Part::Fin(3), Part::Fin(0)]),
            ("End", &[]),
        ],
    },
    Data {
        name: "Product",
        constructors: &[("Of", &[Part::Fin(2), Part::Fin(3), Part::Truth])],
    },
];

impl Data {
    fn text(&self) -> String {
        let constructor = |(name, parts): &(&str, &[Part])| {
            let parts: String = parts
                .iter()
                .map(|part| format!(" {}", part.set().text()))
                .collect();
            format!("  {name}{parts}\n")
        };
        let all: String = self.constructors.iter().map(constructor).collect();
        format!("data {} =\n{all}\n", self.name)
    }
}

/// How many members a constructor has.
fn count(parts: &[Part]) -> usize {
    parts.iter().map(|part| part.set().size()).product()
}

/// The first member and the step of the set that the program declares.
#[derive(Clone, Copy, Debug)]
struct Own {
    first: i32,
    step: i32,
}

/// The premises that what is no member breaks.
const PLACE: (&str, &str) = ("DX-E-PRIM", "range");
const RANGE: (&str, &str) = ("DX-E-INSTANCE", "range");
const INVERSE: (&str, &str) = ("DX-E-INSTANCE", "inverse");

fn set(c: &mut Choices, depth: usize) -> Set {
    let inner = |c: &mut Choices| Box::new(c.part(|c| set(c, depth.saturating_sub(1))));
    match c.below(if depth == 0 { 6 } else { 13 }) {
        5 => Set::Data(&DATA[c.below(DATA.len())]),
        0 => Set::Unit,
        1 => Set::Truth,
        2 | 3 => Set::Fin(c.below(4)),
        4 => Set::Own(c.below(4)),
        6 | 12 => Set::Pair(inner(c), inner(c)),
        7 => Set::Record(c.part(|c| several(c, depth))),
        8 => Set::Variant(c.part(|c| several(c, depth))),
        9 => Set::Maybe(inner(c)),
        10 => Set::Table(inner(c)),
        _ => Set::Either(inner(c), inner(c)),
    }
}

/// What fields and alternatives are called, in their order.
const LABELS: [&str; 4] = ["a", "b", "c", "d"];

/// The most members of a set: on all of them stands a table.
const MOST: usize = 300;

/// An index set of parts, and no larger than programs can be.
fn drawn(c: &mut Choices, depth: usize) -> Set {
    let all = set(c, depth);
    if all.size() > MOST {
        Set::Variant(vec![Set::Fin(3), Set::Truth, Set::Own(2)])
    } else {
        all
    }
}

fn several(c: &mut Choices, depth: usize) -> Vec<Set> {
    let count = 2 + [0, 1, 1, 2][c.below(4)];
    // Three of them are large, if each is put together of others.
    let depth = if count == 2 { depth.saturating_sub(1) } else { 0 };
    (0..count).map(|_| c.part(|c| set(c, depth))).collect()
}

/// Labels with something behind each.
fn labelled<'a>(parts: impl IntoIterator<Item = String> + 'a, is: &'a str) -> Vec<String> {
    LABELS
        .iter()
        .zip(parts)
        .map(|(label, part)| format!("{label}{is}{part}"))
        .collect()
}

impl Set {
    fn size(&self) -> usize {
        match self {
            Set::Unit => 1,
            Set::Truth => 2,
            Set::Fin(n) | Set::Own(n) => *n,
            Set::Pair(a, b) => a.size() * b.size(),
            Set::Record(parts) => parts.iter().map(Set::size).product(),
            Set::Either(a, b) => a.size() + b.size(),
            Set::Variant(parts) => parts.iter().map(Set::size).sum(),
            Set::Maybe(a) => 1 + a.size(),
            Set::Data(data) => data.constructors.iter().map(|(_, parts)| count(parts)).sum(),
            Set::Table(a) => a.size() * a.size(),
        }
    }

    fn text(&self) -> String {
        match self {
            Set::Unit => "Unit".to_owned(),
            Set::Truth => "Bool".to_owned(),
            Set::Fin(n) => format!("(Fin {n})"),
            Set::Own(n) => format!("(Own {n})"),
            Set::Pair(a, b) => format!("({} & {})", a.text(), b.text()),
            Set::Either(a, b) => format!("({} | {})", a.text(), b.text()),
            Set::Record(parts) => format!("{{{}}}", labelled(parts.iter().map(Set::text), ":").join(" & ")),
            Set::Variant(parts) => format!("{{{}}}", labelled(parts.iter().map(Set::text), ":").join(" | ")),
            Set::Maybe(a) => format!("(Maybe {})", a.text()),
            Set::Data(data) => data.name.to_owned(),
            Set::Table(a) => format!("(Fin 2 => {})", a.text()),
        }
    }

    /// The member of a place, written as a value.
    fn member(&self, own: Own, k: usize) -> String {
        match self {
            Set::Unit => "()".to_owned(),
            Set::Truth => if k == 0 { "False" } else { "True" }.to_owned(),
            Set::Fin(n) => format!("({k}@(Fin {n}))"),
            Set::Own(_) => own.written(own.first + own.step * i32::try_from(k).unwrap_or_default()),
            Set::Pair(a, b) => {
                let n = b.size().max(1);
                format!("({}, {})", a.member(own, k / n), b.member(own, k % n))
            }
            Set::Table(a) => {
                let n = a.size().max(1);
                format!("[{}, {}]", a.member(own, k / n), a.member(own, k % n))
            }
            Set::Record(parts) => {
                let mut rest = k;
                let part = |part: &Set| {
                    let n = part.size().max(1);
                    let own = part.member(own, rest % n);
                    rest /= n;
                    own
                };
                let parts: Vec<String> = parts.iter().map(part).collect();
                format!("{{{}}}", labelled(parts, "=").join(", "))
            }
            Set::Variant(parts) => {
                let mut rest = k;
                let found = LABELS.iter().zip(parts).find(|(_, part)| {
                    let is_here = rest < part.size();
                    rest -= if is_here { 0 } else { part.size() };
                    is_here
                });
                found.map_or(String::new(), |(label, part)| {
                    format!("{{| {label} = {} |}}", part.member(own, rest))
                })
            }
            Set::Data(data) => {
                let mut rest = k;
                for (name, parts) in data.constructors {
                    if rest >= count(parts) {
                        rest -= count(parts);
                        continue;
                    }
                    let mut all: Vec<String> = Vec::new();
                    for part in parts.iter().rev() {
                        let n = part.set().size().max(1);
                        all.insert(0, format!(" {}", part.set().member(own, rest % n)));
                        rest /= n;
                    }
                    return format!("({name}{})", all.concat());
                }
                String::new()
            }
            Set::Maybe(_) if k == 0 => "Nothing".to_owned(),
            Set::Maybe(a) => format!("(Just {})", a.member(own, k - 1)),
            Set::Either(a, _) if k < a.size() => format!("(Left {})", a.member(own, k)),
            Set::Either(a, b) => format!("(Right {})", b.member(own, k - a.size())),
        }
    }

    /// What is written like a member, and is none, by what it breaks; all else in it is a member.
    fn no_member(&self, c: &mut Choices, own: Own) -> Option<(String, (&'static str, &'static str))> {
        match self {
            Set::Unit | Set::Truth => None,
            Set::Fin(n) => {
                let k = c
                    .pick(&[n.to_string(), (n + 1).to_string(), "(-1)".to_owned()])
                    .cloned()?;
                Some((format!("({k}@(Fin {n}))"), PLACE))
            }
            Set::Own(n) => {
                let n = i32::try_from(*n).ok()?;
                match own.step {
                    2.. if n > 0 && c.one_in(2) => Some((own.written(own.first + 1), INVERSE)),
                    step => {
                        let k = c.pick(&[n, n + 1]).copied()?;
                        Some((own.written(own.first + step * k), RANGE))
                    }
                }
            }
            Set::Data(data) => {
                let (name, parts) = c.pick(data.constructors).copied()?;
                let (wrong, by) = parts.first()?.set().no_member(c, own)?;
                let mut text = format!("({name} {wrong}");
                for part in parts.iter().skip(1) {
                    let n = part.set().size();
                    let k = c.below(n);
                    (n > 0).then_some(())?;
                    text += &format!(" {}", part.set().member(own, k));
                }
                Some((text + ")", by))
            }
            Set::Maybe(a) => {
                let (wrong, by) = a.no_member(c, own)?;
                Some((format!("(Just {wrong})"), by))
            }
            Set::Variant(parts) => {
                let at = c.below(parts.len());
                let (wrong, by) = parts.get(at)?.no_member(c, own)?;
                Some((format!("{{| {} = {wrong} |}}", LABELS.get(at)?), by))
            }
            Set::Record(parts) => {
                let at = c.below(parts.len());
                let mut all = Vec::new();
                let mut broken = None;
                for (k, part) in parts.iter().enumerate() {
                    all.push(match (k == at, part.size()) {
                        (true, _) => {
                            let (wrong, by) = part.no_member(c, own)?;
                            broken = Some(by);
                            wrong
                        }
                        (false, 0) => return None,
                        (false, n) => part.member(own, c.below(n)),
                    });
                }
                Some((format!("{{{}}}", labelled(all, "=").join(", ")), broken?))
            }
            Set::Pair(a, b) => {
                let is_left = c.one_in(2);
                let (inner, other) = if is_left { (a, b) } else { (b, a) };
                if other.size() == 0 {
                    return None;
                }
                let (wrong, by) = inner.no_member(c, own)?;
                let right = other.member(own, c.below(other.size()));
                let (a, b) = if is_left { (wrong, right) } else { (right, wrong) };
                Some((format!("({a}, {b})"), by))
            }
            Set::Table(a) => {
                if a.size() == 0 {
                    return None;
                }
                let (wrong, by) = a.no_member(c, own)?;
                let right = a.member(own, c.below(a.size()));
                let text = match c.one_in(2) {
                    true => format!("[{wrong}, {right}]"),
                    false => format!("[{right}, {wrong}]"),
                };
                Some((text, by))
            }
            Set::Either(a, b) => {
                let (inner, name) = if c.one_in(2) { (a, "Left") } else { (b, "Right") };
                let (wrong, by) = inner.no_member(c, own)?;
                Some((format!("({name} {wrong})"), by))
            }
        }
    }
}

/// The types that a text mentions, declared.
fn declared(own: Own, text: &str) -> String {
    let used = DATA.iter().filter(|data| text.contains(data.name));
    own.text() + &used.map(Data::text).collect::<String>()
}

impl Own {
    fn written(self, x: i32) -> String {
        format!("(MkOwn ({x}))")
    }

    /// The declaration; the quotient of numbers below the first one is rounded away, so members are met by `range` only above.
    fn text(self) -> String {
        let Own { first, step } = self;
        format!(
            "data Own n:Int = MkOwn Int\n\ninstance IndexSet (Own n)\n  size = n\n  ordinal = \\(MkOwn x). idiv (x - ({first})) ({step})\n  fromOrdinal = \\k. MkOwn (({first}) + (({step}) * k))\n\n"
        )
    }
}

fn number(k: usize) -> PrimValue {
    PrimValue::I32(i32::try_from(k).unwrap_or(i32::MAX))
}

fn numbers(all: impl IntoIterator<Item = usize>) -> Output {
    Output::vector(PrimType::I32, all.into_iter().map(number))
}

/// A program that makes members of numbers that it reads, in one position or another.
fn read(c: &mut Choices) -> Meant {
    let own = Own { first: 3, step: 2 };
    let set = drawn(c, 2);
    let (n, t) = (set.size(), set.text());
    let size = i64::try_from(n).unwrap_or(i64::MAX);
    let boundary = [
        -1,
        size,
        size + 1,
        i64::from(i32::MAX),
        i64::from(i32::MIN),
        -size,
    ];
    let place = |c: &mut Choices| match c.below(3) {
        0 => c.pick(&boundary).copied().unwrap_or_default(),
        _ => i64::try_from(c.below(n.max(1))).unwrap_or_default(),
    };
    let (k, j) = (place(c), place(c));
    let is_in = |k: i64| (0..size).contains(&k);
    let by = |k: i64, by: (&'static str, &'static str)| if is_in(k) { Ok(()) } else { Err(by) };
    let value = |k: i64| usize::try_from(k).map_or(0, |k| 3 * k + 1);
    let one = |k: i64| vec![Output::scalar(number(value(k)))];
    let table = format!("  t = for i:{t}. 3 * ordinal i + 1\n");
    const ARRAY: (&str, &str) = ("DX-E-IDX-ARR", "bounds");
    const PART: (&str, &str) = ("DX-E-SLICE", "bounds");
    let m = u8::try_from(c.below(4)).unwrap_or_default();
    let (sort, body, expected) = match c.below(9) {
        0 => {
            let body = "  ordinal (k@SET)\n".to_owned();
            let ordinal = Output::scalar(PrimValue::I32(i32::try_from(k).unwrap_or_default()));
            ("ordinal of read", body, by(k, PLACE).map(|()| vec![ordinal]))
        }
        1 => ("element of read", format!("{table}  t.(k@SET)\n"), by(k, PLACE).map(|()| one(k))),
        2 => (
            "two of read",
            format!("{table}  (t.(k@SET), t.(j@SET))\n"),
            by(k, PLACE).and_then(|()| by(j, PLACE)).map(|()| [one(k), one(j)].concat()),
        ),
        3 => {
            // From the first round on; the place of a round is the number of the round further.
            let rounds: Vec<i64> = (0..i64::from(m)).map(|r| k.wrapping_add(r)).collect();
            let wraps = |r: &i64| *r > i64::from(i32::MAX);
            let is_bad = rounds.iter().any(|r| wraps(r) || !is_in(*r));
            let all = rounds.iter().map(|r| value(*r));
            let came = if is_bad { Err(PLACE) } else { Ok(vec![numbers(all)]) };
            ("loop of read", format!("{table}  for i:(Fin {m}). t.((ordinal i + k)@SET)\n"), came)
        }
        4 => (
            "sum of read",
            "  u = yieldAccum (AddMonoid Int) \\r:(Ref _ (SET=>Int)).\n    r!(k@SET) += 5\n    r!(j@SET) += 7\n    ()\n  for i:(Fin SIZE). u.((ordinal i)@SET)\n".to_owned(),
            by(k, PLACE).and_then(|()| by(j, PLACE)).map(|()| {
                let at = |i: i64| usize::from(i == k) * 5 + usize::from(i == j) * 7;
                vec![numbers((0..size).map(at))]
            }),
        ),
        5 => (
            "state of read",
            format!("{table}  u = yieldState t \\r.\n    r!(k@SET) := 5\n    r!(j@SET) := (get r!(k@SET)) + 1\n    ()\n  for i:(Fin SIZE). u.((ordinal i)@SET)\n"),
            by(k, PLACE).and_then(|()| by(j, PLACE)).map(|()| {
                let at = |i: i64| if i == j { 6 } else if i == k { 5 } else { value(i) };
                vec![numbers((0..size).map(at))]
            }),
        ),
        6 => {
            // What is no exception is not caught.
            let body = format!("{table}  u = catch \\_:Unit.\n    t.(k@SET)\n  maybe 0 (\\x:Int. x) u\n");
            ("catch of read", body, by(k, PLACE).map(|()| one(k)))
        }
        7 => (
            "unsafe of read",
            "  t = for i:(Fin SIZE). 3 * ordinal i + 1\n  t.(unsafeFromOrdinal (Fin SIZE) k)\n".to_owned(),
            by(k, ARRAY).map(|()| one(k)),
        ),
        _ => (
            "unsafe slice of read",
            "  u = yieldAccum (AddMonoid Int) \\r:(Ref _ (Fin SIZE=>Int)).\n    r!(unsafeFromOrdinal (Fin SIZE) k) += 5\n    ()\n  u\n".to_owned(),
            by(k, PART).map(|()| vec![numbers((0..size).map(|i| usize::from(i == k) * 5))]),
        ),
    };
    let body = body.replace("SET", &t).replace("SIZE", &n.to_string());
    let input = |k: i64| Value::scalar(PrimValue::I32(i32::try_from(k).unwrap_or_default()));
    Meant {
        sort: sort.to_owned(),
        ending: "dx",
        text: format!("{}main = \\k:Int j:Int.\n{body}", declared(own, &body)),
        inputs: vec![input(k), input(j)],
        expected: match expected {
            Ok(outputs) => Expected::Values(outputs),
            Err((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}

/// The ordinal of a member that is put together of two, each made of a number that is read.
fn together(c: &mut Choices) -> Meant {
    let own = Own { first: 3, step: 2 };
    let (a, b) = (c.part(|c| set(c, 1)), c.part(|c| set(c, 1)));
    let place = |c: &mut Choices, n: usize| match c.below(6) {
        0 => n,
        _ => c.below(n.max(1)),
    };
    let (k, j) = (place(c, a.size()), place(c, b.size()));
    let (left, right) = (format!("(k@{})", a.text()), format!("(j@{})", b.text()));
    let came = if k < a.size() && j < b.size() {
        Ok(())
    } else {
        Err(PLACE)
    };
    let (m, n) = (a.size(), b.size());
    let (set, text, ordinal) = match c.below(2) {
        0 => (
            Set::Pair(Box::new(a), Box::new(b)),
            format!("({left}, {right})"),
            k * n + j,
        ),
        _ => (
            Set::Record(vec![a, b]),
            format!("{{a={left}, b={right}}}"),
            k + j * m,
        ),
    };
    let t = set.text();
    let input = |k: usize| Value::scalar(number(k));
    Meant {
        sort: "parts of read".to_owned(),
        ending: "dx",
        text: format!(
            "{}main = \\k:Int j:Int.\n  i = ({text} : {t})\n  t = for i:{t}. 3 * ordinal i + 1\n  (ordinal i, t.i)\n",
            declared(own, &t)
        ),
        inputs: vec![input(k), input(j)],
        expected: match came {
            Ok(()) => Expected::Values(vec![
                Output::scalar(number(ordinal)),
                Output::scalar(number(3 * ordinal + 1)),
            ]),
            Err((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}

/// A program.
pub fn program(c: &mut Choices) -> Meant {
    match c.below(5) {
        0 | 1 => return read(c),
        2 => return together(c),
        _ => {}
    }
    let own = Own {
        first: c.pick(&[0, 3, -2]).copied().unwrap_or_default(),
        step: c.pick(&[1, 2, 3, -1]).copied().unwrap_or(1),
    };
    let set = drawn(c, 2);
    let (n, t) = (set.size(), set.text());
    let table = format!("  t = for i:{t}. 3 * ordinal i + 1\n");
    let value = |k: usize| Output::scalar(number(3 * k + 1));
    let of = |text: &str| format!("(({text}) : {t})");
    let (sort, body, expected) = match c.below(9) {
        0 => ("size", format!("  size {t}\n"), Ok(Output::scalar(number(n)))),
        1 => (
            "table",
            format!("{table}  for k:(Fin {n}). t.((ordinal k)@{t})\n"),
            Ok(numbers((0..n).map(|k| 3 * k + 1))),
        ),
        2 => {
            let k = c.pick(&[n, n + 1]).copied().unwrap_or(n);
            let k = if c.one_in(3) {
                "(-1)".to_owned()
            } else {
                k.to_string()
            };
            ("place that is none", format!("  ordinal ({k}@{t})\n"), Err(PLACE))
        }
        way @ (3 | 4) if n > 0 => {
            let k = c.below(n);
            let m = of(&set.member(own, k));
            match way {
                3 => (
                    "ordinal",
                    format!("  ordinal {m}\n"),
                    Ok(Output::scalar(number(k))),
                ),
                _ => ("element", format!("{table}  t.{m}\n"), Ok(value(k))),
            }
        }
        5 if n > 0 => {
            let k = c.below(n);
            let m = of(&set.member(own, k));
            let all = (0..n).map(|j| if j == k { 7 } else { 0 });
            (
                "slice",
                format!(
                    "  u = yieldAccum (AddMonoid Int) \\r:(Ref _ ({t}=>Int)).\n    r!{m} += 7\n    ()\n  for k:(Fin {n}). u.((ordinal k)@{t})\n"
                ),
                Ok(numbers(all)),
            )
        }
        6 => {
            let sets = [
                ("(..i)", 1, 0),
                ("(..<i)", 0, 0),
                ("(i..)", 0, 1),
                ("(i<..)", 0, 2),
            ];
            let (range, more, side) = c.pick(&sets).copied().unwrap_or_default();
            let rows = (0..n).map(|k| match side {
                0 => k + more,
                1 => n - k,
                _ => n - k - 1,
            });
            (
                "range",
                format!("  u = for i:{t}. size {range}\n  for k:(Fin {n}). u.((ordinal k)@{t})\n"),
                Ok(numbers(rows)),
            )
        }
        _ => match set.no_member(c, own) {
            Some((m, by)) => {
                let m = of(&m);
                let body = match c.below(3) {
                    0 => format!("  ordinal {m}\n"),
                    1 if n > 0 => format!("{table}  t.{m}\n"),
                    _ => format!(
                        "  u = yieldAccum (AddMonoid Int) \\r:(Ref _ ({t}=>Int)).\n    r!{m} += 7\n    ()\n  sum u\n"
                    ),
                };
                ("no member", body, Err(by))
            }
            None => ("size", format!("  size {t}\n"), Ok(Output::scalar(number(n)))),
        },
    };
    Meant {
        sort: sort.to_owned(),
        ending: "dx",
        text: format!("{}main =\n{body}", declared(own, &body)),
        inputs: vec![],
        expected: match expected {
            Ok(output) => Expected::Values(vec![output]),
            Err((rule, premise)) => Expected::Fails(rule, premise),
        },
    }
}
