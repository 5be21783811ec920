-- A version is offered to some partners, to partners of some profiles, or to both; who is under one of them offers it too.
ALTER TABLE product_version ADD COLUMN partner_profiles text[] NOT NULL DEFAULT '{}';

-- What a partner and those above it deal in. The bank stands above all: what it is would be true of everybody.
CREATE FUNCTION profiles_of_line(of_partner int) RETURNS text[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(array_agg(DISTINCT c.code), '{}') FROM partner own
  JOIN partner a ON a.id = ANY(own.ancestor_ids) AND NOT 'Ahml' = ANY(a.roles), unnest(a.business_profile_codes) AS c (code)
  WHERE own.id = of_partner $$;

CREATE FUNCTION offered_to(partner_ids int[], partner_profiles text[], of_partner int) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT partner_ids = '{}' AND partner_profiles = '{}'
    OR partner_ids && (SELECT own.ancestor_ids FROM partner own WHERE own.id = of_partner)
    OR partner_profiles <> '{}' AND partner_profiles && profiles_of_line(of_partner) $$;
