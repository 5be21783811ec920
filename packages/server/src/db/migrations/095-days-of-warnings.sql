-- How long before its end an accreditation is EXPIRING is a parameter: whoever asks names the last day that is soon.
CREATE FUNCTION accreditation_state(status text, date_from date, date_to date, today date, soon date) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN status <> 'ACTIVE' THEN status WHEN date_to < today THEN 'EXPIRED' WHEN date_from > today THEN 'FUTURE'
    WHEN date_to <= soon THEN 'EXPIRING' ELSE 'ACTIVE' END;
CREATE FUNCTION accreditation_rank(status text, date_from date, date_to date, today date, soon date) RETURNS int
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN array_position(ARRAY['ACTIVE', 'EXPIRING', 'PENDING', 'FUTURE', 'SUSPENDED', 'EXPIRED', 'REVOKED'],
    accreditation_state(status, date_from, date_to, today, soon));
DROP FUNCTION accreditation_rank(text, date, date, date);
DROP FUNCTION accreditation_state(text, date, date, date);
