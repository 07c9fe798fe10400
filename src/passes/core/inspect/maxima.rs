//! The largest sizes as results of a body: behind each array that wants a room its number of elements is compared with the largest so far, which branches give
//! and loops carry.

use super::wanted::Wanted;
use elder_core::builder::Builder;
use elder_core::names::{Name, Names};
use elder_core::site::SiteId;
use elder_core::tree::{Atom, Binder, Body, Exp, Given, Param, Pat, Stm, Type};
use elder_core::walk::{Fold, fold};
use elder_syntax::prim::{BinOp, PrimFn, PrimType};
use rustc_hash::FxHashSet;

/// A body gives the largest number of elements of each of the sizes, and nothing else.  The names that the comparisons bind.
pub fn results(names: &mut Names, wanted: &Wanted, at: SiteId, body: &mut Body) -> FxHashSet<Name> {
    let mut maxima = Maxima {
        names,
        wanted,
        at,
        comparisons: FxHashSet::default(),
    };
    let mut largest = vec![Atom::i64(0); wanted.sizes.len()];
    maxima.body(body, &mut largest, &FxHashSet::default());
    body.witnesses.clear();
    body.results = largest;
    maxima.comparisons
}

struct Maxima<'p> {
    names: &'p mut Names,
    wanted: &'p Wanted,
    at: SiteId,
    comparisons: FxHashSet<Name>,
}

impl Maxima<'_> {
    /// A body behind which these are the largest; those that are `done` have been compared where the body stands.
    fn body(&mut self, body: &mut Body, largest: &mut [Atom], done: &FxHashSet<usize>) {
        elder_syntax::effort::deeper(|| {
            let mut done = done.clone();
            let mut out = Vec::with_capacity(body.stms.len());
            for mut stm in std::mem::take(&mut body.stms) {
                let last = self.last_values(&stm);
                self.within(&mut stm, largest, &done);
                let own: Vec<Name> = stm.pat.values.iter().map(|value| value.name).collect();
                out.push(stm);
                for (size, sizes) in last {
                    self.raised(size, &sizes, largest, &mut out);
                }
                self.compared(own, largest, &mut done, &mut out);
            }
            body.stms = out;
        });
    }

    /// Compares the sizes of these arrays with the largest.
    fn compared(
        &mut self,
        arrays: Vec<Name>,
        largest: &mut [Atom],
        done: &mut FxHashSet<usize>,
        out: &mut Vec<Stm>,
    ) {
        for size in arrays.into_iter().filter_map(|array| self.wanted.size(array)) {
            if let Some(sizes) = self.wanted.sizes.get(size)
                && done.insert(size)
            {
                self.raised(size, sizes, largest, out);
            }
        }
    }

    /// The largest of this number is no less than the product of these sizes.
    fn raised(&mut self, size: usize, sizes: &[Atom], largest: &mut [Atom], out: &mut Vec<Stm>) {
        let mut builder = Builder::new(self.names, self.at);
        let volume = sizes
            .iter()
            .copied()
            .reduce(|all, size| product(&mut builder, all, size));
        if let (Some(volume), Some(largest)) = (volume, largest.get_mut(size)) {
            let compared = builder.op("m", (BinOp::Max, PrimType::I64), *largest, volume);
            self.comparisons.extend(compared.name());
            *largest = compared;
        }
        out.append(&mut builder.finish(vec![]).stms);
    }

    /// The sizes of what a loop gives, which its parameters have behind the last round: those whose sizes change.
    fn last_values(&self, stm: &Stm) -> Vec<(usize, Vec<Atom>)> {
        let Exp::Loop(it) = &stm.exp else { return vec![] };
        let both = it.params.iter().zip(&stm.pat.values);
        let changing = both.filter(|((param, _), value)| param.binder.ty != value.ty);
        let last = changing.filter_map(|((param, _), value)| {
            let sizes = value.ty.dims().iter().filter_map(|dim| dim.size());
            Some((self.wanted.size(param.binder.name)?, sizes.collect()))
        });
        last.collect()
    }

    /// A statement with bodies of its own gives the largest of what these make.
    fn within(&mut self, stm: &mut Stm, largest: &mut [Atom], done: &FxHashSet<usize>) {
        let mut sizes = self.sizes_within(&stm.exp);
        sizes.retain(|size| !done.contains(size));
        if sizes.is_empty() {
            return;
        }
        match &mut stm.exp {
            Exp::If {
                then,
                otherwise,
                results,
                ..
            } => {
                for branch in [then, otherwise] {
                    let mut own = largest.to_vec();
                    self.body(branch, &mut own, done);
                    branch.results.extend(picked(&own, &sizes));
                }
                let given = sizes.iter().map(|_| Given::new(Type::SIZE.shown(), false));
                results.given.extend(given);
            }
            Exp::Loop(it) => {
                let mut own = largest.to_vec();
                let arrays = it.params.iter().map(|(param, _)| param.binder.name).collect();
                for size in &sizes {
                    let carried = self.names.typed("m", Type::SIZE);
                    if let Some(own) = own.get_mut(*size) {
                        let first = std::mem::replace(own, carried.name.into());
                        it.params.push((Param::plain(carried), first));
                    }
                }
                let (mut before, mut done) = (Vec::new(), done.clone());
                self.compared(arrays, &mut own, &mut done, &mut before);
                self.body(&mut it.body, &mut own, &done);
                it.body.stms.splice(0..0, before);
                it.body.results.extend(picked(&own, &sizes));
            }
            Exp::WithAcc { function, .. } => {
                let mut own = largest.to_vec();
                self.body(&mut function.body, &mut own, done);
                function.body.results.extend(picked(&own, &sizes));
                function.results.extend(sizes.iter().map(|_| Type::SIZE));
            }
            _ => return,
        }
        for size in sizes {
            let given: Binder = self.names.typed("m", Type::SIZE);
            if let Some(largest) = largest.get_mut(size) {
                *largest = given.name.into();
            }
            stm.pat.values.push(given);
        }
    }

    /// The sizes of the arrays that the bodies of an expression make.
    fn sizes_within(&self, exp: &Exp) -> Vec<usize> {
        struct Within<'w>(&'w Wanted, Vec<usize>);
        impl Fold for Within<'_> {
            fn binder(&mut self, binder: &Binder) {
                self.1.extend(self.0.size(binder.name));
            }
        }
        let mut within = Within(self.wanted, Vec::new());
        fold::exp(&mut within, exp);
        let mut sizes = within.1;
        sizes.sort_unstable();
        sizes.dedup();
        sizes
    }
}

