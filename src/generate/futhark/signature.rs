//! Types of functions: how they are written in tables, and when a call of one has a type that is wanted.

use super::types::{Parameters, Size, Substitution, Ty};
use elder_futhark::ast::{TypeExp, TypeExpKind};
use elder_futhark::parser::parse_type;
use elder_syntax::Span;

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name, which the sizes of the result may mention; empty if it has none.
    pub name: String,
    pub ty: Ty,
    /// Whether it is consumed.
    pub consumed: bool,
}

impl Parameter {
    pub fn new(name: String, ty: Ty, consumed: bool) -> Parameter {
        Parameter { name, ty, consumed }
    }
}

/// A function with its type.
#[derive(Clone, Debug)]
pub struct Scheme {
    /// As it is called: with the module in front.
    pub name: String,
    pub sizes: Vec<String>,
    pub types: Vec<String>,
    pub parameters: Vec<Parameter>,
    pub result: Ty,
    /// Whether the result is the caller's alone.
    pub fresh: bool,
    /// Sizes of the result that only running it gives.
    pub unknown: Vec<String>,
}

impl Scheme {
    /// A function without size and type parameters.
    pub fn plain(name: impl Into<String>, parameters: Vec<Ty>, result: Ty) -> Scheme {
        Scheme {
            name: name.into(),
            sizes: Vec::new(),
            types: Vec::new(),
            parameters: parameters
                .into_iter()
                .map(|ty| Parameter::new(String::new(), ty, false))
                .collect(),
            fresh: false,
            result,
            unknown: Vec::new(),
        }
    }

    /// Whether it is written between its arguments.
    pub fn is_infix(&self) -> bool {
        !self.name.starts_with(|c: char| c.is_alphanumeric() || c == '_')
    }

    /// Its name where it is defined.
    pub fn defined(&self) -> String {
        match self.is_infix() {
            true => format!("({})", self.name),
            false => self.name.clone(),
        }
    }

    /// ` [n] 'a`
    pub fn type_parameters(&self) -> String {
        let sizes = self.sizes.iter().map(|size| format!(" [{size}]"));
        sizes
            .chain(self.types.iter().map(|ty| format!(" '{ty}")))
            .collect()
    }

    /// Sizes, and names of parameters that sizes of the result may mention.
    pub fn size_names(&self) -> Vec<String> {
        let named = self
            .parameters
            .iter()
            .filter(|p| self.is_size(p))
            .map(|p| p.name.clone());
        self.sizes.iter().cloned().chain(named).collect()
    }

    /// Whether the argument is a size of the result.
    pub fn is_size(&self, parameter: &Parameter) -> bool {
        !parameter.name.is_empty()
            && (self.result.mentions(&parameter.name)
                || self.parameters.iter().any(|p| p.ty.mentions(&parameter.name)))
    }

    /// Whether a size of the result has to be said where it is called, because no argument shows it.
    pub fn is_open(&self) -> bool {
        let shown = |size: &String| {
            let size = Size::Name(size.clone());
            let mut found = false;
            for parameter in &self.parameters {
                parameter.ty.sizes(&mut |other| found |= *other == size);
            }
            found
        };
        !self.sizes.iter().all(shown)
    }

    /// Whether the outermost form of the result is that of the type.
    fn may_give(&self, goal: &Ty) -> bool {
        match (&self.result, goal) {
            (Ty::Opaque(name), _) if self.types.contains(name) => true,
            (Ty::Prim(a), Ty::Prim(b)) => a == b,
            (a, b) => std::mem::discriminant(a) == std::mem::discriminant(b),
        }
    }

