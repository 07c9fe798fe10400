-- Nothing is declared by what is not a declaration.
-- refuses: FUT-X-PROGRAM/declaration
-- ==
-- error: FUT-X-PROGRAM

1 + 2
