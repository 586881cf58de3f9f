//! The text of all routes: those of this folder describe themselves, those of matches stand in a file beside it.

use serde_json::{Value, json};
use std::sync::LazyLock;

/// The routes of matches and of the socket, which direct play has, too.
const MATCHES: &str = include_str!("matches.json");

/// Adds the fields of one object to another.
fn add(to: &mut Value, from: &Value) {
    if let (Some(to), Some(from)) = (to.as_object_mut(), from.as_object()) {
        to.extend(from.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
}

fn make() -> Value {
    let (_, api) = super::described().split_for_parts();
    // Both are made of what is in the program, and the tests read them.
    let mut text = serde_json::to_value(api).unwrap_or_default();
    let matches: Value = serde_json::from_str(MATCHES).unwrap_or_default();
    text["info"] = json!({
        "title": "Gridmarch",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "The server of Gridmarch. Times are Unix milliseconds. Games that run are played over /ws, with a ticket.",
        "license": { "name": "MIT OR Apache-2.0" },
    });
    add(&mut text["paths"], &matches["paths"]);
    add(&mut text["components"]["schemas"], &matches["components"]["schemas"]);
    text["components"]["securitySchemes"] = json!({
        "token": { "type": "http", "scheme": "bearer" },
        "cookie": { "type": "apiKey", "in": "cookie", "name": "__Host-session" },
    });
    text["security"] = json!([{}, { "token": [] }, { "cookie": [] }]);
    let refusal = json!({
        "description": "refused, with a sentence",
        "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Fault" } } },
    });
    for path in text["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut()) {
        for (_, operation) in path.as_object_mut().into_iter().flatten() {
            operation["responses"]["default"] = refusal.clone();
            for (_, answer) in operation["responses"].as_object_mut().into_iter().flatten() {
                if answer["description"] == "" {
                    answer["description"] = "done".into();
                }
            }
        }
    }
    text
}

/// The text, as OpenAPI 3.1.
pub fn document() -> Value {
    static TEXT: LazyLock<Value> = LazyLock::new(make);
    TEXT.clone()
}
