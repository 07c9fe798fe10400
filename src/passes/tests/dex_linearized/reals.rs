//! In reals: derivatives of the rules, of the semantics, and by differences.
//!
//! Where h is the step and D(h) the difference quotient, D(h) - J is c h² and what is far smaller, so D(h/2) is off by a third of D(h) - D(h/2).

use super::Tally;
use super::programs::{AGAIN, BACK, BENT, FORWARD, REVERSE, SECOND, Subject, VALUE, options};
use elder_dex::core::{Program, print};
use elder_generate::dex::Shape;
use elder_semantics::dex::reals::{Evaluated, Point, run};
use elder_semantics::exact::{Real, Session};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Value as Data;

/// Bits of the reals.
const BITS: u32 = 500;
/// h = 2ⁿ
const STEP: i32 = -70;
/// How wide intervals may be that show something: 2 to this power.
const NARROW: i32 = -200;

/// How far a difference quotient may be off beside the derivative, to show something: 2 to this power.
///
/// With h = 2⁻⁷⁰ it is off by f‴/f′ times 2⁻¹⁴⁰ and less, so a third derivative may be 2⁴⁰ times the first: that is far more than programs
/// of a few operations have at points of size one and apart from zero.  A wrong derivative that agrees with the quotient to 100 bits is not
/// found, but one that lacks a term, a factor or a sign does not agree so far.
const CLOSE: i32 = -100;

/// What is counted where the reals of a program show something.
pub const SHOWN: [&str; 3] = [MET, DUAL, FIRST];

const MET: &str = "in reals: the rules and the semantics";
const DUAL: &str = "in reals: dot(c, J v) = dot(Jᵀ c, v), and transposed twice";
const FIRST: &str = "in reals: first differences";
/// The same where differences of `J v` show something of second derivatives.
pub const TANGENTS: &str = "in reals: differences of tangents";
/// The same of `Jᵀ c`.
pub const GRADIENTS: &str = "in reals: differences of gradients";

/// A step of a point, against the direction or along it.
type Step = Option<(i32, bool)>;

/// Something that is compared.
struct Judge<'a> {
    subject: &'a Subject,
    simple: &'a Program,
}

impl Judge<'_> {
    /// A definition, the point moved by the direction.
    fn at(
        &self,
        program: &Program,
        definition: &str,
        direction: &[Data],
        step: Step,
    ) -> Result<Evaluated, String> {
        let arguments = self.subject.arguments(definition);
        let point = Point {
            arguments: &arguments,
            direction,
            step,
        };
        run(program, definition, &point, BITS, &options())
            .map_err(|failure| format!("in reals {definition}: {}", failure.message))
    }

    /// The derivative of a definition along a direction, by differences, with how far each may be off; nothing where the program goes several ways.
    fn differences(&self, definition: &str, direction: &[Data]) -> Result<Option<Vec<(Real, Real)>>, String> {
        let program = &self.subject.program;
        let stands = self.at(program, definition, direction, None)?;
        let mut quotients = Vec::new();
        for step in [STEP, STEP - 1] {
            let there = self.at(program, definition, direction, Some((step, false)))?;
            let back = self.at(program, definition, direction, Some((step, true)))?;
            let decided = [&stands, &there, &back].iter().all(|one| one.undecided == 0);
            if !decided || there.way != stands.way || back.way != stands.way {
                return Ok(None);
            }
            let numbers = there.numbers.iter().zip(&back.numbers);
            let quotient = numbers.map(|(a, b)| a.sub(b).scaled(-step - 1));
            quotients.push(quotient.collect::<Vec<_>>());
        }
        let [wide, near] = quotients.as_slice() else {
            return Ok(None);
        };
        let off = wide.iter().zip(near).map(|(a, b)| a.sub(b).abs().scaled(-1));
        Ok(Some(near.iter().cloned().zip(off).collect()))
    }

    fn wrong(&self, what: &str, one: &[Real], other: &[Real]) -> String {
        let rounded = |all: &[Real]| {
            let all = all.iter().map(|real| real.nearest(PrimType::F64));
            all.map(|x| format!("{x:?}")).collect::<Vec<_>>().join(" ")
        };
        let text = print::program(&self.subject.program);
        format!("{what}: {} and {}\n{text}", rounded(one), rounded(other))
    }
}

/// Whether two reals may be one, if they are off by no more than this.
fn meet(one: &Real, other: &Real, off: Option<&Real>) -> bool {
    let apart = one.sub(other).abs();
    let nearest = apart.interval().0.clone();
    match off {
        Some(off) => nearest <= *off.interval().1,
        None => nearest <= 0,
    }
}

/// Whether a quotient that is off by this shows something of a derivative; one that is zero has to be zero to as many bits as intervals.
fn is_close(off: &Real, derivative: &Real) -> bool {
    let least = Real::of(BITS, 1.0).scaled(NARROW);
    let most = derivative.abs().scaled(CLOSE).max(&least);
    off.interval().1 <= most.interval().0
}

fn all_meet(one: &[Real], other: &[Real]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| meet(a, b, None))
}

/// Whether intervals are so narrow that meeting shows something, beside the size of what they hold.
fn are_narrow(all: &[Real]) -> bool {
    all.iter().all(|real| {
        let size = real.abs().max(&Real::of(BITS, 1.0));
        real.bound() <= *size.scaled(NARROW).value()
    })
}

