//! Names and what they mean.

use super::{Done, Elaborator};
use crate::ast::{Binder, Exp, ExpKind, Ident, Parameter, Pattern, PatternKind, Rest, Row};
use crate::core::{DataName, Mark, Type, Value};
use crate::rules::elaboration::DX_EL_NAME;
use elder_syntax::Span;
use elder_syntax::names::Text;

/// What a name means.
#[derive(Clone, Debug)]
pub(super) enum Entity {
    /// A value, with its type.
    Value(Value, Type),
    /// A function of rows, by its number.
    Template(usize),
    /// A constructor of a declared type.
    Constructor(DataName, usize),
    /// A declared type.
    Data(DataName),
    /// An interface: the type of its dictionaries.
    Interface(DataName),
    /// `IndexSet`, the class that types are in by themselves.
    IndexSet,
    /// A method: the field of a dictionary.
    Method(DataName, usize),
}

impl Elaborator {
    /// What a name means here.
    pub(super) fn entity(&self, name: &str) -> Option<&Entity> {
        let local = self.locals.iter().rev().find(|(own, _)| own == name);
        local.map(|(_, entity)| entity).or_else(|| self.top.get(name))
    }

    /// DX-EL-NAME
    pub(super) fn lookup(&self, name: &str, at: Span) -> Done<Entity> {
        DX_EL_NAME.apply();
        match self.entity(name) {
            Some(entity) => Ok(entity.clone()),
            None => {
                let error = self.error(&DX_EL_NAME, "scope", at, format!("`{name}` is not in scope"));
                let near = elder_syntax::spelling::closest(name, self.known());
                Err(Box::new(match near {
                    Some(near) => error.with_help(format!("did you mean `{near}`?")),
                    None => error.with_help("define it before, in this file or above in its block"),
                }))
            }
        }
    }

    fn known(&self) -> impl Iterator<Item = &str> {
        let locals = self.locals.iter().map(|(name, _)| name.as_ref());
        locals.chain(self.top.keys().map(AsRef::as_ref))
    }

    /// A name means a value from here on.
    pub(super) fn local(&mut self, name: &str, value: Value, ty: Type) {
        self.locals.push((name.into(), Entity::Value(value, ty)));
    }

    /// DX-EL-NAME: nothing at the top of files is defined twice.
    pub(super) fn new_at_top(&self, name: &str, at: Span) -> Done {
        DX_EL_NAME.apply();
        match self.top.get(name) {
            None => Ok(()),
            Some(_) => {
                let mut error =
                    self.error(&DX_EL_NAME, "defined", at, format!("`{name}` is defined already"));
                if let Some(before) = self.defined_at.get(name) {
                    error = error.and_at(*before, "it is defined here");
                }
                Err(Box::new(error.with_help("choose another name")))
            }
        }
    }

    /// DX-EL-NAME: a declaration defines a name once.
    pub(super) fn new_among(&self, names: &[&Ident], new: &Ident) -> Done {
        let Some(before) = names.iter().find(|own| own.name == new.name) else {
            return Ok(());
        };
        let message = format!("`{}` is defined already", new.name);
        let error = self
            .error(&DX_EL_NAME, "defined", new.span, message)
            .and_at(before.span, "it is defined here")
            .with_help("choose another name");
        Err(Box::new(error))
    }

    /// DX-EL-NAME: a pattern binds a name once.
    pub(super) fn once(&self, pattern: &Pattern) -> Done {
        let mut bound = Vec::new();
        names_of(pattern, &mut bound);
        for (place, (name, at)) in bound.iter().enumerate() {
            if let Some((_, before)) = bound[..place].iter().find(|(other, _)| other == name) {
                let error = self.error(
                    &DX_EL_NAME,
                    "twice",
                    *at,
                    format!("`{name}` is bound a second time"),
                );
                let error = error
                    .and_at(*before, "it is bound here")
                    .with_help("choose another name, or `_`");
                return Err(Box::new(error));
            }
        }
        Ok(())
    }
}

impl Elaborator {
    /// DX-EL-GEN: whether a name of a signature is that of what is defined at the top: if that can stand wherever the name does.
    pub(super) fn is_of_top(&self, name: &str, places: &[Place]) -> bool {
        let Some(Entity::Value(_, ty)) = self.top.get(name) else {
            return false;
        };
        let ty = self.normal(ty);
        let is_type = self.is_kind(&ty);
        places.iter().all(|place| match place {
            Place::Type => is_type,
            Place::Row => ty == Value::FieldsKind,
            Place::Value => !is_type,
            Place::Argument(head, number) => match self.taken_by(head, *number) {
                Some(wanted) => (is_type && self.is_kind(&wanted)) || crate::types::equal(&wanted, &ty),
                None => false,
            },
        })
    }

    /// The type of an argument that is written, of what has this name.
    fn taken_by(&self, head: &str, mut number: usize) -> Option<Type> {
        let mut ty = match self.entity(head)? {
            Entity::Data(data) | Entity::Interface(data) => {
                let parameters = &self.program.data.get(data.index())?.parameters;
                return parameters.get(number).map(|parameter| self.normal(&parameter.ty));
            }
            Entity::Value(_, ty) => self.normal(ty),
            Entity::Constructor(..) | Entity::Method(..) | Entity::IndexSet | Entity::Template(_) => {
                return None;
            }
        };
        loop {
            let Value::Arrow(arrow) = &ty else { return None };
            if matches!(arrow.mark, Mark::Plain | Mark::Linear) {
                if number == 0 {
                    return Some(arrow.binder.ty.clone());
                }
                number -= 1;
            }
            ty = arrow.result.clone();
        }
    }
}

