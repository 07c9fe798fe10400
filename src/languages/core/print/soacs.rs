//! Functions, combinators and accumulation to text.

use super::Printer;
use crate::names::Name;
use crate::tree::{
    Accumulated, Atom, Chunk, Lambda, Level, Operator, Screma, Segmented, Shape, Soac, Target,
};

impl Printer<'_> {
    /// A combinator of a statement that begins so far in.
    pub(super) fn soac(&mut self, width: Atom, inputs: &[Name], soac: &Soac, indent: usize) {
        self.put(word(soac));
        self.put(" ");
        self.atom(width);
        self.put(" ");
        let inside = indent + 4;
        match soac {
            Soac::Screma(screma) => self.screma(screma, true, inside),
            Soac::Filter { predicate } => self.lambda(predicate, inside),
            Soac::Scatter { function, into } => {
                self.lambda(function, inside);
                self.targets(into);
            }
            Soac::Hist { function, into } => {
                self.lambda(function, inside);
                for (targets, operator) in into {
                    self.targets(targets);
                    self.put(" ");
                    self.operator(operator, inside);
                }
            }
            Soac::StreamPar { operator, function } => {
                if !is_nothing(operator) {
                    self.operator(operator, inside);
                    self.put(" ");
                }
                self.chunk(function, inside);
            }
            Soac::StreamSeq { initial, function } => {
                self.put("(");
                self.atoms(initial);
                self.put(") ");
                self.chunk(function, inside);
            }
        }
        self.inputs(inputs);
    }

    /// A combinator over a space, of a statement that begins so far in.
    pub(super) fn segmented(&mut self, segmented: &Segmented, indent: usize) {
        let Segmented { level, space, screma } = segmented;
        self.put(match screma.shape() {
            Shape::Map => "segmap",
            Shape::Redomap(_) => "segred",
            Shape::Scanomap(_) => "segscan",
            Shape::Several => "segscrema",
        });
        match level {
            Level::Global => self.put(" @global"),
            Level::Workgroup(items) => {
                self.put(" @workgroup(");
                self.atom(*items);
                self.put(")");
            }
            Level::Local => self.put(" @local"),
        }
        self.put(" (");
        self.atoms(space);
        self.put(") ");
        self.screma(screma, false, indent + 4);
    }

    /// What is behind the width.  A function that gives its operands as they are is left out if there may be one.
    fn screma(&mut self, screma: &Screma, of_elements: bool, inside: usize) {
        if !screma.accs.is_empty() {
            self.put("with");
            self.inputs(&screma.accs);
            self.put(" ");
        }
        match screma.shape() {
            Shape::Map => self.lambda(&screma.function, inside),
            Shape::Redomap(operator) | Shape::Scanomap(operator) => {
                self.operator(operator, inside);
                if !of_elements || !is_identity(operator, &screma.function) {
                    self.put(" ");
                    self.lambda(&screma.function, inside);
                }
            }
            Shape::Several => {
                for (word, operators) in [("reduce ", &screma.reductions), ("scan ", &screma.scans)] {
                    for operator in operators {
                        self.put(word);
                        self.operator(operator, inside);
                        self.put(" ");
                    }
                }
                self.lambda(&screma.function, inside);
                if let Some(after) = &screma.after {
                    self.put(" after ");
                    self.lambda(after, inside);
                }
            }
        }
    }

    /// Names, each behind a blank.
    pub(super) fn inputs(&mut self, names: &[Name]) {
        for name in names {
            self.put(" ");
            self.used(*name);
        }
    }

    fn lambda(&mut self, function: &Lambda, indent: usize) {
        let scope = self.texts.open();
        self.put("(\\");
        self.function_behind(function, indent);
        self.texts.close(scope);
    }

    fn chunk(&mut self, chunk: &Chunk, indent: usize) {
        let scope = self.texts.open();
        self.put("(\\[");
        self.bind_size(chunk.size);
        self.put("] ");
        self.function_behind(&chunk.function, indent);
        self.texts.close(scope);
    }

    /// A function behind its backslash, within its scope.
    fn function_behind(&mut self, function: &Lambda, indent: usize) {
        self.all(" ", &function.params, |p, param| {
            p.put("(");
            p.binder(param);
            p.put(")");
        });
        self.put(": ");
        self.types(&function.results);
        self.put(" ->");
        self.inline(&function.body, indent);
        self.put(")");
    }

    fn operator(&mut self, operator: &Operator, indent: usize) {
        self.put(if operator.commutative { "commutative " } else { "" });
        self.lambda(&operator.function, indent);
        self.put(" (");
        self.atoms(&operator.neutral);
        self.put(")");
    }

    fn targets(&mut self, targets: &[Target]) {
        self.put(" into (");
        self.all(", ", targets, |p, target| {
            p.used(target.array);
            p.put(&format!(": {}", target.rank));
        });
        self.put(")");
    }

    pub(super) fn with_acc(&mut self, updates: &[Accumulated], function: &Lambda, indent: usize) {
        self.put("with_acc");
        for Accumulated {
            space,
            arrays,
            operator,
        } in updates
        {
            self.put(" ");
            for size in space {
                self.put("[");
                self.atom(*size);
                self.put("]");
            }
            self.put(if space.is_empty() { "(" } else { " (" });
            self.all(", ", arrays, |p, array| p.used(*array));
            self.put(")");
            if let Some(operator) = operator {
                self.put(" ");
                self.operator(operator, indent + 4);
            }
        }
        self.put(" do ");
        self.lambda(function, indent + 4);
    }
}

/// The word of a combinator: what only reduces, only scans or only maps has one of its own.
fn word(soac: &Soac) -> &'static str {
    match soac {
        Soac::Screma(screma) => match screma.shape() {
            Shape::Map => "map",
            Shape::Redomap(operator) if is_identity(operator, &screma.function) => "reduce",
            Shape::Redomap(_) => "redomap",
            Shape::Scanomap(operator) if is_identity(operator, &screma.function) => "scan",
            Shape::Scanomap(_) => "scanomap",
            Shape::Several => "screma",
        },
        Soac::Filter { .. } => "filter",
        Soac::Scatter { .. } => "scatter",
        Soac::Hist { .. } => "hist",
        Soac::StreamPar { operator, .. } if is_nothing(operator) => "stream_map",
        Soac::StreamPar { operator, function }
            if function.function.results.len() == operator.neutral.len() =>
        {
            "stream_red"
        }
        Soac::StreamPar { .. } => "stream_par",
        Soac::StreamSeq { .. } => "stream_seq",
    }
}

/// Whether the function gives the operator its operands as they are.
fn is_identity(operator: &Operator, function: &Lambda) -> bool {
    let operands = operator.function.params.iter().take(operator.neutral.len());
    let types = operands.map(|param| &param.ty);
    let own = || function.params.iter().map(|param| &param.ty);
    let gives = function.params.iter().map(|param| Atom::Var(param.name));
    function.body.stms.is_empty()
        && function.body.witnesses.is_empty()
        && function.body.results.iter().copied().eq(gives)
        && function.results.iter().eq(own())
        && types.eq(own())
        && function.params.len() == operator.neutral.len()
}

/// Whether nothing is reduced.
fn is_nothing(operator: &Operator) -> bool {
    let Lambda {
        params,
        body,
        results,
    } = &operator.function;
    operator.neutral.is_empty()
        && !operator.commutative
        && params.is_empty()
        && results.is_empty()
        && body.stms.is_empty()
        && body.witnesses.is_empty()
        && body.results.is_empty()
}
