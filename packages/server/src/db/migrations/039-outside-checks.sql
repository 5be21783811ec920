-- Outside checks are answered by real services or, while none is connected, by a stand-in: an answer says by whom.
ALTER TABLE auto_check ADD COLUMN stand_in boolean NOT NULL DEFAULT false;
-- Nothing but the stand-in has answered outside checks so far.
UPDATE auto_check SET stand_in = true
  WHERE answered_at IS NOT NULL
    AND code NOT IN ('PASSPORT_FORMAT', 'DUPLICATE_APPS', 'AGE_LIMIT', 'PDN_LIMIT', 'PROGRAMME');