/// The names that a pattern binds.
pub(super) fn names_of<'p>(pattern: &'p Pattern, bound: &mut Vec<(&'p str, Span)>) {
    match &pattern.kind {
        PatternKind::Name(name) => bound.push((name, pattern.span)),
        PatternKind::Wildcard | PatternKind::Unit => {}
        PatternKind::Pair(first, second) => {
            names_of(first, bound);
            names_of(second, bound);
        }
        PatternKind::Constructor(_, parts) | PatternKind::Table(parts) => {
            for part in parts {
                names_of(part, bound);
            }
        }
        PatternKind::Record(fields, rest) => {
            for (_, part) in fields {
                names_of(part, bound);
            }
            if let Some(Rest::Bound(rest)) = rest {
                names_of(rest, bound);
            }
        }
        PatternKind::Variant(_, _, part) | PatternKind::Other(_, part) => names_of(part, bound),
    }
}

/// DX-EL-GEN: the free lower-case names of types that are not applied, in the order in which they stand.
#[derive(Default)]
pub(super) struct Free {
    /// Those that were bound on the way.
    pub bound: Vec<Text>,
    /// Those that are free, with the places at which they stand.
    pub free: Vec<(Text, Span, Vec<Place>)>,
}

/// What a name of a signature stands for, by where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Place {
    /// A type, or a region.
    Type,
    /// An argument of what has this name, by its number.
    Argument(Text, usize),
    /// A row of effects or of fields.
    Row,
    /// Something else: a number, the end of a range.
    Value,
}

impl Free {
    fn name(&mut self, name: &str, at: Span, place: Place) {
        let lower = name.starts_with(char::is_lowercase);
        if !lower || self.bound.iter().any(|own| own == name) {
            return;
        }
        match self.free.iter_mut().find(|(own, ..)| own == name) {
            Some((.., places)) => places.push(place),
            None => self.free.push((name.into(), at, vec![place])),
        }
    }

    /// Names that are bound from here on.
    pub fn pattern(&mut self, pattern: &Pattern) {
        let mut bound = Vec::new();
        names_of(pattern, &mut bound);
        self.bound.extend(bound.iter().map(|(name, _)| Text::from(*name)));
    }

    /// Of a parameter, which binds.
    pub fn parameter(&mut self, parameter: &Parameter) {
        match parameter {
            Parameter::Value(pattern, ty, _) => {
                self.exp(ty);
                self.pattern(pattern);
            }
            Parameter::Classes(classes) => classes.iter().for_each(|class| self.exp(class)),
            Parameter::Implicit(binders) => self.binders(binders),
        }
    }

    fn binders(&mut self, binders: &[Binder]) {
        for binder in binders {
            if let Some(ty) = &binder.ty {
                self.exp(ty);
            }
            self.pattern(&binder.pattern);
        }
    }

    /// Of a row.
    pub fn row(&mut self, row: &Row) {
        for (_, region) in &row.effects {
            if let Some(region) = region {
                self.name(&region.name, region.span, Place::Type);
            }
        }
        if let Some(rest) = &row.rest {
            self.name(&rest.name, rest.span, Place::Row);
        }
    }

    /// Of a type.
    pub fn exp(&mut self, e: &Exp) {
        self.at(e, Place::Type);
    }

    /// Of what stands at a place.
    fn at(&mut self, e: &Exp, place: Place) {
        match &e.kind {
            ExpKind::Name(name) => self.name(name, e.span, place),
            ExpKind::Apply(f, x) => {
                let (mut head, mut number) = (f, 0);
                while let ExpKind::Apply(inner, _) = &head.kind {
                    (head, number) = (inner, number + 1);
                }
                let argument = match &head.kind {
                    ExpKind::Name(name) => Place::Argument(name.clone(), number),
                    _ => Place::Value,
                };
                if !matches!(f.kind, ExpKind::Name(_)) {
                    self.at(f, Place::Value);
                }
                self.at(x, argument);
            }
            ExpKind::Binary(Ident { name, .. }, f, x) if matches!(name.as_str(), "&" | "|") => {
                self.exp(f);
                self.exp(x);
            }
            ExpKind::Ascribe(x, ty) => {
                self.at(x, place);
                self.exp(ty);
            }
            ExpKind::Index(f, x) | ExpKind::Binary(Ident { .. }, f, x) => {
                self.at(f, Place::Value);
                self.at(x, Place::Value);
            }
            ExpKind::Negate(x) | ExpKind::Do(x) => self.at(x, Place::Value),
            ExpKind::Table(parts) => parts.iter().for_each(|part| self.at(part, Place::Value)),
            ExpKind::Arrow(arrow) => {
                self.exp(&arrow.argument);
                let depth = self.bound.len();
                self.bound
                    .extend(arrow.binder.iter().map(|ident| ident.name.clone()));
                if let Some(row) = &arrow.effects {
                    self.row(row);
                }
                self.exp(&arrow.result);
                self.bound.truncate(depth);
            }
            ExpKind::Range(low, high) => {
                for end in [low, high] {
                    if let crate::ast::Limit::Including(x) | crate::ast::Limit::Excluding(x) = end {
                        self.at(x, Place::Value);
                    }
                }
            }
            ExpKind::Lambda(_, binders, body) | ExpKind::For(_, binders, body) => {
                let depth = self.bound.len();
                self.binders(binders);
                self.exp(body);
                self.bound.truncate(depth);
            }
            ExpKind::RecordType(labels) | ExpKind::VariantType(labels) => {
                labels.fields.iter().for_each(|field| self.exp(&field.ty));
                if let Some(rest) = &labels.rest {
                    self.at(rest, Place::Row);
                }
            }
            _ => {}
        }
    }
}
