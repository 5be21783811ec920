-- portions: case_file 2000
UPDATE case_file f SET client_categories = case_categories(f.id, f.partner_id, f.person_id),
    engine_result = (SELECT r.answer ->> 'result' FROM decision_run r WHERE r.case_id = f.id AND r.state = 'ANSWERED'
      ORDER BY r.id DESC LIMIT 1)
  WHERE f.id > $1 AND f.id <= $2 AND f.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION')
