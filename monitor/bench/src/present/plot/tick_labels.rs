//! The labels below an axis.

/// The line of them; each is given with the column of its place, and centred there. Labels have a space between them
/// at least, and nothing is wider than the axis: of many, every second or third is there, and so on, and the last one.
pub(super) fn line(labels: &[(usize, String)], width: usize) -> String {
    let [_, rest @ ..] = labels else { return String::new() };
    let start = |at: usize| {
        let (column, text) = &labels[at];
        column.saturating_sub(text.chars().count() / 2).min(width.saturating_sub(text.chars().count()))
    };
    let end = |at: usize| start(at) + labels[at].1.chars().count();
    let apart = |one: usize, next: usize| end(one) < start(next);
    let last = rest.len();
    let every = |step: usize| -> Vec<usize> {
        let regular = (0..=last).step_by(step);
        // The first one is there whatever happens.
        let mut shown: Vec<usize> = regular.filter(|at| [0, last].contains(at) || apart(*at, last)).collect();
        if last > 0 && shown.last() != Some(&last) && apart(0, last) {
            shown.push(last);
        }
        shown
    };
    let fits = |shown: &Vec<usize>| shown.windows(2).all(|two| apart(two[0], two[1]));
    let shown = (1..=labels.len()).map(every).find(fits).unwrap_or_default();
    let mut out = String::new();
    let mut written = 0;
    for at in shown {
        out.push_str(&" ".repeat(start(at).saturating_sub(written)));
        out.push_str(&labels[at].1);
        written = end(at);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(texts: &[&str], column: usize) -> Vec<(usize, String)> {
        texts.iter().zip(0..).map(|(text, at)| (at * column + column / 2, (*text).to_owned())).collect()
    }

    #[test]
    fn labels_are_below_their_places() {
        assert_eq!(line(&labels(&["8K", "16K", "128K", "1M"], 5), 20), " 8K   16K 128K  1M");
        assert_eq!(line(&[], 20), "");
        assert_eq!(line(&labels(&["15.7MB"], 5), 5), "15.7MB");
    }

    #[test]
    fn those_without_room_are_left_out() {
        let groups: Vec<String> = (1..=14).map(|at| (at * 1184).to_string()).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        let shown = line(&labels(&groups, 5), 70);
        assert_eq!(shown, "1184      3552      5920      8288      10656     13024          16576");
    }

    #[test]
    fn first_and_last_stay() {
        for width in 12..=40 {
            let many: Vec<_> = (0..500).map(|at| (at * width / 500, (10_000 + at).to_string())).collect();
            let shown = line(&many, width);
            assert!(shown.starts_with("10000 ") && shown.ends_with(" 10499"), "{shown}");
            assert!(shown.len() <= width && shown.split(' ').all(|of| [0, 5].contains(&of.len())), "{shown}");
        }
    }
}
