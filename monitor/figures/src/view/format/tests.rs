use super::*;
use proptest::prelude::*;
use unicode_width::UnicodeWidthStr;

#[test]
fn times() {
    for (ns, text) in [
        (0.0, "0 ns"),
        (0.4, "0.4 ns"),
        (419.0, "419 ns"),
        (999.4, "999 ns"),
        (999.6, "1.00 µs"),
        (29_480.0, "29.5 µs"),
        (331_900.0, "332 µs"),
        (999_600.0, "1.00 ms"),
        (2_550_000.0, "2.55 ms"),
        (999_499_999.0, "999 ms"),
        (999_500_000.0, "1.00 s"),
        (31.6e9, "31.6 s"),
        (1234.0e9, "1234 s"),
        (9999.9e9, "2.78 h"),
        (3.6e15, "41.7 d"),
        (-1.0, "–"),
        (f64::NAN, "–"),
    ] {
        assert_eq!(time(ns), text, "{ns}");
    }
}

#[test]
fn counts_and_rates() {
    assert_eq!(count(0), "0");
    assert_eq!(count(12_408), "12 408");
    assert_eq!(count(999_999), "999 999");
    assert_eq!(count(3_110_000), "3.1 M");
    assert_eq!(count(999_960_000), "1.0 G");
    assert_eq!(count(u64::MAX), "18.4 E");
    assert_eq!(group(1_234_567), "1 234 567");
    assert_eq!(rate(0.0), "0");
    assert_eq!(rate(142.4), "142");
    assert_eq!(rate(1_700.0), "1.7k");
    assert_eq!(rate(36_100.0), "36k");
    assert_eq!(rate(999_700.0), "1.0M");
    assert_eq!(rate(2.0), "2");
    assert_eq!(rate_long(41_200.0), "41.2k");
}

#[test]
fn shares_rates_and_sizes() {
    assert_eq!(percent(57.81), "57.8 %");
    assert_eq!(percent(0.01), "<0.1 %");
    assert_eq!(percent(99.96), "99.9 %");
    assert_eq!(percent_whole(99.99), "99.9 %", "100 % is kept for the whole");
    assert_eq!(percent(99.9997), "99.9 %", "100 % is kept for the whole");
    assert_eq!(percent(100.0), "100 %");
    assert_eq!(percent_whole(100.0), "100 %");
    assert_eq!(percent_whole(63.2), "63 %");
    assert_eq!(gbps(24.6), "24.6");
    assert_eq!(gbps(412.04), "412");
    assert_eq!(gbps(0.001), "<0.01");
    assert_eq!(gbps(999.9), "1000");
    assert_eq!(bytes(4_200_000_000), "4.20 GB");
    assert_eq!(bytes(999_999), "1.00 MB");
    assert_eq!(bytes(999), "999 B");
    assert_eq!(size_class(Some(8192)), "≤ 8 KiB");
    assert_eq!(size_class(Some(16 << 20)), "16 MiB");
    assert_eq!(size_class(None), "> 1 GiB");
    assert_eq!(change(86.4), "+86 %");
    assert_eq!(change(-3.21), "\u{2212}3.2 %");
    assert_eq!(clock(87_000_000_000), "00:01:27");
    assert_eq!(clock(90_061_000_000_000), "1d 01:01:01");
}

proptest! {
    #[test]
    fn time_fits_and_never_shows_a_thousand(exponent in -2.0f64..19.0) {
        let text = time(10f64.powf(exponent));
        prop_assert!(text.width() <= 7, "{text}");
        prop_assert!(!text.starts_with("1000 ") || text == "1000 s", "{text}");
    }

    #[test]
    fn time_is_within_one_percent(exponent in 1.0f64..12.0) {
        let ns = 10f64.powf(exponent);
        let text = time(ns);
        let (number, unit) = text.split_once(' ').unwrap();
        let size = match unit { "ns" => 1.0, "µs" => 1e3, "ms" => 1e6, "s" => 1e9, _ => 3.6e12 };
        let shown = number.parse::<f64>().unwrap() * size;
        prop_assert!((shown - ns).abs() / ns < 0.051, "{ns} as {text}");
    }

    #[test]
    fn counts_fit(n in any::<u64>(), shift in 0u32..64) {
        let n = n >> shift;
        prop_assert!(count(n).width() <= 7, "{}", count(n));
        prop_assert!(bytes(n).width() <= 7, "{}", bytes(n));
        prop_assert_eq!(group(n).replace(' ', ""), n.to_string());
    }

    #[test]
    fn rates_fit(exponent in -4.0f64..15.0) {
        let v = 10f64.powf(exponent);
        prop_assert!(rate(v).width() <= 4, "{}", rate(v));
        prop_assert!(rate_long(v).width() <= 5, "{}", rate_long(v));
        prop_assert!(!rate(v).starts_with("1000"), "{}", rate(v));
        prop_assert!(gbps(v).width() <= 5, "{}", gbps(v));
        prop_assert!(percent(v).width() <= 6, "{}", percent(v));
        prop_assert!(change(v - 500.0).width() <= 7, "{}", change(v - 500.0));
    }
}

#[test]
fn words_are_right_for_one_and_nothing_has_no_sign() {
    assert_eq!([0, 1, 1_200].map(|n| many(n, "copy", "copies")), ["0 copies", "1 copy", "1 200 copies"]);
    assert_eq!(percent_whole(-0.0), "0 %");
}

#[test]
fn dates_are_those_of_the_calendar() {
    let of = |seconds| date(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds));
    assert_eq!(of(0), "1970-01-01 00:00 UTC");
    assert_eq!(of(951_782_399), "2000-02-28 23:59 UTC");
    assert_eq!(of(951_782_400), "2000-02-29 00:00 UTC");
    assert_eq!(of(1_772_323_200), "2026-03-01 00:00 UTC");
    assert_eq!(of(4_107_542_399), "2100-02-28 23:59 UTC");
    assert_eq!(of(4_107_542_400), "2100-03-01 00:00 UTC");
}
