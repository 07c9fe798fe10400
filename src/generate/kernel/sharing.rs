//! Several items and one memory: who reaches which cell, in which order; who comes to barriers, and who does not.

use super::frame::{Dialect, Frame, surrounded};
use super::model::ints;
use super::{Expected, Sketch};
use crate::Choices;
use elder_syntax::prim::PrimType::I32;

/// Groups of items, in one dimension or two.
struct Shape {
    groups: [usize; 2],
    local: [usize; 2],
}

impl Shape {
    fn draw(c: &mut Choices) -> Shape {
        let local = [
            [4, 1],
            [2, 1],
            [8, 1],
            [1, 4],
            [2, 2],
            [3, 1],
            [1, 1],
            [4, 2],
            [2, 4],
            [1, 3],
        ][c.below(10)];
        let groups = [[1, 1], [2, 1], [3, 1], [1, 2], [2, 2]][c.below(5)];
        Shape { groups, local }
    }

    fn items(&self) -> usize {
        self.local[0] * self.local[1]
    }

    fn all_groups(&self) -> usize {
        self.groups[0] * self.groups[1]
    }

    fn launch(&self, frame: &mut Frame) {
        frame.global = [self.groups[0] * self.local[0], self.groups[1] * self.local[1], 1];
        frame.local = [self.local[0], self.local[1], 1];
    }

    /// The number `l` of an item in its group, the number `grp` of that, and that of the item among all.
    fn places(&self, c: &mut Choices) -> String {
        let own = |c: &mut Choices, d: usize| match c.below(3) {
            0 => format!("get_local_id({d})"),
            1 => format!("(get_global_id({d}) - get_group_id({d}) * get_local_size({d}))"),
            _ => format!("(get_global_id({d}) % {}ul)", self.local[d]),
        };
        let wide = |c: &mut Choices| match c.below(2) {
            0 => "get_num_groups(0)".to_owned(),
            _ => format!("(get_global_size(0) / {}ul)", self.local[0]),
        };
        let l = format!("{} * {}ul + {}", own(c, 1), self.local[0], own(c, 0));
        let grp = format!("get_group_id(1) * {} + get_group_id(0)", wide(c));
        format!(
            "const int l = {l};\nconst int grp = {grp};\nconst int g = grp * {} + l;\n",
            self.items()
        )
    }
}

/// Which items a statement is for, and the cell that one reaches.
#[derive(Clone, Copy)]
enum Those {
    All,
    Equal(usize),
    Below(usize),
    From(usize),
    Even,
}

impl Those {
    fn draw(c: &mut Choices, items: usize) -> Those {
        let k = c.below(items + 1);
        match c.below(6) {
            0 | 1 => Those::All,
            2 => Those::Equal(k),
            3 => Those::Below(k),
            4 => Those::From(k),
            _ => Those::Even,
        }
    }

    fn has(self, l: usize) -> bool {
        match self {
            Those::All => true,
            Those::Equal(k) => l == k,
            Those::Below(k) => l < k,
            Those::From(k) => l >= k,
            Those::Even => l.is_multiple_of(2),
        }
    }

    fn text(self) -> Option<String> {
        Some(match self {
            Those::All => return None,
            Those::Equal(k) => format!("l == {k}"),
            Those::Below(k) => format!("l < {k}"),
            Those::From(k) => format!("!(l < {k})"),
            Those::Even => "l % 2 == 0".to_owned(),
        })
    }
}

#[derive(Clone, Copy)]
enum Cell {
    Own,
    Next,
    Fixed(usize),
    OfAll,
}

#[derive(Clone, Copy, PartialEq)]
enum Does {
    Read,
    Write(i64),
    Update(i64),
}

/// What some items do to a cell.
#[derive(Clone, Copy)]
struct Act {
    those: Those,
    cell: Cell,
    does: Does,
}

/// Statements up to a barrier, which orders local and global memory or does not.
struct Phase {
    acts: Vec<Act>,
    fences: Option<(bool, bool)>,
}

