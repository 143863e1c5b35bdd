//! `zetop -p`: on a program that runs, in and out, and whatever may go wrong with that.

mod figures;