/// The product of two sizes; the largest number if that is too large to be counted.
fn product(builder: &mut Builder<'_>, a: Atom, b: Atom) -> Atom {
    if let (Some(a), Some(b)) = (a.integer(), b.integer()) {
        let product = a.max(0).saturating_mul(b.max(0));
        return Atom::i64(i64::try_from(product).unwrap_or(i64::MAX));
    }
    let natural = |builder: &mut Builder<'_>, size: Atom| builder.number(BinOp::Max, size, Atom::i64(0));
    let (a, b) = (natural(builder, a), natural(builder, b));
    // The constant, if one is.
    let (a, b) = if b.integer().is_some() { (b, a) } else { (a, b) };
    let least = builder.number(BinOp::Max, a, Atom::i64(1));
    let most = match least.integer().and_then(|n| i64::try_from(n).ok()) {
        Some(n) => Atom::i64(i64::MAX / n.max(1)),
        None => {
            let most = builder.fresh("most", Type::SIZE);
            let name = most.name;
            let operands = vec![Atom::i64(i64::MAX), least];
            let exp = Exp::Prim(PrimFn::Bin(BinOp::Quot, PrimType::I64), operands);
            builder.push(Stm::binding(Pat::of([most]), exp, builder.at).safely());
            name.into()
        }
    };
    let fits = builder.compare("fits", BinOp::Le, b, most);
    let product = |inner: &mut Builder<'_>| vec![inner.number(BinOp::Mul, a, b)];
    let chosen = builder.choose("m", fits, &[Type::SIZE], product, |_| vec![Atom::i64(i64::MAX)]);
    chosen.first().map_or(Atom::i64(i64::MAX), |name| (*name).into())
}

fn picked(of: &[Atom], sizes: &[usize]) -> Vec<Atom> {
    sizes.iter().filter_map(|size| of.get(*size).copied()).collect()
}
