//! Functions and statements of C.

use super::Cursor;
use super::expressions::operator;
use super::token::Kind;
use crate::c::{
    BinaryOp, Declaration, Expr, Fences, For, Function, Hint, Param, Space, Stmt, StmtKind, Type,
};
use crate::check::{Judged, refused};
use crate::rules as rule;
use elder_syntax::prim::PrimType;

/// All functions up to the end.
pub(super) fn all(cursor: &mut Cursor<'_>) -> Judged<Vec<Function>> {
    let mut functions = Vec::new();
    while !cursor.is_done() {
        functions.push(cursor.function()?);
    }
    Ok(functions)
}

impl Cursor<'_> {
    fn function(&mut self) -> Judged<Function> {
        rule::KER_S_FUNCTION.apply();
        let span = self.span();
        let required_work_group = self.required()?;
        let (mut is_kernel, mut result) = (false, None);
        while result.is_none() {
            match self.peek() {
                Some(Kind::Word("kernel")) => is_kernel = self.word("kernel"),
                Some(Kind::Word("static" | "inline")) => drop(self.next()),
                _ => result = Some(self.qualified()?.ty),
            }
        }
        let name = self.name()?.into();
        self.expect("(")?;
        let mut params = Vec::new();
        while !self.mark(")") {
            if !params.is_empty() {
                self.expect(",")?;
            }
            let ty = self.qualified()?.ty;
            let name = self.name()?.into();
            params.push(Param { name, ty });
        }
        Ok(Function {
            name,
            is_kernel,
            result: result.unwrap_or(Type::Void),
            params,
            body: self.block()?,
            required_work_group,
            comment: None,
            span,
        })
    }

    /// `__attribute__((reqd_work_group_size(x, y, z)))`
    fn required(&mut self) -> Judged<Option<[u64; 3]>> {
        if !self.word("__attribute__") {
            return Ok(None);
        }
        let span = self.span();
        for mark in ["(", "("] {
            self.expect(mark)?;
        }
        let is_size = self.word("reqd_work_group_size");
        self.expect("(")?;
        let sizes = self.arguments()?;
        for mark in [")", ")"] {
            self.expect(mark)?;
        }
        match (is_size, sizes.as_slice()) {
            (true, [Expr::Int(x), Expr::Int(y), Expr::Int(z)]) => {
                Ok(Some([x, y, z].map(|n| u64::try_from(*n).unwrap_or(0))))
            }
            _ => refused(
                &rule::KER_S_FUNCTION,
                "form",
                span,
                "the attribute is no size of a work-group",
            ),
        }
    }

    /// `{ }`
    fn block(&mut self) -> Judged<Vec<Stmt>> {
        self.expect("{")?;
        let mut body = Vec::new();
        while !self.mark("}") {
            body.push(elder_syntax::effort::deeper(|| self.statement())?);
        }
        Ok(body)
    }

    fn statement(&mut self) -> Judged<Stmt> {
        let span = self.span();
        let kind = match self.peek() {
            Some(Kind::Mark("{")) => StmtKind::Block(self.block()?),
            Some(Kind::Pragma(_) | Kind::Word("for")) => self.for_loop()?,
            Some(Kind::Word("if")) => self.conditional()?,
            Some(Kind::Word("while")) => {
                self.next();
                StmtKind::While(self.condition()?, self.block()?)
            }
            Some(Kind::Word("break")) => {
                self.next();
                self.expect(";")?;
                StmtKind::Break
            }
            Some(Kind::Word("return")) => {
                self.next();
                let value = match self.peek() {
                    Some(Kind::Mark(";")) => None,
                    _ => Some(self.expression()?),
                };
                self.expect(";")?;
                StmtKind::Return(value)
            }
            Some(Kind::Word("barrier")) => self.barrier()?,
            _ if self.is_type() => self.declaration()?,
            _ => self.assignment()?,
        };
        Ok(Stmt { kind, span })
    }

    fn condition(&mut self) -> Judged<Expr> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn conditional(&mut self) -> Judged<StmtKind> {
        self.next();
        let condition = self.condition()?;
        let then = self.block()?;
        let otherwise = match (self.word("else"), self.peek()) {
            (false, _) => vec![],
            (true, Some(Kind::Word("if"))) => {
                let span = self.span();
                let kind = elder_syntax::effort::deeper(|| self.conditional())?;
                vec![Stmt { kind, span }]
            }
            (true, _) => self.block()?,
        };
        Ok(StmtKind::If(condition, then, otherwise))
    }

    /// `for (int i = first; i < limit; i += step) { }`, with what stands before it.
    fn for_loop(&mut self) -> Judged<StmtKind> {
        let mut hints = Vec::new();
        while let Some(Kind::Pragma(text)) = self.peek() {
            match hint(text) {
                Some(hint) => hints.push(hint),
                None => return self.wanted(&rule::KER_S_FUNCTION, "form", "advice on a loop"),
            }
            self.next();
        }
        if !self.word("for") {
            return self.wanted(&rule::KER_S_FUNCTION, "form", "a loop");
        }
        self.expect("(")?;
        let counter = self.span();
        let (ty, var) = (self.qualified()?.ty, self.name()?);
        self.expect("=")?;
        let first = self.expression()?;
        self.expect(";")?;
        let compared = self.name()?;
        self.expect("<")?;
        let limit = self.expression()?;
        self.expect(";")?;
        let advanced = self.name()?;
        self.expect("+=")?;
        let step = self.expression()?;
        self.expect(")")?;
        let ty = match ty {
            Type::Scalar(t) if compared == var && advanced == var => t,
            _ => {
                let message = "a loop declares, tests and advances one counter";
                return refused(&rule::KER_S_FUNCTION, "form", counter, message);
            }
        };
        Ok(StmtKind::For(For {
            var: var.into(),
            ty,
            first,
            limit,
            step,
            hints,
            body: self.block()?,
        }))
    }

    fn barrier(&mut self) -> Judged<StmtKind> {
        self.next();
        self.expect("(")?;
        let mut fences = Fences {
            local: false,
            global: false,
        };
        loop {
            match self.peek() {
                Some(Kind::Word("CLK_LOCAL_MEM_FENCE")) => fences.local = true,
                Some(Kind::Word("CLK_GLOBAL_MEM_FENCE")) => fences.global = true,
                _ => return self.wanted(&rule::KER_S_FUNCTION, "form", "a fence"),
            }
            self.next();
            if !self.mark("|") {
                break;
            }
        }
        self.expect(")")?;
        self.expect(";")?;
        Ok(StmtKind::Barrier(fences))
    }

    fn declaration(&mut self) -> Judged<StmtKind> {
        let declared = self.qualified()?;
        let name = self.name()?.into();
        let mut dims = Vec::new();
        while self.mark("[") {
            dims.push(self.expression()?);
            self.expect("]")?;
        }
        self.alignment()?;
        let init = match self.mark("=") {
            true => Some(self.expression()?),
            false => None,
        };
        self.expect(";")?;
        Ok(StmtKind::Declare(Declaration {
            ty: declared.ty,
            space: declared.space.unwrap_or(Space::Private),
            name,
            dims,
            init,
            is_const: declared.is_const,
        }))
    }

    /// `__attribute__((aligned(4)))`, which says nothing that the type and the space do not say.
    fn alignment(&mut self) -> Judged<()> {
        if !self.word("__attribute__") {
            return Ok(());
        }
        for mark in ["(", "("] {
            self.expect(mark)?;
        }
        if !self.word("aligned") {
            return self.wanted(&rule::KER_S_FUNCTION, "form", "`aligned`");
        }
        self.expect("(")?;
        self.expression()?;
        for mark in [")", ")", ")"] {
            self.expect(mark)?;
        }
        Ok(())
    }

    /// `a = e;`, `a += e;`, or a call.
    fn assignment(&mut self) -> Judged<StmtKind> {
        let target = self.expression()?;
        let kind = match (self.peek(), target) {
            (Some(Kind::Mark("=")), target) => {
                self.next();
                StmtKind::Assign(target, self.expression()?)
            }
            (Some(Kind::Mark(mark)), target) if let Some(op) = updates(mark) => {
                self.next();
                StmtKind::Update(op, target, self.expression()?)
            }
            (_, Expr::Call(name, arguments)) => StmtKind::Call(name, arguments),
            _ => return self.wanted(&rule::KER_S_FUNCTION, "form", "`=`"),
        };
        self.expect(";")?;
        Ok(kind)
    }
}

