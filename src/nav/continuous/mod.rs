//! Continuous maps: a rectangle with polygons that nobody can enter, and four ways to make a graph of it.
//!
//! * [`grid`]: equal squares, each as bad as its worst part or as its largest part;
//! * [`quadtree`]: squares that are split where something is in the way;
//! * [`convex`]: convex parts, made of a constrained Delaunay triangulation ([`triangles`]);
//! * [`points`]: navigation points, which see one another: the corners of the polygons with the start and the goal.
//!
//! [`compare`] asks them all the same question and puts length, nodes and work side by side.
//!
//! The traveller is a point. It may touch polygons, but not go through their insides, nor between two that touch one
//! another, nor between one and the rim. Polygons may overlap.
//!
//! **Numbers**: corners, starts and goals lie on a fine raster ([`geometry::RASTER`]); whether a way bends left or right
//! there is exact in `f64`, and so is who sees whom.

pub mod compare;
pub mod convex;
pub mod funnel;
pub mod geometry;
pub mod grid;
pub mod map;
pub mod network;
pub mod points;
pub mod polygon;
pub mod quadtree;
pub mod read;
pub mod regions;
pub mod sight;
pub mod triangles;
pub mod wedges;

pub use compare::{Answer, Method, Options, Way};
pub use geometry::Point;
pub use map::Map;
pub use polygon::Polygon;
