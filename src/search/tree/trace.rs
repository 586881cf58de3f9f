//! A tree as a search trace that Posthoc reads (format 1.4.0): an event a line, in the order of
//! the search, and how it is drawn.

use super::export::{About, object};
use super::{Tree, Why};
use serde_json::{Value, json};

/// Pixels between two plies and between two leaves.
const APART: (f64, f64) = (12.0, 4.0);

/// How an event is drawn: a line from the node above, and a disc with its move.
fn views() -> Value {
    json!({
        "main": [
            {
                "$": "path",
                "$if": "${{ $.pId != null }}",
                "points": [{"x": "${{ $.px }}", "y": "${{ $.py }}"}, {"x": "${{ $.x }}", "y": "${{ $.y }}"}],
                "line-width": 0.3,
                "fill": "#8a93a3",
                "clear": false,
            },
            {
                "$": "circle",
                "x": "${{ $.x }}",
                "y": "${{ $.y }}",
                "radius": 1.4,
                "fill": "${{ $.fill }}",
                "label": "${{ $.label }}",
                "label-x": 2,
                "label-y": 1,
                "label-size": 2,
                "clear": "close",
            },
            {
                "$": "circle",
                "$if": "${{ $.type == 'close' || $.type == 'destination' }}",
                "x": "${{ $.x }}",
                "y": "${{ $.y }}",
                "radius": 1.4,
                "fill": "${{ $.fill }}",
                "label": "${{ $.label }}",
                "label-x": 2,
                "label-y": 1,
                "label-size": 2,
                "clear": false,
            },
        ],
    })
}

/// The colour of what has become of a node.
const fn fill(why: Why, is_cut: bool) -> &'static str {
    match why {
        _ if is_cut => "#d9534f",
        Why::Searched | Why::Quiet => "#4f8fd9",
        Why::Table => "#a06fd0",
        Why::Judged | Why::StandPat | Why::Known => "#5cae6a",
        Why::Over | Why::Repeated => "#e0b43c",
        Why::Dropped | Why::Stopped => "#8a93a3",
    }
}

/// Where nodes lie: plies to the right, leaves below each other, what is above in the middle of what is below.
pub(super) fn places<M: Copy + PartialEq>(tree: &Tree<M>) -> Vec<f64> {
    let mut places = vec![0.0; tree.nodes().len()];
    let mut leaves = tree.nodes().iter().filter(|node| node.kept == 1).count() as f64;
    for index in (0..places.len()).rev() {
        let mut below = tree.children(index as u32);
        places[index] = match below.next() {
            None => {
                leaves -= 1.0;
                leaves
            }
            Some(first) => f64::midpoint(places[first as usize], places[below.last().unwrap_or(first) as usize]),
        };
    }
    places
}

/// The trace of a tree.
pub fn trace<M: Copy + PartialEq>(tree: &Tree<M>, about: &About<M>) -> String {
    let (places, line) = (places(tree), tree.expected(0));
    let at = |index: u32| (f64::from(tree.node(index).ply) * APART.0, places[index as usize] * APART.1);
    let mut events = Vec::with_capacity(tree.nodes().len() * 3);
    let event = |kind: &str, index: u32, events: &mut Vec<String>| {
        let mut event = object(tree, index, about);
        let (x, y) = at(index);
        let Value::Object(fields) = &mut event else { return };
        let node = tree.node(index);
        let above = fields.remove("parent");
        let value = node.value(tree.root().side).filter(|_| matches!(kind, "close" | "destination"));
        if value.is_none() {
            // Nobody knows it before the node is closed.
            for later in ["value", "bound", "why", "visits", "untried", "superseded"] {
                fields.remove(later);
            }
        }
        let word = node.step.map_or_else(|| about.title.clone(), about.word);
        let label = match value {
            Some((value, bound)) => format!("{word} {} {value}", super::export::sign(bound)),
            None => word,
        };
        let is_done = matches!(kind, "close" | "destination");
        fields.insert("type".into(), kind.into());
        fields.insert("pId".into(), above.unwrap_or(Value::Null));
        fields.insert("x".into(), json!(x));
        fields.insert("y".into(), json!(y));
        if index > 0 {
            let (px, py) = at(node.parent);
            fields.insert("px".into(), json!(px));
            fields.insert("py".into(), json!(py));
        }
        if let Some((value, _)) = value {
            fields.insert("f".into(), value.into());
        }
        fields.insert("g".into(), node.ply.into());
        fields.insert("h".into(), node.depth.into());
        fields.insert("fill".into(), if is_done { fill(node.why, node.is_cut()) } else { "#d8c48a" }.into());
        fields.insert("label".into(), label.into());
        events.push(event.to_string());
    };
    event("source", 0, &mut events);
    let mut open: Vec<u32> = Vec::new();
    for index in 0..tree.nodes().len() as u32 {
        while let Some(last) = open.last().copied().filter(|last| index >= last + tree.node(*last).kept) {
            event("close", last, &mut events);
            open.pop();
        }
        if index > 0 {
            event("generate", index, &mut events);
        }
        if tree.node(index).kept > 1 {
            event("expand", index, &mut events);
        }
        open.push(index);
    }
    while let Some(last) = open.pop() {
        event("close", last, &mut events);
    }
    if let Some(end) = line.last() {
        event("destination", *end, &mut events);
    }
    let pivot = json!({"x": "${{ $.x }}", "y": "${{ $.y }}", "scale": 1});
    format!(
        "{{\n\"version\": \"1.4.0\",\n\"views\": {},\n\"pivot\": {pivot},\n\"events\": [\n{}\n]\n}}\n",
        views(),
        events.join(",\n")
    )
}
