//! Shell completions. What comes after the program to start belongs to that program.

use clap::Command;
use clap_complete::Shell;
use std::fmt::Write;

/// A shell's script for a command line.
#[must_use]
pub fn completions(shell: Shell, mut definition: Command) -> Vec<u8> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut definition, "zetop", &mut text);
    let mut text = String::from_utf8(text).unwrap_or_default();
    match shell {
        Shell::Bash => text.push_str(&bash(&definition)),
        Shell::Zsh => text = zsh(&text, &definition),
        // The scripts of other shells offer nothing after a word that they do not know.
        _ => {}
    }
    text.into_bytes()
}

/// Names of the built-in commands, and options whose value is the next word.
fn known(definition: &Command) -> (Vec<String>, Vec<String>) {
    let commands = definition.get_subcommands().filter(|command| !command.is_hide_set());
    let commands = commands.map(|command| command.get_name().to_owned()).collect();
    let mut options = Vec::new();
    for option in definition.get_arguments() {
        // An option whose value may be left out takes it after `=`; only -p takes the next word all the same.
        let takes = option.get_action().takes_values() && !option.is_require_equals_set();
        if takes {
            options.extend(option.get_long().map(|long| format!("--{long}")));
            options.extend(option.get_short().map(|short| format!("-{short}")));
        }
    }
    (commands, options)
}

/// A function that finds the program's word, and hands over to the shell's own completion of commands there.
fn bash(definition: &Command) -> String {
    let (commands, options) = known(definition);
    let mut text = String::new();
    let _ = write!(
        text,
        r#"
_zetop_program() {{
    local i
    for ((i = 1; i <= COMP_CWORD; i++)); do
        case "${{COMP_WORDS[i]}}" in
            --) ((i++)); break ;;
            {options}) ((i++)) ;;
            -*|=) ;;
            {commands}) _zetop "$@"; return ;;
            *) break ;;
        esac
        [[ "${{COMP_WORDS[i+1]}}" == "=" ]] && ((i += 2))
    done
    if ((i < COMP_CWORD)) && declare -F _comp_command_offset >/dev/null; then
        _comp_command_offset "$i"
    elif ((i < COMP_CWORD)) && declare -F _command_offset >/dev/null; then
        _command_offset "$i"
    elif ((i < COMP_CWORD)); then
        COMPREPLY=()
    elif ((i == COMP_CWORD)) && [[ "${{COMP_WORDS[COMP_CWORD]}}" != -* ]]; then
        COMPREPLY=($(compgen -W "{words}" -- "$2") $(compgen -c -- "$2"))
    else
        _zetop "$@"
    fi
}}
complete -F _zetop_program -o bashdefault -o default zetop
"#,
        options = options.join("|"),
        commands = commands.join("|"),
        words = commands.join(" "),
    );
    text
}

/// The words from the program on are another command line, which the shell completes as such.
fn zsh(text: &str, definition: &Command) -> String {
    // Where clap's script looks up which built-in command the first word is.
    const THERE: &str = "(( CURRENT += 1 ))\n";
    let (commands, _) = known(definition);
    let own = format!(
        "        if [[ $line[1] != ({}) ]]; then\n            _normal && ret=0\n            return ret\n        fi\n",
        commands.join("|")
    );
    let Some(at) = text.find(THERE).map(|at| at + THERE.len()) else { return text.to_owned() };
    format!("{}{own}{}", &text[..at], &text[at..])
}

#[cfg(test)]
mod tests {
    use super::{Shell, completions};
    use crate::cli::definition;
    use std::process::Command;

    /// What bash offers for the last word.
    fn offered(words: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("zetop.bash");
        std::fs::write(&script, completions(Shell::Bash, definition())).unwrap();
        let last = words.len() - 1;
        let line = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
        let ask = format!(
            "source {}; COMP_WORDS=({line}); COMP_CWORD={last}; \
             _zetop_program zetop \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{last}-1]}}\"; \
             printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            script.display()
        );
        let output = Command::new("bash").args(["--norc", "-c", &ask]).output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        lines.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn options_are_offered_before_the_program_and_not_after_it() {
        let has = |words: &[&str], option: &str| offered(words).iter().any(|word| word == option);
        assert!(has(&["zetop", "--no-t"], "--no-tui"));
        assert!(has(&["zetop", "--json", "x", "--no-t"], "--no-tui"));
        assert!(has(&["zetop", "--sim", "--no-t"], "--no-tui"));
        assert!(has(&["zetop", "--ascii", "demo", "--no-t"], "--no-tui"));
        for words in [
            &["zetop", "python", "--no-t"][..],
            &["zetop", "--sim", "python", "--no-t"],
            &["zetop", "--json", "x", "python", "-"],
            &["zetop", "--", "demo", "--no-t"],
        ] {
            assert_eq!(offered(words), Vec::<String>::new(), "{words:?}");
        }
        assert!(has(&["zetop", "dem"], "demo"));
        assert!(has(&["zetop", "bas"], "bash"), "programs, too");
    }

    #[test]
    fn zsh_completes_the_program_as_a_command_of_its_own() {
        let text = String::from_utf8(completions(Shell::Zsh, definition())).unwrap();
        let at = text.find("_normal").unwrap();
        assert!(text[..at].contains("if [[ $line[1] != (demo|replay|") && !text[..at].contains("(demo)\n"));
    }
}
