-- A case that has left the approvers' queue kept its place there with the partner that had it then: a transfer has moved the
-- case alone. The place is found by the partner too, and opens again when the case comes back.
UPDATE application a SET partner_id = f.partner_id, version = a.version + 1 FROM case_file f
  WHERE f.id = a.id AND a.partner_id <> f.partner_id;

-- Links and contacts move from partner to partner as well: the cards of both count them.
CREATE TRIGGER tell_partner_update AFTER UPDATE ON partner_link REFERENCING OLD TABLE AS before NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_partner('SELECT unnest(ARRAY[o.partner_id, n.partner_id])
    FROM before o JOIN touched n USING (id) WHERE o.partner_id <> n.partner_id');
CREATE TRIGGER tell_partner_update AFTER UPDATE ON contact REFERENCING OLD TABLE AS before NEW TABLE AS touched
  FOR EACH STATEMENT EXECUTE FUNCTION tell_partner('SELECT unnest(ARRAY[o.partner_id, n.partner_id])
    FROM before o JOIN touched n USING (id)
    WHERE (o.partner_id, o.employee_id) IS DISTINCT FROM (n.partner_id, n.employee_id)');
