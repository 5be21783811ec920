-- The bank's own lists and its scores are told to nobody outside: so are the reasons that name them, unless the bank has said so.
UPDATE reference_item SET attributes = attributes || '{"silent": true}'
WHERE dictionary = 'underwritingDecisionsType' AND code IN ('R11', 'R16') AND NOT attributes ? 'silent';
