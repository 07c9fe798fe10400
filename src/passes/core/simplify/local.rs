//! A part of a program by names that are its own, so that what is known of names has room for those only.

use elder_core::compact::Renumbered;
use elder_core::names::{Name, Names};
use elder_core::tree::Lambda;
use elder_core::walk::Rewrite;
use rustc_hash::FxHashMap;

/// Changes a function that has a table of its own meanwhile.
pub(super) fn within(names: &mut Names, lambda: &mut Lambda, change: impl FnOnce(&mut Names, &mut Lambda)) {
    let mut into = Into {
        outside: names,
        own: Names::default(),
        known: FxHashMap::default(),
        originals: Vec::new(),
    };
    into.lambda(lambda);
    let (mut own, originals) = (into.own, into.originals);
    change(&mut own, lambda);
    // What was made meanwhile is new outside.
    let made = own.all().skip(originals.len());
    let made: Vec<Name> = made.map(|name| names.fresh(own.text(name).clone())).collect();
    let numbers = &[originals, made].concat();
    Renumbered { numbers, names }.lambda(lambda);
}

struct Into<'n> {
    outside: &'n Names,
    own: Names,
    known: FxHashMap<Name, Name>,
    /// The names outside, by those here.
    originals: Vec<Name>,
}

impl Rewrite for Into<'_> {
    fn bound(&mut self, name: &mut Name) {
        self.used(name);
    }

    fn used(&mut self, name: &mut Name) {
        if let Some(own) = self.known.get(name) {
            *name = *own;
            return;
        }
        let (original, own) = (*name, self.own.fresh(self.outside.text(*name).clone()));
        self.known.insert(original, own);
        self.originals.push(original);
        *name = own;
        if let Some(mut ty) = self.outside.ty(original).cloned() {
            self.ty(&mut ty);
            self.own.note(own, &ty);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::core::simplify;
    use elder_core::tree::{Exp, Screma, Soac};
    use elder_core::{check, print, read};
    use elder_syntax::SourceMap;

    /// The function of a map alone, whose size and row come from outside.
    #[test]
    fn a_function_is_simplified_where_it_stands() {
        let text = "
entry main [n][m] (xss: [n][m]i32) (ys: *[m]i32) (k: i32): ([n]i32, [m]i32) =
  let zs: [n]i32 = map n (\\(xs: [m]i32): i32 ->
      let own: [m]i32 = copy ys
      let zero: i32 = k * 0i32
      let a: i32 = k + zero
      let b: i32 = a * 2i32
      let c: i32 = a * 2i32
      let vs: [m]i32 = own with [0i64] = b
      let v: i32 = vs[0i64]
      let unused: i32 = c * c
      let w: i32 = v + c
      in w) xss
  let us: [m]i32 = ys with [0i64] = 0i32
  in zs, us
";
        let source = SourceMap::new().add("a.core", text);
        let mut program = read::program(source, text, &|_| None).unwrap();
        let before = program.names.len();
        let mut names = std::mem::take(&mut program.names);
        let stm = &mut program.entries[0].body.stms[0];
        let Exp::Soac { soac, .. } = &mut stm.exp else {
            panic!()
        };
        let Soac::Screma(Screma { function, .. }) = &mut **soac else {
            panic!()
        };
        simplify::lambda(&mut names, &[], function, &[]);
        assert_eq!((function.body.stms.len(), names.len()), (5, before));
        program.names = names;
        check::sized(&program).unwrap();
        assert_eq!(elder_core::names::disagreeing(&program), None);
        // What comes from outside may be consumed there, so its copy stays.
        let text = print::program(&program);
        assert!(text.contains("copy ys") && text.contains("k << 1i32"), "{text}");
    }
}
