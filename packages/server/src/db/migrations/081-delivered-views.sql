-- Views that come with the product belong to nobody: everybody sees them, nobody changes them.
ALTER TABLE saved_view ALTER COLUMN owner_id DROP NOT NULL;
ALTER TABLE saved_view ADD CHECK (owner_id IS NOT NULL OR (shared AND NOT is_default));
CREATE UNIQUE INDEX saved_view_delivered ON saved_view (list_key, name) WHERE owner_id IS NULL;
INSERT INTO saved_view (owner_id, list_key, name, state, shared)
  SELECT NULL, 'approvers.' || type, name, state, true FROM unnest(ARRAY['oic', 'nis']) AS type, (VALUES
    ('Перегружены', 'overloaded=1'), ('С просрочкой', 'overdue=1'), ('В смене', 'onShift=1')) AS v (name, state);
