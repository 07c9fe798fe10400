//! The lines of a plan.

use super::functions::scalar;
use super::token::{Kind, Token};
use super::{Cursor, Read, expressions};
use crate::c::{Function, Type};
use crate::check::{Judged, refused};
use crate::plan::{
    Argument, Buffer, BufferId, IndexParameter, Kernel, KernelId, Launch, Parameter, Place, Plan, ResultPart,
    ScalarAt, Site, SizeParameter, SizeSource, Source, Step,
};
use crate::print::Dialect;
use crate::rules as rule;
use crate::size::{Size, SizeOp};
use elder_syntax::Span;
use elder_syntax::prim::{PrimType, PrimValue};
use elder_syntax::value::Reader;

/// The plan of these lines, with these functions beneath it.
pub(super) fn plan(tokens: &[Token<'_>], end: Span, functions: Vec<Function>) -> Judged<Read> {
    rule::KER_S_PLAN.apply();
    let lines: Vec<&[Token<'_>]> = tokens.chunk_by(|a, b| a.line == b.line).collect();
    let dialect = match functions.iter().any(|f| f.is_kernel) {
        true => Dialect::OpenCl,
        false => Dialect::OpenMp,
    };
    let mut plans = Plans {
        plan: Plan::new(""),
        lines: &lines,
        end,
    };
    plans.head()?;
    let launched = launched(tokens);
    for mut function in functions {
        function.is_kernel |= dialect == Dialect::OpenMp && launched.contains(&function.name.as_str());
        match function.is_kernel {
            true => drop(plans.plan.add_kernel(Kernel {
                function,
                local_bytes: 0,
            })),
            false => plans.plan.functions.push(function),
        }
    }
    plans.plan.steps = plans.steps(1)?;
    plans.gives()?;
    Ok(Read {
        plan: plans.plan,
        dialect,
    })
}

/// The names of the kernels that steps launch.
fn launched<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    let pairs = tokens.iter().zip(tokens.iter().skip(1));
    pairs
        .filter_map(|(word, behind)| match (word.kind, behind.kind) {
            (Kind::Word("launch"), Kind::Word(name)) => Some(name),
            _ => None,
        })
        .collect()
}

/// A plan in the making, and the lines that are left.
struct Plans<'t> {
    plan: Plan,
    lines: &'t [&'t [Token<'t>]],
    end: Span,
}

/// The dimensions of a value and the type of its elements.
type Typed = (Vec<Size>, PrimType);

impl<'t> Plans<'t> {
    /// The first word of the next line.
    fn first(&self) -> Option<&'t str> {
        match self.token()?.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The first token of the next line.
    fn token(&self) -> Option<&'t Token<'t>> {
        self.lines.first()?.first()
    }

    /// Where the next line begins.
    fn span(&self) -> Span {
        self.token().map_or(self.end, |token| token.span)
    }

    /// The next line, whose first word is passed.
    fn line(&mut self) -> Cursor<'t> {
        let (first, rest) = self.lines.split_first().unwrap_or((&(&[] as &[_]), &[]));
        self.lines = rest;
        let end = first.last().map_or(self.end, |token| {
            Span::new(
                token.span.source,
                token.span.end as usize,
                token.span.end as usize,
            )
        });
        let mut line = Cursor::new(first, end);
        line.next();
        line
    }

    /// What the program takes, its sizes and its buffers.
    fn head(&mut self) -> Judged {
        if self.first() != Some("plan") {
            return refused(
                &rule::KER_S_PLAN,
                "line",
                self.span(),
                "a plan begins with `plan` and its name",
            );
        }
        let mut line = self.line();
        self.plan.name = line.name()?.into();
        line.ends()?;
        // Places and indexes speak of buffers that are introduced beneath.
        let mut places: Vec<Option<(&str, Vec<elder_syntax::Name>)>> = Vec::new();
        loop {
            match self.first() {
                Some("takes") => {
                    let mut line = self.line();
                    let span = line.span();
                    let name = line.name()?.into();
                    line.expect(":")?;
                    let (shape, element) = line.typed()?;
                    places.push(match line.word("in") {
                        true => Some(line.place()?),
                        false => None,
                    });
                    line.ends()?;
                    self.plan.parameters.push(Parameter {
                        name,
                        element,
                        shape,
                        place: None,
                        span,
                    });
                }
                Some("indexes") => {
                    let mut line = self.line();
                    let parameter = line.name()?;
                    if !line.word("below") {
                        return line.wanted(&rule::KER_S_PLAN, "line", "`below`");
                    }
                    let below = line.size()?;
                    line.ends()?;
                    let parameter = self.parameter(parameter).unwrap_or(self.plan.parameters.len());
                    self.plan.indexes.push(IndexParameter { parameter, below });
                }
                Some("size") => {
                    let mut line = self.line();
                    let name = line.name()?.into();
                    line.expect("=")?;
                    let from = self.size_source(&mut line)?;
                    line.ends()?;
                    self.plan.sizes.push(SizeParameter { name, from });
                }
                Some("buffer") => {
                    let mut line = self.line();
                    let name = line.name()?.into();
                    line.expect(":")?;
                    let count = line.size()?;
                    let element = line.of_type()?;
                    line.ends()?;
                    self.plan.buffers.push(Buffer { name, element, count });
                }
                _ => break,
            }
        }
        let places: Vec<Option<Place>> = places
            .into_iter()
            .map(|place| place.map(|place| self.place(place)))
            .collect();
        for (parameter, place) in self.plan.parameters.iter_mut().zip(places) {
            parameter.place = place;
        }
        Ok(())
    }

    /// What the program gives, up to the end.
    fn gives(&mut self) -> Judged {
        while self.first() == Some("gives") {
            let mut line = self.line();
            let (shape, element) = line.typed()?;
            if !line.word("in") {
                return line.wanted(&rule::KER_S_PLAN, "line", "`in`");
            }
            let place = line.place()?;
            line.ends()?;
            let place = self.place(place);
            self.plan.results.push(ResultPart {
                element,
                shape,
                place,
            });
        }
        match self.token() {
            None => Ok(()),
            Some(token) => refused(
                &rule::KER_S_PLAN,
                "line",
                token.span,
                "no line of a plan stands here",
            ),
        }
    }

    fn parameter(&self, name: &str) -> Option<usize> {
        self.plan.parameters.iter().position(|p| p.name.as_str() == name)
    }

    /// The buffer of that name; a number that none has if there is none.
    fn buffer(&self, name: &str) -> BufferId {
        let position = self.plan.buffers.iter().position(|b| b.name.as_str() == name);
        BufferId(position.unwrap_or(self.plan.buffers.len()))
    }

    fn place(&self, (buffer, path): (&str, Vec<elder_syntax::Name>)) -> Place {
        Place {
            buffer: self.buffer(buffer),
            path,
        }
    }

    /// `dimension 0 of xs`, a parameter, or an expression over sizes.
    fn size_source(&self, line: &mut Cursor<'_>) -> Judged<SizeSource> {
        if line.word("dimension") {
            let dimension = match line.size()? {
                Size::Const(n) => usize::try_from(n).unwrap_or(usize::MAX),
                _ => return line.wanted(&rule::KER_S_PLAN, "line", "a number"),
            };
            if !line.word("of") {
                return line.wanted(&rule::KER_S_PLAN, "line", "`of`");
            }
            let parameter = self.parameter(line.name()?).unwrap_or(self.plan.parameters.len());
            return Ok(SizeSource::Dimension { parameter, dimension });
        }
        if let (Some(Kind::Word(name)), None) = (line.peek(), line.second())
            && let Some(parameter) = self.parameter(name)
        {
            line.next();
            return Ok(SizeSource::Input(parameter));
        }
        Ok(SizeSource::Computed(line.size()?))
    }

    /// The steps whose lines are indented at least as far as the next one, which is deeper than `outer`.
    fn steps(&mut self, outer: usize) -> Judged<Vec<Step>> {
        let indent = |plans: &Plans<'_>| plans.token().map_or(0, |token| token.indent);
        let own = indent(self);
        let mut steps = Vec::new();
        while own >= outer && indent(self) == own && self.first() != Some("gives") {
            steps.push(elder_syntax::effort::deeper(|| self.step(own + 1))?);
        }
        Ok(steps)
    }

    fn step(&mut self, inner: usize) -> Judged<Step> {
        let (word, span) = (self.first(), self.span());
        let mut line = self.line();
        let step = match word {
            Some("launch") => Step::Launch(self.launch(&mut line)?),
            Some("copy") => {
                let from = self.buffer(line.name()?);
                line.separated("to")?;
                Step::Copy {
                    from,
                    to: self.buffer(line.name()?),
                }
            }
            Some("swap") => {
                let a = self.buffer(line.name()?);
                line.separated("and")?;
                Step::Swap(a, self.buffer(line.name()?))
            }
            Some("fill") => {
                let buffer = self.buffer(line.name()?);
                line.separated("with")?;
                Step::Fill {
                    buffer,
                    value: line.value()?,
                }
            }
            Some("size") => {
                let size = line.name()?.into();
                line.expect("=")?;
                let scalar = Source::At(self.scalar(&mut line)?);
                line.expect(",")?;
                line.separated("at")?;
                line.separated("most")?;
                Step::Read {
                    size,
                    scalar,
                    most: line.size()?,
                    site: Site::size((&rule::KER_E_SIZE, "bounds"), span),
                }
            }
            Some("for") => {
                let var = line.name()?.into();
                line.expect("<")?;
                let count = line.size()?;
                line.ends()?;
                Step::For {
                    var,
                    count,
                    body: self.steps(inner)?,
                }
            }
            Some("while") => {
                let condition = self.scalar(&mut line)?;
                line.ends()?;
                Step::While {
                    condition,
                    body: self.steps(inner)?,
                }
            }
            Some("if") => {
                let condition = Source::At(self.scalar(&mut line)?);
                line.ends()?;
                let then = self.steps(inner)?;
                // Of several conditions it belongs to the one beneath which it stands.
                let is_own = self.token().is_some_and(|token| token.indent + 1 == inner);
                let otherwise = match self.first() {
                    Some("else") if is_own => {
                        self.line().ends()?;
                        self.steps(inner)?
                    }
                    _ => vec![],
                };
                Step::If {
                    condition,
                    then,
                    otherwise,
                }
            }
            _ => return refused(&rule::KER_S_PLAN, "line", span, "no line of a plan begins so"),
        };
        line.ends()?;
        Ok(step)
    }

    /// `cell[0]`
    fn scalar(&self, line: &mut Cursor<'_>) -> Judged<ScalarAt> {
        let buffer = self.buffer(line.name()?);
        line.expect("[")?;
        let index = line.size()?;
        line.expect("]")?;
        Ok(ScalarAt { buffer, index })
    }

    /// `kernel(out, n) on 8 x 8 in groups of 4 x 4`
    fn launch(&self, line: &mut Cursor<'_>) -> Judged<Launch> {
        let name = line.name()?;
        let number = (self.plan.kernels.iter()).position(|k| k.function.name.as_str() == name);
        let kernel = KernelId(number.unwrap_or(self.plan.kernels.len()));
        let function = self.plan.kernels.get(kernel.0).map(|k| &k.function);
        line.expect("(")?;
        let mut arguments = Vec::new();
        while !line.mark(")") {
            if !arguments.is_empty() {
                line.expect(",")?;
            }
            let wanted = function.and_then(|f| scalar(f, arguments.len()));
            arguments.push(self.argument(line, wanted)?);
        }
        line.separated("on")?;
        let global = line.dimensions()?;
        let local = match line.is_done() {
            true => None,
            false => {
                for word in ["in", "groups", "of"] {
                    line.separated(word)?;
                }
                Some(line.dimensions()?)
            }
        };
        Ok(Launch {
            kernel,
            global,
            local,
            arguments,
        })
    }

    /// What a parameter gets; a number of the type `wanted`, if the parameter is one.
    fn argument(&self, line: &mut Cursor<'_>, wanted: Option<PrimType>) -> Judged<Argument> {
        match (line.peek(), line.second()) {
            (Some(Kind::Word("local")), _) => {
                line.next();
                let count = line.size()?;
                let element = line.of_type()?;
                return Ok(Argument::Local { element, count });
            }
            (Some(Kind::Mark("(")), Some(Kind::Word(word))) if expressions::named(word).is_some() => {
                line.next();
                line.next();
                line.expect(")")?;
                return Ok(Argument::Value(line.value()?));
            }
            (Some(Kind::Word(name)), Some(Kind::Mark("," | ")"))) => {
                let is_size = self.plan.sizes.iter().any(|size| size.name.as_str() == name);
                let is_scalar =
                    |at: &usize| self.plan.parameters.get(*at).is_some_and(|p| p.shape.is_empty());
                let input = self.parameter(name).filter(is_scalar);
                match (wanted, input) {
                    (Some(_), Some(input)) => {
                        line.next();
                        return Ok(Argument::Input(input));
                    }
                    (None, _) if !is_size => {
                        line.next();
                        return Ok(Argument::Buffer(self.buffer(name)));
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        Ok(Argument::Size(line.size()?, wanted.unwrap_or(self.plan.index)))
    }
}

impl<'t> Cursor<'t> {
    /// The line is over.
    fn ends(&self) -> Judged {
        match self.is_done() {
            true => Ok(()),
            false => self.wanted(&rule::KER_S_PLAN, "line", "the end of the line"),
        }
    }

    fn separated(&mut self, word: &str) -> Judged {
        match self.word(word) {
            true => Ok(()),
            false => self.wanted(&rule::KER_S_PLAN, "line", &format!("`{word}`")),
        }
    }

    /// `[n][4]i32`
    fn typed(&mut self) -> Judged<Typed> {
        let mut shape = Vec::new();
        while self.mark("[") {
            shape.push(self.size()?);
            self.expect("]")?;
        }
        Ok((shape, self.element()?))
    }

    fn element(&mut self) -> Judged<PrimType> {
        let found = match self.peek() {
            Some(Kind::Word(word)) => PrimType::from_name(word),
            _ => None,
        };
        match found {
            Some(element) => {
                self.next();
                Ok(element)
            }
            None => self.wanted(&rule::KER_S_PLAN, "line", "a type of numbers"),
        }
    }

    /// `of i32`, `of float4`
    fn of_type(&mut self) -> Judged<Type> {
        self.separated("of")?;
        if let Some(Kind::Word(word)) = self.peek()
            && let Some(vector @ Type::Vector(..)) = expressions::named(word)
        {
            self.next();
            return Ok(vector);
        }
        self.element().map(Type::Scalar)
    }

    /// `buffer.field`
    fn place(&mut self) -> Judged<(&'t str, Vec<elder_syntax::Name>)> {
        let buffer = self.name()?;
        let mut path = Vec::new();
        while self.mark(".") {
            path.push(self.name()?.into());
        }
        Ok((buffer, path))
    }

    /// `n x m`
    fn dimensions(&mut self) -> Judged<[Size; 3]> {
        let mut all = [const { Size::Const(1) }; 3];
        for at in &mut all {
            *at = self.size()?;
            if !self.word("x") {
                break;
            }
        }
        Ok(all)
    }

    /// A value in the text format.
    fn value(&mut self) -> Judged<PrimValue> {
        let sign = if self.mark("-") { "-" } else { "" };
        let read = match self.peek() {
            Some(Kind::Number(text) | Kind::Word(text)) => {
                let text = format!("{sign}{text}");
                Reader::new(text.as_bytes()).read(None).ok().flatten()
            }
            _ => None,
        };
        match read.and_then(|value| value.as_scalar()) {
            Some(value) => {
                self.next();
                Ok(value)
            }
            None => self.wanted(&rule::KER_S_PLAN, "line", "a value"),
        }
    }

    /// An expression over sizes.
    fn size(&mut self) -> Judged<Size> {
        self.sizes(1)
    }

    fn sizes(&mut self, least: u8) -> Judged<Size> {
        let mut left = elder_syntax::effort::deeper(|| self.one_size())?;
        while let Some((op, level)) = self.peek().and_then(size_operator)
            && level >= least
        {
            self.next();
            let right = self.sizes(level + 1)?;
            left = Size::Binary(op, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn one_size(&mut self) -> Judged<Size> {
        match self.peek() {
            Some(Kind::Mark("(")) => {
                self.next();
                let inner = self.size()?;
                self.expect(")")?;
                Ok(inner)
            }
            Some(Kind::Mark("-")) => {
                self.next();
                match self.one_size()? {
                    Size::Const(n) => Ok(Size::Const(-n)),
                    size => Ok(Size::Const(0) - size),
                }
            }
            Some(Kind::Number(text)) if let Ok(n) = text.parse() => {
                self.next();
                Ok(Size::Const(n))
            }
            Some(Kind::Word(name)) => {
                self.next();
                let op = match (name, self.peek()) {
                    ("min", Some(Kind::Mark("("))) => SizeOp::Min,
                    ("max", Some(Kind::Mark("("))) => SizeOp::Max,
                    ("pow", Some(Kind::Mark("("))) => SizeOp::Pow,
                    _ => return Ok(Size::var(name)),
                };
                self.next();
                let a = self.size()?;
                self.expect(",")?;
                let b = self.size()?;
                self.expect(")")?;
                Ok(Size::Binary(op, Box::new(a), Box::new(b)))
            }
            _ => self.wanted(&rule::KER_S_PLAN, "line", "a size"),
        }
    }
}

/// The operator on sizes that a token is, and how tightly it binds.
fn size_operator(token: Kind<'_>) -> Option<(SizeOp, u8)> {
    match token {
        Kind::Mark("+") => Some((SizeOp::Add, 1)),
        Kind::Mark("-") => Some((SizeOp::Sub, 1)),
        Kind::Mark("*") => Some((SizeOp::Mul, 2)),
        Kind::Mark("/") => Some((SizeOp::Div, 2)),
        Kind::Mark("%") => Some((SizeOp::Mod, 2)),
        _ => None,
    }
}