/// An access as the model remembers it.
#[derive(Clone, Copy, PartialEq)]
struct Access {
    cell: usize,
    group: usize,
    item: usize,
    interval: usize,
    does: u8,
}

impl Access {
    fn races(&self, other: &Access) -> bool {
        let both = self.does == other.does && self.does != 1;
        let ordered =
            self.group == other.group && (self.item == other.item || self.interval != other.interval);
        self.cell == other.cell && !both && !ordered
    }
}

/// Accesses to one array by the items of groups, in phases; without races what they leave, else the refusal.
pub(super) fn accesses(c: &mut Choices) -> Sketch {
    match c.below(4) {
        3 => threads(c),
        _ => groups(c),
    }
}

fn acts(c: &mut Choices, items: usize, most: usize) -> Vec<Act> {
    let n = 1 + c.below(most);
    let act = |c: &mut Choices| {
        let cell = match c.below(7) {
            0 | 1 => Cell::Own,
            2 | 3 => Cell::Next,
            4 => Cell::Fixed(c.below(items)),
            _ => Cell::OfAll,
        };
        let does = match c.below(5) {
            0 | 1 => Does::Read,
            2 | 3 => Does::Write(c.below(9) as i64),
            _ => Does::Update(1 + c.below(5) as i64),
        };
        Act {
            those: Those::draw(c, items),
            cell,
            does,
        }
    };
    (0..n).map(|_| c.part(act)).collect()
}

fn text(act: &Act, items: usize, update: &str) -> String {
    let cell = match act.cell {
        Cell::Own => "l".to_owned(),
        Cell::Next => format!("(l + 1) % {items}"),
        Cell::Fixed(k) => k.to_string(),
        Cell::OfAll => "at".to_owned(),
    };
    let stmt = match act.does {
        Does::Read => format!("out[g] += m[{cell}];"),
        Does::Write(k) => format!("m[{cell}] = l * 10 + {k};"),
        Does::Update(k) => update.replace("CELL", &cell).replace("BY", &k.to_string()),
    };
    match act.those.text() {
        Some(those) => format!("if ({those}) {{ {stmt} }}\n"),
        None => format!("{stmt}\n"),
    }
}

/// What has been written, and who did what.
struct Model {
    cells: Vec<i64>,
    out: Vec<i64>,
    seen: Vec<Access>,
}

/// Where an item stands.
struct Place {
    /// Among all items.
    g: usize,
    /// Within its group.
    l: usize,
    /// How many items its group has.
    items: usize,
    /// Where its group's memory begins.
    from: usize,
    /// The cell that is its own among all.
    at: usize,
}

impl Model {
    /// The item at this place does it.
    fn act(&mut self, act: &Act, place: &Place, who: Access) {
        let &Place {
            g,
            l,
            items,
            from,
            at,
        } = place;
        if !act.those.has(l) {
            return;
        }
        let cell = from
            + match act.cell {
                Cell::Own => l,
                Cell::Next => (l + 1) % items,
                Cell::Fixed(k) => k,
                Cell::OfAll => at,
            };
        let does = match act.does {
            Does::Read => {
                self.out[g] += self.cells[cell];
                0
            }
            Does::Write(k) => {
                self.cells[cell] = l as i64 * 10 + k;
                1
            }
            Does::Update(k) => {
                self.cells[cell] += k;
                2
            }
        };
        let access = Access { cell, does, ..who };
        if !self.seen.contains(&access) {
            self.seen.push(access);
        }
    }

    fn races(&self) -> bool {
        let pairs = self.seen.iter().enumerate();
        pairs
            .into_iter()
            .any(|(k, a)| self.seen[k + 1..].iter().any(|b| a.races(b)))
    }
}

fn ended(races: bool, values: Vec<elder_syntax::Value>) -> Expected {
    match races {
        true => Expected::Refused("KER-E-RACE", "alone"),
        false => Expected::Values(values),
    }
}

