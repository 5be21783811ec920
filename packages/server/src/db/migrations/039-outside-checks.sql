-- Outside checks are answered by real services or, while none is connected, by a stand-in: an answer says by whom.
ALTER TABLE auto_check ADD COLUMN stand_in boolean NOT NULL DEFAULT false;
-- Nothing but the stand-in has answered outside checks so far.
UPDATE auto_check SET stand_in = true
  WHERE answered_at IS NOT NULL
    AND code NOT IN ('PASSPORT_FORMAT', 'DUPLICATE_APPS', 'AGE_LIMIT', 'PDN_LIMIT', 'PROGRAMME');

-- Photos belong to the object that they show; who sees the application sees them.
CREATE OR REPLACE VIEW document_owner AS
  SELECT CASE f.type WHEN 'FULL_APPLICATION' THEN 'APPLICATION' ELSE f.type END AS owner_type, f.id AS owner_id, f.partner_id,
    CASE f.type WHEN 'LEAD' THEN 'Лид ' WHEN 'SHORT_APPLICATION' THEN 'Краткая заявка '
      WHEN 'LOAN_APPLICATION' THEN 'Заявка на кредит ' ELSE 'Заявка ' END || f.number || ', ' || f.client_name AS title
  FROM case_file f
  UNION ALL
  SELECT 'PARTNER', p.id, p.id, p.short_name FROM partner p
  UNION ALL
  SELECT 'REALTY_OBJECT', o.id, f.partner_id, 'Предмет ипотеки, заявка ' || f.number
  FROM realty_object o JOIN case_file f ON f.id = o.case_id;
