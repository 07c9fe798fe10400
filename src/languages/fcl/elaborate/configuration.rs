//! `config`: the sizes of the machine that a kernel is run with.

use super::Elaborator;
use crate::ast::{Definition, Setting};
use crate::rules::syntax::FCL_SYN_CONFIG;
use crate::{Configuration, DefinitionKind};
use elder_syntax::{Diagnostic, Name as Text, Span};
use rustc_hash::FxHashMap;

/// The most threads of a block that devices have.
const MOST_THREADS: u32 = 1024;

impl Elaborator {
    /// The configuration of a definition: the default, with what `config` says.
    pub(super) fn configuration(&mut self, definition: &Definition) -> Configuration {
        let mut configuration = Configuration::default();
        let mut places: FxHashMap<&Text, Span> = FxHashMap::default();
        for setting in &definition.configuration {
            FCL_SYN_CONFIG.apply();
            let option = &setting.option;
            if definition.kind != DefinitionKind::Kernel {
                let message = "only a `kernel` has a configuration";
                let refusal = FCL_SYN_CONFIG.refuse("option");
                self.error(Diagnostic::error(refusal, option.span, message));
                break;
            }
            if let Some(first) = places.insert(&option.name, option.span) {
                let message = format!("`{}` is given twice", option.name);
                let error = Diagnostic::error(FCL_SYN_CONFIG.refuse("option"), option.span, message);
                self.error(error.and_at(first, "first here"));
            }
            match option.name.as_str() {
                "#BlockSize" => {
                    configuration.block_size = self.value(setting, MOST_THREADS, false).unwrap_or(256);
                }
                "#BlockWidth" => configuration.block_width = self.value(setting, MOST_THREADS, false),
                "#WarpSize" => {
                    configuration.warp_size = self.value(setting, MOST_THREADS, true).unwrap_or(32)
                }
                "#Groups" => configuration.groups = self.value(setting, i32::MAX as u32, false),
                other => {
                    let message = format!("`{other}` is no option of a kernel");
                    let error = Diagnostic::error(FCL_SYN_CONFIG.refuse("option"), option.span, message);
                    self.error(
                        error.with_help("there are `#BlockSize`, `#BlockWidth`, `#WarpSize` and `#Groups`"),
                    );
                }
            }
        }
        if let Some(message) = configuration.mistake()
            && let Some(setting) = definition.configuration.first()
        {
            self.error(Diagnostic::error(
                FCL_SYN_CONFIG.refuse("value"),
                setting.span,
                message,
            ));
        }
        configuration
    }

    fn value(&mut self, setting: &Setting, most: u32, power: bool) -> Option<u32> {
        let fits = |v: &u32| (1..=most).contains(v) && (!power || v.is_power_of_two());
        let value = setting.value.filter(fits);
        if value.is_none() {
            let power = if power { ", a power of two" } else { "" };
            let message = format!("`{}` is a number from 1 to {most}{power}", setting.option.name);
            self.error(Diagnostic::error(
                FCL_SYN_CONFIG.refuse("value"),
                setting.span,
                message,
            ));
        }
        value
    }
}
