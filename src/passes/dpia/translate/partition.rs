//! Partition: the elements are counted, each goes to its place, and the number of those that the predicate chose becomes a size
//! (DPIA-X-PARTITION-A).
//!
//! Counting is a scan of flags.  One after the other, that is all; by work-groups, the flags stand in rows, each row is scanned by
//! a group, and then the totals of the rows one after the other.

use super::scatter::int;
use super::{Outcome, Stage, not_normal};
use crate::dpia::make;
use elder_dpia::{BinOp, DataType, Nat, Node, Phrase, PhraseType, Prim, PrimType, Ranges, Strategy};
use elder_syntax::Span;

/// What is partitioned: n elements, by a predicate, for a function.
struct Job<'a> {
    predicate: &'a Phrase,
    function: &'a Phrase,
    n: &'a Nat,
    of: &'a DataType,
    xs: Phrase,
    span: Span,
}

/// Of how many elements up to each one, itself included, the predicate holds.
struct Counts {
    flags: Phrase,
    /// In the row of the element.
    inner: Phrase,
    /// How many rows there are, and of how many elements.
    rows: [Nat; 2],
    /// Up to the end of each row; where all elements are one row there is nothing before it.
    totals: Option<Phrase>,
}

impl Stage {
    /// `partition p xs f`, into `a`.
    pub(super) fn partition(&mut self, e: &Phrase, a: Phrase) -> Outcome {
        let Node::Prim(prim, arguments) = &*e.node else {
            return Err(not_normal(e));
        };
        let (n, of, width) = match prim {
            Prim::Partition { n, of, .. } => (n, of, None),
            Prim::PartitionGroups { width, n, of, .. } => (n, of, Some(width)),
            _ => return Err(not_normal(e)),
        };
        let [predicate, xs, function] = arguments.as_slice() else {
            return Err(not_normal(e));
        };
        self.shared(
            "xs",
            xs,
            Box::new(move |stage, xs| {
                let job = Job {
                    predicate,
                    function,
                    n,
                    of,
                    xs,
                    span: e.span,
                };
                match width {
                    None => stage.counted(&job, a),
                    Some(width) => stage.counted_in_rows(&job, width, a),
                }
            }),
        )
    }

    /// One element after the other.
    fn counted(&mut self, job: &Job, a: Phrase) -> Outcome {
        let (n, span) = (job.n, job.span);
        let numbers = DataType::array(n.clone(), number());
        self.new_cell(None, "flags", &numbers, span, |stage, flags| {
            let flag = stage.each(n, &number(), make::writes(&flags), span, |stage, i, o| {
                stage.flag(job, i, o)
            })?;
            stage.new_cell(None, "upto", &numbers, span, |stage, upto| {
                let counts = Counts {
                    flags: make::reads(&flags),
                    inner: make::reads(&upto),
                    rows: [Nat::one(), n.clone()],
                    totals: None,
                };
                let scan = stage.accept(&sums(n, counts.flags.clone(), span), make::writes(&upto))?;
                let rest = stage.parted(job, &counts, a)?;
                Ok(make::sequence([flag, scan, rest], span))
            })
        })
    }

    /// Rows of `width` elements, each by a work-group; behind the last element stand zeros.
    fn counted_in_rows(&mut self, job: &Job, width: &Nat, a: Phrase) -> Outcome {
        let (n, span) = (job.n, job.span);
        let above = n.plus(width).minus(&Nat::one());
        let rows = above.quotient(width, &Ranges::new());
        let all = rows.times(width);
        let row = DataType::array(width.clone(), number());
        let numbers = [
            DataType::array(all.clone(), number()),
            DataType::array(rows.clone(), row.clone()),
            DataType::array(rows.clone(), number()),
        ];
        self.new_cell(None, "flags", &numbers[0], span, |stage, flags| {
            let flag = stage.each(&all, &number(), make::writes(&flags), span, |stage, i, o| {
                let at = term(&i)?;
                let there = compare(BinOp::Lt, &at, n, span);
                let given = stage.flag(job, make::index(&at, n, span), o.clone())?;
                let behind = make::assign(&number(), o, int(0, span));
                Ok(choose(there, given, behind))
            })?;
            stage.new_cell(None, "inner", &numbers[1], span, |stage, inner| {
                let scans = scans(&rows, width, make::reads(&flags), span);
                let scans = stage.accept(&scans, make::writes(&inner))?;
                stage.new_cell(None, "totals", &numbers[2], span, |stage, totals| {
                    let last = make::index(&width.minus(&Nat::one()), width, span);
                    let ends = generate(&rows, number(), span, |g| {
                        let row = make::idx(&rows, &row, make::reads(&inner), g);
                        make::idx(width, &number(), row, last)
                    });
                    let scan = stage.accept(&sums(&rows, ends, span), make::writes(&totals))?;
                    let counts = Counts {
                        flags: make::reads(&flags),
                        inner: make::reads(&inner),
                        rows: [rows, width.clone()],
                        totals: Some(make::reads(&totals)),
                    };
                    let rest = stage.parted(job, &counts, a)?;
                    Ok(make::sequence([flag, scans, scan, rest], span))
                })
            })
        })
    }

