//! By which skeleton the host's work is done, in chunks of which sizes, and why.
//!
//! Nothing else in `plan` chooses.  A choice sees the shape of a space, what its items give, how an operator combines and how an array lies, and the numbers of a
//! [`Schedule`]; it comes with its reason, which `elder dev --pass plan` shows in front of each entry.  Every choice is right for all sizes: a
//! schedule changes in which order associative operators combine, and nothing else.

use super::elementwise;
use super::host::Accumulation;
use super::place::Place;
use crate::Target;
use elder_dpia::UpdateOp;
use elder_kernel::host::Var;
use elder_sizes::Nat;
use elder_syntax::Name as Text;
use elder_syntax::prim::PrimType;
use std::fmt::{self, Display, Formatter};
use std::rc::Rc;

/// The numbers that choices are made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Places that are worth a chunk of their own, at least 1.
    pub grain: i64,
    /// The most chunks, at least 1.
    pub chunks: i64,
    /// The most dimensions whose items are launched as such; the places of others are counted.
    pub dimensions: usize,
    /// Segments of so many places, or fewer, are an item's each where the text says so: they are fewer than the steps of a tree.
    pub narrow: i64,
    /// The shape of groups whose items work together, where that pays.
    pub group: Option<Group>,
    /// How an item combines places side by side, where items work alone and that pays.
    pub lanes: Option<Lanes>,
    /// How many places at least a chunk adds for each element of a copy of its own, where that costs less than to add together.
    pub additions: Option<i64>,
}

/// How an item combines several places at once: each lane of a vector of its processor those that lie a vector apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lanes {
    /// How many bytes the operands have that are combined side by side, at least 1.
    pub bytes: i64,
    /// The most statements of an operator that is worth it.
    pub statements: usize,
}

impl Lanes {
    /// How many operands of so many bytes there is room for side by side.
    fn of(self, bytes: i64) -> i64 {
        self.bytes / bytes.max(1)
    }
}

/// So many times more reads an item has under way that only combines what it reads.
const UNDER_WAY: i64 = 4;

/// The most neighbours of a short segment that an item scans: tiles of more would be empty for the most part.
const SHORT: i64 = 5;

/// Which segments a way is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    /// How many places each has at least.
    pub least: i64,
    /// How many there are at most, if that matters.
    pub segments: Option<i64>,
}

impl Lengths {
    /// Segments of at least so many places.
    pub fn of(least: i64) -> Lengths {
        Lengths {
            least,
            segments: None,
        }
    }

    /// Of these, up to so many.
    fn up_to(self, segments: i64) -> Lengths {
        Lengths {
            segments: Some(segments),
            ..self
        }
    }
}

/// The shape of a group whose items work together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// How many items it has, at least 1.
    pub items: i64,
    /// The most neighbours in local memory that an item combines, at least 1.  An odd number leads no two items to one bank.
    pub neighbours: i64,
    /// How many bytes of local memory it may have.
    pub memory: i64,
    /// The most statements of an operator that is written out for each step of a tree, and of a function that an item applies to several elements.
    pub statements: usize,
    /// How many elements an item has of a map whose function is cheap, at least 1.
    pub elements: i64,
    /// How many segments a group has of those that are shorter than this many places, and how many items for each; their product is at most `items`, and each at least 1.
    pub short: (i64, i64, i64),
    /// The columns and rows of items of a map of two dimensions whose function is cheap, and how many places below each other each has, all at least 1.
    pub below: (i64, i64, i64),
    /// The rows of items of a tile that is turned, and the most rows of the tile that each has, at least 1.
    pub turned: (i64, i64),
    /// Up to so many segments do not fill the device with a group each.
    pub few: i64,
    /// So many additions for each element of an array pay for copies of it in local memory.
    pub additions: i64,
    /// The most groups that have copies, at least 1.
    pub copies: i64,
    /// How many bytes of local memory a copy may have.
    pub copied: i64,
    /// In how many ranges, at most, the elements of an array are copied that have no room together.
    pub ranges: i64,
}

impl Group {
    /// How many neighbours of so many bytes each an item combines: an odd number, beside which there is room for what each item comes to in three steps of a tree.
    fn neighbours(self, bytes: i64) -> Option<i64> {
        let room = self.memory / (self.items * bytes).max(1) - 3;
        let most = room.min(self.neighbours);
        (most >= 1).then(|| most - (most + 1) % 2)
    }

