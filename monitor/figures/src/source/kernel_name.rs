//! Kernels' names as people write them: C++ names are demangled, without result, parameters and nested
//! template arguments.

use cpp_demangle::{DemangleOptions, Symbol};
use std::fmt::{self, Write};

/// Longest demangled name that is made, bytes. A few hundred mangled ones can stand for gigabytes.
const LONGEST: usize = 16 * 1024;

/// The name to show.
pub(crate) fn readable(name: &str) -> String {
    if !name.starts_with("_Z") {
        return name.to_owned();
    }
    let options = DemangleOptions::new().no_params().no_return_type();
    let mut text = Limited(String::new());
    match Symbol::new(name).map(|symbol| symbol.structured_demangle(&mut text, &options)) {
        Ok(Ok(())) => shorten(&text.0.replace("(anonymous namespace)::", "")),
        _ => name.to_owned(),
    }
}

struct Limited(String);

impl Write for Limited {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// Templates inside templates become `<…>`. What only looks like a bracket (`operator<`, `->`) stays.
fn shorten(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    let mut depth = 0usize;
    let mut before = ' ';
    for c in name.chars() {
        let comparison = short.ends_with("operator") || short.ends_with("operator<") || before == '-';
        match c {
            '<' if !comparison => {
                depth += 1;
                match depth {
                    1 => short.push('<'),
                    2 => short.push_str("<…"),
                    _ => {}
                }
            }
            '>' if !comparison && depth > 0 => {
                if depth <= 2 {
                    short.push('>');
                }
                depth -= 1;
            }
            _ if depth <= 1 => short.push(c),
            _ => {}
        }
        before = c;
    }
    short
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn names_are_as_people_write_them() {
        for (mangled, wanted) in [
            ("vector_add", "vector_add"),
            ("_Z5emptyv", "empty"),
            ("_Z4spinIiEvT_Py", "spin<int>"),
            ("_ZN2at6native11elementwiseILi4EEEvPf", "at::native::elementwise<4>"),
            ("_ZN12_GLOBAL__N_15innerEv", "inner"),
            (
                "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_11FillFunctorIfEESt5arrayIPcLm1EEEEviT0_T1_",
                "at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<…>, std::array<…> >",
            ),
            ("_Znonsense", "_Znonsense"),
        ] {
            assert_eq!(readable(mangled), wanted, "{mangled}");
        }
    }

    #[test]
    fn names_that_stand_for_gigabytes_stay_as_they_are() {
        // each template's argument is two of the one before
        let mut name = String::from("_Z1fI1aS_");
        for i in 0..40 {
            name.push_str(&format!("1tIS{i}_S{i}_E"));
        }
        name.push_str("Ev");
        assert!(readable(&name).len() <= super::LONGEST);
    }
}
