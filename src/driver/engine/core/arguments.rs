//! Arguments that another entry point gave, as the components that Core takes.
//!
//! The machine has an array of records as an array for each field, which is what Core has; an array of sums has an array for their numbers, and one for
//! each argument of each constructor, with zeros where an element has another constructor, and one of no elements for its sizes.  What no element has is
//! of the sizes that the sum shows.  Components are data, which have no size below zero: such an argument is refused, as its number would be lost.

use super::super::{Argument, Failed, StopKind};
use super::interface::typed;
use elder_core::tree::Param;
use elder_passes::programs::{Form, Interface};
use elder_semantics::futhark::machine::array::Data as Elements;
use elder_semantics::futhark::machine::interface::to_data;
use elder_semantics::futhark::machine::shape::type_of;
use elder_semantics::futhark::machine::value::{RtType, Value};
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Element;
use elder_syntax::with_prim_type;
use elder_syntax::{Diagnostic, Name, Value as Data};

/// The components of the arguments of an entry point with these parameters.
///
/// # Errors
/// An argument that has none: a function, and what has a size below zero.
pub(crate) fn components(
    interface: &Interface,
    (entry, params): (&str, &[Param]),
    arguments: Vec<Argument>,
) -> Result<Vec<Data>, Failed> {
    let forms = interface.forms(entry).map_or(&[][..], |forms| &forms.arguments);
    let forms = of_each(forms, arguments.len());
    let mut taken = Taken {
        params,
        around: 0,
        made: Vec::new(),
    };
    for argument in arguments {
        match argument {
            Argument::Data(data) => taken.made.push(data),
            Argument::Opaque(value) => {
                let form = form_at(&forms, taken.made.len());
                let made = form.and_then(|form| taken.value(form, &value));
                made.ok_or_else(|| Failed {
                    kind: StopKind::Unsupported,
                    diagnostic: Box::new(Diagnostic::outside(
                        "an argument that has no components, or a size below zero in it",
                    )),
                })?;
            }
        }
    }
    Ok(taken.made)
}

/// The forms of so many arguments.  What gave a tuple gives its fields one by one.
fn of_each(forms: &[Form], arguments: usize) -> Vec<&Form> {
    let parts = |form| match form {
        &Form::Record { rank: 0, ref fields } if !fields.is_empty() && arguments != forms.len() => {
            fields.iter().map(|(_, field)| field).collect()
        }
        form => vec![form],
    };
    forms.iter().flat_map(parts).collect()
}

/// The form whose components begin at this one.
fn form_at<'f>(forms: &[&'f Form], mut at: usize) -> Option<&'f Form> {
    for form in forms {
        if at == 0 {
            return Some(form);
        }
        at = at.checked_sub(form.count())?;
    }
    None
}

/// The components so far.
struct Taken<'p> {
    /// What takes them, from the first of them on.
    params: &'p [Param],
    /// How many dimensions these have around.
    around: usize,
    made: Vec<Data>,
}