    /// The rows of items of a tile of elements of so many bytes, and how many rows of it each has, so that the tile fits, with one place more in each row.
    fn tile(self, bytes: i64) -> Option<(i64, i64)> {
        let (rows, most) = self.turned;
        let fits = |each: &i64| {
            let side = rows * each;
            side * (side + 1) * bytes <= self.memory
        };
        let mut halves = std::iter::successors(Some(most), |each| (*each > 1).then_some(each / 2));
        halves.find(fits).map(|each| (rows, each))
    }
}

/// What is known of operands and their operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// How many bytes the scalars of an operand have, if it has no arrays.
    pub bytes: Option<i64>,
    /// How many statements the operator has, if it does nothing but give values.
    pub statements: Option<usize>,
    /// Whether it commutes.
    pub commutative: bool,
}

impl Default for Schedule {
    fn default() -> Schedule {
        Schedule {
            grain: 1024,
            chunks: 64,
            dimensions: 2,
            narrow: 16,
            group: None,
            lanes: None,
            additions: None,
        }
    }
}

impl Schedule {
    /// That of a target: a device of OpenCL has room for many more items at once than a processor has threads, and one item combines what their chunks come to;
    /// the cores of a processor have vectors.
    pub fn of(target: Target) -> Schedule {
        match target {
            Target::OpenMp => Schedule {
                lanes: Some(Lanes {
                    bytes: 128,
                    statements: 16,
                }),
                additions: Some(4),
                ..Schedule::default()
            },
            Target::OpenCl { items } => Schedule {
                chunks: 8192,
                group: Some(Group {
                    items: i64::from(items).max(1),
                    neighbours: 9,
                    memory: 32 << 10,
                    statements: 64,
                    elements: 8,
                    short: (i64::from(items).max(8) / 8, i64::from(items).clamp(1, 8), 2048),
                    below: (i64::from(items).clamp(1, 32), i64::from(items).max(32) / 32, 4),
                    turned: (4, 16),
                    few: 256,
                    additions: 16,
                    copies: 1024,
                    copied: 16 << 10,
                    ranges: 4,
                }),
                ..Schedule::default()
            },
        }
    }

    /// How many tiny schedules there are.
    pub const TINY: u64 = 192;

    /// A schedule for a tiny machine, which comes to its limits on arrays of a few elements: chunks from 1 to 4 places on, at most 1 to 3 of them, or 5, so that there are more groups than one of them has
    /// places.  Seeds that
    /// follow each other have all of [`Schedule::TINY`] in turn.
    pub fn tiny(seed: u64) -> Schedule {
        let mut rest = seed % Schedule::TINY;
        let mut draw = |choices: u8| {
            let drawn = rest % u64::from(choices);
            rest /= u64::from(choices);
            u8::try_from(drawn).unwrap_or(0)
        };
        // First of all, as seeds are often small.
        let machine = Schedule::tiny_machine(draw(6));
        Schedule {
            grain: i64::from(1 + draw(4)),
            chunks: match draw(4) {
                0 => 5,
                drawn => i64::from(drawn),
            },
            dimensions: usize::from(2 - draw(2)),
            ..machine
        }
    }

    /// Groups of few items, lanes of few bytes, and neither.
    fn tiny_machine(drawn: u8) -> Schedule {
        let lanes = |bytes| {
            Some(Lanes {
                bytes,
                statements: 64,
            })
        };
        Schedule {
            group: Schedule::tiny_group(drawn),
            lanes: match drawn {
                4 => lanes(8),
                5 => lanes(24),
                _ => None,
            },
            additions: match drawn {
                4 => Some(1),
                5 => Some(2),
                _ => None,
            },
            narrow: 1,
            ..Schedule::default()
        }
    }

    /// Groups of few items, and none.
    fn tiny_group(drawn: u8) -> Option<Group> {
        let (items, neighbours, turned, short, below, few, copied) = match drawn {
            0 | 4.. => return None,
            1 => (1, 3, (1, 2), (1, 1, 2), (1, 1, 2), 1, 8),
            2 => (2, 1, (2, 1), (1, 2, 5), (2, 1, 1), 2, 16),
            3 => (4, 3, (2, 2), (2, 2, 6), (2, 2, 3), 1, 32),
        };
        Some(Group {
            items,
            neighbours,
            memory: 1 << 10,
            statements: 64,
            elements: neighbours,
            short,
            below,
            turned,
            few,
            additions: 1,
            copies: 2,
            copied,
            ranges: 3,
        })
    }

