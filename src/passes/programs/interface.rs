//! How a program is called after its values have changed their form.

use elder_futhark::tree;
use elder_syntax::Name;
use std::rc::Rc;

/// How the components of arguments and results make the values of the entry that was written.
#[derive(Clone, Debug, Default)]
pub enum Interface {
    /// They are these values.
    #[default]
    Same,
    /// Sums are records, by [`crate::futhark::constructors`]: entry points as they were when their types were those that were written, by their names.
    Sums(Rc<[(Name, Rc<tree::Def>)]>),
    /// Arguments and results are made of components, each of so many as its form has; of each entry point, by its name.
    Components(Rc<[(Name, Forms)]>),
}

impl Interface {
    /// An entry point as it was written, if its types have changed since.
    pub fn written(&self, entry: &str) -> Option<&tree::Def> {
        match self {
            Interface::Sums(written) => {
                let own = written.iter().find(|(name, _)| name == entry);
                own.map(|(_, def)| &**def)
            }
            Interface::Same | Interface::Components(_) => None,
        }
    }

    /// How components make what an entry point takes and gives, if they do.
    pub fn forms(&self, entry: &str) -> Option<&Forms> {
        match self {
            Interface::Components(forms) => {
                let own = forms.iter().find(|(name, _)| name == entry);
                own.map(|(_, forms)| forms)
            }
            Interface::Same | Interface::Sums(_) => None,
        }
    }
}

/// How components make what an entry point takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    /// The arguments.
    pub arguments: Vec<Form>,
    /// The results.
    pub results: Vec<Form>,
}

/// How components make a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// One component: a scalar or an array of scalars.
    Data,
    /// Records within so many dimensions.
    Record {
        /// How many dimensions there are around the record.
        rank: usize,
        /// The fields in the order of their components; of none there is one component, an array of no elements.
        fields: Vec<(Name, Form)>,
    },
    /// Sums within so many dimensions: the number of the constructor, then what all constructors take, and then what shows the sizes of that.
    Sum {
        /// How many dimensions there are around the sum.
        rank: usize,
        /// The constructors in the order of their numbers.
        constructors: Vec<(Name, Vec<Form>)>,
        /// Which of all arguments have sizes that an array of no elements shows.
        shown: Vec<usize>,
    },
}

impl Form {
    /// How many components it has.
    pub fn count(&self) -> usize {
        match self {
            Form::Record { fields, .. } if !fields.is_empty() => {
                fields.iter().map(|(_, form)| form.count()).sum()
            }
            Form::Sum {
                constructors, shown, ..
            } => {
                let parts = constructors.iter().flat_map(|(_, parts)| parts);
                1 + parts.map(Form::count).sum::<usize>() + shown.len()
            }
            Form::Data | Form::Record { .. } => 1,
        }
    }
}
