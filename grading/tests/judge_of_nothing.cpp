// A judge that holds no test: its author forgot them.