    /// `o := 1` if the predicate holds of element i, otherwise `o := 0`.
    fn flag(&mut self, job: &Job, i: Phrase, o: Phrase) -> Outcome {
        let x = make::idx(job.n, job.of, job.xs.clone(), i);
        self.pass(
            &job.predicate.apply(&x),
            Box::new(move |_, holds| {
                let span = holds.span;
                let convert = Prim::Convert {
                    to: PrimType::I32,
                    from: DataType::Num(PrimType::Bool),
                };
                let flag = Phrase::prim(convert, vec![holds], span);
                Ok(make::assign(&number(), o, flag))
            }),
        )
    }

    /// Each element to its place, then the function of both parts, into `a`.
    fn parted(&mut self, job: &Job, counts: &Counts, a: Phrase) -> Outcome {
        let (n, of, span) = (job.n, job.of, job.span);
        let most = DataType::Index(n.plus(&Nat::one()));
        self.new_cell(None, "total", &most, span, |stage, total| {
            let store = |value| {
                let number = Prim::as_index(PrimType::I32, &n.plus(&Nat::one()));
                let value = Phrase::prim(number, vec![value], span);
                make::assign(&most, make::writes(&total), value)
            };
            let some = compare(BinOp::Gt, n, &Nat::zero(), span);
            let sum = choose(some, store(counts.all(n, span)), store(int(0, span)));
            let total = to_number(most.clone(), make::reads(&total));
            let elements = DataType::array(n.clone(), of.clone());
            stage.new_cell(None, "parted", &elements, span, |stage, parted| {
                let places = generate(n, DataType::Index(n.clone()), span, |i| {
                    counts.place(n, &total, &i)
                });
                let target = Prim::ScatterAcc {
                    n: n.clone(),
                    m: n.clone(),
                    of: of.clone(),
                };
                let target = Phrase::prim(target, vec![places, make::writes(&parted)], span);
                let copy = stage.each(n, of, target, span, |stage, i, o| {
                    stage.assign(of, o, make::idx(n, of, job.xs.clone(), i))
                })?;
                let (k, _) = make::open_nat(job.function).ok_or_else(|| not_normal(job.function))?;
                let k = k.renewed();
                let [yes, no] = make::parts(&Nat::var(&k), &n.minus(&Nat::var(&k)), of, &parted);
                let applied = job.function.apply_nat(&Nat::var(&k));
                let applied = applied.apply(&make::reads(&yes)).apply(&make::reads(&no));
                let body = Node::NatLambda(k, stage.accept(&applied, a)?);
                let parts = vec![total, Phrase::new(body, span)];
                let rest = Phrase::prim(
                    Prim::LetSize {
                        of: PrimType::I32,
                        most: n.clone(),
                    },
                    parts,
                    span,
                );
                Ok(make::sequence([sum, copy, rest], span))
            })
        })
    }
}

impl Counts {
    /// Of all elements, of which there are some.
    fn all(&self, n: &Nat, span: Span) -> Phrase {
        let (counts, n) = match &self.totals {
            Some(totals) => (totals, &self.rows[0]),
            None => (&self.inner, n),
        };
        let last = make::index(&n.minus(&Nat::one()), n, span);
        make::idx(n, &number(), counts.clone(), last)
    }

    /// Where element i goes: behind those before it of its own part.
    fn place(&self, n: &Nat, total: &Phrase, i: &Phrase) -> Phrase {
        let span = i.span;
        let flagged = Prim::Binary {
            op: BinOp::Eq,
            of: number(),
        };
        let (flag, upto) = self.at(n, i);
        let flagged = Phrase::prim(flagged, vec![flag, int(1, span)], span);
        let chosen = calculate(BinOp::Sub, upto.clone(), int(1, span));
        let i = to_number(DataType::Index(n.clone()), i.clone());
        let other = calculate(BinOp::Sub, calculate(BinOp::Add, total.clone(), i), upto);
        let result = PhraseType::Exp(number());
        let place = Phrase::prim(Prim::If { result }, vec![flagged, chosen, other], span);
        Phrase::prim(Prim::as_index(PrimType::I32, n), vec![place], span)
    }

