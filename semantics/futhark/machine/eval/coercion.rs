//! Size coercions: FUT-E-COERCE, FUT-E-PROXY.

use super::Machine;
use crate::failure::Run;
use crate::futhark::machine::code::{CoerceCode, Proxies};
use crate::futhark::machine::shape::find_size;
use crate::futhark::machine::value::{Sum, Value};
use crate::futhark::refusals;
use elder_futhark::rules::evaluation as rules;
use elder_futhark::tree::Coerced;
use smallvec::SmallVec;
use std::rc::Rc;

impl Machine {
    /// FUT-E-COERCE: the value, once the sizes that it shows have been compared, with proxies for its functions.
    pub(super) fn coerce(&mut self, coercion: &CoerceCode) -> Run<Value> {
        if coercion.what == Coerced::Value {
            rules::FUT_E_COERCE.apply();
        } else {
            rules::FUT_E_PROXY.apply();
        }
        let value = self.eval(&coercion.value)?;
        for (slot, size) in &coercion.settled {
            let size = self.eval(size)?;
            self.set(*slot, size);
        }
        // All sizes are computed before any is compared.
        let mut sizes = SmallVec::<[i64; 4]>::new();
        for (_, size) in &coercion.checks {
            sizes.push(self.scalar::<i64>(size)?);
        }
        for ((walk, _), expected) in coercion.checks.iter().zip(sizes) {
            match find_size(std::slice::from_ref(walk), &value) {
                Some(found) if found != expected => {
                    return Err(refusals::coerced(coercion.what, expected, found, coercion.span));
                }
                _ => {}
            }
        }
        Ok(match &coercion.proxies {
            None => value,
            Some(proxies) => self.with_proxies(value, proxies),
        })
    }

    fn with_proxies(&self, value: Value, proxies: &Proxies) -> Value {
        match (value, proxies) {
            (function, Proxies::Function(proxy)) => self.closure(proxy, vec![function]),
            (Value::Record(mut fields), Proxies::Record(parts)) => {
                let inner = Rc::make_mut(&mut fields);
                for (k, part) in parts {
                    if let Some(field) = inner.get_mut(*k as usize) {
                        let old = std::mem::take(field);
                        *field = self.with_proxies(old, part);
                    }
                }
                Value::Record(fields)
            }
            (Value::Sum(sum), Proxies::Sum(parts)) => {
                let mut args = sum.args.clone();
                for (_, k, part) in parts.iter().filter(|(tag, ..)| *tag == sum.tag) {
                    if let Some(arg) = args.get_mut(*k as usize) {
                        let old = std::mem::take(arg);
                        *arg = self.with_proxies(old, part);
                    }
                }
                Value::Sum(Rc::new(Sum {
                    args,
                    ..(*sum).clone()
                }))
            }
            (value, _) => value,
        }
    }
}