    /// A function at each place of a space.
    pub fn map(&self, dimensions: usize, gives: bool) -> Choice {
        let skeleton = match (gives, dimensions <= self.dimensions, dimensions) {
            (true, true, 2) => Skeleton::Map2,
            (true, true, 1) => Skeleton::Map,
            (true, ..) => Skeleton::Counted,
            (false, _, 1) => Skeleton::Each,
            (false, ..) => Skeleton::EachCounted,
        };
        let why = match skeleton {
            Skeleton::Map | Skeleton::Each => String::from("an item for each place"),
            Skeleton::Map2 => String::from("an item for each place of two dimensions"),
            _ => format!("an item for each place; the places of {dimensions} dimensions are counted"),
        };
        Choice { skeleton, why }
    }

    /// A function of so many statements, none of them a loop, that gives scalars at each place of a space.
    pub fn map_cheap(&self, dimensions: usize, statements: usize) -> Choice {
        match self.group {
            Some(group) if dimensions == 1 && statements <= group.statements => Choice::step(
                Skeleton::MapGroups(group.items, group.elements),
                "an item for several places, which lie apart, as a function without loops gives scalars",
            ),
            Some(group) if dimensions == 2 && self.dimensions == 2 && statements <= group.statements => {
                let (columns, rows, of_item) = group.below;
                Choice::step(
                    Skeleton::MapGroups2(columns, rows, of_item),
                    "an item for several places of two dimensions, which lie below each other, as a function without loops gives scalars",
                )
            }
            _ => self.map(dimensions, true),
        }
    }

    /// What an operator makes of the last dimension behind so many others.
    pub fn reduce(&self, outer: usize, operands: Operands) -> Choice {
        self.combine(outer, operands, Skeleton::Reduce)
    }

    /// The group whose items combine operands together, and how many neighbours each, if the operator is pure and short, and operands have scalars alone.
    fn together(&self, operands: Operands) -> Option<(Group, i64)> {
        let is_short = |group: &Group| operands.statements.is_some_and(|count| count <= group.statements);
        let group = self.group.filter(is_short)?;
        let neighbours = group.neighbours(operands.bytes?)?;
        Some((group, neighbours))
    }

    /// What an operator makes of segments of which neighbours lie side by side, by groups: each way with how many places a segment has at least for it, the longest first.  Shorter ones are
    /// an item's each.
    pub fn rows(&self, operands: Operands) -> Vec<(Choice, i64)> {
        if let Some(lanes) = self.lanes(operands) {
            return vec![(
                Schedule::by_lanes(Skeleton::ReduceLanes(lanes)),
                lanes.saturating_mul(2),
            )];
        }
        let Some((group, neighbours)) = self.together(operands) else {
            return vec![];
        };
        if !operands.commutative {
            let choice = Choice::step(
                Skeleton::Rows(group.items, neighbours),
                "a segment is a group's, whose items bring places to local memory and combine them there, in order",
            );
            return vec![(choice, group.items)];
        }
        let (segments, items, long) = group.short;
        let of_group = Choice::step(
            Skeleton::RowsApart(group.items, group.elements),
            "a segment is a group's, whose items combine places that lie apart, as the operator commutes",
        );
        let several = Choice::step(
            Skeleton::RowsSeveral(segments, items, (group.elements / 2).max(1)),
            "a group has several short segments, and a few items for each, which combine places that lie apart, as the operator commutes",
        );
        vec![(of_group, long), (several, items)]
    }

    /// All that an operator makes of the last dimension behind so many others.
    pub fn scan(&self, outer: usize, operands: Operands) -> Choice {
        self.combine(outer, operands, Skeleton::Scan)
    }

    /// CORE-K-SCAN: all that an operator makes of segments, by groups: each way with the segments that it is for, the longest first.  Others are an item's each.  Of
    /// segments that lie apart only few are a group's: items that have one each read them side by side.
    pub fn scans(&self, operands: Operands, lie_apart: bool) -> Vec<(Choice, Lengths)> {
        let Some((group, neighbours)) = self.together(operands) else {
            return vec![];
        };
        let Group { items, few, .. } = group;
        let (segments, of_segment, long) = group.short;
        let tile = items.saturating_mul(neighbours);
        let split = Choice::step(
            Skeleton::ScanSplit(items, neighbours),
            "the segments are few and long, so each is cut into chunks, a group each",
        );
        let of_group = Choice::step(
            Skeleton::ScanRows(items, neighbours),
            "a segment is a group's, whose items bring places to local memory and combine them there",
        );
        let several = Choice::step(
            Skeleton::ScanSeveral(segments, of_segment, neighbours.min(SHORT)),
            "a group has several short segments, and a few items for each, which combine neighbours in local memory",
        );
        let mut ways = vec![(split, Lengths::of(tile.saturating_mul(2)).up_to(few))];
        if !lie_apart {
            // Fewer segments that are shorter do not fill the device if a group has several.
            let fewer = Lengths::of(items).up_to(few.saturating_mul(segments));
            ways.push((of_group.clone(), Lengths::of(long)));
            ways.push((of_group, fewer));
            ways.push((several, Lengths::of(of_segment)));
        }
        ways
    }

