"""top for GPU programs on oneAPI Level Zero and CUDA: the package carries the program `zetop`."""
