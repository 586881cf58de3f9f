//! A tree in files: what all of them tell of it, and as JSON with a node a line.

use super::super::table::Bound;
use super::{Node, Recording, Tree};
use serde_json::{Value, json};

/// What a tree does not know of itself.
pub struct About<'a, M> {
    /// The game and what is searched, for headings.
    pub title: String,
    /// Who searched.
    pub thinker: String,
    /// The position at the root, as the game writes it.
    pub position: String,
    /// The names of the sides.
    pub sides: [String; 2],
    /// A move in words.
    pub word: &'a dyn Fn(M) -> String,
}

/// The sign of a bound.
pub const fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "=",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    }
}

const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// A node as an object; values are those for the side to move at the root.
pub(super) fn object<M: Copy + PartialEq>(tree: &Tree<M>, index: u32, about: &About<M>) -> Value {
    let Node { alpha, beta, step, side, ply, depth, why, untried, visits, superseded, .. } = *tree.node(index);
    let value = tree.node(index).value(tree.root().side);
    let is_own = side == tree.root().side;
    let window = if is_own { [alpha, beta] } else { [-beta, -alpha] };
    let mut object = json!({
        "id": index,
        "move": step.map(about.word),
        "to_move": about.sides[usize::from(side.min(1))],
        "ply": ply,
        "depth": depth,
        "value": value.map(|(value, _)| value),
        "bound": value.map(|(_, bound)| bound_name(bound)),
        "window": window,
        "why": why.name(),
        "visits": visits,
    });
    if let Value::Object(fields) = &mut object {
        if index > 0 {
            fields.insert("parent".into(), tree.node(index).parent.into());
        }
        if untried > 0 {
            fields.insert("untried".into(), untried.into());
        }
        if superseded {
            fields.insert("superseded".into(), true.into());
        }
    }
    object
}

/// All of a tree of a recording as JSON, a node a line.
pub fn json<M: Copy + PartialEq>(recording: &Recording<M>, tree: &Tree<M>, about: &About<M>) -> String {
    let passes: Vec<Value> = recording
        .passes
        .iter()
        .map(|pass| {
            json!({
                "depth": pass.depth,
                "window": [pass.window.0, pass.window.1],
                "value": pass.score,
                "exact": pass.is_exact,
                "nodes": pass.nodes,
            })
        })
        .collect();
    let line: Vec<u32> = tree.expected(0);
    let head = [
        ("format", json!("gridmarch tree")),
        ("version", json!(1)),
        ("title", json!(about.title)),
        ("thinker", json!(about.thinker)),
        ("position", json!(about.position)),
        ("values_for", json!(about.sides[usize::from(tree.root().side.min(1))])),
        ("visits", json!(tree.root().visits)),
        ("not_kept", json!(tree.lost())),
        ("deepest_kept", json!(tree.deepest())),
        ("expected_line", json!(line)),
        ("passes", json!(passes)),
    ];
    let mut text = String::from("{\n");
    for (name, value) in head {
        text += &format!("{}: {value},\n", json!(name));
    }
    text += "\"nodes\": [\n";
    let twins = tree.twins();
    for index in 0..tree.nodes().len() as u32 {
        let mut object = object(tree, index, about);
        if let (Some(twin), Value::Object(fields)) = (twins[index as usize], &mut object) {
            fields.insert("same_as".into(), twin.into());
        }
        let comma = if index + 1 < tree.nodes().len() as u32 { "," } else { "" };
        text += &format!("{object}{comma}\n");
    }
    text + "]\n}\n"
}
