//! The types of what was written, by its place in the text.

use elder_futhark::check::display::show_unsized;
use elder_futhark::check::imports::Outcome;
use elder_futhark::tree::walk::deep;
use elder_futhark::tree::{Exp, ExpKind, Fun, Pat, Type};
use elder_syntax::{SourceId, Span};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Types by place.  An expression that the typed tree does not have, such as a function without its last argument, has none.
#[derive(Clone, Debug, Default)]
pub struct Types {
    exps: Rc<FxHashMap<(u32, u32), Type>>,
    pats: Rc<FxHashMap<(u32, u32), Type>>,
}

impl Types {
    /// Those of the checked program of a text; `None` if it was refused.
    pub fn of(outcome: &Outcome, text: &str) -> Option<Types> {
        let program = outcome.program.as_ref()?;
        let sources = (0..)
            .map(SourceId)
            .map_while(|id| Some((id, outcome.sources.get(id)?)));
        let (root, _) = sources.into_iter().find(|(_, file)| *file.text == *text)?;
        let mut found = Found {
            root,
            exps: FxHashMap::default(),
            pats: FxHashMap::default(),
        };
        for def in program.defs.iter().filter(|def| def.span.source == root) {
            found.fun(&def.fun);
        }
        Some(Types {
            exps: Rc::new(found.exps),
            pats: Rc::new(found.pats),
        })
    }

    /// The type of the expression at that place.
    pub fn exp(&self, span: Span) -> Option<&Type> {
        self.exps.get(&(span.start, span.end))
    }

    /// The type of the pattern at that place.
    pub fn pat(&self, span: Span) -> Option<&Type> {
        self.pats.get(&(span.start, span.end))
    }

    /// Whether what stands at these places has the same type, but for sizes, as far as that is known.
    pub fn are_same(&self, a: Span, b: Span) -> Option<bool> {
        Some(show_unsized(self.exp(a)?) == show_unsized(self.exp(b)?))
    }
}

struct Found {
    root: SourceId,
    exps: FxHashMap<(u32, u32), Type>,
    pats: FxHashMap<(u32, u32), Type>,
}

impl Found {
    fn fun(&mut self, fun: &Fun) {
        fun.params.iter().for_each(|param| self.pat(&param.pat));
        self.exp(&fun.body);
    }

    fn pat(&mut self, pat: &Pat) {
        pat.each(&mut |part| {
            if part.span.source == self.root {
                self.pats
                    .insert((part.span.start, part.span.end), part.ty.clone());
            }
        });
    }

    fn exp(&mut self, e: &Exp) {
        if e.span.source == self.root {
            // What is outside comes first: what stands for the same text within it was put there by the checker.
            self.exps
                .entry((e.span.start, e.span.end))
                .or_insert_with(|| e.ty.clone());
        }
        match &e.kind {
            ExpKind::Lambda(fun) | ExpKind::LetFun(_, fun, _) => {
                fun.params.iter().for_each(|param| self.pat(&param.pat))
            }
            ExpKind::Let { pat, .. } => self.pat(pat),
            _ => {}
        }
        deep(|| e.children().into_iter().for_each(|child| self.exp(child)));
    }
}
