//! The sheet that all pages are written on.

use maud::{DOCTYPE, Markup, html};

/// A whole document.
pub(super) fn document(title: &str, top: &Markup, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href="/style.css";
                link rel="icon" href="/icon.svg" type="image/svg+xml";
            }
            body {
                a.skip href="#content" { "Skip to the content" }
                (top)
                main #content tabindex="-1" { (content) }
                footer { "Gridmarch " (env!("CARGO_PKG_VERSION")) " · " a href="/api/openapi.json" { "for programs" } }
            }
        }
    }
}

/// A page for nobody in particular.
pub(super) fn bare(title: &str, content: &Markup) -> Markup {
    let top = html! { header { a.brand href="/" { img src="/icon.svg" alt="" width="28" height="28"; "Gridmarch" } } };
    document(title, &top, content)
}
