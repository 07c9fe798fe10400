//! What the functions of a combinator are handed, where the combinator is gone: its elements, and the whole of a stream.

#![cfg_attr(not(test), warn(clippy::indexing_slicing))]

use elder_core::analyses::consumed::Consumed;
use elder_core::analyses::effects::is_natural;
use elder_core::builder::Builder;
use elder_core::names::Name;
use elder_core::rules::evaluation::CORE_E_WIDTH;
use elder_core::rules::flattening::CORE_FL_STREAM;
use elder_core::site::{Message, Site, Sites};
use elder_core::tree::{Atom, Binder, Body, Chunk, Exp, Lambda, Operator, Pat, Soac, Stm, Type};
use elder_syntax::prim::{BinOp, PrimFn, PrimType, UnOp};

/// Binds an element of an input to the row of this number, which is in bounds.  One that the function consumes is its own.
pub fn read(reads: &mut Builder<'_>, consumed: &Consumed, element: Binder, input: Name, number: Atom) {
    let row = Exp::row(input, [number], &element.ty);
    match consumed.array(&element) {
        false => safe(reads, element, row),
        true => {
            let view = reads.fresh("row", element.ty.clone());
            let array = view.name;
            safe(reads, view, row);
            safe(reads, element, Exp::Copy(array));
        }
    }
}

/// A certificate that a combinator is one of no fewer than no elements, where its inputs do not say so (CORE-E-WIDTH).
pub fn counted(b: &mut Builder<'_>, sites: &mut Sites, width: Atom, inputs: &[Name]) -> Option<Name> {
    if !inputs.is_empty() || is_natural(width) {
        return None;
    }
    let own = sites.get(b.at).clone();
    let holds = b.compare("counted", BinOp::Le, Atom::i64(0), width);
    let site = sites.add(Site {
        blamed: own.blamed.or(Some(CORE_E_WIDTH.blamed("size"))),
        message: Some(Message::new("a combinator of {} elements")),
        ..own
    });
    Some(b.under(site, |b| b.assert(holds, vec![width])))
}

/// A statement that does not fail.
pub fn safe(builder: &mut Builder<'_>, value: Binder, exp: Exp) {
    builder.note(value.name, &value.ty);
    let at = builder.at;
    builder.push(Stm::binding(Pat::of([value]), exp, at).safely());
}

/// Operands that an operator may consume: those that it would are copies.
pub fn owned(b: &mut Builder<'_>, consumed: &Consumed, operator: &Operator, operands: &[Atom]) -> Vec<Atom> {
    // What it does to one side it does to the class of both.
    let pairs = operands.iter().zip(&operator.function.params);
    pairs
        .map(|(operand, param)| match operand {
            Atom::Var(array) if consumed.array(param) => b.bind("own", Exp::Copy(*array)).into(),
            operand => *operand,
        })
        .collect()
}

/// A function that does not consume its parameters from this one on: it has copies of those that it would.
pub fn sparing(b: &mut Builder<'_>, consumed: &Consumed, function: &mut Lambda, from: usize) {
    let mut copies = b.inner();
    for param in function.params.iter_mut().skip(from) {
        if consumed.array(param) {
            let own = copies.fresh(copies.text(param.name).clone(), param.ty.clone());
            let array = own.name;
            let param = std::mem::replace(param, own);
            safe(&mut copies, param, Exp::Copy(array));
        }
    }
    let copies = copies.finish(vec![]).stms;
    function.body.stms.splice(0..0, copies);
}

/// What an operator makes of one group of operands behind its neutral values.
pub fn combined(
    b: &mut Builder<'_>,
    consumed: &Consumed,
    operator: &Operator,
    operands: &[Atom],
) -> Vec<Atom> {
    let first = owned(b, consumed, operator, &operator.neutral);
    let operands = owned(b, consumed, operator, operands);
    b.apply(&operator.function, &[first, operands].concat())
}

/// The same by a reduction, since what is combined is a word (E2).
pub fn reduced(
    b: &mut Builder<'_>,
    consumed: &Consumed,
    operator: &Operator,
    operands: &[Atom],
) -> Vec<Atom> {
    if operands.is_empty() {
        return vec![];
    }
    let types: Vec<Type> = operands.iter().map(|operand| b.type_of(*operand)).collect();
    let inputs = operands.iter().zip(&types).map(|(operand, ty)| {
        let elements = vec![*operand];
        let row = ty.clone();
        b.bind("one", Exp::Literal { row, elements })
    });
    let inputs = inputs.collect();
    let function = b.lambda("x", &types, |b, x| owned(b, consumed, operator, x));
    let soac = Box::new(Soac::redomap(operator.clone(), function));
    let width = Atom::i64(1);
    let given = b.bind_all("x", Exp::Soac { width, inputs, soac });
    given.into_iter().map(Atom::Var).collect()
}

/// What goes through a stream.
pub struct Stream {
    /// The state that it begins with, or the neutral values of what reduces.
    pub first: Vec<Atom>,
    /// What reduces, of chunks one beside the other.
    pub operator: Option<Operator>,
    /// The function of chunks.
    pub function: Chunk,
}