fn groups(c: &mut Choices) -> Sketch {
    let shape = Shape::draw(c);
    let (items, all) = (shape.items(), shape.all_groups());
    let total = items * all;
    let is_local = c.below(3) < 2;
    let mut frame = Frame::new(Dialect::OpenCl, (I32, total));
    shape.launch(&mut frame);
    frame.launches = 1 + c.below(2);
    let rounds = [1, 1, 2, 3][c.below(4)];
    let phases: Vec<Phase> = (0..1 + c.below(3))
        .map(|_| {
            c.part(|c| Phase {
                acts: acts(c, items, 2),
                fences: [
                    Some((true, true)),
                    Some((is_local, !is_local)),
                    Some((is_local, !is_local)),
                    Some((!is_local, is_local)),
                    None,
                ][c.below(5)],
            })
        })
        .collect();
    let at = if is_local { "l" } else { "g" };
    let barrier = |fences: Option<(bool, bool)>| match fences {
        Some((true, true)) => "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n",
        Some((true, false)) => "barrier(CLK_LOCAL_MEM_FENCE);\n",
        Some(_) => "barrier(CLK_GLOBAL_MEM_FENCE);\n",
        None => "",
    };
    let mut body = shape.places(c) + &format!("const int at = {at};\n");
    match is_local {
        true => {
            match c.below(2) {
                0 => body += &format!("local int m[{items}];\n"),
                _ => frame
                    .params
                    .push(("local int* m".to_owned(), format!("local {items} of i32"))),
            }
            body += "m[l] = 7;\nbarrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n";
        }
        false => {
            frame.buffer("m", I32, total);
            frame.before.push("fill m with 7i32".to_owned());
            frame.gives.push(format!("gives [{total}]i32 in m"));
        }
    }
    let own: String = phases
        .iter()
        .map(|phase| {
            let acts = phase
                .acts
                .iter()
                .map(|act| text(act, items, "atomic_add(m + CELL, BY);"));
            acts.collect::<String>() + barrier(phase.fences)
        })
        .collect();
    body += &match rounds {
        1 => own,
        n => format!("for (int r = 0; r < {n}; r += 1) {{\n{own}}}\n"),
    };
    frame.body = surrounded(c, frame.dialect, &body);
    // The model: phases one after the other, groups too.
    let mut model = Model {
        cells: vec![7; total],
        out: vec![0; total],
        seen: vec![],
    };
    let mut races = false;
    for _ in 0..frame.launches {
        model.seen.clear();
        if is_local {
            model.cells.fill(7);
        }
        for group in 0..all {
            let from = if is_local { group * items } else { 0 };
            // What is written at first, before a barrier, is in order with all that follows.
            let mut interval = 1;
            for phase in (0..rounds).flat_map(|_| &phases) {
                for l in 0..items {
                    let who = Access {
                        cell: 0,
                        group,
                        item: l,
                        interval,
                        does: 0,
                    };
                    let at = if is_local { l } else { group * items + l };
                    let place = Place {
                        g: group * items + l,
                        l,
                        items,
                        from,
                        at,
                    };
                    for act in &phase.acts {
                        model.act(act, &place, who);
                    }
                }
                let (local, global) = phase.fences.unwrap_or_default();
                interval += usize::from(if is_local { local } else { global });
            }
        }
        races |= model.races();
    }
    let mut values = vec![ints(&model.out)];
    if !is_local {
        values.push(ints(&model.cells));
    }
    frame.sketch(ended(races, values))
}

