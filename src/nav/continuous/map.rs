//! A map: a rectangle with obstacles in it.

use super::geometry::{Bounds, LONGEST, Point};
use super::polygon::{Polygon, PolygonProblem};
use crate::base::Grid;
use crate::nav::rectangles::Rectangles;
use thiserror::Error;

/// Most corners of all obstacles together: navigation points are compared two by two.
pub const MOST_CORNERS: usize = 6000;

/// What is wrong with a map.
#[derive(Debug, Error, Clone, Copy, PartialEq)]
pub enum MapProblem {
    #[error("a side of {0} is not between 1 and {LONGEST}")]
    Side(f64),
    /// The number of the obstacle, from 1, and what is wrong with it.
    #[error("obstacle {0}: {1}")]
    Obstacle(usize, PolygonProblem),
    /// An obstacle that leaves the map.
    #[error("obstacle {0} reaches beyond the map")]
    Outside(usize),
    #[error("obstacles have at most {MOST_CORNERS} corners together, not {0}")]
    TooMany(usize),
}

/// A map; obstacles may touch and overlap one another and the rim.
#[derive(Debug, Clone, PartialEq)]
pub struct Map {
    size: Point,
    obstacles: Vec<Polygon>,
}

impl Map {
    /// A map from (0, 0) to `size` without obstacles; the size is moved to the raster.
    ///
    /// # Errors
    /// If a side is out of range.
    pub fn new(size: Point) -> Result<Self, MapProblem> {
        let size = size.on_raster();
        let wrong = [size.x, size.y].into_iter().find(|side| !(1.0..=LONGEST).contains(side));
        wrong.map_or_else(|| Ok(Self { size, obstacles: Vec::new() }), |side| Err(MapProblem::Side(side)))
    }

    /// Adds an obstacle from its corners.
    ///
    /// # Errors
    /// If they make none on this map; the map is as before then.
    pub fn add(&mut self, corners: &[Point]) -> Result<(), MapProblem> {
        let number = self.obstacles.len() + 1;
        let polygon = Polygon::new(corners).map_err(|problem| MapProblem::Obstacle(number, problem))?;
        if polygon.corners().iter().any(|corner| !self.bounds().contains(*corner)) {
            return Err(MapProblem::Outside(number));
        }
        let count = self.corner_count() + polygon.corners().len();
        if count > MOST_CORNERS {
            return Err(MapProblem::TooMany(count));
        }
        self.obstacles.push(polygon);
        Ok(())
    }

    /// Takes an obstacle away, if there is one with this number, counted from 0.
    pub fn remove(&mut self, number: usize) {
        if number < self.obstacles.len() {
            self.obstacles.remove(number);
        }
    }

    /// A map of cells of side 1, whose blocked ones are put together to rectangles.
    ///
    /// # Errors
    /// If the obstacles are too many.
    pub fn of_cells(passable: &Grid<bool>) -> Result<Self, MapProblem> {
        let mut map = Self::new(Point::new(f64::from(passable.width()), f64::from(passable.height())))?;
        let blocked = Rectangles::new(passable.width(), passable.height(), |cell| passable.get(cell) == Some(&false));
        for rectangle in blocked.all() {
            let least = Point::new(f64::from(rectangle.first.x), f64::from(rectangle.first.y));
            let most = Point::new(f64::from(rectangle.last.x) + 1.0, f64::from(rectangle.last.y) + 1.0);
            map.add(&Bounds { least, most }.corners())?;
        }
        Ok(map)
    }

    /// Width and height.
    pub const fn size(&self) -> Point {
        self.size
    }

    pub fn bounds(&self) -> Bounds {
        Bounds { least: Point::default(), most: self.size }
    }

    pub fn obstacles(&self) -> &[Polygon] {
        &self.obstacles
    }

    /// Corners of all obstacles together.
    pub fn corner_count(&self) -> usize {
        self.obstacles.iter().map(|polygon| polygon.corners().len()).sum()
    }

    /// The obstacle that a point is inside of, not on its rim; the first if there are several.
    pub fn obstacle_at(&self, point: Point) -> Option<usize> {
        self.obstacles.iter().position(|polygon| polygon.is_inside(point))
    }

    /// How much of a way lies inside of obstacles.
    pub fn inside(&self, way: &[Point]) -> f64 {
        way.windows(2).fold(0.0, |sum, pair| sum + self.inside_of_step(pair[0], pair[1]))
    }

    fn inside_of_step(&self, from: Point, to: Point) -> f64 {
        let mut shares = vec![0.0, 1.0];
        for (a, b) in self.obstacles.iter().flat_map(Polygon::sides) {
            let (step, side) = (to - from, b - a);
            let across = super::geometry::cross(step, side);
            // Where the step meets the line of the side, and whether within the side; parallel ones cross nothing.
            let share = super::geometry::cross(a - from, side) / across;
            let place = super::geometry::cross(a - from, step) / across;
            if across != 0.0 && (0.0..=1.0).contains(&share) && (-1e-9..=1.0 + 1e-9).contains(&place) {
                shares.push(share);
            }
        }
        shares.sort_by(f64::total_cmp);
        let whole = from.distance(to);
        let is_inside = |pair: &&[f64]| {
            let long = (pair[1] - pair[0]) * whole > 1e-7;
            long && self.obstacle_at(from.towards(to, (pair[0] + pair[1]) / 2.0)).is_some()
        };
        shares.windows(2).filter(is_inside).fold(0.0, |sum, pair| sum + (pair[1] - pair[0]) * whole)
    }
}