impl Stream {
    /// What goes through a combinator that is a stream.
    ///
    /// # Errors
    /// The combinator, if it is another one.
    pub fn of(soac: Soac) -> Result<Stream, Box<Soac>> {
        match soac {
            Soac::StreamSeq { initial, function } => Ok(Stream {
                first: initial,
                operator: None,
                function,
            }),
            Soac::StreamPar { operator, function } => Ok(Stream {
                first: operator.neutral.clone(),
                operator: Some(operator),
                function,
            }),
            other => Err(Box::new(other)),
        }
    }
}

/// CORE-FL-STREAM: a stream has one chunk, of all elements, and none where there are no elements.  `combine` is how what reduces is applied to the one
/// group of operands.
pub fn stream(
    b: &mut Builder<'_>,
    consumed: &Consumed,
    pat: Pat,
    (width, inputs): (Atom, &[Name]),
    stream: Stream,
    combine: fn(&mut Builder<'_>, &Consumed, &Operator, &[Atom]) -> Vec<Atom>,
) {
    CORE_FL_STREAM.apply();
    let Stream {
        first,
        operator,
        function: chunk,
    } = stream;
    let types: Vec<Type> = pat.values.iter().map(|value| value.ty.clone()).collect();
    let own: Vec<bool> = pat
        .values
        .iter()
        .map(|value| value.ty.rank() > 0 && consumed.anywhere(value.name))
        .collect();
    let kept = |b: &mut Builder<'_>, results: Vec<Atom>| -> Vec<Atom> {
        let pairs = results.into_iter().zip(&own);
        pairs
            .map(|(result, own)| match result {
                Atom::Var(array) if *own => b.bind("own", Exp::Copy(array)).into(),
                result => result,
            })
            .collect()
    };
    let whole = |b: &mut Builder<'_>| {
        let state = if operator.is_some() { &[][..] } else { &first };
        // A stream begins with copies (CORE-SAFE-FOLD).
        let state: Vec<Atom> = (state.iter().zip(&chunk.function.params))
            .map(|(first, param)| match first {
                Atom::Var(array) if consumed.array(param) => b.bind("first", Exp::Copy(*array)).into(),
                first => *first,
            })
            .collect();
        let handed = state.into_iter().chain(inputs.iter().copied().map(Atom::Var));
        let params = chunk.function.params.iter().map(|param| param.name);
        let put = std::iter::once((chunk.size, width)).chain(params.zip(handed));
        let body = b.renamed(&chunk.function.body, put);
        consumed.copied(&chunk.function.body, &body);
        let mut results = body.results;
        for stm in body.stms {
            b.push(stm);
        }
        if let Some(operator) = &operator {
            let behind = results.split_off(operator.operands().min(results.len()));
            results = [combine(b, consumed, operator, &results), behind].concat();
        }
        kept(b, results)
    };
    let none = |b: &mut Builder<'_>| {
        let blanks = types
            .iter()
            .skip(first.len())
            .map(|ty| b.bind("none", Exp::Blank(ty.clone())).into());
        let blanks: Vec<Atom> = blanks.collect();
        kept(b, [&first[..], &blanks].concat())
    };
    let some = b.compare("some", BinOp::Ne, width, Atom::i64(0));
    let exp = b.either(some, &types, whole, none);
    b.bind_pat(pat, exp);
}

/// Whether a function makes arrays, rather than views of others.
pub fn makes_arrays(function: &Lambda) -> bool {
    makes_any(&function.body)
}

fn makes_any(body: &Body) -> bool {
    body.stms.iter().any(|stm| match &stm.exp {
        Exp::Index { .. }
        | Exp::Slice { .. }
        | Exp::FlatIndex { .. }
        | Exp::Rearrange { .. }
        | Exp::Reshape { .. }
        | Exp::Coerce { .. }
        | Exp::Atom(_)
        | Exp::AccUpdate { .. } => false,
        Exp::If { then, otherwise, .. } => makes_any(then) || makes_any(otherwise),
        Exp::WithAcc { .. } | Exp::Call { .. } => true,
        exp => {
            let is_array = |value: &Binder| matches!(value.ty, Type::Array { .. });
            let within = match exp {
                Exp::Loop(it) => makes_any(&it.body),
                Exp::Soac { soac, .. } => match &**soac {
                    Soac::Screma(screma) => makes_any(&screma.function.body),
                    _ => true,
                },
                _ => false,
            };
            within || stm.pat.values.iter().any(is_array)
        }
    })
}

/// Whether a primitive function is one that every device does at once: no division, no power, no elementary function, nothing of half floats.
pub fn is_cheap(function: PrimFn) -> bool {
    match function {
        PrimFn::Bin(op, ty) => {
            !matches!(
                op,
                BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem | BinOp::Pow | BinOp::Atan2 | BinOp::Hypot
            ) && ty != PrimType::F16
        }
        PrimFn::Un(op, ty) => matches!(op, UnOp::Neg | UnOp::Not | UnOp::Abs) && ty != PrimType::F16,
        PrimFn::Convert(from, to) => ![from, to].contains(&PrimType::F16),
        _ => false,
    }
}
