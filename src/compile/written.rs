//! Programs as they were written, as the first pass of their language takes them.

use crate::tuned;
use elder_core::check::Form;
use elder_dpia::{Entry, check};
use elder_engine::{Overrides, Program, core, dex, dpia, fcl, futhark};
use elder_futhark::check::tree::Promise;
use elder_passes::dex::reached;
use elder_passes::programs::{Core, Dex, Dpia, Fcl, Futhark, Interface, Origin};
use elder_syntax::language::Program as Stage;
use elder_syntax::{Diagnostic, Name};
use std::rc::Rc;

/// A program with these entry points, whatever its language; of DPIA and FCL it is one.
///
/// # Errors
/// Which entry points there are; that nothing leads on from the language, or for one entry point at a time only.
pub fn start(
    program: &Program,
    roots: &[&str],
    overrides: &Overrides,
) -> Result<Rc<dyn Stage>, Vec<Diagnostic>> {
    if let Some(source) = program.known::<dpia::Source>() {
        if let Some(made) = &source.made {
            let message = format!("`{}` made this program, which is on its way already", made.pass);
            return Err(vec![Diagnostic::outside(message)]);
        }
        return Ok(Rc::new(of_dpia(source, only(roots)?)?));
    }
    if let Some(fcl::Source(source)) = program.known() {
        return Ok(Rc::new(of_fcl(source, only(roots)?, overrides)?));
    }
    let of = |roots: &[&str]| {
        let mut written = [of_futhark, of_core, of_dex].into_iter();
        written.find_map(|written| written(program, roots))
    };
    of(roots).ok_or_else(|| {
        let none = roots.iter().find(|root| of(&[root]).is_none());
        let none = none.copied().unwrap_or_default();
        let message = format!("there is no entry point `{none}`");
        vec![Diagnostic::outside(message).with_help(program.checked().usage(none))]
    })
}

/// The one entry point of a program that is compiled for one at a time.
///
/// # Errors
/// That there are several, or none.
pub fn only<'r>(roots: &[&'r str]) -> Result<&'r str, Vec<Diagnostic>> {
    match roots {
        [only] => Ok(only),
        _ => Err(vec![Diagnostic::outside(
            "programs of this language are compiled for one entry point at a time",
        )]),
    }
}

/// A program of Futhark; its passes know no tuning parameters.
pub fn of_futhark(program: &Program, roots: &[&str]) -> Option<Rc<dyn Stage>> {
    let futhark::Source { tree, parameters } = program.known()?;
    let has = |root: &&str| tree.entries.iter().any(|own| own.name == *root);
    roots.iter().all(has).then_some(())?;
    Some(Rc::new(Futhark {
        tree: tuned::tuned(tree, parameters),
        roots: roots.iter().map(|root| Name::from(*root)).collect(),
        promise: Promise::Checked,
        interface: Interface::Same,
    }))
}

/// A program of Core.
pub fn of_core(program: &Program, roots: &[&str]) -> Option<Rc<dyn Stage>> {
    let core::Source { program, .. } = program.known()?;
    let has = |root: &&str| program.entry(root).is_some();
    roots.iter().all(has).then_some(())?;
    let mut program = program.clone();
    program
        .entries
        .retain(|entry| roots.contains(&entry.name.as_str()));
    Some(Rc::new(Core {
        program,
        interface: Interface::Same,
        form: Form::Open,
    }))
}

/// A program of Dex or of its core.  Those of core are as they stand; those of texts have the library before them, of which the entry points need a
/// part.
pub fn of_dex(program: &Program, roots: &[&str]) -> Option<Rc<dyn Stage>> {
    let source = program.known::<dex::Source>()?;
    let has = |root: &&str| source.program.definition(root).is_some();
    roots.iter().all(has).then_some(())?;
    Some(Rc::new(Dex {
        program: match *program.language() == elder_dex::core::LANGUAGE {
            true => source.program.clone(),
            false => reached::only(&source.program, roots),
        },
        simplified: None,
    }))
}

/// A definition of DPIA, which a pass may have made.
///
/// # Errors
/// Which there are; what the checker left to the launch and cannot be tested there.
pub fn of_dpia(source: &dpia::Source, entry: &str) -> Result<Dpia, Vec<Diagnostic>> {
    let closed = Entry::closed(&source.program, entry).map_err(|why| vec![dpia::no_entry(entry, &why)])?;
    Ok(match &source.made {
        Some(made) => Dpia {
            obligations: made.obligations(&closed),
            entry: closed,
            origin: Origin::Kept { cut: made.is_cut },
        },
        None => Dpia {
            obligations: check::obligations(&closed)?,
            entry: closed,
            origin: Origin::Written,
        },
    })
}

/// A kernel of FCL, on a machine of these sizes.
///
/// # Errors
/// Which kernels there are; sizes that no machine has.
pub fn of_fcl(
    source: &elder_fcl::Program,
    entry: &str,
    overrides: &Overrides,
) -> Result<Fcl, Vec<Diagnostic>> {
    let entry = fcl::entry(source, entry).map_err(|why| vec![*why])?;
    let text = source.find(entry.name.text()).map(elder_fcl::print::definition);
    Ok(Fcl {
        configuration: overrides.of(entry.configuration).map_err(|why| vec![*why])?,
        text: text.unwrap_or_default(),
        entry,
    })
}
