//! The one traversal of syntax trees.
//!
//! Declarations, module expressions, patterns, types and expressions are nodes, whose parts are nodes in the order of the text.  Who looks for something, or changes
//! something, says what it does with the nodes of which it knows something.  The matches here leave no constructor out, so one that is added is an error
//! here.  It is written once and made twice, to look at and to change.

use super::*;

macro_rules! nodes {
    ($(#[$meta:meta])* $module:ident, $(#[$of_node:meta])* [$($mutable:tt)?]) => {
        $(#[$meta])*
        pub mod $module {
            use super::*;

            /// A node.
            $(#[$of_node])*
            #[allow(missing_docs)]
            pub enum Node<'a> {
                Dec(&'a $($mutable)? Dec),
                Module(&'a $($mutable)? ModExp),
                Interface(&'a $($mutable)? ModTypeExp),
                Spec(&'a $($mutable)? Spec),
                Pat(&'a $($mutable)? Pat),
                Type(&'a $($mutable)? TypeExp),
                Exp(&'a $($mutable)? Exp),
            }

            impl Node<'_> {
                /// The same node, for now.
                pub fn again(&$($mutable)? self) -> Node<'_> {
                    match self {
                        Node::Dec(own) => Node::Dec(own),
                        Node::Module(own) => Node::Module(own),
                        Node::Interface(own) => Node::Interface(own),
                        Node::Spec(own) => Node::Spec(own),
                        Node::Pat(own) => Node::Pat(own),
                        Node::Type(own) => Node::Type(own),
                        Node::Exp(own) => Node::Exp(own),
                    }
                }
            }

            /// Calls `visit` with every node from this one on, each after its parts.
            pub fn each($($mutable)? node: Node<'_>, visit: &mut dyn FnMut(Node<'_>)) {
                parts(node.again()).into_iter().for_each(|part| each(part, visit));
                visit(node);
            }

            /// Calls `visit` with every node from this one on, each before its parts, which are left out if it says so.
            pub fn each_first($($mutable)? node: Node<'_>, visit: &mut dyn FnMut(Node<'_>) -> bool) {
                if visit(node.again()) {
                    parts(node).into_iter().for_each(|part| each_first(part, visit));
                }
            }

            /// The parts of a list.
            pub fn decs(decs: &$($mutable)? [Dec]) -> Vec<Node<'_>> {
                decs.into_iter().map(Node::Dec).collect()
            }

            /// The parts of a node, in the order of the text.
            pub fn parts(node: Node<'_>) -> Vec<Node<'_>> {
                let mut out = Vec::new();
                match node {
                    Node::Dec(dec) => match &$($mutable)? dec.kind {
                        DecKind::Val(def) => {
                            out.extend((&$($mutable)? def.params).into_iter().map(Node::Pat));
                            out.extend((&$($mutable)? def.ret).into_iter().map(Node::Type));
                            out.push(Node::Exp(&$($mutable)? def.body));
                        }
                        DecKind::Type(def) => out.push(Node::Type(&$($mutable)? def.body)),
                        DecKind::Module(def) => {
                            out.extend((&$($mutable)? def.params).into_iter().map(|param| Node::Interface(&$($mutable)? param.ty)));
                            out.extend((&$($mutable)? def.ascription).into_iter().map(Node::Interface));
                            out.push(Node::Module(&$($mutable)? def.body));
                        }
                        DecKind::ModType(def) => out.push(Node::Interface(&$($mutable)? def.body)),
                        DecKind::Open(module) => out.push(Node::Module(module)),
                        DecKind::Import(_) => {}
                        DecKind::Local(dec) => out.push(Node::Dec(dec)),
                    },
                    Node::Module(module) => match &$($mutable)? module.kind {
                        ModExpKind::Var(_) | ModExpKind::Import(_) => {}
                        ModExpKind::Decs(own) => out.extend(decs(own)),
                        ModExpKind::Apply(f, a) => out.extend([Node::Module(f), Node::Module(a)]),
                        ModExpKind::Ascribe(m, t) => out.extend([Node::Module(m), Node::Interface(t)]),
                        ModExpKind::Lambda(param, ret, body) => {
                            out.push(Node::Interface(&$($mutable)? param.ty));
                            out.extend(ret.into_iter().map(|ret| Node::Interface(ret)));
                            out.push(Node::Module(body));
                        }
                    },
                    Node::Interface(interface) => match &$($mutable)? interface.kind {
                        ModTypeExpKind::Var(_) => {}
                        ModTypeExpKind::Specs(specs) => out.extend(specs.into_iter().map(Node::Spec)),
                        ModTypeExpKind::With(s, _, _, t) => out.extend([Node::Interface(s), Node::Type(t)]),
                        ModTypeExpKind::Arrow(_, s, t) => out.extend([Node::Interface(s), Node::Interface(t)]),
                    },
                    Node::Spec(spec) => match &$($mutable)? spec.kind {
                        SpecKind::Val { ty, .. } => out.push(Node::Type(ty)),
                        SpecKind::TypeAbstract { .. } => {}
                        SpecKind::TypeAbbr(def) => out.push(Node::Type(&$($mutable)? def.body)),
                        SpecKind::Module(_, s) | SpecKind::Include(s) => out.push(Node::Interface(s)),
                    },
                    Node::Pat(pat) => match &$($mutable)? pat.kind {
                        PatKind::Wildcard | PatKind::Var(_) | PatKind::Lit(_) => {}
                        PatKind::Tuple(pats) | PatKind::Constr(_, pats) => out.extend(pats.into_iter().map(Node::Pat)),
                        PatKind::Record(fields) => {
                            out.extend(fields.into_iter().filter_map(|(_, pat)| pat.into()).map(Node::Pat));
                        }
                        PatKind::Ascribe(pat, ty) => out.extend([Node::Pat(pat), Node::Type(ty)]),
                        PatKind::Attr(_, pat) => out.push(Node::Pat(pat)),
                    },
                    Node::Type(ty) => types(&$($mutable)? ty.kind, &mut out),
                    Node::Exp(e) => exps(&$($mutable)? e.kind, &mut out),
                }
                out
            }

            fn size<'a>(size: &'a $($mutable)? SizeExp, out: &mut Vec<Node<'a>>) {
                if let SizeExp::Exp(e) = size {
                    out.push(Node::Exp(e));
                }
            }

            fn types<'a>(kind: &'a $($mutable)? TypeExpKind, out: &mut Vec<Node<'a>>) {
                match kind {
                    TypeExpKind::Var(_) => {}
                    TypeExpKind::Apply(f, a) => {
                        out.push(Node::Type(f));
                        match &$($mutable)? **a {
                            TypeArgExp::Size(own, _) => size(own, out),
                            TypeArgExp::Type(ty) => out.push(Node::Type(ty)),
                        }
                    }
                    TypeExpKind::Array(own, ty) => {
                        size(own, out);
                        out.push(Node::Type(ty));
                    }
                    TypeExpKind::Tuple(types) => out.extend(types.into_iter().map(Node::Type)),
                    TypeExpKind::Record(fields) => out.extend(fields.into_iter().map(|(_, ty)| Node::Type(ty))),
                    TypeExpKind::Sum(constructors) => {
                        for (_, types) in constructors {
                            out.extend(types.into_iter().map(Node::Type));
                        }
                    }
                    TypeExpKind::Arrow(_, a, b) => out.extend([Node::Type(a), Node::Type(b)]),
                    TypeExpKind::Unique(ty) | TypeExpKind::Exists(_, ty) => out.push(Node::Type(ty)),
                }
            }

            fn dims<'a>(dims: &'a $($mutable)? [DimIndex], out: &mut Vec<Node<'a>>) {
                for dim in dims {
                    match dim {
                        DimIndex::Fix(e) => out.push(Node::Exp(e)),
                        DimIndex::Slice { start, end, stride, .. } => {
                            for e in [start, end, stride] {
                                out.extend(e.into_iter().map(Node::Exp));
                            }
                        }
                    }
                }
            }

            fn path<'a>(steps: &'a $($mutable)? [UpdateStep], out: &mut Vec<Node<'a>>) {
                for step in steps {
                    if let UpdateStep::Index(own) = step {
                        dims(own, out);
                    }
                }
            }

            fn exps<'a>(kind: &'a $($mutable)? ExpKind, out: &mut Vec<Node<'a>>) {
                match kind {
                    ExpKind::Lit(_) | ExpKind::Var(_) | ExpKind::SectionField(_) | ExpKind::Hole => {}
                    ExpKind::Tuple(all) | ExpKind::Array(all) | ExpKind::Constr(_, all) => {
                        out.extend(all.into_iter().map(Node::Exp));
                    }
                    ExpKind::Record(fields) => {
                        out.extend(fields.into_iter().filter_map(|field| (&$($mutable)? field.value).into()).map(Node::Exp));
                    }
                    ExpKind::Range { start, second, bound, .. } => {
                        out.push(Node::Exp(start));
                        out.extend(second.into_iter().map(|e| Node::Exp(e)));
                        out.push(Node::Exp(bound));
                    }
                    ExpKind::Field(e, _)
                    | ExpKind::LocalOpen(_, e)
                    | ExpKind::Negate(e)
                    | ExpKind::Not(e)
                    | ExpKind::SectionLeft(e, _)
                    | ExpKind::SectionRight(_, e)
                    | ExpKind::Attr(_, e) => out.push(Node::Exp(e)),
                    ExpKind::Index(e, own) => {
                        out.push(Node::Exp(e));
                        dims(own, out);
                    }
                    ExpKind::Update(e, own, v) => {
                        out.push(Node::Exp(e));
                        dims(own, out);
                        out.push(Node::Exp(v));
                    }
                    ExpKind::RecordUpdate(e, _, v) => out.extend([Node::Exp(e), Node::Exp(v)]),
                    ExpKind::UpdatePath(e, steps, v) => {
                        out.push(Node::Exp(e));
                        path(steps, out);
                        out.push(Node::Exp(v));
                    }
                    ExpKind::Apply(f, e) | ExpKind::BinOp(_, f, e) | ExpKind::Assert(f, e) => {
                        out.extend([Node::Exp(f), Node::Exp(e)]);
                    }
                    ExpKind::SectionIndex(own) => dims(own, out),
                    ExpKind::SectionPath(steps) => path(steps, out),
                    ExpKind::Lambda(pats, ret, body) => {
                        out.extend(pats.into_iter().map(Node::Pat));
                        out.extend(ret.into_iter().map(Node::Type));
                        out.push(Node::Exp(body));
                    }
                    ExpKind::Let(_, pat, bound, body) => {
                        out.extend([Node::Pat(pat), Node::Exp(bound), Node::Exp(body)]);
                    }
                    ExpKind::LetFun(fun, rest) => {
                        out.extend((&$($mutable)? fun.params).into_iter().map(Node::Pat));
                        out.extend((&$($mutable)? fun.ret).into_iter().map(Node::Type));
                        out.extend([Node::Exp(&$($mutable)? fun.body), Node::Exp(rest)]);
                    }
                    ExpKind::LetWith(_, own, v, body) => {
                        dims(own, out);
                        out.extend([Node::Exp(v), Node::Exp(body)]);
                    }
                    ExpKind::If(c, a, b) => out.extend([Node::Exp(c), Node::Exp(a), Node::Exp(b)]),
                    ExpKind::Match(e, cases) => {
                        out.push(Node::Exp(e));
                        for case in cases {
                            out.extend([Node::Pat(&$($mutable)? case.pat), Node::Exp(&$($mutable)? case.body)]);
                        }
                    }
                    ExpKind::Loop(own) => {
                        let Loop { pat, init, form, body, .. } = &$($mutable)? **own;
                        out.push(Node::Pat(pat));
                        out.extend(init.into_iter().map(Node::Exp));
                        match form {
                            LoopForm::For(_, e) | LoopForm::While(e) => out.push(Node::Exp(e)),
                            LoopForm::ForIn(pat, e) => out.extend([Node::Pat(pat), Node::Exp(e)]),
                        }
                        out.push(Node::Exp(body));
                    }
                    ExpKind::Ascribe(e, ty) | ExpKind::Coerce(e, ty) => out.extend([Node::Exp(e), Node::Type(ty)]),
                }
            }
        }
    };
}

nodes! {
    /// To look at.
    look,
    #[derive(Clone, Copy)]
    []
}
nodes! {
    /// To change.
    change, [mut]
}