    /// How many places an item combines side by side, at least 2, if it does.
    fn lanes(&self, operands: Operands) -> Option<i64> {
        let lanes = self
            .lanes
            .filter(|_| self.group.is_none() && operands.commutative)?;
        let is_short = operands.statements.is_some_and(|count| count <= lanes.statements);
        let side_by_side = lanes.of(operands.bytes.filter(|_| is_short)?);
        (side_by_side > 1).then_some(side_by_side)
    }

    fn by_lanes(skeleton: Skeleton) -> Choice {
        let why = "an item combines places of a chunk side by side, as the operator commutes, and then what these lanes come to";
        Choice::step(skeleton, why)
    }

    fn combine(&self, outer: usize, operands: Operands, chunked: Skeleton) -> Choice {
        if outer > 0 {
            return self.map(outer, true).because("a segment is an item's");
        }
        if let Some(lanes) = self.lanes(operands) {
            return Schedule::by_lanes(match chunked {
                Skeleton::Scan => Skeleton::ScanLanes(lanes),
                _ => Skeleton::ReduceLanes(lanes),
            });
        }
        let Schedule { grain, chunks, .. } = self;
        if let Some((group, neighbours)) = self.together(operands) {
            let items = group.items;
            if chunked == Skeleton::Scan {
                let why = "the items of a group bring places to local memory and combine them there";
                return Choice::step(Skeleton::ScanGroups(items, neighbours), why);
            }
            return match operands.commutative {
                true => Choice::step(
                    Skeleton::ReduceApart(items, UNDER_WAY * group.elements),
                    "an item combines places that lie apart, as the operator commutes, and a group what items come to",
                ),
                false => Choice::step(
                    Skeleton::ReduceGroups(items, neighbours),
                    "the items of a group bring places to local memory and combine them there, in order",
                ),
            };
        }
        Choice {
            skeleton: chunked,
            why: format!(
                "no dimension stands before the last one, so that it is cut: a chunk for {grain} places, but one at least and {chunks} at most"
            ),
        }
    }

