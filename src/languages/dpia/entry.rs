//! How a definition is called from outside: which values it reads, which it gives, and how its sizes are found.
//!
//! Outside, values are those of `elder_syntax`: scalars and regular arrays of primitive type.  A value of a compound data type
//! is its *components*: one a field path, in order; pairs inside arrays are taken apart (`n.(f32 × i32)` is two arrays), a
//! vector is an innermost dimension, an index is an `i32`.  Buffers in memory are laid out the same way.

use crate::phrase::{Binder, Definition, Node, Phrase, Program, Side};
use crate::{DataType, Name, Nat, PhraseType, Prim};
use elder_syntax::prim::PrimType;
use rustc_hash::FxHashMap;

/// A scalar array within a value of a compound type.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// The fields that lead to it.
    pub fields: Vec<Side>,
    /// The dimensions, outermost first, without that of a vector.
    pub shape: Vec<Nat>,
    /// The components of a vector, if it is made of vectors.
    pub width: Option<u8>,
    /// The type of the elements.
    pub element: PrimType,
    /// If the elements are indexes, those into arrays of this length.
    pub index_of: Option<Nat>,
}

impl Component {
    /// The dimensions as seen from outside: with that of a vector.
    pub fn outer_shape(&self) -> Vec<Nat> {
        let vector = self.width.map(|w| Nat::lit(i64::from(w)));
        self.shape.iter().cloned().chain(vector).collect()
    }
}

/// The type of indexes in memory and outside (DPIA-G-TY).
pub const INDEX_TYPE: PrimType = PrimType::I32;

/// The components of a type without type variables; a type variable has none.
pub fn components(data: &DataType) -> Vec<Component> {
    let leaf = |element, width, index_of| {
        vec![Component {
            fields: vec![],
            shape: vec![],
            width,
            element,
            index_of,
        }]
    };
    match data {
        DataType::Num(t) => leaf(*t, None, None),
        DataType::Vector(w, t) => leaf(*t, Some(*w), None),
        DataType::Index(n) => leaf(INDEX_TYPE, None, Some(n.clone())),
        DataType::Var(_) => vec![],
        DataType::Array(n, element) => {
            let mut parts = components(element);
            for part in &mut parts {
                part.shape.insert(0, n.clone());
            }
            parts
        }
        DataType::Pair(a, b) => {
            let mut out = Vec::new();
            for (side, half) in [(Side::First, a), (Side::Second, b)] {
                for mut part in components(half) {
                    part.fields.insert(0, side);
                    out.push(part);
                }
            }
            out
        }
    }
}

/// Definitions that use each other several times grow when they are put in place; this is where that ends.
const MOST_NODES: usize = 1_000_000;

/// The number of nodes, counted up to `most`.
fn nodes(phrase: &Phrase, most: usize) -> usize {
    let mut count = 0;
    let mut rest = vec![phrase];
    while let Some(phrase) = rest.pop() {
        count += 1;
        if count >= most {
            break;
        }
        rest.extend(phrase.children());
    }
    count
}

/// Why there is no entry of that name.
#[derive(Clone, Debug)]
pub enum NoEntry {
    /// No definition has the name; these could be called.
    Unknown {
        /// Those whose parameters and result are values.
        known: Vec<Name>,
    },
    /// The definition takes or gives what is no value.
    NotValues(PhraseType),
    /// With the definitions that it uses put in place, it is larger than anything that can be translated.
    TooLarge,
}

/// A definition as seen from outside.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The definition's name.
    pub name: Name,
    /// The nats that it abstracts over.  One that no input's shape determines is read as an `i64`, before the inputs.
    pub sizes: Vec<Name>,
    /// What has a value before, in order; their types are `exp`, or `var`.
    pub inputs: Vec<Binder>,
    /// What has a value afterwards, in order, if it is a command; their types are `acc`, or `var`.  A variable is an input and an output.
    pub outputs: Vec<Binder>,
    /// An expression in `sizes` and `inputs`, or a command in `sizes`, `inputs` and `outputs`.
    pub body: Phrase,
    /// The data type of the result of an expression; `None` for a command.
    pub result: Option<DataType>,
}

