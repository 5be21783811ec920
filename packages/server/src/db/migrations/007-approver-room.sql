-- Room on every page for the new version of a saved row: it then stays on its page, and none of the table's eleven
-- indexes is touched unless an indexed column changed.
ALTER TABLE approver SET (fillfactor = 85);