impl Taken<'_> {
    /// The components of a value; `None` if it has none.
    fn value(&mut self, form: &Form, value: &Value) -> Option<()> {
        match (form, value) {
            (Form::Data, value) => {
                if let Value::Array(_, array) = value {
                    sizes(&array.shape)?;
                }
                self.made.push(to_data(value)?);
            }
            (Form::Record { fields, .. }, Value::Record(values)) => self.fields(fields, &[], values)?,
            (Form::Record { fields, .. }, Value::Array(_, array)) => {
                let Elements::Record(values) = &array.data else {
                    return None;
                };
                self.fields(fields, &array.shape, values)?;
            }
            (Form::Record { .. }, _) => return None,
            (
                Form::Sum {
                    constructors, shown, ..
                },
                value,
            ) => self.sums(constructors, shown, value)?,
        }
        Some(())
    }

    /// Those of the fields of records; of records without fields, an array of no elements.
    fn fields(&mut self, fields: &[(Name, Form)], shape: &[i64], values: &[Value]) -> Option<()> {
        if fields.is_empty() {
            self.made.push(data(&sizes(shape)?, &[0], PrimType::Bool, &[])?);
        }
        let mut pairs = fields.iter().zip(values);
        pairs.try_for_each(|((_, form), value)| self.value(form, value))
    }

    /// Those of a sum, or of an array of sums.
    fn sums(&mut self, constructors: &[(Name, Vec<Form>)], shown: &[usize], value: &Value) -> Option<()> {
        let shape = match value {
            Value::Array(_, array) => sizes(&array.shape)?,
            _ => Vec::new(),
        };
        let mut elements = Vec::new();
        each(value, &mut elements)?;
        let mut numbers = Vec::with_capacity(elements.len());
        for (name, _) in &elements {
            numbers.push(constructors.iter().position(|(own, _)| own == name)?);
        }
        let ty = self.param()?.0;
        let scalars: Vec<PrimValue> = numbers.iter().map(|k| ty.number(*k as i128)).collect();
        self.made.push(data(&shape, &[], ty, &scalars)?);
        let ty = type_of(value);
        let element = (0..shape.len()).try_fold(&*ty, |ty, _| row_of(ty));
        let mut all = Vec::new();
        for (k, (name, forms)) in constructors.iter().enumerate() {
            let types = element.and_then(|ty| ty.arguments(name)).unwrap_or_default();
            for (argument, form) in forms.iter().enumerate() {
                let mut columns = Vec::with_capacity(elements.len());
                for ((_, args), own) in elements.iter().zip(&numbers) {
                    columns.push(match *own == k {
                        true => Some(self.inner(shape.len(), form, args.get(argument)?)?),
                        false => None,
                    });
                }
                let rows = match columns.iter().flatten().next() {
                    Some(own) => own.iter().map(|data| data.shape().to_vec()).collect(),
                    None => {
                        let mut rows = Vec::new();
                        blank(form, types.get(argument).map(|ty| &**ty), Vec::new(), &mut rows)?;
                        rows
                    }
                };
                for (component, row) in rows.iter().enumerate() {
                    let own = columns
                        .iter()
                        .map(|own| own.as_ref().and_then(|own| own.get(component)));
                    self.column(&shape, row, &own.collect::<Vec<_>>())?;
                }
                all.push(sizes_of(form, &rows, 0));
            }
        }
        for argument in shown {
            let mut row = vec![0];
            row.extend(all.get(*argument)?);
            self.made.push(data(&shape, &row, PrimType::Bool, &[])?);
        }
        Some(())
    }

    /// The components of an argument of a sum within so many dimensions.
    fn inner(&self, rank: usize, form: &Form, value: &Value) -> Option<Vec<Data>> {
        let mut inner = Taken {
            params: self.params.get(self.made.len()..)?,
            around: self.around + rank,
            made: Vec::new(),
        };
        inner.value(form, value)?;
        Some(inner.made)
    }

    /// A component of the elements of an array, of this shape, zeros where an element does not have it.
    fn column(&mut self, shape: &[usize], row: &[usize], elements: &[Option<&Data>]) -> Option<()> {
        let (ty, rank) = self.param()?;
        if rank != self.around + shape.len() + row.len() {
            return None;
        }
        let many: usize = row.iter().product();
        let zero = with_prim_type!(ty, T => <T as Element>::ZERO.prim());
        let mut scalars = Vec::with_capacity(elements.len() * many);
        for element in elements {
            match element {
                Some(own) if own.shape() == row => {
                    scalars.extend((0..many).filter_map(|k| own.data().get(k)));
                }
                Some(_) => return None,
                None => scalars.extend(std::iter::repeat_n(zero, many)),
            }
        }
        self.made.push(data(shape, row, ty, &scalars)?);
        Some(())
    }

    /// The type of the elements of the next component, and how many dimensions it has.
    fn param(&self) -> Option<(PrimType, usize)> {
        let ty = &self.params.get(self.made.len())?.binder.ty;
        Some((ty.element()?, ty.rank()))
    }
}

