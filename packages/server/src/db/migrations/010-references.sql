-- Every dictionary and enumeration in one store; feature toggles; whose card a change of a part belongs to.

-- A part of a card (an account, a contact) names the card, so that the card's history is one index read.
-- Not hashed: it repeats what the hashed values hold.
ALTER TABLE change_history ADD COLUMN owner_type text, ADD COLUMN owner_id int;
CREATE INDEX change_history_owner ON change_history (owner_type, owner_id, id DESC) WHERE owner_id IS NOT NULL;

-- Arguments: object type; for a part of a card also the card's type and the column with its id.
CREATE OR REPLACE FUNCTION write_history() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  before jsonb := CASE WHEN TG_OP <> 'INSERT' THEN to_jsonb(OLD) END;
  after  jsonb := CASE WHEN TG_OP <> 'DELETE' THEN to_jsonb(NEW) END;
  h change_history;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    SELECT coalesce(jsonb_object_agg(o.key, o.value), '{}'), coalesce(jsonb_object_agg(o.key, after -> o.key), '{}')
      INTO h.old_values, h.new_values
      FROM jsonb_each(before) o WHERE o.value IS DISTINCT FROM after -> o.key AND o.key <> 'version'
        -- Kept by triggers, they repeat what other rows of the history hold.
        AND (TG_ARGV[0], o.key) NOT IN (('partner', 'region_codes'), ('employee', 'partner_path'));
    IF h.old_values = '{}' THEN RETURN NULL; END IF;
  ELSE
    h.old_values := before;
    h.new_values := after;
  END IF;
  h.object_type := TG_ARGV[0];
  h.object_id := (coalesce(after, before) ->> 'id')::int;
  IF TG_NARGS > 1 THEN
    h.owner_type := TG_ARGV[1];
    h.owner_id := (coalesce(after, before) ->> TG_ARGV[2])::int;
  END IF;
  h.action := TG_OP;
  h.version := (coalesce(after, before) ->> 'version')::int;
  h.actor_id := nullif(current_setting('app.actor_id', true), '')::int;
  h.request_id := nullif(current_setting('app.request_id', true), '');
  h.at := clock_timestamp();
  SELECT c.hash INTO h.prev_hash FROM change_history c
    WHERE c.object_type = h.object_type AND c.object_id = h.object_id ORDER BY c.id DESC LIMIT 1;
  INSERT INTO change_history (at, object_type, object_id, owner_type, owner_id, action, version, actor_id, request_id,
      old_values, new_values, prev_hash, hash)
    VALUES (h.at, h.object_type, h.object_id, h.owner_type, h.owner_id, h.action, h.version, h.actor_id, h.request_id,
      h.old_values, h.new_values, h.prev_hash, history_hash(h));
  RETURN NULL;
END $$;

-- `enum/…` codes are enumerations: their codes are the specification's and are not edited, only named.
CREATE TABLE reference_dictionary (
  id           int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code         text NOT NULL UNIQUE,
  title        text COLLATE "ru-x-icu" NOT NULL,
  kind         text NOT NULL DEFAULT 'DICTIONARY' CHECK (kind IN ('DICTIONARY', 'ENUM')),
  -- Extra attributes of the items: [{key, label, type, required, dictionary}], type of text, number, boolean, date, code.
  attributes   jsonb NOT NULL DEFAULT '[]',
  hierarchical boolean NOT NULL DEFAULT false,
  description  text NOT NULL DEFAULT '',
  -- Raised by every change of its items: what browsers and instances cache is known to be old by it.
  revision     int NOT NULL DEFAULT 1,
  -- What the product delivered last; null for a dictionary of the bank's own.
  delivered    jsonb,
  version      int NOT NULL DEFAULT 1
);
CREATE TRIGGER write_history AFTER INSERT OR DELETE OR UPDATE OF title, attributes, hierarchical, description
  ON reference_dictionary FOR EACH ROW EXECUTE FUNCTION write_history('dictionary');

INSERT INTO reference_dictionary (code, title) SELECT DISTINCT dictionary, dictionary FROM reference_item;

ALTER TABLE reference_item
  ADD COLUMN dictionary_id int REFERENCES reference_dictionary,
  ADD COLUMN id int GENERATED ALWAYS AS IDENTITY UNIQUE,
  ADD COLUMN valid_from date,
  ADD COLUMN valid_to date,
  ADD COLUMN parent_code text,
  -- What the product delivered last; null for an item of the bank's own. A row that differs was edited and is left alone.
  ADD COLUMN delivered jsonb,
  ADD COLUMN version int NOT NULL DEFAULT 1,
  ADD COLUMN search_text text GENERATED ALWAYS AS (search_form(code || ' ' || name)) STORED NOT NULL,
  ADD CHECK (valid_from <= valid_to),
  ADD FOREIGN KEY (dictionary, parent_code) REFERENCES reference_item (dictionary, code) DEFERRABLE INITIALLY DEFERRED;
