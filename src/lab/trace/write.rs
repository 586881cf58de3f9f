//! A run as a trace.

use super::OWN;
use super::number::text;
use crate::lab::layout::layout;
use crate::lab::run::{NONE, Places, Record, Run};
use crate::nav::searchers::{EventKind, Side};
use serde_json::{Value, json};
use std::fmt::Write;

/// Room between states that lie nowhere by themselves, and between their rows.
const APART: (f32, f32) = (4.0, 20.0);

/// The colour of an event, as `#rrggbb`.
pub const fn colour(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Round => "#5b6270",
        EventKind::Generate | EventKind::Update => "#d8c48a",
        EventKind::Expand => "#f29f3a",
        EventKind::Close => "#4f8fd9",
        EventKind::Cut => "#d9534f",
        EventKind::Leave => "#8a93a3",
        EventKind::Scan => "#b9d3c0",
        EventKind::Meet => "#a06fd0",
        EventKind::Path => "#5cae6a",
    }
}

/// How events are drawn: a square for a cell, a disc for another state.
fn views(places: &Places) -> Value {
    let colours: Vec<String> =
        EventKind::ALL.iter().map(|kind| format!("'{}': '{}'", kind.name(), colour(*kind))).collect();
    let fill =
        format!("${{{{ ({{{}, 'source': '#5cae6a', 'destination': '#d9534f'}})[$.type] }}}}", colours.join(", "));
    let (x, y) = ("${{ $.x }}", "${{ $.y }}");
    let mut drawn = match places {
        Places::Grid { .. } => json!({"$": "rect", "x": x, "y": y, "width": 1, "height": 1, "fill": fill}),
        Places::Listed(_) => json!({"$": "circle", "x": x, "y": y, "radius": 1, "fill": fill, "label": "${{ $.id }}"}),
    };
    drawn["$if"] = json!("${{ $.type != 'round' }}");
    drawn["clear"] = json!(false);
    json!({ "main": [drawn] })
}

/// The trace of a run.
pub fn write(run: &Run) -> String {
    let is_placed = (0..run.places.count() as u32).all(|place| run.places.at(place).is_some());
    // Others cannot draw what lies nowhere.
    let at: Vec<(f32, f32)> = if is_placed {
        (0..run.places.count() as u32).filter_map(|place| run.places.at(place)).collect()
    } else {
        layout(run).into_iter().map(|(x, y)| (x * APART.0, y * APART.1)).collect()
    };
    let half = if matches!(run.places, Places::Grid { .. }) { 0.5 } else { 0.0 };
    let pivot = json!({"x": format!("${{{{ $.x + {half} }}}}"), "y": format!("${{{{ $.y + {half} }}}}"), "scale": 1});
    let counts = &run.counts;
    let own = json!({
        "title": run.title,
        "map": match run.places {
            Places::Grid { width, height } => json!({"width": width, "height": height}),
            Places::Listed(_) => Value::Null,
        },
        "end": run.end.name(),
        // As text: not every reader of JSON keeps all digits.
        "cost": run.cost.map(|cost| cost.to_string()),
        "path": run.path.iter().map(|place| id(&run.places, *place)).collect::<Vec<Value>>(),
        "counts": {
            "expanded": counts.expanded, "generated": counts.generated, "refused": counts.refused,
            "reopened": counts.reopened, "peak_open": counts.peak_open, "peak_stored": counts.peak_stored,
            "rounds": counts.rounds, "abstract_expanded": counts.abstract_expanded,
        },
        "unrecorded": run.unrecorded,
        "laid_out": !is_placed,
    });
    let mut text = format!(
        "{{\n\"version\": \"1.4.0\",\n\"{OWN}\": {own},\n\"views\": {},\n\"pivot\": {pivot},\n\"events\": [\n",
        views(&run.places)
    );
    text.reserve(run.records.len() * 90);
    let ends = run.path.first().zip(run.path.last());
    for (kind, place) in ends.into_iter().flat_map(|(start, goal)| [("source", *start), ("destination", *goal)]) {
        head(&mut text, run, kind, place, &at);
        text += "},\n";
    }
    for record in &run.records {
        event(&mut text, run, record, &at);
    }
    if text.ends_with(",\n") {
        text.truncate(text.len() - 2);
        text.push('\n');
    }
    text += "]\n}\n";
    text
}

/// What a place is called in a trace.
fn id(places: &Places, place: u32) -> Value {
    match places {
        Places::Grid { .. } => place.into(),
        Places::Listed(_) => places.name(place).into(),
    }
}

/// The beginning of an event, without its closing brace.
fn head(text: &mut String, run: &Run, kind: &str, place: u32, at: &[(f32, f32)]) {
    // Writing to a text cannot fail.
    let (x, y) = at[place as usize];
    let _ = write!(text, "{{\"type\":\"{kind}\",\"id\":{},\"x\":{x},\"y\":{y}", id(&run.places, place));
}

fn event(to: &mut String, run: &Run, record: &Record, at: &[(f32, f32)]) {
    head(to, run, record.kind.name(), record.place, at);
    if record.parent != NONE {
        let parent = run.records[record.parent as usize].place;
        let _ = write!(to, ",\"pId\":{}", id(&run.places, parent));
    }
    for (name, number) in [("g", record.g), ("h", record.h), ("f", record.f)] {
        if let Some(number) = text(number) {
            let _ = write!(to, ",\"{name}\":{number}");
        }
    }
    if record.side == Side::Backward {
        to.push_str(",\"side\":\"backward\"");
    }
    to.push_str("},\n");
}
