//! Primitives as calls and pipes.

use super::{Doc, Level, Printer, types};
use crate::alpha;
use crate::elaborate::assignment;
use crate::{AddressSpace, DataType, Node, Phrase, Prim, Strategy};
use pretty::DocAllocator;

/// The word of a strategy in the names of maps, and its dimension.
fn strategy(strategy: Strategy) -> (&'static str, Option<u8>) {
    match strategy {
        Strategy::Any => ("", None),
        Strategy::Seq => ("Seq", None),
        Strategy::Global(d) => ("Global", Some(d)),
        Strategy::Workgroup(d) => ("Workgroup", Some(d)),
        Strategy::Local(d) => ("Local", Some(d)),
    }
}

/// A function that gives its argument.
fn is_identity(p: &Phrase) -> bool {
    matches!(&*p.node, Node::Lambda(binder, body) if matches!(&*body.node, Node::Var(x) if *x == binder.name))
}

/// Whether the map is what `A := E` at arrays stands for (DPIA-A-ASG-ARR).
fn is_assignment(prim: &Prim, arguments: &[Phrase], of: &DataType) -> bool {
    let [_, value, target] = arguments else {
        return false;
    };
    let map = Phrase::prim(prim.clone(), arguments.to_vec(), value.span);
    alpha::equal(&assignment(of, target, value, value.span), &map)
}

