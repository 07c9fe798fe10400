-- Nothing is declared by what is not a declaration.
-- ==
-- error: FUT-X-

1 + 2