impl Entry {
    /// The definition as an entry; `None` if it takes or gives functions or data types, which no value is.
    pub fn of(definition: &Definition) -> Option<Entry> {
        let mut entry = Entry {
            name: definition.name.clone(),
            sizes: vec![],
            inputs: vec![],
            outputs: vec![],
            body: definition.body.clone(),
            result: None,
        };
        let mut ty = definition.ty.clone();
        let mut places = FxHashMap::default();
        loop {
            match ty {
                PhraseType::NatFun(x, to) => {
                    let size = x.renewed();
                    entry.body = entry.body.apply_nat(&Nat::var(&size));
                    ty = to.with_nat(&x, &Nat::var(&size));
                    entry.sizes.push(size);
                }
                // An abstraction is opened as it stands: its variable is nobody else's.
                PhraseType::Fun { from, to, .. } => {
                    let (name, body) = match &*entry.body.node {
                        Node::Lambda(binder, body) => {
                            places.insert(binder.name.clone(), entry.body.span);
                            (binder.name.clone(), body.clone())
                        }
                        _ => {
                            let name = Name::fresh("x");
                            let body = entry.body.apply(&Phrase::var(&name, entry.body.span));
                            (name, body)
                        }
                    };
                    entry.body = body;
                    let binder = Binder {
                        name,
                        ty: (*from).clone(),
                    };
                    from.read().or(from.written())?;
                    entry.inputs.extend(from.read().is_some().then(|| binder.clone()));
                    entry.outputs.extend(from.written().map(|_| binder));
                    ty = (*to).clone();
                }
                PhraseType::Exp(data) if entry.outputs.is_empty() => {
                    entry.result = Some(data);
                    break;
                }
                PhraseType::Comm => break,
                _ => return None,
            }
        }
        entry.body = entry.body.placed(&mut places, false);
        Some(entry)
    }

    /// The definition of that name with those before it put in its place: a closed entry.
    ///
    /// # Errors
    /// [`NoEntry`].
    pub fn closed(program: &Program, name: &str) -> Result<Entry, NoEntry> {
        let position = program.definitions.iter().rposition(|d| d.name.text() == name);
        let (earlier, definition) = match position {
            Some(at) => (&program.definitions[..at], &program.definitions[at]),
            None => {
                let known = program.definitions.iter().filter(|d| Entry::of(d).is_some());
                return Err(NoEntry::Unknown {
                    known: known.map(|d| d.name.clone()).collect(),
                });
            }
        };
        let mut entry = Entry::of(definition).ok_or(NoEntry::NotValues(definition.ty.clone()))?;
        for used in earlier.iter().rev() {
            let binder = Binder {
                name: used.name.clone(),
                ty: used.ty.clone(),
            };
            entry.body = match (&used.ty, &entry.result) {
                // The value of an expression is computed once (DPIA-E-LET).
                (PhraseType::Exp(of), result) if !used.body.is_value() && entry.body.mentions(&used.name) => {
                    let result = result.clone().map_or(PhraseType::Comm, PhraseType::Exp);
                    let (body, span) = (entry.body.clone(), entry.body.span);
                    let function = Phrase::new(Node::Lambda(binder, body), span);
                    let prim = Prim::Let {
                        of: of.clone(),
                        result,
                    };
                    Phrase::prim(prim, vec![used.body.clone(), function], span)
                }
                _ => entry.body.substitute(&binder, &used.body),
            };
            if nodes(&entry.body, MOST_NODES) >= MOST_NODES {
                return Err(NoEntry::TooLarge);
            }
        }
        Ok(entry)
    }

    /// The inputs and outputs, each once, in an order that keeps those of both.
    pub fn parameters(&self) -> Vec<&Binder> {
        let mut outputs = self.outputs.iter();
        let mut all = Vec::with_capacity(self.inputs.len() + self.outputs.len());
        for input in &self.inputs {
            if input.ty.as_var().is_some() {
                all.extend(outputs.by_ref().take_while(|output| output.name != input.name));
            }
            all.push(input);
        }
        all.extend(outputs);
        all
    }

    /// The sizes that are read from outside: those that no dimension of an input determines.
    pub fn given_sizes(&self) -> Vec<Name> {
        let mut known: Vec<Name> = Vec::new();
        // A dimension determines a size if it is the only unknown in it and appears linearly; that may uncover others.
        loop {
            let before = known.len();
            for nat in self.dimensions() {
                let unknown: Vec<Name> = nat
                    .variables()
                    .into_iter()
                    .filter(|x| !known.contains(x))
                    .collect();
                if let [x] = unknown.as_slice()
                    && nat.solve_for(x, &Nat::zero()).is_some()
                {
                    known.push(x.clone());
                }
            }
            if known.len() == before {
                return self
                    .sizes
                    .iter()
                    .filter(|x| !known.contains(x))
                    .cloned()
                    .collect();
            }
        }
    }

    /// All dimensions of all components of the inputs, in order.
    pub fn dimensions(&self) -> Vec<Nat> {
        let types = self.inputs.iter().filter_map(|b| b.ty.read());
        types
            .flat_map(components)
            .flat_map(|part| part.outer_shape())
            .collect()
    }
}
