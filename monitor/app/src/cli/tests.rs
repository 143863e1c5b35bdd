use super::*;
use std::time::Duration;
use zetop_present::tui::panels::Screen;

fn parse(line: &str) -> Cli {
    Cli::try_parse_from(line.split(' ')).unwrap()
}

fn program(line: &str) -> (Options, Vec<OsString>) {
    let cli = parse(line);
    match cli.action {
        Some(Action::Program(command)) => (cli.options, command),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn a_budget_is_a_percentage_or_none() {
    let budget = |text: &str| Budget::parse(text).map(|budget| budget.0);
    assert_eq!([budget("3"), budget("0.25%"), budget("0")], [Ok(Some(300)), Ok(Some(25)), Ok(Some(0))]);
    assert_eq!((budget("100"), budget("none")), (Ok(Some(10_000)), Ok(None)));
    for wrong in ["1000", "-1", "NaN", "", "all", "3 percent"] {
        assert_eq!(budget(wrong).unwrap_err(), "takes a percentage from 0 to 100, or none", "{wrong}");
    }
}

#[test]
fn the_definition_is_sound() {
    definition().debug_assert();
}

#[test]
fn options_end_at_the_first_word() {
    let (options, command) = program("zetop --sim ls --json x -- demo --sim");
    assert!(options.common.sim.is_some() && options.common.json.is_none());
    assert_eq!(command, ["ls", "--json", "x", "--", "demo", "--sim"]);
}

/// "invalid UTF-8 was detected in one or more arguments".
#[test]
fn a_program_may_have_a_name_that_is_not_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let word = |bytes: &[u8]| std::ffi::OsStr::from_bytes(bytes).to_owned();
    let name = word(b"caf\xe9/app");
    for before in [&["zetop", "--no-tui"][..], &["zetop", "--no-tui", "--"]] {
        let mut line: Vec<OsString> = before.iter().map(OsString::from).collect();
        line.extend(["--json".into(), word(b"\xe8.json")].into_iter().filter(|_| before.len() == 2));
        line.extend([name.clone(), word(b"\xe8"), "--sim".into()]);
        let (_, cli) = read(definition, &line).unwrap();
        let Some(Action::Program(command)) = cli.action else { panic!("{line:?}") };
        assert_eq!(command, [name.clone(), word(b"\xe8"), "--sim".into()]);
        assert_eq!(cli.options.common.json.is_some(), before.len() == 2);
    }
    let wrong = read(definition, &["zetop".into(), "--sort".into(), word(b"\xe9"), name]).unwrap_err();
    assert_eq!(wrong.kind(), ErrorKind::InvalidUtf8);
}

#[test]
fn a_program_called_demo_runs_after_two_dashes() {
    assert!(matches!(parse("zetop demo").action, Some(Action::Demo)));
    let (options, command) = program("zetop --no-tui -- demo --live");
    assert_eq!(command, ["demo", "--live"]);
    assert!(options.no_tui && !options.live);
    assert_eq!(program("zetop -- ls -l").1, ["ls", "-l"]);
}

#[test]
fn options_stand_before_and_after_demo() {
    let cli = parse("zetop --ascii demo --no-tui --duration 0.5");
    assert!(matches!(cli.action, Some(Action::Demo)));
    assert!(cli.options.common.ascii && cli.options.no_tui);
    assert_eq!(cli.options.duration, Some(Duration::from_millis(500)));
}

#[test]
fn rubbish_is_a_usage_error() {
    for line in ["zetop", "zetop --no-such-option ls", "zetop --interval 0 ls", "zetop --duration nan ls"] {
        let error = Cli::try_parse_from(line.split(' ')).unwrap_err();
        assert_eq!(error.exit_code(), 2, "{line}: {error}");
    }
}

#[test]
fn stdout_is_the_dashboards_or_the_reports() {
    assert!(parse("zetop ls").options.has_dashboard(true));
    assert!(parse("zetop --json f --interval 1 ls").options.has_dashboard(true));
    for line in ["--no-tui", "--live", "--json -", "--interval 1"] {
        assert!(!parse(&format!("zetop {line} ls")).options.has_dashboard(true), "{line}");
    }
    assert!(!parse("zetop ls").options.has_dashboard(false));
}

#[test]
fn the_last_of_two_counts_as_a_setting_and_an_option_may_be() {
    assert_eq!(parse("zetop --theme=dark --theme=light ls").options.theme, Theme::Light);
    assert_eq!(parse("zetop --theme=dark demo --theme=light").options.theme, Theme::Light);
    for screen in Screen::ALL {
        assert_eq!(screen.name(), screen.title().to_lowercase());
        assert_eq!(parse(&format!("zetop --screen {} ls", screen.name())).options.screen, screen);
    }
}

#[test]
fn a_benchmark_takes_what_it_has_in_common_with_programs_and_refuses_the_rest() {
    let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
    let refused = |line: &str| refused_by_bench(&definition(), &words(line));
    for line in [
        "zetop --sim bench transfers",
        "zetop bench transfers --json - --csv x --full --ascii --svg x",
        "zetop bench hot-cold --flush 50M",
        "zetop --record x ls bench",
        "zetop demo --live",
    ] {
        assert_eq!(refused(line), None, "{line}");
    }
    for (line, option) in [
        ("zetop --record x bench transfers", "--record"),
        ("zetop bench transfers --live", "--live"),
        ("zetop bench --theme dark flops", "--theme"),
        ("zetop --cold bench transfers", "--cold"),
        ("zetop --key quit=Q bench transfers", "--key"),
    ] {
        let said = format!("{option} is for programs that are watched, not for a benchmark");
        assert_eq!(refused(line), Some(said), "{line}");
    }
    let mut definition = definition();
    let bench = definition.find_subcommand_mut("bench").and_then(|bench| bench.find_subcommand_mut("flops"));
    let help = bench.unwrap().render_long_help().to_string();
    assert!(help.contains("--ascii") && help.contains("--svg") && !help.contains("--record"), "{help}");
}
