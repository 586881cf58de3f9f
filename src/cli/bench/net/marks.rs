//! The least game that can be played over the network: sides set marks, programs set them by themselves.

use crate::net::difference::{Differences, compare};
use crate::net::frame::Ending;
use crate::net::log::Batch;
use crate::net::{Hand, RoomOrder, Tick};
use crate::serve::hall::game::{Hosted, Opened, Opening, Plan, PlannedSeat, Taken, in_real_time};
use crate::serve::hall::referee::{OpenReferee, Ran, Referee};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// The version of its behaviour, and the hash of its rules.
pub const SIM: u32 = 3;
pub const RULES: u64 = 77;

/// Sides of a match at most.
const MAX_SIDES: usize = 64;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    /// Sets a mark at a place from 0 to 99.
    Mark(u8),
    /// Sets many, at most 2,048; the places do not fall.
    Marks(Vec<u8>),
    /// The side gives up.
    Yield,
    Hand(Hand),
}

impl RoomOrder for Order {
    fn hand(to: Hand) -> Self {
        Self::Hand(to)
    }

    fn is_server_only(&self) -> bool {
        matches!(self, Self::Hand(_))
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Mark(place) => *place < 100,
            Self::Marks(places) => {
                places.len() <= 2048 && places.is_sorted() && places.iter().all(|place| *place < 100)
            }
            Self::Yield | Self::Hand(_) => true,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    pub hand: Hand,
    pub marks: Vec<u32>,
    pub orders: u64,
    pub yielded: bool,
}

/// The state of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marks {
    /// The tick to come.
    pub tick: Tick,
    pub sides: Vec<Side>,
}

impl Marks {
    pub fn new(sides: usize) -> Self {
        let side = Side { hand: Hand::Human, marks: vec![0; 100], orders: 0, yielded: false };
        Self { tick: 0, sides: vec![side; sides] }
    }

    /// The beginning of the match of a description: the number of sides.
    ///
    /// # Errors
    /// A sentence.
    pub fn begin(description: &[u8]) -> Result<Self, String> {
        let sides = std::str::from_utf8(description).ok().and_then(|text| text.strip_prefix("sides ")?.parse().ok());
        let sides = sides.filter(|sides| (1..=MAX_SIDES).contains(sides));
        sides.map(Self::new).ok_or_else(|| "the description must say how many sides there are, 1 to 64".into())
    }

    /// # Errors
    /// A sentence.
    pub fn read(snapshot: &[u8]) -> Result<Self, String> {
        postcard::from_bytes(snapshot).map_err(|_| "these bytes are no snapshot".into())
    }

    pub fn write(&self) -> Vec<u8> {
        // Numbers and lists always have a form.
        postcard::to_allocvec(self).unwrap_or_default()
    }

    pub fn run(&mut self, batch: &Batch<Order>) {
        for entry in &batch.entries {
            let Some(side) = self.sides.get_mut(usize::from(entry.seat)) else { continue };
            side.orders += u64::from(entry.cseq > 0);
            let mut mark = |place: &u8| {
                if let Some(mark) = side.marks.get_mut(usize::from(*place)) {
                    *mark += 1;
                }
            };
            match &entry.order {
                Order::Mark(place) => mark(place),
                Order::Marks(places) => places.iter().for_each(mark),
                Order::Yield => side.yielded = true,
                Order::Hand(hand) => side.hand = *hand,
            }
        }
        for side in self.sides.iter_mut().filter(|side| side.hand == Hand::Program) {
            side.marks[self.tick as usize % 100] += 1;
        }
        self.tick += 1;
    }

    /// The hashes of the parts: a part for each side.
    pub fn parts(&self) -> Vec<u64> {
        let hash = |side: &Side| xxh3_64(&postcard::to_allocvec(side).unwrap_or_default());
        let mut parts: Vec<u64> = self.sides.iter().map(hash).collect();
        // A room takes sixteen.
        let rest = parts.split_off(parts.len().min(15));
        parts.extend(rest.into_iter().reduce(|one, two| one.rotate_left(1) ^ two));
        parts
    }

    pub fn whole(&self) -> u64 {
        let bytes: Vec<u8> = self.parts().iter().flat_map(|part| part.to_le_bytes()).collect();
        xxh3_64(&bytes)
    }

    /// The match is over when one side is left.
    fn over(&self) -> Option<Ending> {
        let mut left = self.sides.iter().enumerate().filter(|(_, side)| !side.yielded);
        match (left.next(), left.next()) {
            (Some((side, _)), None) if self.sides.len() > 1 => Some(Ending::Won(side as u8)),
            (None, _) => Some(Ending::Draw),
            _ => None,
        }
    }
}

impl Referee<Order> for Marks {
    fn run(&mut self, batch: &Batch<Order>) -> Ran {
        let before: Vec<bool> = self.sides.iter().map(|side| side.yielded).collect();
        Self::run(self, batch);
        let beaten = self.sides.iter().zip(before).enumerate().filter(|(_, (side, before))| side.yielded && !before);
        let beaten: Vec<u8> = beaten.map(|(at, _)| at as u8).collect();
        let over = if beaten.is_empty() { None } else { self.over() };
        Ran { whole: self.whole(), parts: self.parts(), beaten, over }
    }

    fn snapshot(&mut self) -> Result<Vec<u8>, String> {
        Ok(self.write())
    }
}

/// The game, as the hall knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarksGame {
    /// Whether there is a referee.
    pub referee: bool,
}

impl Hosted for MarksGame {
    fn name(&self) -> &'static str {
        "marks"
    }

    fn version(&self) -> u32 {
        SIM
    }

    fn plan(&self, description: &[u8]) -> Result<Plan, String> {
        let sides = Marks::begin(description)?.sides.len();
        let seat = |at| PlannedSeat { team: at as u8, program: true, is_programs: false, closed: false };
        Ok(Plan { title: format!("Marks for {sides}"), seats: (0..sides).map(seat).collect() })
    }

    fn settle(&self, description: &[u8], seats: &[Taken]) -> Result<Vec<u8>, String> {
        let sides = Marks::begin(description)?.sides.len();
        if sides == seats.len() { Ok(description.into()) } else { Err("there are other seats than sides".into()) }
    }

    fn open(&self, opening: Opening) -> Result<Opened, String> {
        let description = opening.description.clone();
        let open: OpenReferee<Order> = Box::new(move |snapshot| {
            let game = snapshot.map_or_else(|| Marks::begin(&description), Marks::read)?;
            Ok(Box::new(game) as Box<dyn Referee<Order>>)
        });
        in_real_time(opening, SIM, RULES, self.referee.then_some(open))
    }

    fn difference(&self, _: &[u8], here: &[u8], there: &[u8]) -> Result<Differences, String> {
        compare(&Marks::read(here)?, &Marks::read(there)?).map_err(|error| error.to_string())
    }
}
