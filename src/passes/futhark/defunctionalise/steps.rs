//! The derivation, for people: each judgement E ⊢ e ⇝ ⟨e', sv⟩ as it was made, with the rules that made it.

use super::value::{Lam, Payload, Static};
use super::{Env, Made, Pass, capture};
use elder_futhark::print::tree::Parts;
use elder_futhark::tree::{Exp, PatKind};
use elder_syntax::Rule;
use std::fmt;

/// One judgement of the derivation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How many conclusions stand around it.
    pub depth: usize,
    /// The rules that were applied to the expression itself, in their order.
    pub rules: Vec<&'static str>,
    /// What E says of the variables that the expression mentions.
    pub environment: String,
    /// e, on one line.
    pub source: String,
    /// e', on one line.
    pub residual: String,
    /// sv
    pub value: String,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Step {
            depth,
            rules,
            environment,
            source,
            residual,
            value,
        } = self;
        let indent = 2 * depth;
        let rules = rules.join(", ");
        write!(
            f,
            "{:indent$}{rules}: {environment} ⊢ {source} ⇝ ⟨{residual}, {value}⟩",
            ""
        )
    }
}

/// The derivation so far.
#[derive(Default)]
pub struct Steps {
    /// The rules of the judgements whose premises are being made, from the outside in.
    open: Vec<Vec<&'static str>>,
    made: Vec<Step>,
    texts: Texts,
}

impl Steps {
    /// The steps, premises first.
    pub fn made(self) -> Vec<Step> {
        self.made
    }
}

impl Pass<'_> {
    /// Notes that a rule is applied to the expression that is being translated.
    pub fn by(&mut self, rule: &'static Rule) {
        rule.apply();
        if let Some(rules) = self.steps.as_mut().and_then(|steps| steps.open.last_mut())
            && !rules.contains(&rule.id)
        {
            rules.push(rule.id);
        }
    }

    /// The judgement of an expression, written down if that is asked for.
    pub fn judged(
        &mut self,
        env: &mut Env,
        e: &Exp,
        judge: impl FnOnce(&mut Self, &mut Env) -> Made,
    ) -> Made {
        let environment = match &mut self.steps {
            None => return judge(self, env),
            Some(steps) => {
                steps.open.push(Vec::new());
                steps.texts.environment(env, e)
            }
        };
        let made = judge(self, env);
        if let Some(steps) = &mut self.steps
            && let Some(rules) = steps.open.pop()
            && let Ok((residual, value)) = &made
        {
            steps.made.push(Step {
                depth: steps.open.len(),
                rules,
                environment,
                source: steps.texts.exp(e),
                residual: steps.texts.exp(residual),
                value: steps.texts.value(value),
            });
        }
        made
    }
}

/// Expressions, types and static values on one line.
#[derive(Default)]
struct Texts(Parts);

impl Texts {
    fn exp(&mut self, e: &Exp) -> String {
        one_line(&self.0.exp(e))
    }

    /// E, of the variables that an expression mentions.
    fn environment(&mut self, env: &Env, e: &Exp) -> String {
        let mut mentioned = Vec::new();
        capture::in_exp(e, &mut |v, is_value| {
            if is_value && !mentioned.contains(v) {
                mentioned.push(v.clone());
            }
        });
        let known = mentioned
            .iter()
            .filter_map(|v| env.get(&v.id).map(|known| (v, known)));
        let known = known.map(|(v, known)| format!("{} ↦ {}", self.0.name(v), self.value(&known.value)));
        format!("[{}]", known.collect::<Vec<_>>().join(", "))
    }

    fn value(&mut self, value: &Static) -> String {
        match value {
            Static::Dyn(ty) => format!("Dyn {}", one_line(&self.0.ty(ty))),
            Static::Lam(lam) => self.function(lam),
            Static::Rcd(fields) => {
                let fields = fields.iter().map(|(l, sv)| format!("{l} ↦ {}", self.value(sv)));
                format!("Rcd {{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            Static::Arr(size, element, beside) => {
                let size = one_line(&self.0.size(size));
                let mut text = format!("Arr [{size}] ({})", self.value(element));
                if !beside.is_empty() {
                    let known = beside
                        .iter()
                        .map(|(v, sv)| format!("{} ↦ {}", self.0.name(v), self.value(sv)));
                    text += &format!(" {{{}}}", known.collect::<Vec<_>>().join(", "));
                }
                text
            }
            Static::Beside(_) => "Beside".to_string(),
            Static::Sum(constructors) => {
                let shown = constructors.iter().map(|(name, payload)| match payload {
                    Payload::Present(args) => {
                        let args = args.iter().map(|arg| format!(" ({})", self.value(arg)));
                        format!("#{name}{}", args.collect::<String>())
                    }
                    Payload::Absent(_) => format!("no #{name}"),
                });
                format!("Sum {{{}}}", shown.collect::<Vec<_>>().join(", "))
            }
            Static::Or(leaves) => {
                let leaves = leaves.iter().map(|lam| format!(" ({})", self.function(lam)));
                format!("Or{}", leaves.collect::<String>())
            }
        }
    }

    /// `Lam x e E`; of the parameters that it has the arguments of already, E says what those are.
    fn function(&mut self, lam: &Lam) -> String {
        let fun = lam.code.fun();
        let mut known = Vec::new();
        for captured in &lam.captured {
            known.push(format!(
                "{} ↦ {}",
                self.0.name(&captured.name),
                self.value(&captured.value)
            ));
        }
        let mut params = Vec::new();
        for (k, param) in fun.params.iter().enumerate() {
            let text = match &param.pat.kind {
                PatKind::Var(v) => self.0.name(v),
                _ => format!("({})", one_line(&self.0.pat(&param.pat))),
            };
            match lam.given.get(k) {
                Some((_, sv)) => known.push(format!("{text} ↦ {}", self.value(sv))),
                None => params.push(text),
            }
        }
        for (name, size) in &lam.sizes {
            known.push(format!(
                "{} = {}",
                self.0.name(name),
                one_line(&self.0.size(size))
            ));
        }
        let body = self.exp(&fun.body);
        format!("Lam {} ({body}) [{}]", params.join(" "), known.join(", "))
    }
}

/// Without the breaks and indents of the printer.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
