//! A trace as a run: our own as it was written, that of another program as far as it says what happened.

use super::OWN;
use super::number::of_text;
use crate::base::grid::MAX_SIDE;
use crate::lab::run::{MOST_EVENTS, Places, Report, Row, Run, Spot};
use crate::nav::searchers::{Counts, End, EventKind, Side};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{NonFiniteFloatPolicy, UserMessageFormatter, with_deserializer_from_str_with_options};
use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

/// Reads a trace in JSON, which begins with a brace, or in YAML. `file` is for messages only.
///
/// # Errors
/// One sentence: where the file is neither, what is missing, which event is wrong.
pub fn read(text: &str, file: &str) -> Result<Run, String> {
    let mut reading = Reading::default();
    if text.trim_start().starts_with('{') {
        let mut json = serde_json::Deserializer::from_str(text);
        let problem = (&mut reading).deserialize(&mut json).and_then(|()| json.end());
        problem
            .map_err(|error| located(file, Some((error.line() as u64, error.column() as u64)), &error.to_string()))?;
    } else {
        let problem = with_deserializer_from_str_with_options(text, yaml(), |yaml| (&mut reading).deserialize(yaml));
        problem.map_err(|error| {
            let at = error.location().map(|at| (at.line(), at.column()));
            located(file, at, &error.without_snippet().render_with_formatter(&UserMessageFormatter))
        })?;
    }
    reading.finish(file)
}

/// The problem of a reader, which says its place at the end, with its place at the beginning.
fn located(file: &str, at: Option<(u64, u64)>, what: &str) -> String {
    let what = what.split(" at line ").next().unwrap_or_default();
    match at {
        Some((line, column)) => format!("{file}: line {line}, column {column}: {what}"),
        None => format!("{file}: {what}"),
    }
}

/// However many events: the length of the file is bounded already ([`super::MAX_TRACE`]), and so is what aliases repeat. States
/// may be called `n` or `on`.
fn yaml() -> serde_saphyr::Options {
    serde_saphyr::options! {
        budget: serde_saphyr::budget! {
            max_events: usize::MAX,
            max_nodes: usize::MAX,
            max_total_scalar_bytes: usize::MAX,
            enforce_alias_anchor_ratio: false,
        },
        strict_booleans: true,
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
    }
}

/// An `id`: a number or a text.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
enum Id {
    Whole(u64),
    Number(f64),
    Text(String),
}

impl Display for Id {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Something that may be a number.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[expect(clippy::enum_variant_names, reason = "a number among what may stand in its place")]
enum Number {
    Number(f64),
    Text(String),
    Other(IgnoredAny),
}

fn number(number: Option<&Number>) -> f32 {
    match number {
        Some(Number::Number(number)) => *number as f32,
        Some(Number::Text(text)) => of_text(text),
        Some(Number::Other(_)) | None => f32::NAN,
    }
}

/// An event as it stands in the file.
#[derive(Debug, Deserialize)]
struct Line {
    #[serde(rename = "type")]
    kind: Option<String>,
    id: Option<Id>,
    #[serde(rename = "pId")]
    parent: Option<Id>,
    x: Option<Number>,
    y: Option<Number>,
    g: Option<Number>,
    h: Option<Number>,
    f: Option<Number>,
    side: Option<String>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Sides {
    width: u16,
    height: u16,
}

/// What our own traces say besides events.
#[derive(Debug, Deserialize)]
struct Own {
    title: String,
    map: Option<Sides>,
    end: String,
    cost: Option<String>,
    path: Vec<Id>,
    counts: BTreeMap<String, u64>,
    unrecorded: u64,
    /// Where events are drawn was made up for others.
    #[serde(default)]
    laid_out: bool,
}

/// What an event type means.
enum Meaning {
    Event(EventKind),
    /// Tells where the start or the goal is, and changes nothing.
    Source,
    Goal,
}

fn meaning(kind: &str) -> Meaning {
    if let Some(kind) = EventKind::ALL.into_iter().find(|one| one.name() == kind) {
        return Meaning::Event(kind);
    }
    Meaning::Event(match kind {
        "source" | "start" => return Meaning::Source,
        "destination" | "goal" | "end" | "final" | "solution" => return Meaning::Goal,
        "generating" | "generated" | "open" | "opening" | "push" => EventKind::Generate,
        "updating" | "updated" | "relax" | "relaxing" | "decrease" => EventKind::Update,
        "expanding" | "expanded" | "pop" | "visit" => EventKind::Expand,
        "closing" | "closed" => EventKind::Close,
        "prune" | "pruned" | "pruning" => EventKind::Cut,
        // Words of their own: something was looked at.
        _ => EventKind::Scan,
    })
}

#[derive(Default)]
struct Reading {
    own: Option<Own>,
    has_events: bool,
    row: Row,
    /// Of states that are no cells, by what they are called.
    places: BTreeMap<String, u32>,
    spots: Vec<Spot>,
    goal: Option<u32>,
    unrecorded: u64,
}

impl Reading {
    fn place(&mut self, id: &Id) -> Result<u32, String> {
        if let Some(Sides { width, height }) = self.own.as_ref().and_then(|own| own.map) {
            return match id {
                Id::Whole(cell) if *cell < u64::from(width) * u64::from(height) => Ok(*cell as u32),
                other => Err(format!("the id {other} is no cell of a map of {width}×{height} cells")),
            };
        }
        let name = id.to_string();
        if let Some(place) = self.places.get(&name) {
            return Ok(*place);
        }
        let place = self.spots.len() as u32;
        self.spots.push(Spot { name: name.clone(), at: None });
        self.places.insert(name, place);
        self.row.add_places(1);
        Ok(place)
    }

