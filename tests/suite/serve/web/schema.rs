//! Whether a value is what a schema of the text of the routes says: the keywords that the text uses. A crate for all of JSON
//! Schema changes features of crates below Bevy, and tests would compile all of it again.

use serde_json::Value;

/// Keywords that say nothing about values, or no more than the type does.
const WORDS: [&str; 10] = [
    "description",
    "example",
    "examples",
    "format",
    "title",
    "default",
    "contentMediaType",
    "contentEncoding",
    "propertyNames",
    "deprecated",
];

/// What of a value is not as the schema says; nothing if all is.
pub(super) fn problem(schema: &Value, value: &Value, components: &Value) -> Option<String> {
    let Some(rules) = schema.as_object() else {
        return (schema == &Value::Bool(false)).then(|| format!("nothing is allowed here: {value}"));
    };
    rules.iter().find_map(|(word, rule)| {
        let here = |inner: &Value| problem(inner, value, components);
        let list = || rule.as_array().expect("a list").iter();
        let bound = || rule.as_f64().expect("a number");
        match word.as_str() {
            "$ref" => {
                let name = rule.as_str().and_then(|path| path.strip_prefix("#/components/schemas/")).expect("a name");
                here(&components["schemas"][name]).map(|problem| format!("{name}: {problem}"))
            }
            "type" => {
                let is = |kind: &Value| match kind.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "null" => value.is_null(),
                    "integer" => value.is_i64() || value.is_u64(),
                    "number" => value.is_number(),
                    other => panic!("no type {other:?}"),
                };
                let fits = if rule.is_array() { list().any(is) } else { is(rule) };
                (!fits).then(|| format!("{value} is not of type {rule}"))
            }
            "properties" => rule.as_object().expect("properties").iter().find_map(|(name, inner)| {
                let inside = value.get(name)?;
                problem(inner, inside, components).map(|problem| format!("{name}: {problem}"))
            }),
            "required" => list()
                .find(|name| value.get(name.as_str().expect("a name")).is_none())
                .map(|name| format!("{name} is missing in {value}")),
            "additionalProperties" => value.as_object().into_iter().flatten().find_map(|(name, inside)| {
                let is_known = rules.get("properties").is_some_and(|known| known.get(name).is_some());
                if is_known {
                    None
                } else {
                    problem(rule, inside, components).map(|problem| format!("{name}: {problem}"))
                }
            }),
            "items" => {
                let first = rules.get("prefixItems").and_then(Value::as_array).map_or(0, Vec::len);
                let items = value.as_array().into_iter().flatten().skip(first);
                items.into_iter().find_map(|item| problem(rule, item, components))
            }
            "prefixItems" => list()
                .zip(value.as_array().into_iter().flatten())
                .find_map(|(inner, item)| problem(inner, item, components)),
            "enum" => (!list().any(|one| one == value)).then(|| format!("{value} is none of {rule}")),
            "const" => (rule != value).then(|| format!("{value} is not {rule}")),
            "minimum" => {
                value.as_f64().filter(|number| *number < bound()).map(|_| format!("{value} is less than {rule}"))
            }
            "maximum" => value.as_f64().filter(|number| *number > bound()).map(|_| format!("{value} is over {rule}")),
            "maxItems" | "minItems" => {
                let len = value.as_array().map_or(0, Vec::len) as f64;
                let fits = if word == "maxItems" { len <= bound() } else { len >= bound() };
                (value.is_array() && !fits).then(|| format!("{value} has the wrong length"))
            }
            // The one form that the text has.
            "pattern" => {
                let len = rule.as_str().and_then(|form| form.strip_prefix("^[0-9a-f]{")?.strip_suffix("}$"));
                let len: usize = len.expect("so many digits").parse().expect("a number");
                let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
                let fits = value.as_str().is_none_or(|text| text.len() == len && text.bytes().all(is_digit));
                (!fits).then(|| format!("{value} is not like {rule}"))
            }
            "allOf" => list().find_map(here),
            "oneOf" => (list().filter(|inner| here(inner).is_none()).count() != 1)
                .then(|| format!("{value} is not exactly one of {rule}")),
            "anyOf" => (!list().any(|inner| here(inner).is_none())).then(|| format!("{value} is none of {rule}")),
            other if WORDS.contains(&other) => None,
            other => panic!("a keyword that is not looked at: {other}"),
        }
    })
}
