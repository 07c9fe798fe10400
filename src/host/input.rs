//! Values from outside: standard input, files, test blocks, all read in the same way.
//!
//! Input is in the text or binary data format, plain or compressed by gzip.  Numbers without a suffix have the type of the
//! parameter that they are given for.

pub use elder_engine::input::{assumed, values as plain_values};
use elder_syntax::Value;
use elder_syntax::prim::PrimType;

use std::borrow::Cow;
use std::io::Read;
use std::path::Path;

/// More than this is refused rather than read.
const MAX_BYTES: u64 = 1 << 34;

/// What a file compressed by gzip begins with; no value does.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The bytes of a file, uncompressed.
///
/// # Errors
/// Names the file and what the system said.
pub fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let stated = |e: std::io::Error| format!("cannot read {}: {e}", path.display());
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(stated)?;
    file.take(MAX_BYTES).read_to_end(&mut bytes).map_err(stated)?;
    Ok(match uncompressed(&bytes).map_err(stated)? {
        Cow::Owned(plain) => plain,
        Cow::Borrowed(_) => bytes,
    })
}

/// The bytes as they were before gzip, if it was there.
fn uncompressed(bytes: &[u8]) -> std::io::Result<Cow<'_, [u8]>> {
    if !bytes.starts_with(GZIP) {
        return Ok(Cow::Borrowed(bytes));
    }
    let mut plain = Vec::new();
    flate2::read::MultiGzDecoder::new(bytes)
        .take(MAX_BYTES)
        .read_to_end(&mut plain)?;
    Ok(Cow::Owned(plain))
}

/// The values in bytes that may be compressed; `types` are those of numbers without a suffix, one a value that is wanted.
///
/// # Errors
/// The place in the input, and what is wrong there.
pub fn values(bytes: &[u8], types: &[Option<PrimType>]) -> Result<Vec<Value>, String> {
    let bytes = uncompressed(bytes).map_err(|e| format!("cannot uncompress: {e}"))?;
    plain_values(&bytes, types).map_err(|e| e.to_string())
}

/// The values in a file, as [`values`].
///
/// # Errors
/// Names the file and the place in it.
pub fn file(path: &Path, types: &[Option<PrimType>]) -> Result<Vec<Value>, String> {
    let bytes = read_file(path)?;
    plain_values(&bytes, types).map_err(|e| format!("{}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn compressed(bytes: &[u8]) -> Vec<u8> {
        let mut out = flate2::write::GzEncoder::new(Vec::new(), Default::default());
        out.write_all(bytes).unwrap();
        out.finish().unwrap()
    }

    #[test]
    fn compressed_files_are_read_and_errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.in.gz");
        std::fs::write(&path, compressed(b"1 [2,3")).unwrap();
        assert_eq!(read_file(&path).unwrap(), b"1 [2,3");
        let error = file(&path, &[]).unwrap_err();
        assert!(error.contains("x.in.gz: line 1, column 7"), "{error}");
        assert!(
            read_file(&folder.path().join("none"))
                .unwrap_err()
                .contains("none")
        );
    }

    #[test]
    fn standard_input_may_be_compressed_too() {
        let types = [Some(PrimType::U8), Some(PrimType::F64)];
        let plain = values(b"300 [1, 2.5]", &types).unwrap();
        assert_eq!(values(&compressed(b"300 [1, 2.5]"), &types).unwrap(), plain);
        assert_eq!(plain[0].to_string(), "44u8");
        assert!(
            values(&compressed(b"1")[..12], &types)
                .unwrap_err()
                .contains("uncompress")
        );
    }
}
