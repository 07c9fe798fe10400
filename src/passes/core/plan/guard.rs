//! What is owed or tested of indexes and assertions, in the words of DPIA.

use elder_dpia::Notice;
use elder_dpia::ast::make::Make;
use elder_dpia::ast::{Exp, ExpKind};
use elder_kernel::host::Site;
use elder_syntax::prim::PrimType;

/// A number as an index that is known to be in bounds.
pub fn known(make: Make, number: Exp) -> Exp {
    make.apply("known", vec![number])
}

/// What follows an assertion, which says what the source says where it fails.
pub fn guard(holds: Exp, mut numbers: Vec<Exp>, site: Site, rest: Exp) -> Exp {
    let notice = Notice {
        message: site.message,
        blamed: Some(site.premise.to_string().into()),
    };
    let make = Make(site.span);
    numbers.truncate(notice.count());
    numbers.resize_with(notice.count(), || make.integer(0, PrimType::I64));
    let fails = make.exp(ExpKind::Fail(notice, numbers));
    make.choose(holds, rest, Some(fails))
}
