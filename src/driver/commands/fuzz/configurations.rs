//! Which programs are judged how: what the command line says, or, where it leaves that open, everything in turn.
//!
//! A fault shows on one configuration and not on others, and nobody knows on which: so each gets a slice of the time, and again.

use super::generated::{Generated, LANGUAGES};
use super::{Arguments, Programs, Rung};
use crate::device::Device;
use std::time::Duration;

/// Programs of one sort, and what is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Configuration {
    /// The language of the programs.
    pub language: &'static Generated,
    /// What is compared with the reference semantics of the program.
    pub rung: Rung,
    /// Which programs of DPIA.
    pub programs: Programs,
}

impl Configuration {
    /// The device that programs run on, if one is named; of several configurations, one that needs no driver.
    pub fn device(self, arguments: &Arguments) -> Option<&str> {
        let named = arguments.device.as_deref();
        match arguments.rung {
            Some(_) => named,
            None => named.or(Some(C)),
        }
    }

    /// How many turns it has at a time: its programs are of more kinds than those of others.
    pub fn turns(self) -> u32 {
        match self.rung {
            Rung::Judges | Rung::Operators => 4,
            Rung::Numbers | Rung::Edges | Rung::Definitions => 2,
            Rung::Library => 3,
            _ => 1,
        }
    }

    /// As it is announced.
    pub fn summary(self) -> String {
        let sorts = self.language.rungs.iter().filter(|(rung, _)| *rung == self.rung);
        match sorts.count() {
            0 | 1 => self.rung.name().to_owned(),
            _ => format!("{}, {}", self.rung.name(), self.programs.name()),
        }
    }
}

/// How often each configuration has its turn, when several share a time.
const ROUNDS: u32 = 3;

/// No turn is shorter: some configurations need most of it to begin.
const SHORTEST: Duration = Duration::from_millis(500);

/// No turn is longer, so that none waits for long.
const LONGEST: Duration = Duration::from_secs(20);

/// What the command line asks for.
pub(super) fn asked(arguments: &Arguments) -> Vec<Configuration> {
    let languages = match (arguments.language, arguments.rung, arguments.programs) {
        (Some(language), ..) => vec![language],
        (None, None, None) => LANGUAGES.to_vec(),
        (None, ..) => LANGUAGES
            .iter()
            .copied()
            .filter(|language| language.has_sorts())
            .collect(),
    };
    if let (Some(rung), [language]) = (arguments.rung, languages.as_slice()) {
        return vec![Configuration {
            language,
            rung,
            programs: arguments.programs.unwrap_or(Programs::Marked),
        }];
    }
    // A device takes part if there is one that needs no driver.
    let device = arguments.device.as_deref().unwrap_or(C);
    let has_device = Device::find(Some(device)).is_ok();
    let each = |language: &'static Generated| {
        language.rungs.iter().map(move |(rung, programs)| Configuration {
            language,
            rung: *rung,
            programs: *programs,
        })
    };
    let fitting = |configuration: &Configuration| {
        let is_asked = !configuration.language.has_sorts()
            || arguments
                .programs
                .is_none_or(|programs| programs == configuration.programs);
        is_asked && (configuration.rung != Rung::Device || has_device)
    };
    // Languages take turns, so that a short time is not that of the first one.
    let placed = languages
        .iter()
        .flat_map(|language| each(language).filter(fitting).enumerate());
    let mut placed: Vec<(usize, Configuration)> = placed.collect();
    placed.sort_by_key(|(place, _)| *place);
    placed
        .into_iter()
        .map(|(_, configuration)| configuration)
        .collect()
}

/// The device that takes part without being named: C with OpenMP.
const C: &str = "c";

/// The turns that so many configurations take: how many programs, or how long.
pub(super) fn turns(
    configurations: &[Configuration],
    count: Option<u64>,
    time: Option<Duration>,
) -> (u32, Option<u64>, Option<Duration>) {
    let few = configurations
        .iter()
        .map(|configuration| configuration.turns())
        .sum::<u32>()
        .max(1);
    match time {
        _ if configurations.len() <= 1 => (1, count, time),
        None => (
            1,
            count.map(|count| count.div_ceil(configurations.len() as u64)),
            None,
        ),
        Some(time) => {
            let turn = (time / few / ROUNDS).clamp(SHORTEST, LONGEST);
            let all = turn * few;
            let rounds = time.as_millis().div_ceil(all.as_millis().max(1));
            (u32::try_from(rounds).unwrap_or(u32::MAX), count, Some(turn))
        }
    }
}