    fn add(&mut self, line: &Line) -> Result<(), String> {
        let id = line.id.as_ref().ok_or("an event needs an id")?;
        let meaning = meaning(line.kind.as_deref().unwrap_or_default());
        // Ours are there for others to see.
        if self.own.is_some() && !matches!(meaning, Meaning::Event(_)) {
            return Ok(());
        }
        if self.row.len() >= MOST_EVENTS {
            self.unrecorded += 1;
            return Ok(());
        }
        let place = self.place(id)?;
        let parent = line.parent.as_ref().map(|parent| self.place(parent)).transpose()?;
        if let (Some(Number::Number(x)), Some(Number::Number(y))) = (&line.x, &line.y)
            && !self.own.as_ref().is_some_and(|own| own.laid_out)
            && let Some(spot) = self.spots.get_mut(place as usize)
        {
            spot.at.get_or_insert((*x as f32, *y as f32));
        }
        let kind = match meaning {
            Meaning::Event(kind) => kind,
            Meaning::Source => return Ok(()),
            Meaning::Goal => {
                self.goal = Some(place);
                // With a parent it is the last state of the way, too.
                if parent.is_none() {
                    return Ok(());
                }
                EventKind::Expand
            }
        };
        let side = if line.side.as_deref() == Some("backward") { Side::Backward } else { Side::Forward };
        let numbers = (number(line.g.as_ref()), number(line.h.as_ref()), number(line.f.as_ref()));
        self.row.push(kind, side, place, parent, numbers);
        Ok(())
    }

    fn finish(mut self, file: &str) -> Result<Run, String> {
        if !self.has_events {
            return Err(format!("{file}: a trace has a list of events"));
        }
        let ids = self.own.as_ref().map(|own| own.path.clone()).unwrap_or_default();
        let path: Result<Vec<u32>, String> = ids.iter().map(|id| self.place(id)).collect();
        let mut path = path.map_err(|problem| format!("{file}: {OWN}: {problem}"))?;
        let Some(own) = self.own else {
            // The way of another program is what leads to its goal, if it has reached one.
            path = self.goal.map_or_else(Vec::new, |goal| self.row.chain(goal));
            path.reverse();
            self.row.push_path(&path, MOST_EVENTS);
            let end = if path.is_empty() { End::NoWay } else { End::Found };
            let (expanded, generated) = (self.row.count(EventKind::Expand), self.row.count(EventKind::Generate));
            let counts = Counts { expanded, generated, ..Counts::default() };
            let ended = Report { end, cost: None, path: Vec::new(), counts };
            let title = file.rsplit(['/', '\\']).next().unwrap_or(file).to_owned();
            return Ok(self.row.finish(title, Places::Listed(self.spots), path, &ended, self.unrecorded));
        };
        let end = End::named(&own.end).ok_or_else(|| format!("{file}: {OWN}: no search ends with {:?}", own.end))?;
        let count = |name: &str| own.counts.get(name).copied().unwrap_or(0);
        let counts = Counts {
            expanded: count("expanded"),
            generated: count("generated"),
            refused: count("refused"),
            reopened: count("reopened"),
            peak_open: count("peak_open"),
            peak_stored: count("peak_stored"),
            rounds: count("rounds"),
            abstract_expanded: count("abstract_expanded"),
        };
        let cost = own.cost.as_ref().and_then(|cost| cost.parse().ok());
        let places = match own.map {
            Some(Sides { width, height }) => Places::Grid { width, height },
            None => Places::Listed(self.spots),
        };
        let ended = Report { end, cost, path: Vec::new(), counts };
        Ok(self.row.finish(own.title, places, path, &ended, own.unrecorded.saturating_add(self.unrecorded)))
    }
}

impl<'de> DeserializeSeed<'de> for &mut Reading {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for &mut Reading {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("a trace with a list of events")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let error = |problem: String| A::Error::custom(problem);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "version" => {
                    let version: String = map.next_value()?;
                    if !version.starts_with("1.") {
                        return Err(error(format!("version {version:?} is not known, only 1.4.0 and those before it")));
                    }
                }
                OWN => {
                    let own: Own = map.next_value()?;
                    if let Some(Sides { width, height }) = own.map {
                        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
                            return Err(error(format!("a map of {width}×{height} cells is none")));
                        }
                        self.row = Row::new(usize::from(width) * usize::from(height));
                    }
                    if self.has_events {
                        return Err(error(format!("{OWN:?} has to stand before the events")));
                    }
                    self.own = Some(own);
                }
                "events" => {
                    self.has_events = true;
                    map.next_value_seed(Events(self))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// Reads event by event, so that a large trace is never in memory as a whole.
struct Events<'a>(&'a mut Reading);

impl<'de> DeserializeSeed<'de> for Events<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Events<'_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of events")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut events: A) -> Result<(), A::Error> {
        let mut number = 1;
        while events.next_element_seed(Event(self.0, number))?.is_some() {
            number += 1;
        }
        Ok(())
    }
}

/// Reads an event with its number. What is wrong with it is told here, where the readers know its place in the file.
struct Event<'a>(&'a mut Reading, usize);

impl<'de> DeserializeSeed<'de> for Event<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        let line = Line::deserialize(from)?;
        self.0.add(&line).map_err(|problem| D::Error::custom(format!("event {}: {problem}", self.1)))
    }
}
