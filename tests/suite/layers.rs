//! The layers of the house, checked on the sources.

use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has sources");
    found
}

/// Lines of code (comments left out) that contain one of the words.
fn lines_with(text: &str, words: &[&str]) -> Vec<String> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.filter(|line| words.iter().any(|word| line.contains(word))).map(String::from).collect()
}

/// Whether one of these is a part of the path.
fn is_in(path: &Path, parts: &[&str]) -> bool {
    path.components().any(|part| parts.iter().any(|wanted| part.as_os_str().to_str() == Some(*wanted)))
}

/// The part of a game that is ECS and knows no window.
fn is_simulation(path: &Path) -> bool {
    is_in(path, &["plugin", "plugin.rs", "sim"])
}

/// Rules, levels, engines: the part of a game that is neither ECS nor client nor command line, and no entry of the list.
fn is_pure(path: &Path) -> bool {
    !is_simulation(path) && !is_in(path, &["client", "cli", "entry.rs"]) && !path.ends_with("games/mod.rs")
}

#[test]
fn pure_modules_know_no_bevy_and_no_clock() {
    for folder in ["base", "nav", "lab", "search", "net", "games"] {
        for (path, text) in sources(folder).into_iter().filter(|(path, _)| is_pure(path)) {
            let found =
                lines_with(&text, &["bevy", "Instant::now", "SystemTime", "rts::sim::", "rand::rng()", "HashMap"]);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}

#[test]
fn tournaments_know_no_game() {
    for (path, text) in sources("arena") {
        let found = lines_with(&text, &["bevy", "crate::games", "crate::cli", "HashMap"]);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn searches_know_no_game() {
    for (path, text) in sources("search") {
        let found = lines_with(&text, &["crate::games", "crate::cli", "crate::nav"]);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_protocol_of_the_network_opens_nothing() {
    for (path, text) in sources("net") {
        let found = lines_with(&text, &["std::net", "std::fs", "std::thread", "crate::files", "tokio"]);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_simulation_knows_no_window() {
    let games =
        sources("games").into_iter().filter(|(path, _)| is_simulation(path) && !is_in(path, &["cli", "client"]));
    for (path, text) in games.chain(sources("shell")).chain(sources("table")) {
        let words = ["::client::", "bevy::window", "bevy_ecs_tilemap", "leafwing", "HashMap"];
        let found = lines_with(&text, &words);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn the_picture_gives_no_orders() {
    for folder in ["client", "games"] {
        let pictures = ["kit", "screens", "audio", "view", "ui"];
        let is_picture = |path: &Path| is_in(path, &["client"]) && is_in(path, &pictures);
        for (path, text) in sources(folder).into_iter().filter(|(path, _)| is_picture(path)) {
            let found = lines_with(&text, &["OrderQueue", "Order::"]);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}

/// The library is not compiled a second time for tests of its own.
#[test]
fn tests_are_outside_of_the_sources() {
    for (path, text) in sources("") {
        let found = lines_with(&text, &["cfg(test)", "#[test]"]);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

#[test]
fn files_are_of_readable_length() {
    for (path, text) in sources("") {
        let lines = text.lines().count();
        assert!(lines <= 450, "{}: {lines} lines", path.display());
    }
}

/// The games, and what knows no game.
const GAMES: [&str; 5] = ["rts", "tron", "tactics", "links", "tanks"];
const SHARED: [&str; 15] = [
    "base", "nav", "lab", "search", "net", "arena", "online", "serve", "shell", "table", "files", "client", "cli",
    "app.rs", "main.rs",
];

/// The games that a source names by path.
fn games_named(text: &str) -> Vec<&'static str> {
    let names = |game: &str| !lines_with(text, &[&format!("crate::games::{game}::")]).is_empty();
    assert!(lines_with(text, &["crate::games::{", "crate::{"]).is_empty(), "paths are written out");
    GAMES.into_iter().filter(|game| names(game)).collect()
}

/// Nothing shared, and not the composition, names a game: they ask the list in `games/mod.rs`. No game names another.
#[test]
fn no_game_names_another_and_nothing_shared_names_a_game() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (path, text) in sources("") {
        let inside = path.strip_prefix(&source).expect("a source");
        let mut parts = inside.iter().filter_map(|part| part.to_str());
        let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let own = GAMES.into_iter().find(|game| first == "games" && *game == second);
        if own.is_none() && !SHARED.contains(&first) {
            continue;
        }
        let mut named = games_named(&text);
        named.retain(|game| Some(*game) != own);
        assert!(named.is_empty(), "{} names {named:?}", inside.display());
        if own.is_none() {
            // What games add to the states.
            let words = GAMES.map(|game| [format!("Mode::{}", game.to_uppercase()), format!("\"{game}\"")]).concat();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            assert!(lines_with(&text, &words).is_empty(), "{}: {:?}", inside.display(), lines_with(&text, &words));
        }
    }
}

/// The paths of a `use` tree: `a::{b, c::d}` is `a::b` and `a::c::d`.
fn paths(tree: &str) -> Vec<String> {
    let Some((before, rest)) = tree.split_once('{') else { return vec![tree.trim().into()] };
    let inner = &rest[..rest.rfind('}').expect("a tree is closed")];
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        if letter == ',' && depth == 0 && !inner[start..at].trim().is_empty() {
            found.extend(paths(&inner[start..at]).iter().map(|path| format!("{}{path}", before.trim())));
            start = at + 1;
        }
    }
    found
}

/// What a source names by `crate::`, `super::` and `self::`, in `use` lines and in code, as parts of
/// paths below `src`.
fn imports(path: &Path, text: &str) -> Vec<Vec<String>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = path.strip_prefix(source).expect("a source").with_extension("");
    let mut module: Vec<&str> = inside.iter().filter_map(|part| part.to_str()).collect();
    module.pop_if(|last| *last == "mod");
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let mut found = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in lines.match_indices(start) {
            let is_part = |letter: char| letter.is_alphanumeric() || "_:".contains(letter);
            let (before, rest) = (&lines[..at], &lines[at..]);
            if before.ends_with(is_part) {
                continue;
            }
            let end = if before.ends_with("use ") { rest.find(';') } else { rest.find(|letter| !is_part(letter)) };
            for path in paths(&rest[..end.unwrap_or(rest.len())]) {
                let mut parts: Vec<&str> = path.split("::").collect();
                let ups = parts.iter().take_while(|part| **part == "super").count();
                let from = if start == "crate::" { &[] } else { &module[..module.len() - ups] };
                parts.drain(..ups.max(1));
                found.push(from.iter().chain(&parts).map(|part| part.trim().to_owned()).collect());
            }
        }
    }
    found
}

/// Which files and folders of a folder name which others of it. Its `mod.rs` is one of them.
fn arrows(folder: &str) -> std::collections::BTreeSet<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let depth = folder.split('/').filter(|part| !part.is_empty()).count();
    let place = |name: &str| match root.join(name).is_dir() || root.join(name).with_extension("rs").is_file() {
        true => name.to_owned(),
        false => "mod".to_owned(),
    };
    let mut found = std::collections::BTreeSet::new();
    for (path, text) in sources(folder) {
        let inside = path.strip_prefix(&root).expect("a source of the folder").with_extension("");
        let from = place(inside.iter().next().and_then(|part| part.to_str()).expect("a name"));
        for named in imports(&path, &text).iter().filter(|named| named[..depth.min(named.len())].join("/") == folder) {
            found.insert((from.clone(), place(named.get(depth).map_or("mod", String::as_str))));
        }
    }
    found.retain(|(from, to)| from != to);
    found
}

/// The arrows between the files and folders of a folder that are part of a circle.
fn circles(folder: &str) -> Vec<String> {
    let mut arrows = arrows(folder);
    // A folder's own file names its parts, and shared code names the list of games.
    arrows.retain(|(_, to)| to != "mod" && (!folder.is_empty() || to != "games"));
    let leads_back = |from: &String, to: &String| {
        let mut reached = vec![to];
        let mut next = 0;
        while let Some(here) = reached.get(next).copied() {
            let further = arrows.iter().filter(|(at, _)| at == here).map(|(_, to)| to);
            reached.extend(further.filter(|to| !reached.contains(to)).collect::<Vec<_>>());
            next += 1;
        }
        reached.contains(&from)
    };
    arrows.iter().filter(|(from, to)| leads_back(from, to)).map(|(from, to)| format!("{from} names {to}")).collect()
}

/// Folders whose files still name one another in a circle. The list may only get shorter.
const CIRCLES: [&str; 12] = [
    "client",
    "client/kit",
    "games/rts/client/input",
    "games/rts/client/input/skirmish",
    "games/rts/client/ui/hud/skirmish",
    "games/rts/client/ui/skirmish",
    "games/rts/client/view",
    "games/rts/sim/skirmish",
    "games/tron",
    "games/tron/engine",
    "games/tron/plugin",
    "nav/coop/march",
];

#[test]
fn folders_name_one_another_in_no_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<String> = sources("")
        .iter()
        .flat_map(|(path, _)| path.strip_prefix(&source).expect("a source").ancestors().skip(1).map(Path::to_owned))
        .map(|folder| folder.display().to_string())
        .collect();
    folders.sort();
    folders.dedup();
    assert!(folders.len() > 50 && folders[0].is_empty(), "{folders:?}");
    for folder in folders {
        let found = circles(&folder);
        assert_eq!(!found.is_empty(), CIRCLES.contains(&folder.as_str()), "in {folder}: {found:?}");
    }
}

/// The floors of the real-time simulation, each of which names only those before it: the state first.
const FLOORS: [&str; 26] = [
    "waypoints",
    "board",
    "tiles",
    "fighters",
    "sides",
    "tasks",
    "units",
    "orders",
    "lockstep",
    "refusal",
    "outcome",
    "talk",
    "matches",
    "words",
    "march",
    "skirmish",
    "door",
    "record",
    "description",
    "presets",
    "online",
    "begin",
    "mod",
    "headless",
    "referee",
    "hosted",
];

#[test]
fn the_simulation_stands_on_floors() {
    let floor = |name: &String| FLOORS.iter().position(|floor| floor == name).expect("a floor");
    let all = arrows("games/rts/sim");
    assert!(all.contains(&("march".into(), "units".into())), "imports are found: {all:?}");
    let upwards: Vec<_> = all.into_iter().filter(|(from, to)| floor(from) <= floor(to)).collect();
    assert_eq!(upwards, []);
}

/// The parts of the window, the lower before the higher: of a game, and of what all games share.
const PARTS: [&str; 4] = ["stage", "input", "view", "ui"];
const SHARED_PARTS: [&str; 6] = ["stage", "input", "kit", "audio", "screens", "table"];

#[test]
fn a_part_of_the_window_knows_only_those_below_it() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (path, text) in sources("") {
        let inside = path.strip_prefix(&source).expect("a source").with_extension("");
        let steps: Vec<&str> = inside.iter().filter_map(|step| step.to_str()).collect();
        let (client, parts, own) = match steps[..] {
            ["client", own, ..] => ("crate::client::".to_owned(), &SHARED_PARTS[..], own),
            ["games", game, "client", own, ..] => (format!("crate::games::{game}::client::"), &PARTS[..], own),
            _ => continue,
        };
        if let Some(floor) = parts.iter().position(|part| *part == own) {
            let above = &parts[floor + 1..];
            let paths = above.iter().flat_map(|part| [format!("{client}{part}"), format!("super::{part}::")]);
            let paths: Vec<String> = paths.collect();
            let found = lines_with(&text, &paths.iter().map(String::as_str).collect::<Vec<_>>());
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
        // The panels may have a page in a shared screen.
        if steps[0] == "games" && ["input", "view"].contains(&own) {
            let found = lines_with(&text, &["crate::client::screens"]);
            assert!(found.is_empty(), "{}: {found:?}", path.display());
        }
    }
}
