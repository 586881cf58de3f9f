use gridmarch::base::outline::{Outline, Place, locate};

fn place(line: usize, column: usize) -> Option<Place> {
    Some(Place { line, column })
}

#[test]
fn rows_and_units_are_found_between_comments_and_odd_strings() {
    let text = "#![enable(implicit_some)]\n/* rows: [\"a\" /* nested */ */ Level( // (\n name: \"rows: [\\\"\",\n \
                    rows: [\"..\", /* , */ r#\"..\"#],\n units: [(kind: \"(\", at: (1, 2)), Unit(side: 0)],)";
    let outline = Outline::of(text);
    assert_eq!(outline.element("rows", 2), None);
    assert_eq!(outline.element("rows", 0), place(4, 9));
    assert_eq!(outline.element("rows", 1), place(4, 23));
    assert_eq!(outline.symbol(1, 1), place(4, 27));
    assert_eq!(outline.element("units", 2), None);
    assert_eq!(outline.element("units", 1), place(5, 35));
}

#[test]
fn a_path_leads_to_a_field_deep_in_a_list_and_stops_where_the_text_does() {
    let text = "#![enable(implicit_some)] // a: [\n(a: 1,\n b: [(c: \"],\"),\n  Unit(c: 'x', d: Some((e: 1,\n f: {1: 2}, g: (7, [8], 9))))],\n)";
    for (path, expected) in [
        ("a", place(2, 2)),
        ("b", place(3, 2)),
        ("b[0].c", place(3, 7)),
        ("b[1]", place(4, 3)),
        ("b[1].c", place(4, 8)),
        ("b[1].d.e", place(4, 25)),
        ("b[1].d.g", place(5, 13)),
        ("b[1].d.g[1]", place(5, 20)),
        ("b[1].d.g[2]", place(5, 25)),
        ("b[1].d.h", place(4, 16)),
        ("b[1].x.y", place(4, 3)),
        ("b[7].c", place(3, 2)),
        ("a.x", place(2, 2)),
        ("x", None),
    ] {
        assert_eq!(locate(text, path), expected, "{path}");
    }
}

#[test]
fn an_escape_counts_as_one_character() {
    let outline = Outline::of(r#"(rows: ["\u{2e}\x2e\"?"])"#);
    assert_eq!(outline.symbol(0, 3), place(1, 22));
}