impl<'a> Printer<'a> {
    pub(super) fn primitive(&mut self, prim: &Prim, arguments: &[Phrase], place: Level) -> Doc<'a> {
        match (prim, arguments) {
            (Prim::Literal { value, .. }, _) => self.literal(*value, place),
            (Prim::NatValue { of, value }, _) => self.nat_value(*of, value),
            (Prim::IndexLiteral { value, n }, _) => {
                let (n, value) = (types::nat_atom(&self.names, n), types::nat(&self.names, value));
                self.text(format!("at@{n}({value})"))
            }
            (Prim::AsIndex { n, test, .. }, [e]) => {
                let n = types::nat_atom(&self.names, n);
                let e = self.phrase(e, Level::PHRASE);
                self.text(format!("{}@{n}", test.name()))
                    .append(self.list("(", vec![e], ")"))
            }
            (Prim::Unary { op, .. }, [e]) => self.unary(*op, e, place),
            (Prim::Binary { op, .. }, [a, b]) => self.binary(*op, a, b, place),
            (Prim::If { result }, parts) => self.conditional(result, parts, place),
            (Prim::Let { .. }, [bound, function]) => self.binding(bound, function, place),
            (Prim::Pair { .. }, [a, b]) => {
                let mut items = vec![self.phrase(a, Level::PHRASE)];
                let mut rest = b;
                while let Node::Prim(Prim::Pair { .. }, parts) = &*rest.node
                    && let [next, others] = parts.as_slice()
                {
                    items.push(self.phrase(next, Level::PHRASE));
                    rest = others;
                }
                items.push(self.phrase(rest, Level::PHRASE));
                self.list("(", items, ")")
            }
            (Prim::Fst { .. }, [p]) => self.component("fst ", p, place),
            (Prim::Snd { .. }, [p]) => self.component("snd ", p, place),
            (Prim::Swizzle { components, .. }, [e]) => {
                let e = self.phrase(e, Level::POSTFIX);
                e.append(self.text(format!(".{}", components.text())))
            }
            (
                Prim::Idx { .. } | Prim::VectorIdx { .. } | Prim::IdxAcc { .. } | Prim::IdxUpd { .. },
                [base, i],
            ) => {
                let base = self.phrase(base, Level::POSTFIX);
                let i = self.index(i);
                base.append(self.list("[", vec![i], "]"))
            }
            (
                Prim::MapI {
                    strategy: Strategy::Any,
                    n,
                    to,
                    ..
                },
                [_, value, target],
            ) if is_assignment(prim, arguments, &DataType::array(n.clone(), to.clone())) => {
                self.assignment(target, value, place)
            }
            _ if Self::is_command(prim) => self.command(prim, arguments, place),
            _ => self.call(prim, arguments, place),
        }
    }

    fn component(&mut self, word: &'static str, p: &Phrase, place: Level) -> Doc<'a> {
        let doc = self.text(word).append(self.phrase(p, Level::POSTFIX));
        self.bracketed(doc, Level::PREFIX, place)
    }

    /// `name(a, b)`, or a pipe for what takes an array or an acceptor last.
    fn call(&mut self, prim: &Prim, arguments: &[Phrase], place: Level) -> Doc<'a> {
        match Self::piped(prim, arguments) {
            Some(_) if place <= Level::PIPE => self.pipe(prim, arguments),
            _ => self.named(prim, Self::written(prim, arguments), false),
        }
    }

    /// `a |> f |> g`, broken before each `|>` or not at all.
    fn pipe(&mut self, prim: &Prim, arguments: &[Phrase]) -> Doc<'a> {
        let mut calls = Vec::new();
        let mut next = (prim, arguments);
        let source = loop {
            let Some((source, rest)) = Self::piped(next.0, next.1) else {
                return self.named(next.0, next.1, false);
            };
            calls.push(self.named(next.0, rest, true));
            match &*source.node {
                Node::Prim(prim, arguments) if Self::piped(prim, arguments).is_some() => {
                    next = (prim, arguments)
                }
                _ => break source,
            }
        };
        let mut doc = self.phrase(source, Level::PIPE);
        let separator = if calls.len() > 3 {
            self.arena.line()
        } else {
            self.arena.softline()
        };
        for call in calls.into_iter().rev() {
            doc = doc
                .append(separator.clone())
                .append(self.text("|> "))
                .append(call);
        }
        doc.group()
    }

    /// The argument that is written before the name, and the others.
    fn piped<'p>(prim: &Prim, arguments: &'p [Phrase]) -> Option<(&'p Phrase, &'p [Phrase])> {
        Self::written(prim, arguments)
            .split_last()
            .filter(|_| Self::is_piped(prim))
    }

    /// The arguments that are written: `toLocal(e)` leaves out the identity.
    fn written<'p>(prim: &Prim, arguments: &'p [Phrase]) -> &'p [Phrase] {
        match (prim, arguments) {
            (Prim::To { .. }, [f, e]) if is_identity(f) => std::slice::from_ref(e),
            _ => arguments,
        }
    }

    /// `name(a, b)`; without the parentheses if there are no arguments but that before a pipe.
    fn named(&mut self, prim: &Prim, arguments: &[Phrase], piped: bool) -> Doc<'a> {
        let name = self.name(prim);
        let mut items = self.leads(prim);
        for argument in arguments {
            items.push(match &*argument.node {
                Node::Lambda(..) | Node::NatLambda(..) | Node::DataLambda(..) => {
                    // Of a function that stays one nothing around says what it takes.
                    self.abstraction(argument, matches!(prim, Prim::Call { .. }), Level::PHRASE)
                }
                _ => self.phrase(argument, Level::PHRASE),
            });
        }
        if items.is_empty() && piped {
            return self.text(name);
        }
        self.text(name).append(self.list("(", items, ")"))
    }

    /// Whether the last argument is written before the name.
    fn is_piped(prim: &Prim) -> bool {
        matches!(
            prim,
            Prim::Map { .. }
                | Prim::Reduce { .. }
                | Prim::Scan { .. }
                | Prim::ReduceGroup { .. }
                | Prim::ScanGroup { .. }
                | Prim::ReduceSubgroup { .. }
                | Prim::ScanSubgroup { .. }
                | Prim::Shuffle { .. }
                | Prim::Unzip { .. }
                | Prim::Split { .. }
                | Prim::Join { .. }
                | Prim::To { .. }
                | Prim::AsVector { .. }
                | Prim::AsScalar { .. }
                | Prim::Take { .. }
                | Prim::Drop { .. }
                | Prim::Transpose { .. }
                | Prim::Slide { .. }
                | Prim::PadClamp { .. }
                | Prim::PadConst { .. }
                | Prim::Reorder { .. }
                | Prim::Stride { .. }
                | Prim::Strided { .. }
                | Prim::StridedAcc { .. }
                | Prim::Iterate { .. }
                | Prim::Run { .. }
                | Prim::SplitAcc { .. }
                | Prim::JoinAcc { .. }
                | Prim::CutAcc { .. }
                | Prim::TransposeAcc { .. }
                | Prim::TakeAcc { .. }
                | Prim::DropAcc { .. }
                | Prim::ZipAcc1 { .. }
                | Prim::ZipAcc2 { .. }
                | Prim::UnzipAcc { .. }
                | Prim::PairAcc1 { .. }
                | Prim::PairAcc2 { .. }
                | Prim::AsVectorAcc { .. }
                | Prim::AsScalarAcc { .. }
                | Prim::MapAcc { .. }
                | Prim::ReorderAcc { .. }
                | Prim::StrideAcc { .. }
                | Prim::ScatterAcc { .. }
        )
    }

    /// The name in text, with strategy and address space.
    fn name(&self, prim: &Prim) -> String {
        match prim {
            Prim::Map { strategy: s, .. } => format!("map{}", strategy(*s).0),
            Prim::MapI { strategy: s, .. } => format!("map{}I", strategy(*s).0),
            Prim::To { space, .. } => match space {
                AddressSpace::Global => "toGlobal".to_owned(),
                AddressSpace::Local => "toLocal".to_owned(),
                AddressSpace::Private => "toPrivate".to_owned(),
            },
            Prim::Convert { to, .. } => to.to_string(),
            Prim::Ternary { op, .. } => op.name().to_owned(),
            Prim::Iterate { n, m, .. } => {
                format!(
                    "iterate@{}@{}",
                    types::nat_atom(&self.names, n),
                    types::nat_atom(&self.names, m)
                )
            }
            // From how many elements there are nothing follows about how many rows of none they are.
            Prim::Split { n, m: other, .. }
            | Prim::JoinAcc { m: n, n: other, .. }
            | Prim::Slide {
                step: n, n: other, ..
            } if n.is_zero() => {
                format!("{}@{}", prim.name(), types::nat_atom(&self.names, other))
            }
            _ => prim.name().to_owned(),
        }
    }

    /// What stands before the phrase arguments.
    fn leads(&self, prim: &Prim) -> Vec<Doc<'a>> {
        let nat = |n: &crate::Nat| self.text(types::nat(&self.names, n));
        let dimension = |d: Option<u8>| match d {
            Some(d) if d > 0 => vec![self.text(d.to_string())],
            _ => vec![],
        };
        match prim {
            Prim::Map { strategy: s, .. } | Prim::MapI { strategy: s, .. } => dimension(strategy(*s).1),
            Prim::ReduceGroup { dimension: d, .. }
            | Prim::ScanGroup { dimension: d, .. }
            | Prim::ReduceGroupI { dimension: d, .. }
            | Prim::ScanGroupI { dimension: d, .. } => dimension(Some(*d)),
            Prim::ReduceSubgroup { width, .. }
            | Prim::ScanSubgroup { width, .. }
            | Prim::Shuffle { width, .. }
            | Prim::HasSubgroups { width }
            | Prim::ReduceSubgroupI { width, .. }
            | Prim::ScanSubgroupI { width, .. }
            | Prim::ShuffleI { width, .. }
            | Prim::AsVector { width, .. }
            | Prim::AsScalar { width, .. }
            | Prim::Splat { width, .. }
            | Prim::AsVectorAcc { width, .. }
            | Prim::AsScalarAcc { width, .. } => vec![self.text(width.to_string())],
            Prim::Split { n, .. }
            | Prim::Take { n, .. }
            | Prim::Drop { n, .. }
            | Prim::Generate { n, .. }
            | Prim::TakeAcc { n, .. }
            | Prim::DropAcc { n, .. } => vec![nat(n)],
            Prim::Call { label, .. } => vec![self.text(label.to_string())],
            Prim::JoinAcc { m, .. } => vec![nat(m)],
            Prim::CutAcc { l, .. } => vec![nat(l)],
            Prim::PartitionGroups { width, .. } => vec![nat(width)],
            Prim::Slide { size, step, .. } => vec![nat(size), nat(step)],
            Prim::PadClamp { left, right, .. } | Prim::PadConst { left, right, .. } => {
                vec![nat(left), nat(right)]
            }
            Prim::Stride { s, .. } | Prim::StrideAcc { s, .. } => vec![nat(s)],
            Prim::Strided {
                o, extents, strides, ..
            }
            | Prim::StridedAcc {
                o, extents, strides, ..
            } => {
                let of = |n: &crate::Nat| types::nat(&self.names, n);
                let dimensions = extents.iter().zip(strides);
                let dimensions = dimensions.map(|(n, s)| self.text(format!("({}, {})", of(n), of(s))));
                std::iter::once(nat(o)).chain(dimensions).collect()
            }
            Prim::Iterate { k, .. } | Prim::LoopSeq { k, .. } | Prim::DoubleFor { k, .. } => vec![nat(k)],
            Prim::ReduceByIndex { op, .. } => vec![self.text(super::update_op(*op))],
            Prim::Run { local, global, .. } => vec![self.extent(local), self.extent(global)],
            _ => vec![],
        }
    }

    /// A launch size.
    pub(super) fn extent(&self, extent: &crate::Extent) -> Doc<'a> {
        let sizes: Vec<String> = extent.iter().map(|n| types::nat(&self.names, n)).collect();
        match sizes.as_slice() {
            [one] => self.text(one.clone()),
            _ => self.text(format!("({})", sizes.join(", "))),
        }
    }
}
