//! The languages that the engine knows, each a value of [`Language`].  A new one is a module that has its value, and a line in [`LANGUAGES`].

use crate::language::Language;
use crate::{core, dex, dpia, fcl, futhark, kernel};
use elder_dpia::rules::evaluation::DPIA_E_LIMIT;
use elder_kernel::rules::host::KER_H_LIMIT;
use elder_syntax::{Language as Declared, Refusal, Rule};

/// All languages.
pub static LANGUAGES: &[&Language] = &[
    &futhark::LANGUAGE,
    &dpia::LANGUAGE,
    &fcl::LANGUAGE,
    &core::LANGUAGE,
    &kernel::LANGUAGE,
    &dex::LANGUAGE,
    &dex::CORE,
];

/// The language of a text, by the ending of its name.
///
/// # Errors
/// Says which endings there are.
pub fn of_name(name: &str) -> Result<&'static Language, String> {
    let languages = LANGUAGES.iter().map(|language| (language.declared, *language));
    among(name, languages)
}

/// The one of these languages that a text is of, by the ending of its name.
///
/// # Errors
/// Says which endings there are.
pub fn among<L>(
    name: &str,
    languages: impl Iterator<Item = (&'static Declared, L)> + Clone,
) -> Result<L, String> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let (stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let ending = if stem.is_empty() { "" } else { ending };
    let found = languages.clone().find(|(declared, _)| declared.ending == ending);
    found.map(|(_, language)| language).ok_or_else(|| {
        let known: Vec<String> = languages
            .map(|(declared, _)| format!(".{} ({})", declared.ending, declared.name))
            .collect();
        format!(
            "the language of a program goes by its file's ending, which is one of {}",
            known.join(", ")
        )
    })
}

/// Whether what refused is a limit, as that judging the program takes too much ([`elder_syntax::effort`]).
pub fn is_limit(refusal: Refusal) -> bool {
    let efforts = LANGUAGES.iter().filter_map(|language| language.declared.effort);
    let mut limits = efforts.chain([&DPIA_E_LIMIT, &KER_H_LIMIT]);
    limits.any(|rule| std::ptr::eq(rule, refusal.rule))
}

/// All rules of all languages, and those that they share.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    let declared = LANGUAGES.iter().map(|language| language.declared);
    declared
        .chain([&elder_syntax::LANGUAGE])
        .flat_map(Declared::rules)
}
