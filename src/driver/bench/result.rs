//! What came of an entry point with arguments on a device, and its JSON (`docs/bench.md`).

use super::sample::{Summary, median};
use crate::Exit;
use crate::engine::Rejected;
use crate::profile::{Totals, place};
use elder_syntax::prim::PrimValue;
use elder_syntax::{SourceMap, Value};
use serde_json::{Value as Json, json};

/// What was timed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Key {
    /// The file.
    pub program: String,
    /// The entry point.
    pub entry: String,
    /// The data set.
    pub data: String,
    /// The device's name.
    pub device: String,
}

/// What came of it.
pub struct Result {
    /// What was timed.
    pub key: Key,
    /// The line of the block, from 1; 0 if there is none.
    pub line: usize,
    /// Times, or why there are none.
    pub outcome: std::result::Result<Box<Measured>, Failed>,
}

/// Why there are no times.
pub struct Failed {
    /// How the command ends.
    pub exit: Exit,
    /// What happened, with the way out.
    pub message: String,
    /// What a pass, the device or the run refused, if that is it.
    pub rejected: Option<Rejected>,
}

/// Times and what they are held against.
#[derive(Debug)]
pub struct Measured {
    /// From text to the text of the kernels, in milliseconds.
    pub translation: f64,
    /// What the device's compiler took, in milliseconds.
    pub building: f64,
    /// Nanoseconds on the device, a run each.
    pub times: Vec<u64>,
    /// The same by the clock of the host.
    pub wall: Vec<u64>,
    /// The bytes of the arguments and of the results.
    pub bytes: (u64, u64),
    /// The bytes of a copy, and its median time in nanoseconds.
    pub copy: Option<(u64, u64)>,
    /// Whether the results were compared with what the block expects; they agree.
    pub is_checked: bool,
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// Elements of the first result, by their place.
    pub samples: Vec<(usize, f64)>,
    /// Where the time goes, as text, if that is asked for.
    pub profile: Option<String>,
}

/// A kernel at a place of the source.
#[derive(Debug)]
pub struct Kernel {
    /// Its name; `copy` and `fill` are the device's own.
    pub name: String,
    /// File and line.
    pub place: String,
    /// Launches in all runs.
    pub calls: u64,
    /// The median of its time in a run, in nanoseconds.
    pub median: u64,
    /// Bytes of what it was given in all runs.
    pub bytes: u64,
}

impl Kernel {
    /// Those of runs.
    pub fn all(totals: &Totals, sources: &SourceMap) -> Vec<Kernel> {
        let rows = totals.rows.iter().map(|row| Kernel {
            name: row.name.to_string(),
            place: place(sources, row.place),
            calls: row.calls,
            median: median(&row.times),
            bytes: row.bytes,
        });
        rows.collect()
    }
}

impl Measured {
    /// The figures of the times on the device.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.times)
    }

    /// How many bytes arguments and results come to in the time of a run, as a share of what a copy reads and writes in its time.
    pub fn share(&self) -> Option<f64> {
        let (copied, took) = self.copy?;
        let bytes = self.bytes.0 + self.bytes.1;
        let rate = |bytes: u64, ns: u64| (ns > 0).then(|| bytes as f64 / ns as f64);
        Some(rate(bytes, median(&self.times))? / rate(2 * copied, took)?)
    }
}

impl Result {
    /// That what was being timed takes too long.
    pub fn given_up(key: Key, message: String) -> Result {
        Result {
            key,
            line: 0,
            outcome: Err(Failed {
                exit: Exit::Limit,
                message,
                rejected: None,
            }),
        }
    }

    /// As an object: figures in nanoseconds, what was not measured `null`.
    pub fn json(&self) -> Json {
        let Key {
            program,
            entry,
            data,
            device,
        } = &self.key;
        let mut object =
            json!({"program": program, "entry": entry, "data": data, "line": self.line, "device": device});
        let own = match &self.outcome {
            Ok(measured) => measured.json(),
            Err(failed) => json!({"error": failed.message}),
        };
        if let (Json::Object(to), Json::Object(own)) = (&mut object, own) {
            to.extend(own);
        }
        object
    }
}

impl Measured {
    fn json(&self) -> Json {
        let known = self.summary();
        let runs = self.times.len().max(1) as u64;
        let kernel = |kernel: &Kernel| {
            json!({
                "name": kernel.name,
                "place": kernel.place,
                "calls": kernel.calls as f64 / runs as f64,
                "median_ns": kernel.median,
                "bytes": kernel.bytes / runs,
            })
        };
        json!({
            "translation_ms": self.translation,
            "building_ms": self.building,
            "runs": known.runs,
            "mean_ns": known.mean,
            "median_ns": known.median,
            "deviation_ns": known.deviation,
            // JSON has no infinities: `null` of one run.
            "half_interval_ns": known.half,
            "times_ns": self.times,
            "wall_median_ns": median(&self.wall),
            "input_bytes": self.bytes.0,
            "output_bytes": self.bytes.1,
            "copy_bytes": self.copy.map(|copy| copy.0),
            "copy_ns": self.copy.map(|copy| copy.1),
            "share_of_copy": self.share(),
            "checked": self.is_checked,
            "kernels": self.kernels.iter().map(kernel).collect::<Vec<_>>(),
            "samples": self.samples,
        })
    }
}

/// All results as a document.
pub fn document(results: &[Result]) -> String {
    let all: Vec<Json> = results.iter().map(Result::json).collect();
    let document = json!({"format": 1, "elder": env!("CARGO_PKG_VERSION"), "results": all});
    format!("{document:#}\n")
}

/// Elements of an array, by their place in row-major order, from the first to the last.
pub fn samples(value: &Value, count: usize) -> Vec<(usize, f64)> {
    let last = value.data().len().saturating_sub(1);
    let place = |c: usize| match count {
        0 | 1 => 0,
        _ => (last as f64 * c as f64 / (count - 1) as f64) as usize,
    };
    let element = |i: usize| Some((i, number(value.data().get(i)?)));
    (0..count).map(place).filter_map(element).collect()
}

/// As a float, for people and scripts.
fn number(value: PrimValue) -> f64 {
    match value {
        PrimValue::F64(x) => x,
        PrimValue::F32(x) => f64::from(x),
        PrimValue::F16(x) => x.to_f64(),
        PrimValue::Bool(x) => f64::from(u8::from(x)),
        PrimValue::I8(x) => f64::from(x),
        PrimValue::I16(x) => f64::from(x),
        PrimValue::I32(x) => f64::from(x),
        PrimValue::I64(x) => x as f64,
        PrimValue::U8(x) => f64::from(x),
        PrimValue::U16(x) => f64::from(x),
        PrimValue::U32(x) => f64::from(x),
        PrimValue::U64(x) => x as f64,
    }
}
