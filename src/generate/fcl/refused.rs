//! Programs that break one rule.
//!
//! A well-typed program gets one binding or definition that breaks a premise of a rule; what it is made of is generated, and it stands
//! anywhere in the program.  The table says which premise refuses.  A table of texts, so that lexer, parser and elaboration take part.

use super::build::{bind, boolean, branch, int, node, var};
use super::terms::Generator;
use super::types::{Data, Goal, Place, Size};
use super::{Shape, program_of};
use crate::Choices;
use crate::faults::row;
use elder_fcl::{BaseType, Effect, Expression, Node, Variable, print};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// A way to break a premise.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The rule that has to refuse.
    pub rule: &'static str,
    /// Its premise.
    pub premise: &'static str,
    /// Whether it is a definition, not a term.
    definition: bool,
    /// What is written.  Between `«` and `»` stands the type of a term, `a` for any type of base values.
    template: &'static str,
}

/// Terms that are refused, each for a premise.
const TERMS: &str = "
FCL-T-ARR/same [«int», «bool»]
FCL-T-ARR/same [«double», «int»]
FCL-T-ARR/same [«[int]», [«double»]]
FCL-T-ARR/same [(«a», «int»), («a», «bool»)]
FCL-T-ARR/ground [fn x => x + «int»]
FCL-T-ARR/ground [(«a», fn x => x)]
FCL-T-ARR/ground [push, push]
FCL-T-FST/pair fst «int»
FCL-T-FST/pair fst «[int]»
FCL-T-FST/pair fst (fst («int», «a»))
FCL-T-SND/pair snd «bool»
FCL-T-SND/pair snd (fn x => x)
FCL-T-SND/pair snd (push <block> «[int]»)
FCL-T-LET-R/generalised fn x => let y = x in (y «int», y «bool»)
FCL-T-APP/function «int» «a»
FCL-T-APP/function «[int]» 0
FCL-T-APP/function (fst («int», «a»)) «int»
FCL-T-APP/function length «[int]» «int»
FCL-T-APP/argument (fn x => x + 1) «bool»
FCL-T-APP/argument (fn x => fn y => if x then y else y + 1) «int» «int»
FCL-T-APP/argument (fn (x, y) => x + y + 1) «int»
FCL-T-APP/argument zipWith (fn x => fn y => x + y) «[int]» «int»
FCL-T-APP/argument (fn x => x % (x + x)) «double»
FCL-T-APP/argument (fn x => (x + x) << x) «double»
FCL-T-APP/argument (fn x => fn y => let u = x + x in let v = y % y in if true then x else y) «double» «double»
FCL-T-APP/argument (fn x => fn y => let u = sqrt x in let v = y + y in if true then y else x) «int» «int»
FCL-T-APP/argument splitUp «double» «[int]»
FCL-T-APP/argument reverse (push <thread> «[int]»)
FCL-T-APP/finite fn x => x x
FCL-T-APP/finite fn f => f (f, «a»)
FCL-T-LAPP-R/function (fn x => x + «int») <block>
FCL-T-LAPP-R/function «int» <thread>
FCL-T-LFN/rigid fn <l> => fn xs => index [push <l> xs, push <block> xs] 0
FCL-T-LFN/rigid fn <l> => fn <m> => index [push <l> «[int]», push <m> «[int]»] 0
FCL-T-LFN/escape fn g => fn <l> => g (push <l> «[int]»)
FCL-T-CONCAT-R/size concat «bool» (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-CONCAT-R/size concat «double» [push <block> «[int]»]
FCL-T-CONCAT-R/parts concat 3 [«[int]», «[int]»]
FCL-T-CONCAT-R/parts concat «int» «[int]»
FCL-T-CONCAT-R/parts concat 3 (push <thread> «[int]»)
FCL-T-INTERLEAVE/size interleave «bool» fst (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE/function interleave 1 (fn p => p) (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE/function interleave 1 (fn p => «double») (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE/function interleave 1 «int» (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE/parts interleave 3 fst [«[int]», «[int]»]
FCL-T-INTERLEAVE-INTO/size interleaveInto «bool» 1 fst (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE-INTO/size interleaveInto 3 «double» fst (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE-INTO/function interleaveInto 3 1 (fn p => p) (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE-INTO/function interleaveInto 3 1 (fn p => «bool») (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-INTERLEAVE-INTO/parts interleaveInto 3 3 fst [«[int]», «[int]»]
FCL-T-CONCAT-SEQ/size concatSeq «bool» [push <block> «[int]»]
FCL-T-CONCAT-SEQ/size concatSeq «double» (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-CONCAT-SEQ/parts concatSeq 3 [«[int]», «[int]»]
FCL-T-CONCAT-SEQ/parts concatSeq «int» (push <block> «[int]»)
FCL-T-CONCAT-THREADS/size concatThreads «double» (map (push <thread>) (splitUp 1 «[int]»))
FCL-T-CONCAT-THREADS/parts concatThreads 3 [«[int]», «[int]»]
FCL-T-CONCAT-THREADS/parts concatThreads 3 [push <block> «[int]»]
FCL-T-CONCAT-THREADS/parts concatThreads 3 [push <warp> «[int]»]
FCL-T-IF/condition if «int» then «a» else «a»
FCL-T-IF/condition if «[int]» then 1 else 2
FCL-T-IF/branches if «bool» then «int» else «bool»
FCL-T-IF/branches if «bool» then «[int]» else push <thread> «[int]»
FCL-T-IF/branches if «bool» then push <block> «[int]» else push <warp> «[int]»
FCL-T-IF/branches if «bool» then («int», «a») else («double», «a»)
FCL-G-OVER/array map (fn x => x) «int»
FCL-G-OVER/array length «bool»
FCL-G-OVER/array length (fst («int», «a»))
FCL-B-LENPULL/pull lengthPull (push <block> «[int]»)
FCL-B-LENPULL/pull lengthPull «int»
FCL-B-LENPUSH/push lengthPush «[int]»
FCL-B-LENPUSH/push lengthPush «double»
FCL-B-MAPPULL/function mapPull «int» «[int]»
FCL-B-MAPPULL/pull mapPull (fn x => x) (push <block> «[int]»)
FCL-B-MAPPULL/pull mapPull (fn x => not x) «[int]»
FCL-B-MAPPUSH/function mapPush «int» (push <block> «[int]»)
FCL-B-MAPPUSH/push mapPush (fn x => x) «[int]»
FCL-B-MAPPUSH/push mapPush (fn x => not x) (push <warp> «[int]»)
FCL-B-GEN/length generate «double» (fn i => «a»)
FCL-B-GEN/length generate «bool» (fn i => i)
FCL-B-GEN/function generate 3 «int»
FCL-B-INDEX/pull index (push <block> «[int]») 0
FCL-B-INDEX/pull index «int» 0
FCL-B-INDEX/index index «[int]» «double»
FCL-B-INDEX/index index «[int]» «bool»
FCL-B-PUSH/pull push <block> (push <block> «[int]»)
FCL-B-PUSH/pull push <thread> «int»
FCL-B-FORCE/push fn u => force «[int]»
FCL-B-FORCE/push fn u => force «bool»
FCL-B-FORCE-PADDED/size fn u => forcePadded «bool» 1 (push <thread> «[int]»)
FCL-B-FORCE-PADDED/size fn u => forcePadded 1 «double» (push <thread> «[int]»)
FCL-B-FORCE-PADDED/push fn u => forcePadded 1 1 «[int]»
FCL-B-WHILE/condition fn u => while (fn a => length a) (fn a => push <block> a) (push <block> «[int]»)
FCL-B-WHILE/condition fn u => while «bool» (fn a => push <block> a) (push <block> «[int]»)
FCL-B-WHILE/step fn u => while (fn a => «bool») (fn a => a) (push <block> «[int]»)
FCL-B-WHILE/step fn u => while (fn a => «bool») (fn a => push <warp> a) (push <block> «[int]»)
FCL-B-WHILE/step fn u => while (fn a => «bool») (fn a => push <block> (map (fn x => x == 1) a)) (push <block> «[int]»)
FCL-B-WHILE/start fn u => while (fn a => «bool») (fn a => push <block> a) «[int]»
FCL-B-ITERATE/count fn u => iterate «bool» (fn k => fn a => push <block> a) (push <block> «[int]»)
FCL-B-ITERATE/count fn u => iterateFrom «double» 3 (fn k => fn a => push <block> a) (push <block> «[int]»)
FCL-B-ITERATE/step fn u => iterate 3 (fn k => fn a => map (fn x => x + k) a) (push <block> «[int]»)
FCL-B-ITERATE/step fn u => power 3 (fn k => fn a => push <block> (map (fn x => k) a)) (push <block> [«bool»])
FCL-B-ITERATE/start fn u => iterate 3 (fn k => fn a => push <block> a) «[int]»
FCL-B-FOLD/function fold «int» 0 «[int]»
FCL-B-FOLD/start fold (fn a => fn x => if a then x == 1 else false) «int» «[int]»
FCL-B-FOLD/pull fold (fn a => fn x => a + x + 1) «int» (push <block> «[int]»)
FCL-B-FOLD/pull fold (fn a => fn x => if x then a + 1 else a) «int» «[int]»
FCL-B-SCAN/function scanThread «int» 0 «[int]»
FCL-B-SCAN/start scanThread (fn a => fn x => if a then x == 1 else false) «int» «[int]»
FCL-B-SCAN/pull scanThread (fn a => fn x => a + x + 1) «int» (push <block> «[int]»)
FCL-B-SCALAR/operand «int» + «double»
FCL-B-SCALAR/operand «double» * «float»
FCL-B-SCALAR/operand «bool» < «bool»
FCL-B-SCALAR/operand negate «bool»
FCL-B-SCALAR/operand sqrt «int»
FCL-B-SCALAR/operand not «int»
FCL-B-SCALAR/operand «double» % «double»
FCL-B-SCALAR/operand «double» << «double»
FCL-B-SCALAR/operand «[int]» == «[int]»
FCL-B-SCALAR/operand clz «double»
FCL-B-SCALAR/operand d2i «int»
FCL-B-SCALAR/operand «int» + «i64»
FCL-B-SCALAR/operand min «u8» «int»
FCL-K-PUSH-R/element push <block> [«[int]», «[int]»]
FCL-K-PUSH-R/element fn q => (fn y => fn z => let w = if true then z else y in let u = index (force (push <thread> [y])) 0 in w 1) (fn x => x) (fn x => x)
FCL-K-PUSH-R/element fn q => (fn y => fn z => let u = index (force (push <thread> [y])) 0 in (if true then z else y) 1) (fn x => x) (fn x => x)
FCL-K-PUSH-R/element push <thread> [(«int», «[int]»)]
FCL-T-EFF-JOIN/one fn u => index (force (push <block> «[int]»)) 0 + index (force (push <warp> «[int]»)) 0
FCL-T-EFF-JOIN/one fn u => let a = force (push <thread> «[int]») in force (push <grid> a)
FCL-T-EFF-PUSH/thread push <block> (map (fn x => index (force (push <block> [x])) 0) «[int]»)
FCL-T-EFF-PUSH/thread push <thread> (generate 3 (fn i => index (force (push <warp> «[int]»)) i))
FCL-T-EFF-PUSH/thread (fn f => push <block> (mapPull f «[int]»)) (fn x => index (force (push <block> [x + 1])) 0)
FCL-T-EFF-PUSH/thread (fn f => push <block> (mapPull f «[int]»)) (fn x => index (force (push <warp> [x + «int»])) 0)
FCL-T-EFF-PUSH/thread (fn f => fn g => let h = if «bool» then f else g in push <block> (mapPull f «[int]»)) (fn x => x) (fn x => index (force (push <block> [x])) 0)
FCL-T-EFF-WHILE/condition fn u => while (fn a => index (force (push <block> a)) 0 == 1) (fn a => push <block> a) (push <block> «[int]»)
FCL-T-EFF-WHILE/step fn u => while (fn a => «bool») (fn a => let b = force (push <warp> a) in push <block> b) (push <block> «[int]»)
FCL-T-EFF-ITERATE/step fn u => iterate 3 (fn k => fn a => let b = force (push <block> a) in push <thread> b) (push <thread> «[int]»)
FCL-T-EFF-CONCAT/parts concat 3 [push <block> (force (push <warp> «[int]»))]
FCL-T-EFF-SCAN/thread scanThread (fn acc => fn x => acc + index (force (push <block> [x])) 0) 0 «[int]»
FCL-T-EFF-LFN/escape fn g => fn <l> => g (fn y => index (force (push <l> «[int]»)) y)
FCL-SYN-CHARACTER/known «int» ? 1
FCL-SYN-CHARACTER/known «int» + $
FCL-SYN-CHARACTER/closed «int» (* (* *)
FCL-SYN-NUMBER/suffix 1x
FCL-SYN-NUMBER/range 2147483648
FCL-SYN-NUMBER/range «int» + 4294967296
FCL-SYN-NUMBER/range 256u8
FCL-SYN-NUMBER/range 128i8
FCL-SYN-EXPRESSION/expression «int» +
FCL-SYN-EXPRESSION/expression if then «a» else «a»
FCL-SYN-EXPRESSION/expression («int» + ) * 2
FCL-SYN-EXPRESSION/token if «bool» then «a»
FCL-SYN-EXPRESSION/token let q = «int»
FCL-SYN-EXPRESSION/token fn x «a»
FCL-SYN-EXPRESSION/pair («int», «int», «int»)
FCL-SYN-NAME/bound «int» + notBound
FCL-SYN-NAME/bound (let q = «int» in q) + q
FCL-SYN-NAME/bound map (fn x => otherX) «[int]»
FCL-SYN-NAME/level push <q> «[int]»
FCL-SYN-NAME/level (fn <q> => 1) <block> + lengthPush (push <q> «[int]»)
FCL-SYN-NAME/unique fn (x, x) => x
FCL-G-BS/known #BlockLength
";

/// Definitions that are refused, each for a premise.
const DEFINITIONS: &str = "
FCL-T-DEF/signature sig wrong : int -> bool\\nfun wrong x = x + 1
FCL-T-DEF/signature sig wrong : a -> b\\nfun wrong x = x
FCL-T-DEF/signature sig wrong : <l> -> [int] -> [int]<l>\\nfun wrong <l> xs = xs
FCL-T-LFN/rigid sig wrong : <l> -> [int] -> [int]<l>\\nfun wrong <l> xs = push <block> xs
FCL-T-KERNEL/parameters kernel wrong f xs = push <block> (mapPull f xs)
FCL-T-KERNEL/parameters sig wrong : [[int]] -> [int]<block>\\nkernel wrong xs = push <block> (index xs 0)
FCL-T-KERNEL/result kernel wrong xs = mapPull (fn x => x + 1) xs
FCL-T-KERNEL/result kernel wrong x = x + 1
FCL-T-KERNEL/level kernel wrong xs = concat 2 (mapPull (fn c => concat 2 (mapPull (push <block>) (splitUp 2 c))) (splitUp 2 xs))
FCL-T-KERNEL/effect kernel wrong xs = let a = force (push <grid> xs) in push <block> a
FCL-T-CONCAT-R/level sig wrong : [int] -> [int]<block>\\nfun wrong xs = concat 2 (mapPull (push <block>) (splitUp 2 xs))
FCL-T-CONCAT-R/level sig wrong : [int] -> [int]<warp>\\nfun wrong xs = concat 2 (mapPull (push <warp>) (splitUp 2 xs))
FCL-T-CONCAT-R/turnstile kernel wrong xs = push <block> (force (concat 2 (mapPull (push <block>) (splitUp 2 xs))))
FCL-T-INTERLEAVE/level sig wrong : [int] -> [int]<block>\\nfun wrong xs = interleave 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 xs))
FCL-T-INTERLEAVE/turnstile kernel wrong xs = push <block> (force (mapPush (fn x => x) (interleave 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 xs)))))
FCL-T-INTERLEAVE-INTO/level sig wrong : [int] -> [int]<block>\\nfun wrong xs = interleaveInto 3 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 xs))
FCL-T-INTERLEAVE-INTO/turnstile kernel wrong xs = push <block> (force (interleaveInto 3 2 (fn p => fst p * 2 + snd p) (mapPull (push <block>) (splitUp 2 xs))))
FCL-T-EFF-TOP/level val wrong = index (force (push <block> [1])) 0 + index (force (push <warp> [1])) 0
FCL-K-PULL/element sig wrong : [int -> int] -> int\\nfun wrong xs = lengthPull xs
FCL-K-PUSH-R/element sig wrong : [[int]]<block> -> int\\nfun wrong xs = lengthPush xs
FCL-I-INST-R/kind fun other xs = push <block> xs\\nfun wrong ys = other [[1], [2]]
FCL-SYN-PROGRAM/definition 12
FCL-SYN-PROGRAM/token fun 1 = 2
FCL-SYN-PROGRAM/token kernel wrong xs 1 = push <block> xs
FCL-SYN-PROGRAM/unique fun wrong x = x\\nfun wrong y = y
FCL-SYN-PROGRAM/signature sig wrong : int -> int\\nfun other x = x
FCL-SYN-CONFIG/option kernel wrong xs = push <block> xs\\n  config #Threads = 4
FCL-SYN-CONFIG/option kernel wrong xs = push <block> xs\\n  config #BlockSize = 4 #BlockSize = 8
FCL-SYN-CONFIG/option fun wrong xs = xs\\n  config #BlockSize = 4
FCL-SYN-CONFIG/value kernel wrong xs = push <block> xs\\n  config #BlockSize = 0
FCL-SYN-CONFIG/value kernel wrong xs = push <block> xs\\n  config #BlockSize = 64 #BlockWidth = 48
FCL-SYN-CONFIG/value kernel wrong xs = push <block> xs\\n  config #WarpSize = 3
FCL-SYN-TYPE/form sig wrong : int ->\\nfun wrong x = x
FCL-SYN-TYPE/level sig wrong : [int]<3> -> int\\nfun wrong x = 1
FCL-SYN-TYPE/name sig wrong : Integer -> int\\nfun wrong x = 1
FCL-SYN-NAME/bound fun wrong x = notBound x
FCL-SYN-NAME/earlier fun wrong x = later x\\nfun later x = x
FCL-SYN-NAME/earlier fun wrong x = wrong (x - 1)
FCL-SYN-NAME/unique fun wrong x x = x
";

/// All of them.
pub static FAULTS: LazyLock<Vec<Fault>> = LazyLock::new(|| {
    let read = |table: &'static str, definition: bool| {
        table.lines().filter_map(move |line| {
            let (rule, premise, template) = row(line)?;
            Some(Fault {
                rule,
                premise,
                definition,
                template,
            })
        })
    };
    read(TERMS, false).chain(read(DEFINITIONS, true)).collect()
});

/// A fault that is to stand in a program.
#[derive(Clone, Debug)]
pub struct Planned {
    template: &'static str,
    /// Stands for the fault until the program is text.
    stand_in: Variable,
    /// Whether it stands somewhere.
    placed: bool,
    /// What stands in its place.
    text: String,
}

/// The name that stands for the fault.  No other begins like it.
const STAND_IN: &str = "theFault";

/// The text of a program of this shape that breaks one rule, and which.
pub fn refused(choices: &mut Choices, shape: Shape) -> (String, Fault) {
    let fault = FAULTS[choices.below(FAULTS.len())].clone();
    let planned = (!fault.definition).then(|| Planned {
        template: fault.template,
        stand_in: Variable::fresh(STAND_IN),
        placed: false,
        text: String::new(),
    });
    let (case, planned) = choices.part(|c| program_of(c, shape, planned));
    let mut text = print::program(&case.program);
    match planned {
        Some(planned) => text = text.replace(STAND_IN, &format!("({})", planned.text)),
        None => {
            // Before or behind all others.
            let definition = fault.template.replace("\\n", "\n");
            match choices.below(2) {
                0 => text = format!("{definition}\n\n{text}"),
                _ => {
                    let _ = write!(text, "\n{definition}\n");
                }
            }
        }
    }
    (text, fault)
}

impl Generator {
    /// The term with the fault before it, if it is to stand here.
    pub fn planned(&mut self, c: &mut Choices, place: &Place, here: bool) -> Option<Vec<Binding>> {
        let waits = self.fault.as_ref().is_some_and(|planned| !planned.placed);
        if !waits || !here {
            return None;
        }
        let mut planned = self.fault.take()?;
        planned.placed = true;
        let mut bindings = Vec::new();
        for (number, part) in planned.template.split(['«', '»']).enumerate() {
            if number % 2 == 0 {
                planned.text.push_str(part);
                continue;
            }
            let slot = Variable::fresh(format!("part{number}"));
            let goal = self.wanted(c, part);
            let term = c.part(|c| self.term(c, &goal, &place.with(&Effect::Pure), 1));
            planned.text.push_str(slot.text());
            // What it is made of may get its type later, the fault must meet it.
            let fixed = branch(boolean(true), term, self.written_out(c, &goal));
            bindings.push((slot, fixed));
        }
        bindings.push((Variable::fresh("unused"), var(&planned.stand_in)));
        self.fault = Some(planned);
        Some(bindings)
    }

    /// A term of the type of a part that nothing else decides.
    fn written_out(&mut self, c: &mut Choices, goal: &Goal) -> Expression {
        match goal {
            Goal::Pull(_, n, _) => node(Node::Array(vec![int(0); n.value])),
            Goal::Data(data) => self.literal(c, data),
            _ => int(0),
        }
    }

    /// The type of a part of a fault.
    fn wanted(&mut self, c: &mut Choices, text: &str) -> Goal {
        let base = |base| Goal::Data(Data::Base(base));
        match text {
            "[int]" => Goal::pull(&Data::INT, &Size::literal(3), &Effect::Pure),
            "bool" => base(BaseType::Bool),
            "double" => base(BaseType::F64),
            "float" => base(BaseType::F32),
            "i64" => base(BaseType::I64),
            "u8" => base(BaseType::U8),
            "a" => Goal::Data(self.data(c)),
            _ => base(BaseType::I32),
        }
    }
}

/// A name and what it is for.
pub type Binding = (Variable, Expression);

/// `let … in body`
pub fn bound(bindings: Vec<Binding>, body: Expression) -> Expression {
    bindings
        .into_iter()
        .rev()
        .fold(body, |body, (x, term)| bind(&x, term, body))
}