    /// What makes a call with all but the last `kept` arguments have the type `goal`, as far as the result says.
    pub fn fit(&self, goal: &Ty, kept: usize) -> Option<Substitution> {
        if kept == 0 && !self.may_give(goal) {
            return None;
        }
        let sizes = self.size_names();
        let of = Parameters {
            sizes: &sizes,
            types: &self.types,
        };
        let mut found = Substitution::default();
        if kept == 0 {
            return found.fit(of, &self.result, goal).then_some(found);
        }
        let Ty::Fun(parameters, result) = goal else {
            return None;
        };
        let first = self.parameters.len().checked_sub(kept)?;
        let rest = self.parameters.get(first..)?;
        if rest.len() != parameters.len() || rest.iter().any(|p| p.consumed || self.is_size(p)) {
            return None;
        }
        let fits = rest.iter().zip(parameters).all(|(p, t)| found.fit(of, &p.ty, t));
        (fits && found.fit(of, &self.result, result)).then_some(found)
    }
}

/// A line of a table.
///
/// # Panics
/// If the line is no specification: tables are constants, and a test reads them all.
pub fn scheme(line: &str) -> Scheme {
    specified(line).unwrap_or_else(|| panic!("no specification: `{line}`"))
}

fn specified(line: &str) -> Option<Scheme> {
    let (head, ty) = line.split_once(" : ")?;
    let (name, of) = head.split_once(' ').unwrap_or((head, ""));
    let (types, sizes) = of
        .split_whitespace()
        .partition::<Vec<&str>, _>(|word| word.starts_with('\''));
    let names = |words: Vec<&str>| {
        words
            .iter()
            .map(|word| word.trim_matches(['[', ']', '\'']).to_owned())
            .collect()
    };
    let mut scheme = Scheme {
        sizes: names(sizes),
        types: names(types),
        ..Scheme::plain(name, Vec::new(), Ty::Tuple(Vec::new()))
    };
    let mut rest = parse_type(Span::NONE.source, ty).ok()?;
    while let TypeExpKind::Arrow(name, from, to) = rest.kind {
        let (consumed, ty) = starred(*from);
        let name = name.map_or_else(String::new, |name| name.name.to_string());
        scheme
            .parameters
            .push(Parameter::new(name, Ty::of(&ty)?, consumed));
        rest = *to;
    }
    if let TypeExpKind::Exists(sizes, of) = rest.kind {
        scheme.unknown = sizes.iter().map(|size| size.name.to_string()).collect();
        rest = *of;
    }
    (scheme.fresh, rest) = starred(rest);
    scheme.result = Ty::of(&rest)?;
    Some(scheme)
}

/// Whether a star stands before a type, and what is behind it.
fn starred(ty: TypeExp) -> (bool, TypeExp) {
    match ty.kind {
        TypeExpKind::Unique(of) => (true, *of),
        _ => (false, ty),
    }
}

/// A type as tables have it.
///
/// # Panics
/// As [`scheme`] does.
pub fn written(text: &str) -> Ty {
    let ty = parse_type(Span::NONE.source, text).ok();
    ty.and_then(|ty| Ty::of(&ty))
        .unwrap_or_else(|| panic!("no type: `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_says_what_it_says() {
        let s = scheme("partition 'a [n] : (a -> bool) -> (is: [n]a) -> ?[k].([k]a, [n - k]a)");
        assert_eq!(s.name, "partition");
        assert_eq!((s.sizes.len(), s.types.len(), s.parameters.len()), (1, 1, 2));
        assert_eq!(s.unknown, ["k"]);
        assert_eq!(s.parameters[0].ty.text(), "a -> bool");
        assert_eq!(s.parameters[1].name, "is");
        assert_eq!(s.result.text(), "([k]a, [n - k]a)");
        let s = scheme("scatter 't [k] [n] : *[k]t -> [n]i64 -> *[k]t");
        assert!(s.parameters[0].consumed && !s.parameters[1].consumed && s.fresh);
    }

    #[test]
    fn the_library_can_be_read() {
        for s in super::super::library::LIBRARY.iter() {
            let mut names = s.size_names();
            names.extend(s.unknown.iter().cloned());
            s.result
                .sizes(&mut |size| assert!(known(size, &names), "{}", s.name));
        }
        fn known(size: &Size, names: &[String]) -> bool {
            match size {
                Size::Number(_) => true,
                Size::Name(name) => names.contains(name),
                Size::Infix(_, a, b) => known(a, names) && known(b, names),
            }
        }
    }
}