UPDATE reference_item i SET dictionary_id = d.id FROM reference_dictionary d WHERE d.code = i.dictionary;
ALTER TABLE reference_item ALTER COLUMN dictionary_id SET NOT NULL;
CREATE INDEX reference_item_order ON reference_item (dictionary, sort_order, name, code);
CREATE INDEX reference_item_search ON reference_item USING gin (dictionary, search_text gin_trgm_ops);
CREATE INDEX reference_item_parent ON reference_item (dictionary, parent_code) WHERE parent_code IS NOT NULL;

-- Who adds an item may name its dictionary by the code alone.
CREATE FUNCTION reference_item_dictionary() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d.id INTO NEW.dictionary_id FROM reference_dictionary d WHERE d.code = NEW.dictionary;
  RETURN NEW;
END $$;
CREATE TRIGGER dictionary BEFORE INSERT ON reference_item FOR EACH ROW WHEN (NEW.dictionary_id IS NULL)
  EXECUTE FUNCTION reference_item_dictionary();

-- Every statement that changes items raises the revision of their dictionaries and tells all instances.
CREATE FUNCTION reference_item_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  dictionary text;
BEGIN
  FOR dictionary IN
    UPDATE reference_dictionary SET revision = revision + 1 WHERE id IN (SELECT dictionary_id FROM changed)
    RETURNING code
  LOOP
    PERFORM pg_notify('dictionary_changed', dictionary);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER changed_by_insert AFTER INSERT ON reference_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reference_item_changed();
CREATE TRIGGER changed_by_update AFTER UPDATE ON reference_item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reference_item_changed();

CREATE FUNCTION reference_dictionary_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('dictionary_changed', NEW.code);
  RETURN NULL;
END $$;
CREATE TRIGGER changed AFTER INSERT OR UPDATE OF title, attributes, hierarchical ON reference_dictionary
  FOR EACH ROW EXECUTE FUNCTION reference_dictionary_changed();

-- Of which delivery the dictionaries are: a start that finds the same delivers nothing.
CREATE TABLE reference_delivery (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  hash     text NOT NULL
);

-- An uploaded file, its comparison with the dictionary, and what became of it.
CREATE TABLE reference_import (
  id            int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  dictionary_id int NOT NULL REFERENCES reference_dictionary,
  employee_id   int NOT NULL REFERENCES employee,
  task_id       int NOT NULL,
  file_name     text NOT NULL,
  file_key      text NOT NULL,
  missing       text NOT NULL CHECK (missing IN ('keep', 'deactivate')),
  state         text NOT NULL DEFAULT 'CHECKING'
                CHECK (state IN ('CHECKING', 'READY', 'APPLYING', 'APPLIED', 'FAILED')),
  -- What the file has: properties and attributes that are not named stay as they are.
  columns       text[] NOT NULL DEFAULT '{}',
  -- Of the dictionary when it was compared.
  revision      int,
  counts        jsonb NOT NULL DEFAULT '{"new": 0, "changed": 0, "deactivated": 0, "same": 0, "error": 0}',
  reason        text,
  created_at    timestamptz NOT NULL DEFAULT now(),
  applied_at    timestamptz
);
CREATE INDEX reference_import_age ON reference_import (created_at);

CREATE TABLE reference_import_row (
  import_id   int NOT NULL REFERENCES reference_import ON DELETE CASCADE,
  n           int NOT NULL,
  -- Row of the file; null for an item that the file does not have.
  line        int,
  kind        text NOT NULL DEFAULT 'new' CHECK (kind IN ('new', 'changed', 'deactivated', 'same', 'error')),
  code        text NOT NULL,
  name        text NOT NULL,
  sort_order  int,
  active      boolean NOT NULL DEFAULT true,
  valid_from  date,
  valid_to    date,
  parent_code text,
  attributes  jsonb NOT NULL DEFAULT '{}',
  errors      text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (import_id, n)
);
CREATE INDEX reference_import_row_code ON reference_import_row (import_id, code);
CREATE INDEX reference_import_row_kind ON reference_import_row (import_id, kind, n);

CREATE TABLE feature_toggle (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key         text NOT NULL UNIQUE CHECK (key ~ '^[a-z][A-Za-z0-9.]{1,59}$'),
  title       text COLLATE "ru-x-icu" NOT NULL,
  description text NOT NULL DEFAULT '',
  owner       text NOT NULL DEFAULT '',
  -- The answer where no rule fits.
  enabled     boolean NOT NULL DEFAULT false,
  -- Off for everybody, whatever the rules say.
  killed      boolean NOT NULL DEFAULT false,
  -- In order, the first that fits answers: [{kind: role | partner | percentage, value, enabled}].
  rules       jsonb NOT NULL DEFAULT '[]',
  expires_on  date,
  version     int NOT NULL DEFAULT 1
);
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON feature_toggle
  FOR EACH ROW EXECUTE FUNCTION write_history('featureToggle');
CREATE TRIGGER write_history AFTER INSERT OR UPDATE OR DELETE ON reference_item
  FOR EACH ROW EXECUTE FUNCTION write_history('reference_item', 'dictionary', 'dictionary_id');
