-- From which device and network address a section of a questionnaire was saved, a consent among them. The device is a random
-- mark that the browser keeps, no fingerprint. Kept for months by a parameter, then deleted; people of partners never see it.
CREATE TABLE save_mark (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  case_id     int NOT NULL REFERENCES case_file,
  section     text NOT NULL,
  employee_id int NOT NULL REFERENCES employee,
  at          timestamptz NOT NULL,
  -- Null: the browser sent none.
  device      text,
  address     inet NOT NULL
);
CREATE INDEX save_mark_case ON save_mark (case_id, id DESC);
CREATE INDEX save_mark_at ON save_mark (at);
CREATE INDEX save_mark_device ON save_mark (device, case_id) WHERE device IS NOT NULL;
CREATE INDEX save_mark_address ON save_mark (address, case_id);

CREATE FUNCTION keep_mark_ties() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO case_tie (case_id, source, kind, value, label, role)
    SELECT NEW.case_id, 'MARK', t.kind, t.value, t.label, t.role
    FROM (VALUES ('DEVICE', NEW.device, 'Устройство …' || right(NEW.device, 6), 'заявку вводили с устройства'),
      ('NETWORK', host(NEW.address), host(NEW.address), 'заявку вводили с адреса')) t (kind, value, label, role)
    WHERE t.value IS NOT NULL ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_ties AFTER INSERT ON save_mark FOR EACH ROW EXECUTE FUNCTION keep_mark_ties();
