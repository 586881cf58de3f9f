//! A turn in which the heads can collide is a matrix game: both choose at once, and a move that can be foreseen can be
//! punished. The value of every pair of moves comes from the search; the best mixture of the rows is found by
//! fictitious play (G. W. Brown, "Iterative solution of games by fictitious play", 1951; J. Robinson proved the
//! convergence): each side again and again answers the frequencies of the other's answers. Integers only.

/// Rounds of fictitious play: enough for about one percent.
const ROUNDS: usize = 4_000;

/// The frequencies in percent with which the row player should play the rows of `matrix` (value for the rows; at most
/// 4 x 4), and the value of the mixture against the best answer.
pub fn solve(matrix: &[Vec<i32>]) -> (Vec<u8>, i32) {
    let columns = matrix.first().map_or(0, Vec::len);
    if columns == 0 {
        return (vec![0; matrix.len()], 0);
    }
    let (mut row_counts, mut row_sums) = (vec![0_i64; matrix.len()], vec![0_i64; matrix.len()]);
    let mut column_sums = vec![0_i64; columns];
    for _ in 0..ROUNDS {
        // The first of equals on both sides.
        let row = (0..matrix.len()).rev().max_by_key(|row| row_sums[*row]).unwrap_or(0);
        row_counts[row] += 1;
        for column in 0..columns {
            column_sums[column] += i64::from(matrix[row][column]);
        }
        let column = (0..columns).min_by_key(|column| column_sums[*column]).unwrap_or(0);
        for (row, sum) in row_sums.iter_mut().enumerate() {
            *sum += i64::from(matrix[row][column]);
        }
    }
    let value = column_sums.iter().min().map_or(0, |sum| sum / ROUNDS as i64) as i32;
    // What was played in passing is not part of the solution.
    let percent: Vec<u8> = row_counts.iter().map(|count| (*count * 100 / ROUNDS as i64) as u8).collect();
    (percent.iter().map(|share| if *share < 3 { 0 } else { *share }).collect(), value)
}

/// The best row for a player whose move is seen before the answer, with its value.
pub fn safest(matrix: &[Vec<i32>]) -> Option<(usize, i32)> {
    let guaranteed = |row: &Vec<i32>| row.iter().copied().min().unwrap_or(i32::MIN);
    matrix.iter().map(guaranteed).enumerate().rev().max_by_key(|(_, value)| *value)
}