/// The shapes of the components of what is not there, behind these dimensions; of something without sizes no type is known.  `None` if a size is below
/// zero.
fn blank(form: &Form, ty: Option<&RtType>, mut outer: Vec<usize>, to: &mut Vec<Vec<usize>>) -> Option<()> {
    let rank = match form {
        Form::Data => usize::MAX,
        Form::Record { rank, .. } | Form::Sum { rank, .. } => outer.len() + rank,
    };
    let mut element = ty;
    while let Some(RtType::Array(n, row)) = element
        && outer.len() < rank
    {
        outer.push(usize::try_from(*n).ok()?);
        element = Some(row);
    }
    match form {
        Form::Data => to.push(outer),
        Form::Record { fields, .. } => {
            let types = match element {
                Some(RtType::Record(types)) => types.as_slice(),
                _ => &[],
            };
            if fields.is_empty() {
                to.push([outer.as_slice(), &[0]].concat());
            }
            for (k, (_, form)) in fields.iter().enumerate() {
                blank(form, types.get(k).map(|ty| &**ty), outer.clone(), to)?;
            }
        }
        Form::Sum {
            constructors, shown, ..
        } => {
            to.push(outer.clone());
            let mut all = Vec::new();
            for (name, forms) in constructors {
                let types = element.and_then(|ty| ty.arguments(name)).unwrap_or_default();
                for (k, form) in forms.iter().enumerate() {
                    let first = to.len();
                    blank(form, types.get(k).map(|ty| &**ty), outer.clone(), to)?;
                    all.push(sizes_of(form, to.get(first..)?, outer.len()));
                }
            }
            for argument in shown {
                let row = [outer.as_slice(), &[0], all.get(*argument)?];
                to.push(row.concat());
            }
        }
    }
    Some(())
}

/// The type of the rows of an array.
fn row_of(ty: &RtType) -> Option<&RtType> {
    match ty {
        RtType::Array(_, row) => Some(row),
        _ => None,
    }
}

/// The sizes that an argument of a sum shows, behind so many dimensions of the shapes of its components: all but those of sums of several constructors,
/// which show their own.
fn sizes_of(form: &Form, components: &[Vec<usize>], without: usize) -> Vec<usize> {
    let shape = components.first().map_or(&[][..], Vec::as_slice);
    let (rank, parts): (usize, Vec<&Form>) = match form {
        Form::Data => return shape.get(without..).unwrap_or_default().to_vec(),
        Form::Record { rank, fields } => (*rank, fields.iter().map(|(_, form)| form).collect()),
        Form::Sum {
            rank, constructors, ..
        } if constructors.len() == 1 => (*rank, constructors.iter().flat_map(|(_, parts)| parts).collect()),
        Form::Sum { rank, .. } => (*rank, Vec::new()),
    };
    let mut sizes = shape.get(without..without + rank).unwrap_or_default().to_vec();
    // The first component of a sum is the number of its constructor.
    let mut rest = components
        .get(usize::from(matches!(form, Form::Sum { .. }))..)
        .unwrap_or_default();
    for part in parts {
        let (own, others) = rest.split_at(part.count().min(rest.len()));
        rest = others;
        sizes.extend(sizes_of(part, own, without + rank));
    }
    sizes
}

/// The constructors of a sum or of all elements of an array of sums, with their arguments.
fn each(value: &Value, to: &mut Vec<(Name, Vec<Value>)>) -> Option<()> {
    match value {
        Value::Sum(sum) => to.push((sum.name.clone(), sum.args.to_vec())),
        Value::Array(version, array) => {
            for i in 0..array.len() {
                each(&array.element(*version, i), to)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn sizes(shape: &[i64]) -> Option<Vec<usize>> {
    shape.iter().map(|n| usize::try_from(*n).ok()).collect()
}

/// An array of these scalars.
fn data(outer: &[usize], inner: &[usize], ty: PrimType, scalars: &[PrimValue]) -> Option<Data> {
    let typed = with_prim_type!(ty, T => T::wrap(typed::<T>(scalars)));
    Data::new([outer, inner].concat(), typed)
}
