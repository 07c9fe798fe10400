//! Names that C, OpenCL C and the printer keep for themselves, and names that avoid them.

use elder_syntax::Name;
use elder_syntax::prim::PrimFn;
use im::shared_ptr::DefaultSharedPtr;
use rustc_hash::FxBuildHasher;

mod reserved;

/// Whether a name means something to C, OpenCL C or the printer already.
///
/// Names of variables and fields only need to differ from keywords, from macros and from what the printed text itself
/// uses: a variable may hide any other function.  What the linker sees is never a program's own name, see
/// [`crate::print::Symbols`].
pub fn is_reserved(name: &str) -> bool {
    reserved::is_listed(name)
        || reserved::has_reserved_start(name)
        || reserved::looks_like_macro(name)
        || reserved::is_vector_type(name)
        || is_helper(name)
}

/// The names of the helper functions of [`crate::prim`]: `div_i32`, `div_i32x4`, `splat_float4`.
fn is_helper(name: &str) -> bool {
    let scalar = name
        .trim_end_matches(|c: char| c.is_ascii_digit())
        .strip_suffix('x')
        .unwrap_or(name);
    PrimFn::from_name(name).is_some() || PrimFn::from_name(scalar).is_some() || name.starts_with("splat_")
}

/// The identifiers of C that a name of the source may become: letters, digits, underscores; Greek letters are spelled out.
fn legible(name: &str) -> String {
    let mut out = String::new();
    for c in name.chars() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => out.push(c),
            '\'' => out.push_str("_prime"),
            '.' | '-' | '$' | '#' => out.push('_'),
            _ => match greek(c) {
                Some(text) => out.push_str(text),
                None => out.push_str(&format!("u{:x}", c as u32)),
            },
        }
    }
    if !out.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        out.insert(0, 'v');
    }
    out
}

fn greek(c: char) -> Option<&'static str> {
    Some(match c {
        'α' => "alpha",
        'β' => "beta",
        'γ' => "gamma_",
        'δ' => "delta",
        'ε' => "epsilon",
        'λ' => "lambda",
        'μ' => "mu",
        'π' => "pi",
        'ρ' => "rho",
        'σ' => "sigma",
        'τ' => "tau",
        'φ' => "phi",
        'ω' => "omega",
        _ => return None,
    })
}

/// The names in use in one scope of generated text.  Cheap to copy: each block goes on with a copy of those around it.
#[derive(Clone, Debug, Default)]
pub struct Names {
    used: im::GenericHashSet<Name, FxBuildHasher, DefaultSharedPtr>,
    /// Up to which number names with this beginning are in use.
    numbers: im::GenericHashMap<Name, u64, FxBuildHasher, DefaultSharedPtr>,
}

impl Names {
    /// None in use.
    pub fn new() -> Names {
        Names::default()
    }

    /// A name that is not in use and not reserved, as close as can be to `wanted`; it is in use from now on.
    pub fn fresh(&mut self, wanted: &str) -> Name {
        let base = legible(wanted);
        let is_kept = is_reserved(&base);
        if !is_kept && self.used.insert(base.as_str().into()).is_none() {
            return base.into();
        }
        // A digit behind a digit would be misread: x1, then x1_2.
        let joint = if is_kept || base.ends_with(|c: char| c.is_ascii_digit()) {
            "_"
        } else {
            ""
        };
        // Whatever begins with `v_` is free, so the search below ends.
        let stem = match is_reserved(&format!("{base}{joint}1")) {
            true => format!("v_{}", base.trim_start_matches('_')),
            false => base,
        };
        let beginning = Name::from(format!("{stem}{joint}"));
        let mut number = self.numbers.get(&beginning).copied().unwrap_or_default();
        loop {
            number += 1;
            let name = format!("{beginning}{number}");
            if !is_reserved(&name) && self.used.insert(name.as_str().into()).is_none() {
                self.numbers.insert(beginning, number);
                return name.into();
            }
        }
    }

    /// Marks a name as in use.
    pub fn reserve(&mut self, name: impl Into<Name>) {
        self.used.insert(name.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_names_are_identifiers_and_differ() {
        let mut names = Names::new();
        let given: Vec<Name> = [
            "x", "x", "kernel", "float4", "xs'", "acc1", "acc1", "λ", "get_x", "1st", "名",
        ]
        .iter()
        .map(|w| names.fresh(w))
        .collect();
        let expected = [
            "x",
            "x1",
            "kernel_1",
            "float4_1",
            "xs_prime",
            "acc1",
            "acc1_1",
            "lambda",
            "v_get_x_1",
            "v1st",
            "u540d",
        ];
        assert_eq!(given, expected);
        assert!(given.iter().all(|n| !is_reserved(n)));
    }

    #[test]
    fn a_name_is_found_for_every_word_that_is_kept() {
        let words = "half half_x _Foo __x splat_q elder_x sqrtf int8 double8x4 div_i32x4 NAN BLOCK_SIZE linux cl_khr_fp64 auto expl";
        for word in words.split_whitespace() {
            assert!(is_reserved(word), "{word}");
            let mut names = Names::new();
            let (first, second) = (names.fresh(word), names.fresh(word));
            assert!(
                first != second && !is_reserved(&first) && !is_reserved(&second),
                "{word}"
            );
        }
        assert!(
            ["N", "halves", "xs", "floating", "int_x", "rand"]
                .iter()
                .all(|w| !is_reserved(w))
        );
    }
}
