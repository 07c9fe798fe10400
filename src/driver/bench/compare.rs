//! The results of an earlier run, to hold others against.

use super::result::Key;
use super::sample::Summary;
use rustc_hash::FxHashMap;
use serde_json::Value as Json;

/// The figures of an earlier run.
#[derive(Debug, Default)]
pub struct Earlier {
    known: FxHashMap<Key, Summary>,
}

/// How a time has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The mean now, in means of then.
    pub ratio: f64,
    /// Whether that is more than the deviations allow.
    pub is_certain: bool,
}

impl Earlier {
    /// What `--json` wrote: a document, or an object a line.
    ///
    /// # Errors
    /// If it is something else, or there are no times in it.
    pub fn read(text: &str) -> Result<Earlier, String> {
        let document: Result<Json, _> = serde_json::from_str(text);
        let results = match &document {
            Ok(Json::Object(object)) if object.contains_key("results") => {
                object["results"].as_array().cloned().unwrap_or_default()
            }
            _ => {
                let lines = text.lines().filter(|line| !line.trim().is_empty());
                let read = lines.map(serde_json::from_str).collect::<Result<_, _>>();
                read.map_err(|e| format!("it is not what `elder bench --json` writes: {e}"))?
            }
        };
        let known: FxHashMap<_, _> = results.iter().filter_map(one).collect();
        match known.is_empty() {
            true => Err("there are no times in it".to_owned()),
            false => Ok(Earlier { known }),
        }
    }

    /// How it has changed since; `None` of what was not timed then.
    pub fn change(&self, key: &Key, now: &Summary) -> Option<Change> {
        let then = self.known.get(key)?;
        (then.mean > 0.0).then(|| Change {
            ratio: now.mean / then.mean,
            is_certain: now.differs(then),
        })
    }
}

/// A result that has times.
fn one(result: &Json) -> Option<(Key, Summary)> {
    let text = |name: &str| Some(result.get(name)?.as_str()?.to_owned());
    let key = Key {
        program: text("program")?,
        entry: text("entry")?,
        data: text("data")?,
        device: text("device")?,
    };
    let number = |name: &str| result.get(name)?.as_f64();
    let known = Summary {
        runs: usize::try_from(result.get("runs")?.as_u64()?).ok()?,
        mean: number("mean_ns")?,
        median: result.get("median_ns")?.as_u64()?,
        deviation: number("deviation_ns")?,
        half: number("half_interval_ns").unwrap_or(f64::INFINITY),
    };
    Some((key, known))
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mark = if self.is_certain { "*" } else { " " };
        write!(f, "{:.2}{mark}", self.ratio)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::result::{Measured, Result, document};
    use super::*;

    pub(in super::super) fn measured(times: &[u64]) -> Result {
        Result {
            key: Key {
                program: "p.fut".into(),
                entry: "main".into(),
                data: "[3]i32".into(),
                device: "a device".into(),
            },
            line: 3,
            outcome: Ok(Box::new(Measured {
                translation: 1.0,
                building: 2.0,
                times: times.to_vec(),
                wall: times.to_vec(),
                bytes: (12, 4),
                copy: Some((8, 50)),
                is_checked: true,
                kernels: Vec::new(),
                samples: Vec::new(),
                profile: None,
            })),
        }
    }

    #[test]
    fn a_slowdown_is_flagged() {
        let then = Earlier::read(&document(&[measured(&[100, 101, 99, 100])])).unwrap();
        let change = |times: &[u64]| {
            let now = measured(times);
            let known = now.outcome.ok().unwrap().summary();
            then.change(&now.key, &known).unwrap()
        };
        let slower = change(&[200, 201, 199, 200]);
        assert_eq!((slower.ratio, slower.is_certain), (2.0, true));
        assert_eq!(slower.to_string(), "2.00*");
        // What varies so much says nothing.
        assert!(!change(&[100, 400, 150, 150]).is_certain);
        assert!(!change(&[100, 99, 101, 100]).is_certain);
        let other = Key {
            entry: "other".into(),
            ..measured(&[1]).key
        };
        assert_eq!(then.change(&other, &Summary::of(&[1, 2])), None);
    }

    #[test]
    fn lines_are_read_as_a_document_is() {
        let line = format!("{}\n\n", measured(&[5, 5]).json());
        assert_eq!(Earlier::read(&line).unwrap().known.len(), 1);
        assert!(Earlier::read("# not this").unwrap_err().contains("not what"));
        assert!(
            Earlier::read("{\"results\": []}")
                .unwrap_err()
                .contains("no times")
        );
    }

    /// The share is of the bytes that a copy reads and writes: sixteen in a hundred nanoseconds, beside sixteen in fifty.
    #[test]
    fn the_share_of_a_copy() {
        assert_eq!(measured(&[100]).outcome.ok().unwrap().share(), Some(0.5));
        let object = measured(&[100]).json();
        assert_eq!(object["half_interval_ns"], Json::Null);
        assert_eq!(
            (&object["share_of_copy"], &object["line"]),
            (&0.5.into(), &3.into())
        );
    }
}