    /// The flag of element i, and how many are chosen up to it.
    fn at(&self, n: &Nat, i: &Phrase) -> (Phrase, Phrase) {
        let span = i.span;
        let (Some(totals), Ok(at)) = (&self.totals, term(i)) else {
            let of = |counts: &Phrase| make::idx(n, &number(), counts.clone(), i.clone());
            return (of(&self.flags), of(&self.inner));
        };
        let [rows, width] = &self.rows;
        let all = rows.times(width);
        let flag = make::idx(&all, &number(), self.flags.clone(), make::index(&at, &all, span));
        let nothing = Ranges::new();
        let row = make::index(&at.quotient(width, &nothing), rows, span);
        let of = DataType::array(width.clone(), number());
        let counts = make::idx(rows, &of, self.inner.clone(), row.clone());
        let count = |at: &Nat| make::idx(width, &number(), counts.clone(), make::index(at, width, span));
        let end = make::idx(rows, &number(), totals.clone(), row);
        let before = calculate(BinOp::Sub, end, count(&width.minus(&Nat::one())));
        let upto = calculate(BinOp::Add, before, count(&at.remainder(width, &nothing)));
        (flag, upto)
    }
}

/// The term of an index variable.
fn term(i: &Phrase) -> Result<Nat, Box<elder_syntax::Diagnostic>> {
    match &*i.node {
        Node::Var(x) => Ok(Nat::var(x)),
        _ => Err(not_normal(i)),
    }
}

fn number() -> DataType {
    DataType::Num(PrimType::I32)
}

fn to_number(from: DataType, value: Phrase) -> Phrase {
    let to = PrimType::I32;
    let span = value.span;
    Phrase::prim(Prim::Convert { to, from }, vec![value], span)
}

/// `x op y`, of numbers of 32 bits.
fn calculate(op: BinOp, x: Phrase, y: Phrase) -> Phrase {
    let span = x.span;
    Phrase::prim(Prim::Binary { op, of: number() }, vec![x, y], span)
}

/// Whether one size is less or more than the other.
fn compare(op: BinOp, x: &Nat, y: &Nat, span: Span) -> Phrase {
    let of = PrimType::I64;
    let operands = [x, y].map(|n| make::nat_value(of, n, span));
    let of = DataType::Num(of);
    Phrase::prim(Prim::Binary { op, of }, operands.into(), span)
}

fn choose(condition: Phrase, yes: Phrase, no: Phrase) -> Phrase {
    let (result, span) = (PhraseType::Comm, condition.span);
    Phrase::prim(Prim::If { result }, vec![condition, yes, no], span)
}

fn generate(n: &Nat, of: DataType, span: Span, at: impl FnOnce(Phrase) -> Phrase) -> Phrase {
    let index = PhraseType::Exp(DataType::Index(n.clone()));
    let at = Phrase::lambda("i", index, span, at);
    Phrase::prim(Prim::Generate { n: n.clone(), of }, vec![at], span)
}

/// `λx y. x + y`
fn plus(span: Span) -> Phrase {
    let number = || PhraseType::Exp(number());
    Phrase::lambda("x", number(), span, |x| {
        Phrase::lambda("y", number(), span, |y| calculate(BinOp::Add, x, y))
    })
}

/// The sums of the numbers up to each one.
fn sums(n: &Nat, numbers: Phrase, span: Span) -> Phrase {
    let scan = Prim::Scan {
        n: n.clone(),
        from: number(),
        to: number(),
    };
    Phrase::prim(scan, vec![plus(span), int(0, span), numbers], span)
}

/// The sums of each row, by a work-group.
fn scans(rows: &Nat, width: &Nat, flags: Phrase, span: Span) -> Phrase {
    let (n, m, of) = (width.clone(), rows.clone(), number());
    let split = Phrase::prim(Prim::Split { n, m, of }, vec![flags], span);
    let row = DataType::array(width.clone(), number());
    let scan = Phrase::lambda("row", PhraseType::Exp(row.clone()), span, |row| {
        let (n, of) = (width.clone(), number());
        let scan = Prim::ScanGroup { dimension: 0, n, of };
        Phrase::prim(scan, vec![plus(span), int(0, span), row], span)
    });
    let map = Prim::Map {
        strategy: Strategy::Workgroup(0),
        n: rows.clone(),
        from: row.clone(),
        to: row,
    };
    Phrase::prim(map, vec![scan, split], span)
}