    /// What items add to accumulators at each place of a space, and how to each accumulator; to none if one item alone adds.
    pub fn accumulate(
        &self,
        own: &[Rc<Accumulation<'_>>],
        dimensions: usize,
        gives: bool,
    ) -> (Choice, Vec<Way>) {
        let Some(ways) = ways(own) else {
            return (Choice::one("two accumulators add to one block"), vec![]);
        };
        let choice = match ways.contains(&Way::Apart) {
            true => self.map(1, true).because(
                "an operator changes more than one number, so each of several chunks adds to copies of its own",
            ),
            false => self
                .map(dimensions, gives)
                .because("items add together, each number in one step"),
        };
        (choice, ways)
    }

    /// How an array of elements to which items add together by an operation may have copies in local memory, for up to so many elements.
    pub fn copies(&self, element: PrimType, op: UpdateOp) -> Option<(Choice, Group, i64)> {
        let group = self.group?;
        let is_word = matches!(element, PrimType::I32 | PrimType::U32 | PrimType::F32);
        let choice = Choice::step(
            Skeleton::Hist,
            "the items of a group add to a copy in local memory, which has room for it, and each group what its copy comes to",
        );
        let room = group.copied / element.bytes() as i64;
        (is_word && op.operator().is_some()).then_some((choice, group, room))
    }

    /// CORE-K-HIST: how items of groups add to copies of what their segments add to; the longest segments first.
    pub fn copies_of_segments(&self, group: Group) -> [(Choice, Lengths); 2] {
        let (segments, items, _) = group.short;
        let of_group = Choice::step(
            Skeleton::HistRows(1, group.items),
            "the items of a group add to a copy in local memory of what their segment adds to, and each group what its copy comes to",
        );
        let several = Choice::step(
            Skeleton::HistRows(segments, items),
            "the items of a group add to copies in local memory of what its short segments add to, a few items for each",
        );
        [
            (of_group, Lengths::of(group.items)),
            (several, Lengths::of(items)),
        ]
    }

    /// CORE-K-HIST: how they add to copies of ranges.
    pub fn copies_of_ranges(&self) -> Choice {
        Choice::step(
            Skeleton::HistRanges,
            "local memory has no room for a copy, but for one of a range of it: a group adds to that what goes there",
        )
    }

    /// CORE-K-HIST: how chunks add to copies of their own what they could add together, if that may be, and how many places each adds at least for an element of
    /// its copies.
    pub fn apart(&self, own: &[Rc<Accumulation<'_>>]) -> Option<(Choice, i64)> {
        let additions = self.additions?;
        let is_combined = |acc: &Rc<Accumulation<'_>>| {
            acc.operator.is_some_and(|operator| {
                operator.commutative
                    || elementwise::operations(operator)
                        .is_some_and(|ops| ops.iter().all(|op| op.operator().is_some()))
            })
        };
        let why = "a chunk adds to copies of its own, as it has places enough for each of their elements: no step of it waits for another item";
        own.iter()
            .all(is_combined)
            .then(|| (self.map(1, true).because(why), additions))
    }

    /// What would be added to copies, by one item where there are too few places for several chunks.
    pub fn too_few(&self) -> Choice {
        Choice::one("too few places for copies: an operator changes more than one number")
    }

    /// What the copies of accumulators of so many dimensions come to.
    pub fn join(&self, dimensions: usize) -> Choice {
        self.map(dimensions, true)
            .because("what is there and what the copies come to, in their order")
    }

    /// One addition of the host.
    pub fn add(&self) -> Choice {
        Choice::one("one addition")
    }

    /// An array in a block of its own.
    pub fn copy<B: Clone>(&self, place: &Place<B>, element: PrimType) -> Choice {
        self.turned(place, element)
            .unwrap_or_else(|| self.copy_by_items(place))
    }

    /// The same by an item for each element.
    pub fn copy_by_items<B: Clone>(&self, place: &Place<B>) -> Choice {
        match place.is_dense() {
            true => Choice::step(Skeleton::Copy, "the elements lie one after the other"),
            false => self
                .map(place.dims.len(), true)
                .because("a copy of elements that do not lie one after the other"),
        }
    }

    /// A copy of an array that goes on by one along another dimension than the last, by tiles.
    fn turned<B: Clone>(&self, place: &Place<B>, element: PrimType) -> Option<Choice> {
        let (rows, each) = self.group?.tile(element.bytes() as i64)?;
        let along = turned(place).filter(|_| !place.is_dense())?;
        let choice = Choice::step(
            Skeleton::Turned(rows, each, along),
            "another dimension than the last goes on by one, so tiles are turned in local memory",
        );
        Some(choice.because("a copy of elements that do not lie one after the other"))
    }

    /// An array in a part of another one.
    pub fn put<B: Clone>(&self, to: &Place<B>) -> Choice {
        match (to.is_dense(), to.apart) {
            (true, _) => Choice::step(Skeleton::Copy, "the part's elements lie one after the other"),
            (false, true) => self
                .map(to.dims.len(), false)
                .because("the part's elements do not lie one after the other"),
            (false, false) => Choice::one("two elements of the part may be one, which the last one stays in"),
        }
    }

    /// So many dimensions of one value.
    pub fn replicate(&self, dimensions: usize) -> Choice {
        match dimensions {
            1 => Choice::step(Skeleton::Fill, "one number is everywhere"),
            _ => self.map(dimensions, true).because("a row for each place"),
        }
    }

    /// The numbers of a dimension.
    pub fn iota(&self) -> Choice {
        self.map(1, true)
    }
}

/// How something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skeleton {
    /// An item for each place of one dimension.
    Map,
    /// The same of two.
    Map2,
    /// The same of all places by their numbers.
    Counted,
    /// Items that give nothing.
    Each,
    /// The same of all places by their numbers.
    EachCounted,
    /// Groups of so many items, each of which has so many places of one dimension.
    MapGroups(i64, i64),
    /// Groups of so many items of the last dimension by so many of the first of two, each of which has so many places of the first.
    MapGroups2(i64, i64, i64),
    /// Tiles that are turned, by so many rows of items, each of which has so many rows of a tile; what is read lies one after the other along this dimension.
    Turned(i64, i64, usize),
    /// A reduction in chunks.
    Reduce,
    /// Reductions of segments in chunks, of which an item combines so many places side by side.
    ReduceLanes(i64),
    /// A reduction by groups of so many items, which combine so many neighbours each.
    ReduceGroups(i64, i64),
    /// A reduction by groups of so many items, which combine places that lie apart, at least so many each.
    ReduceApart(i64, i64),
    /// A reduction of segments, each by a group of so many items, which combine so many neighbours each.
    Rows(i64, i64),
    /// The same where items combine places that lie apart, so many at a time.
    RowsApart(i64, i64),
    /// The same of several segments a group, so many items for each.
    RowsSeveral(i64, i64, i64),
    /// A scan in chunks.
    Scan,
    /// The same where an item combines so many places side by side for what a chunk comes to.
    ScanLanes(i64),
    /// A scan by groups of so many items, which combine so many neighbours each.
    ScanGroups(i64, i64),
    /// The same, whose last launch does something else with what it gives than to keep it.
    ScanUse(i64, i64),
    /// Scans of segments, each by a group of so many items, which combine so many neighbours each.
    ScanRows(i64, i64),
    /// The same, each in chunks.
    ScanSplit(i64, i64),
    /// The same of so many segments a group, so many items for each.
    ScanSeveral(i64, i64, i64),
    /// Additions to copies in local memory.
    Hist,
    /// Additions to copies of what so many segments a group add to, by so many items for each.
    HistRows(i64, i64),
    /// Additions to copies of ranges.
    HistRanges,
    /// One item.
    One,
    /// A step of the host.
    Copy,
    /// A step of the host.
    Fill,
}

