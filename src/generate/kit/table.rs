//! Tables whose rows are values of one type, a row a line.

/// `Type { fields }` and rows of their values, each in parentheses and closed by a semicolon.
macro_rules! table {
    ($row:ident $fields:tt $($values:tt;)*) => {
        &[$($crate::kit::row!($row $fields $values)),*]
    };
}

/// One row of [`table`].
macro_rules! row {
    ($row:ident { $($field:ident),* } ( $($value:expr),* )) => {
        $row { $($field: $value),* }
    };
}

/// An array of variants of one type.
macro_rules! each {
    ($of:ident: $($name:ident)*) => {
        [$($of::$name),*]
    };
}

pub(crate) use {each, row, table};