/// The same in C with OpenMP: rounds of loops that threads share, one loop after the other.
fn threads(c: &mut Choices) -> Sketch {
    let (rows, columns) = (1 + c.below(4), 1 + c.below(3));
    let (is_nested, collapsed) = (c.below(2) == 1, c.below(2) == 1);
    let columns = if is_nested { columns } else { 1 };
    let total = rows * columns;
    let mut frame = Frame::new(Dialect::OpenMp, (I32, total));
    frame.buffer("m", I32, total);
    frame.before.push("fill m with 7i32".to_owned());
    frame.gives.push(format!("gives [{total}]i32 in m"));
    frame.launches = 1 + c.below(2);
    let loops: Vec<Vec<Act>> = (0..1 + c.below(3))
        .map(|_| c.part(|c| acts(c, total, 2)))
        .collect();
    let mut body = String::new();
    for (k, acts) in loops.iter().enumerate() {
        let update = "__atomic_fetch_add(m + (CELL), BY, __ATOMIC_RELAXED);";
        let own: String = acts.iter().map(|act| text(act, total, update)).collect();
        let collapse = if is_nested && collapsed {
            " collapse(2)"
        } else {
            ""
        };
        let places = "const int32_t l = g;\nconst int32_t at = g;\n";
        body += &match is_nested {
            true => format!(
                "\n#pragma omp parallel for{collapse}\nfor (int32_t i{k} = 0; i{k} < {rows}; i{k} += 1) {{\nfor (int32_t j{k} = 0; j{k} < {columns}; j{k} += 1) {{\nconst int32_t g = i{k} * {columns} + j{k};\n{places}{own}}}\n}}\n"
            ),
            false => format!(
                "\n#pragma omp parallel for\nfor (int32_t g = 0; g < {rows}; g += 1) {{\n{places}{own}}}\n"
            ),
        };
    }
    frame.body = surrounded(c, frame.dialect, &body);
    let mut model = Model {
        cells: vec![7; total],
        out: vec![0; total],
        seen: vec![],
    };
    let mut races = false;
    for acts in (0..frame.launches).flat_map(|_| &loops) {
        model.seen.clear();
        for g in 0..total {
            let item = if is_nested && !collapsed { g / columns } else { g };
            let who = Access {
                cell: 0,
                group: 0,
                item,
                interval: 0,
                does: 0,
            };
            let place = Place {
                g,
                l: g,
                items: total,
                from: 0,
                at: g,
            };
            for act in acts {
                model.act(act, &place, who);
            }
        }
        races |= model.races();
    }
    let values = vec![ints(&model.out), ints(&model.cells)];
    frame.sketch(ended(races, values))
}