fn given(data: &[Data]) -> Vec<Real> {
    let all = data.iter();
    let scalars = all.flat_map(|data| (0..data.data().len()).filter_map(|at| data.data().get(at)));
    scalars
        .map(|scalar| match scalar {
            PrimValue::F32(x) => Real::of(BITS, x.into()),
            PrimValue::F64(x) => Real::of(BITS, x),
            _ => Real::of(BITS, f64::NAN),
        })
        .collect()
}

fn dot(one: &[Real], other: &[Real]) -> Real {
    let products = one.iter().zip(other).map(|(a, b)| a.mul(b));
    products.fold(Real::of(BITS, 0.0), |sum, product| sum.add(&product))
}

/// Whether two programs have definitions of this name that give the same.
pub fn same(one: &Program, other: &Program, definition: &str, arguments: &[Data]) -> bool {
    let point = Point {
        arguments,
        direction: &[],
        step: None,
    };
    let numbers = |program| run(program, definition, &point, BITS, &options()).map(|it| it.numbers);
    match (numbers(one), numbers(other)) {
        (Ok(one), Ok(other)) => are_narrow(&one) && are_narrow(&other) && all_meet(&one, &other),
        _ => false,
    }
}

/// # Errors
/// What does not agree.
pub fn agree(
    subject: &Subject,
    simple: &Program,
    shape: Shape,
    second: bool,
    tally: &mut Tally,
) -> Result<(), String> {
    let judge = Judge { subject, simple };
    let mut definitions = vec![VALUE, FORWARD, REVERSE, AGAIN];
    if second {
        definitions.extend([SECOND, BENT, BACK]);
    }
    let mut all = Vec::new();
    let mut narrow = true;
    let nothing_asked = Session::new(BITS).answers();
    for definition in definitions {
        let rules = judge.at(judge.simple, definition, &[], None)?;
        let semantics = judge.at(&subject.program, definition, &[], None)?;
        if rules.undecided + semantics.undecided > 0 {
            tally.count("in reals: a comparison is undecided");
            return Ok(());
        }
        if definition == VALUE && semantics.way != nothing_asked {
            tally.count("in reals: comparisons of what moves");
        }
        narrow &= are_narrow(&rules.numbers) && are_narrow(&semantics.numbers);
        if !all_meet(&rules.numbers, &semantics.numbers) {
            let what = format!("in reals {definition} by the rules and by the semantics");
            return Err(judge.wrong(&what, &rules.numbers, &semantics.numbers));
        }
        all.push((definition, rules.numbers));
    }
    if !narrow {
        tally.count("in reals: nothing is shown");
        return Ok(());
    }
    tally.count(MET);
    let of = |name: &str| all.iter().find(|one| one.0 == name).map_or(&[][..], |one| &one.1);
    let count = of(VALUE).len();
    let (value, tangent) = of(FORWARD).split_at(count);
    let (again_value, gradient) = of(REVERSE).split_at(count);
    let weight = given(&subject.weight);
    let (along, other) = (given(&subject.along), given(&subject.other));
    for (what, one, two) in [
        ("value of linearize", of(VALUE), value),
        ("value beside the gradient", of(VALUE), again_value),
        ("transposed twice", tangent, of(AGAIN)),
        (
            "dot(c, J v) and dot(Jᵀ c, v)",
            &[dot(&weight, tangent)][..],
            &[dot(gradient, &along)][..],
        ),
    ] {
        if !all_meet(one, two) {
            return Err(judge.wrong(what, one, two));
        }
    }
    tally.count(DUAL);
    if second {
        let products = [
            dot(&weight, of(SECOND)),
            dot(of(BENT), &along),
            dot(of(BACK), &other),
        ];
        if !all_meet(&products[..2], &products[1..]) {
            return Err(judge.wrong("second order three ways", &products[..1], &products[1..]));
        }
    }
    measured(&judge, VALUE, &subject.along, tangent, FIRST, tally)?;
    if second && !shape.exact {
        // The last numbers of the first derivatives are those that change by the second ones.
        measured(&judge, FORWARD, &subject.other, of(SECOND), TANGENTS, tally)?;
        measured(&judge, REVERSE, &subject.other, of(BENT), GRADIENTS, tally)?;
    }
    Ok(())
}

/// Differences of the last numbers of a definition are its derivative.
fn measured(
    judge: &Judge<'_>,
    definition: &str,
    direction: &[Data],
    derivative: &[Real],
    what: &str,
    tally: &mut Tally,
) -> Result<(), String> {
    let Some(differences) = judge.differences(definition, direction)? else {
        tally.count(format!("{what}: a comparison is undecided within the step"));
        return Ok(());
    };
    let differences = &differences[differences.len() - derivative.len()..];
    let both = || derivative.iter().zip(differences);
    let close = |(real, (_, off)): &(&Real, &(Real, Real))| is_close(off, real);
    let mut shown = both().filter(close);
    if !shown.all(|(real, (difference, off))| meet(real, difference, Some(off))) {
        let near: Vec<Real> = differences.iter().map(|one| one.0.clone()).collect();
        return Err(judge.wrong(what, derivative, &near));
    }
    match both().all(|one| close(&one)) {
        true => tally.count(what),
        false => tally.count(format!("{what}: off by too much to show anything")),
    }
    Ok(())
}