impl Skeleton {
    /// What it is called among the skeletons; those of copies, whose operation is a part of their types, of one item and of steps stand nowhere.
    pub fn name(self) -> &'static str {
        match self {
            Skeleton::Map | Skeleton::Counted => "segmap",
            Skeleton::Map2 => "segmap2",
            Skeleton::Each | Skeleton::EachCounted => "segeach",
            Skeleton::MapGroups(..) => "segmapgroups",
            Skeleton::MapGroups2(..) => "segmap2groups",
            Skeleton::Turned(..) => "segturned",
            Skeleton::Reduce => "segred",
            Skeleton::ReduceLanes(_) => "segredlanes",
            Skeleton::ReduceGroups(..) => "segredgroups",
            Skeleton::ReduceApart(..) => "segredapart",
            Skeleton::Rows(..) => "segredrows",
            Skeleton::RowsApart(..) => "segredrowsapart",
            Skeleton::RowsSeveral(..) => "segredseveral",
            Skeleton::Scan => "segscan",
            Skeleton::ScanLanes(_) => "segscanlanes",
            Skeleton::ScanGroups(..) => "segscangroups",
            Skeleton::ScanUse(..) => "segscanuse",
            Skeleton::ScanRows(..) => "segscanrows",
            Skeleton::ScanSplit(..) => "segscansplit",
            Skeleton::ScanSeveral(..) => "segscanseveral",
            Skeleton::Hist => "copies of groups",
            Skeleton::HistRows(..) => "copies of segments",
            Skeleton::HistRanges => "copies of ranges",
            Skeleton::One => "one item",
            Skeleton::Copy => "copy",
            Skeleton::Fill => "fill",
        }
    }

    /// The definitions that it takes along, in the texts of the skeletons.
    pub fn definitions(self) -> Vec<&'static str> {
        match self {
            Skeleton::ScanGroups(..) | Skeleton::ScanUse(..) => vec!["scanstarts", self.name()],
            Skeleton::ScanRows(..) | Skeleton::ScanSplit(..) => vec!["scanchunks", self.name()],
            _ => vec![self.name()],
        }
    }

    /// Whether it divides the places of a dimension among items.
    pub fn is_divided(self) -> bool {
        matches!(
            self,
            Skeleton::Reduce
                | Skeleton::ReduceLanes(_)
                | Skeleton::ReduceGroups(..)
                | Skeleton::ReduceApart(..)
                | Skeleton::Scan
                | Skeleton::ScanLanes(_)
                | Skeleton::ScanGroups(..)
                | Skeleton::ScanUse(..)
        )
    }

    /// Whether the places of all dimensions are counted.
    pub fn is_counted(self) -> bool {
        matches!(self, Skeleton::Counted | Skeleton::EachCounted)
    }
}

/// The dimension before the last one along which elements lie one after the other, where they do not along the last.
pub fn turned<B: Clone>(place: &Place<B>) -> Option<usize> {
    let (last, others) = place.strides.split_last()?;
    let along = others.iter().position(Nat::is_one)?;
    (!last.is_one()).then_some(along)
}

/// A skeleton and why it is taken.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The skeleton.
    pub skeleton: Skeleton,
    /// Why.
    pub why: String,
}

impl Choice {
    fn one(why: &str) -> Choice {
        Choice::step(Skeleton::One, why)
    }