/// A barrier, or an exchange between lanes, where all items come or some do not.
pub(super) fn barriers(c: &mut Choices) -> Sketch {
    let shape = Shape::draw(c);
    let (items, all) = (shape.items(), shape.all_groups());
    let total = items * all;
    let mut frame = Frame::new(Dialect::OpenCl, (I32, total));
    shape.launch(&mut frame);
    let k = c.below(items + 1);
    let condition = c.below(7);
    let stated = [
        "l < K",
        "l == K",
        "grp == K",
        "one == 1",
        "one == 2",
        "g < K",
        "l % 2 == 1",
    ][condition];
    let stated = stated.replace('K', &k.to_string());
    let holds = |l: usize, grp: usize| match condition {
        0 => l < k,
        1 => l == k,
        2 => grp == k,
        3 => true,
        4 => false,
        5 => grp * items + l < k,
        _ => l % 2 == 1,
    };
    let wait = ["barrier(CLK_LOCAL_MEM_FENCE);", "barrier(CLK_GLOBAL_MEM_FENCE);"][c.below(2)];
    let form = c.below(12);
    // What an item has at the end where the condition holds, and where it does not; whether they may part.
    let (stmts, yes, no, parts) = match form {
        0 => (format!("if (C) {{ {wait} x = 1; }}"), 1, 0, false),
        1 => (
            format!("if (C) {{ x = 1; }} else {{ {wait} x = 2; }}"),
            1,
            2,
            false,
        ),
        2 => (
            format!("for (int i = 0; i < (C ? 2 : 1); i += 1) {{ {wait} x += 1; }}"),
            2,
            1,
            false,
        ),
        3 => (
            format!("for (int i = 0; i < (C ? 1 : 0); i += 1) {{ x += 1; {wait} }}"),
            1,
            0,
            false,
        ),
        4 => (
            format!("int n = C ? 2 : 0; while (x < n) {{ {wait} x += 1; }}"),
            2,
            0,
            false,
        ),
        5 => (
            format!("for (int i = 0; i < 3; i += 1) {{ if (C) {{ break; }} {wait} x += 1; }}"),
            0,
            3,
            false,
        ),
        6 => (
            format!("if (C) {{ {wait} x = 1; }} else {{ {wait} x = 2; }}"),
            1,
            2,
            false,
        ),
        7 => (format!("if (C) {{ return; }} {wait} x = 5;"), 0, 5, false),
        8 => (format!("if (C) {{ x = 4; }} {wait} x += 1;"), 5, 1, true),
        9 => (
            format!("for (int i = 0; i < 2; i += 1) {{ if (C) {{ x += 3; }} else {{ x += 1; }} {wait} }}"),
            6,
            2,
            true,
        ),
        10 => (
            format!("{wait} for (int i = 0; i < (C ? 3 : 0); i += 1) {{ x += 2; }} {wait}"),
            6,
            0,
            true,
        ),
        _ => return exchange(c, &shape, frame, &stated, &holds),
    };
    let stmts = stmts
        .replace("(C)", &format!("({stated})"))
        .replace("(C ?", &format!("({stated} ?"));
    let stmts = stmts.replace("= C ?", &format!("= {stated} ?"));
    frame.body =
        shape.places(c) + &surrounded(c, Dialect::OpenCl, &format!("int x = 0; {stmts} out[g] = x;"));
    let mixed = (0..all).any(|grp| (1..items).any(|l| holds(l, grp) != holds(0, grp)));
    let places = (0..all).flat_map(|grp| (0..items).map(move |l| (l, grp)));
    let values: Vec<i64> = places
        .map(|(l, grp)| if holds(l, grp) { yes } else { no })
        .collect();
    let expected = match mixed && !parts {
        true => Expected::Refused("KER-E-BARRIER", "together"),
        false => Expected::Values(vec![ints(&values)]),
    };
    frame.sketch(expected)
}

/// Lanes that hand each other numbers, where a condition holds or everywhere.
fn exchange(
    c: &mut Choices,
    shape: &Shape,
    mut frame: Frame,
    stated: &str,
    holds: &dyn Fn(usize, usize) -> bool,
) -> Sketch {
    let (items, all) = (shape.items(), shape.all_groups());
    let width = [2, 4, 1, 8, 32][c.below(5)];
    let is_conditional = c.below(2) == 1;
    let by = [1, 0, 3, width - 1, 5][c.below(5)];
    let (from, lane): (String, &dyn Fn(usize) -> usize) = match c.below(2) {
        0 => (format!("(uint)(l + {by})"), &|l| l + by),
        _ => (format!("{by}u"), &|_| by),
    };
    let hand = format!("const int y = elder_shuffle_i32(g * 3 + 1, {from}, {width}); x = y;");
    let stmts = match is_conditional {
        true => format!("if ({stated}) {{ {hand} }}"),
        false => hand,
    };
    frame.body =
        shape.places(c) + &surrounded(c, Dialect::OpenCl, &format!("int x = 0; {stmts} out[g] = x;"));
    let comes = |l: usize, grp: usize| l < items && (!is_conditional || holds(l, grp));
    let mut values = vec![0; items * all];
    let mut absent = false;
    for grp in 0..all {
        for l in (0..items).filter(|l| comes(*l, grp)) {
            let first = l / width * width;
            absent |= (first..first + width).any(|lane| !comes(lane, grp));
            let other = first + lane(l) % width;
            values[grp * items + l] = ((grp * items + other) * 3 + 1) as i64;
        }
    }
    let expected = match absent {
        true => Expected::Refused("KER-E-EXCHANGE", "together"),
        false => Expected::Values(vec![ints(&values)]),
    };
    frame.sketch(expected)
}