/// The operator of `+=` and its like.
fn updates(mark: &str) -> Option<BinaryOp> {
    let op = mark.strip_suffix('=')?;
    let is_comparison = matches!(mark, "<=" | ">=" | "==" | "!=");
    operator(op).filter(|_| !is_comparison)
}

/// What a line `#pragma` says of a loop.
fn hint(text: &str) -> Option<Hint> {
    let factor = |text: &str| text.trim().parse().ok();
    match text {
        "unroll 1" | "GCC unroll 1" => Some(Hint::NoUnroll),
        "unroll" => Some(Hint::Unroll(None)),
        "omp simd" => Some(Hint::Simd),
        "omp parallel for" => Some(Hint::Parallel { collapse: 1 }),
        _ => {
            if let Some(loops) = text.strip_prefix("omp parallel for collapse(") {
                let collapse = factor(loops.strip_suffix(')')?)?;
                return Some(Hint::Parallel { collapse });
            }
            let times = text.strip_prefix("GCC ").unwrap_or(text);
            factor(times.strip_prefix("unroll ")?).map(|n| Hint::Unroll(Some(n)))
        }
    }
}

/// The type that sizes are given to a kernel at.
pub(super) fn scalar(function: &Function, parameter: usize) -> Option<PrimType> {
    match function.params.get(parameter)?.ty {
        Type::Scalar(t) => Some(t),
        _ => None,
    }
}