    fn step(skeleton: Skeleton, why: &str) -> Choice {
        Choice {
            skeleton,
            why: why.to_owned(),
        }
    }

    /// For this reason first.
    fn because(self, why: &str) -> Choice {
        Choice {
            why: format!("{why}; {}", self.why),
            ..self
        }
    }
}

/// What was chosen for something.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The entry, or what the array is called that a step makes.
    pub of: Text,
    /// How it is done.
    pub by: Choice,
}

impl Chosen {
    /// Whether an entry does it.
    pub fn is_entry(&self) -> bool {
        !matches!(self.by.skeleton, Skeleton::Copy | Skeleton::Fill)
    }
}

impl Display for Chosen {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "-- {} by {}: {}",
            self.of,
            self.by.skeleton.name(),
            self.by.why
        )
    }
}

/// A place of elements of a type that items update together, by this operation at each scalar.
pub type Together = (Place<Var>, PrimType, UpdateOp);

/// How items add to an accumulator.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// To its arrays themselves, by an operation each.
    Together(Vec<Together>),
    /// Each chunk of items to copies of its own.
    Apart,
}

/// CORE-K-HIST: how items add to each accumulator; `None` if two of them add to one block, which is lent once.
fn ways(own: &[Rc<Accumulation<'_>>]) -> Option<Vec<Way>> {
    let mut blocks: Vec<Var> = Vec::new();
    for (place, _) in own.iter().flat_map(|acc| &acc.arrays) {
        if blocks.contains(&place.block) {
            return None;
        }
        blocks.push(place.block);
    }
    Some(own.iter().map(|acc| way(acc)).collect())
}

/// By assignments of which any may stay, by operations that devices have, scalar by scalar, or by commands that make a number of the one that is there; what
/// is left changes several numbers, or depends on the order.
fn way(acc: &Accumulation<'_>) -> Way {
    let ops = match acc.operator {
        _ if acc.arrays.is_empty() => Some(vec![]),
        None => Some(vec![UpdateOp::Set; acc.arrays.len()]),
        Some(operator) => elementwise::operations(operator).or_else(|| {
            let is_number = |(place, _): &(Place<Var>, PrimType)| place.dims.len() == acc.space.len();
            let is_one = matches!(acc.arrays.as_slice(), [one] if is_number(one));
            (is_one && operator.commutative).then(|| vec![UpdateOp::Swap])
        }),
    };
    match ops {
        Some(ops) => {
            let arrays = acc.arrays.iter().zip(ops);
            Way::Together(
                arrays
                    .map(|((place, element), op)| (place.clone(), *element, op))
                    .collect(),
            )
        }
        None => Way::Apart,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Words that a short operator combines.
    const WORDS: Operands = Operands {
        bytes: Some(4),
        statements: Some(1),
        commutative: true,
    };

    /// A tiny schedule has a number in each place that it may have, and seeds have all of them.
    #[test]
    fn tiny_schedules_are_all_drawn() {
        let drawn: Vec<Schedule> = (0..Schedule::TINY).map(Schedule::tiny).collect();
        let different: BTreeSet<String> = drawn.iter().map(|own| format!("{own:?}")).collect();
        assert_eq!(different.len() as u64, Schedule::TINY);
        for own in drawn {
            assert!(
                (1..=4).contains(&own.grain) && (1..=5).contains(&own.chunks),
                "{own:?}"
            );
        }
        assert_eq!(Schedule::tiny(Schedule::TINY), Schedule::tiny(0));
    }

    /// What is chosen for each shape, with what it says of the reason.
    #[test]
    fn choices_say_why() {
        let of = |schedule: Schedule| {
            let choices = [
                schedule.map(1, true),
                schedule.map(2, true),
                schedule.map(3, true),
                schedule.map(2, false),
                schedule.reduce(0, WORDS),
                schedule.reduce(2, WORDS),
                schedule.scan(0, WORDS),
                schedule.replicate(1),
                schedule.replicate(2),
            ];
            choices.map(|choice| choice.skeleton.name())
        };
        let usual = [
            "segmap", "segmap2", "segmap", "segeach", "segred", "segmap2", "segscan", "fill", "segmap2",
        ];
        assert_eq!(of(Schedule::default()), usual);
        let counted = [
            "segmap", "segmap", "segmap", "segeach", "segred", "segmap", "segscan", "fill", "segmap",
        ];
        assert_eq!(
            of(Schedule {
                dimensions: 1,
                ..Schedule::default()
            }),
            counted
        );
        let why = Schedule {
            grain: 3,
            chunks: 2,
            dimensions: 2,
            ..Schedule::default()
        }
        .reduce(0, WORDS)
        .why;
        assert!(why.contains("3 places") && why.contains("2 at most"), "{why}");
    }

    /// Groups combine what fits their memory by operators that are short and total; what commutes may lie apart.
    #[test]
    fn groups_have_a_domain() {
        let schedule = Schedule::of(Target::OPENCL);
        let of = |operands: Operands| schedule.reduce(0, operands).skeleton;
        assert_eq!(of(WORDS), Skeleton::ReduceApart(256, 32));
        let in_order = Operands {
            commutative: false,
            ..WORDS
        };
        assert_eq!(of(in_order), Skeleton::ReduceGroups(256, 9));
        assert_eq!(schedule.scan(0, WORDS).skeleton, Skeleton::ScanGroups(256, 9));
        for (bytes, neighbours) in [(1, 9), (8, 9), (12, 7), (16, 5), (24, 1), (32, 1)] {
            let operands = Operands {
                bytes: Some(bytes),
                ..in_order
            };
            assert_eq!(of(operands), Skeleton::ReduceGroups(256, neighbours), "{bytes}");
        }
        for other in [
            Operands {
                bytes: Some(33),
                ..WORDS
            },
            Operands { bytes: None, ..WORDS },
            Operands {
                statements: None,
                ..WORDS
            },
            Operands {
                statements: Some(65),
                ..WORDS
            },
        ] {
            assert_eq!(of(other), Skeleton::Reduce, "{other:?}");
        }
        assert_eq!(schedule.map_cheap(1, 3).skeleton, Skeleton::MapGroups(256, 8));
        assert_eq!(schedule.map_cheap(1, 65).skeleton, Skeleton::Map);
        assert_eq!(schedule.map_cheap(2, 3).skeleton, Skeleton::MapGroups2(32, 8, 4));
        assert_eq!(Schedule::default().reduce(0, WORDS).skeleton, Skeleton::Reduce);
    }

    /// Segments are scanned by groups as wide and as many as they are; of what lies apart only few long ones.
    #[test]
    fn segments_have_their_ways() {
        let schedule = Schedule::of(Target::OPENCL);
        let ways = |operands, lie_apart| {
            let ways = schedule.scans(operands, lie_apart).into_iter();
            let ways = ways.map(|(choice, lengths)| (choice.skeleton, lengths.least, lengths.segments));
            ways.collect::<Vec<_>>()
        };
        let split = (Skeleton::ScanSplit(256, 9), 4608, Some(256));
        let all = [
            split,
            (Skeleton::ScanRows(256, 9), 2048, None),
            (Skeleton::ScanRows(256, 9), 256, Some(256 * 32)),
            (Skeleton::ScanSeveral(32, 8, 5), 8, None),
        ];
        assert_eq!(ways(WORDS, false), all);
        assert_eq!(ways(WORDS, true), [split]);
        let statements = Some(65);
        assert!(ways(Operands { statements, ..WORDS }, false).is_empty());
        assert!(Schedule::of(Target::OpenMp).scans(WORDS, false).is_empty());
    }

    /// A processor combines side by side what commutes, and what fits twice at least.
    #[test]
    fn lanes_have_a_domain() {
        let schedule = Schedule::of(Target::OpenMp);
        let of = |operands: Operands| schedule.reduce(0, operands).skeleton;
        for (bytes, lanes) in [(1, 128), (4, 32), (12, 10), (64, 2)] {
            let bytes = Some(bytes);
            assert_eq!(of(Operands { bytes, ..WORDS }), Skeleton::ReduceLanes(lanes));
        }
        let in_order = Operands {
            commutative: false,
            ..WORDS
        };
        let without = Operands { bytes: None, ..WORDS };
        let (statements, bytes) = (Some(17), Some(65));
        for other in [
            in_order,
            without,
            Operands { statements, ..WORDS },
            Operands { bytes, ..WORDS },
        ] {
            assert_eq!(of(other), Skeleton::Reduce, "{other:?}");
            assert!(schedule.rows(other).is_empty(), "{other:?}");
        }
        assert_eq!(schedule.scan(0, WORDS).skeleton, Skeleton::ScanLanes(32));
        let ways: Vec<(Skeleton, i64)> = schedule
            .rows(WORDS)
            .into_iter()
            .map(|(choice, least)| (choice.skeleton, least))
            .collect();
        assert_eq!(ways, [(Skeleton::ReduceLanes(32), 64)]);
    }
}
