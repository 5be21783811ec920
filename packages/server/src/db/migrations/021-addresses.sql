-- Addresses in the structure of the state address register (ГАР), and what the search of addresses is made of.

-- Dictionaries. Identifiers are the register's own; its delivery may add to them.
CREATE TABLE address_object_type (
  id         int PRIMARY KEY,
  level      smallint NOT NULL,
  name       text NOT NULL,
  short_name text NOT NULL,
  start_date date NOT NULL DEFAULT '1900-01-01',
  end_date   date NOT NULL DEFAULT '2079-06-06',
  is_active  boolean NOT NULL DEFAULT true
);
CREATE INDEX address_object_type_short ON address_object_type (level, short_name);
CREATE TABLE address_house_type (
  -- HOUSE: the type of a number («дом», «владение»); ADDITION: of what follows it («корпус», «строение»).
  kind       text NOT NULL CHECK (kind IN ('HOUSE', 'ADDITION')),
  id         int NOT NULL,
  name       text NOT NULL,
  short_name text NOT NULL,
  is_active  boolean NOT NULL DEFAULT true,
  PRIMARY KEY (kind, id)
);
INSERT INTO address_house_type (kind, id, name, short_name) VALUES
  ('HOUSE', 1, 'Владение', 'влд'), ('HOUSE', 2, 'Дом', 'д'), ('HOUSE', 3, 'Домовладение', 'двлд'), ('HOUSE', 4, 'Гараж', 'г-ж'),
  ('HOUSE', 5, 'Здание', 'зд'), ('HOUSE', 6, 'Шахта', 'шахта'), ('HOUSE', 7, 'Строение', 'стр'), ('HOUSE', 8, 'Сооружение', 'соор'),
  ('HOUSE', 9, 'Литера', 'литера'), ('HOUSE', 10, 'Корпус', 'к'), ('HOUSE', 11, 'Подвал', 'подв'), ('HOUSE', 12, 'Котельная', 'кот'),
  ('HOUSE', 13, 'Погреб', 'п-б'), ('HOUSE', 14, 'Объект незавершённого строительства', 'ОНС'),
  ('ADDITION', 1, 'Корпус', 'к'), ('ADDITION', 2, 'Строение', 'стр'), ('ADDITION', 3, 'Сооружение', 'соор'), ('ADDITION', 4, 'Литера', 'литера');
CREATE TABLE address_parameter_type (
  id   int PRIMARY KEY,
  -- As the register names it: parameters are known by it and not by the number.
  code text NOT NULL,
  name text NOT NULL
);
INSERT INTO address_parameter_type (id, code, name) VALUES
  (1, 'IFNSFL', 'Инспекция ФНС для физических лиц'), (5, 'PostIndex', 'Почтовый индекс'), (6, 'OKATO', 'ОКАТО'),
  (7, 'OKTMO', 'ОКТМО'), (8, 'CadastrNum', 'Кадастровый номер'), (10, 'CODE', 'Код КЛАДР');

-- Every version of an object that the register tells of: those that are not actual hold its former names.
CREATE TABLE address_object (
  id             bigint PRIMARY KEY,
  object_id      bigint NOT NULL,
  object_guid    uuid NOT NULL,
  name           text NOT NULL,
  type_name      text NOT NULL,
  level          smallint NOT NULL,
  operation_type int,
  previous_id    bigint,
  next_id        bigint,
  update_date    date NOT NULL,
  start_date     date NOT NULL,
  end_date       date NOT NULL,
  is_actual      boolean NOT NULL,
  is_active      boolean NOT NULL
);
CREATE INDEX address_object_object ON address_object (object_id);
CREATE INDEX address_object_guid ON address_object (object_guid);

-- Houses as they are now: 32 million in the whole register, so without their former versions.
CREATE TABLE address_house (
  object_id   bigint PRIMARY KEY,
  id          bigint NOT NULL,
  object_guid uuid NOT NULL,
  house_num   text NOT NULL,
  house_type  int,
  add_num1    text,
  add_type1   int,
  add_num2    text,
  add_type2   int,
  -- The whole number in the form it is looked for in: «5к2с1».
  number      text COLLATE "C" NOT NULL,
  update_date date NOT NULL,
  start_date  date NOT NULL,
  end_date    date NOT NULL,
  is_active   boolean NOT NULL
);
CREATE INDEX address_house_guid ON address_house (object_guid);

-- Two divisions of the country; a post address follows the administrative one.
CREATE TABLE address_adm_hierarchy (
  object_id        bigint PRIMARY KEY,
  id               bigint NOT NULL,
  -- Zero for the regions.
  parent_object_id bigint NOT NULL,
  region_code      text,
  update_date      date NOT NULL,
  start_date       date NOT NULL,
  end_date         date NOT NULL,
  is_active        boolean NOT NULL
);
CREATE INDEX address_adm_hierarchy_parent ON address_adm_hierarchy (parent_object_id);
CREATE TABLE address_mun_hierarchy (
  object_id        bigint PRIMARY KEY,
  id               bigint NOT NULL,
  parent_object_id bigint NOT NULL,
  oktmo            text,
  update_date      date NOT NULL,
  start_date       date NOT NULL,
  end_date         date NOT NULL,
  is_active        boolean NOT NULL
);
-- Codes of objects and houses.
CREATE TABLE address_parameter (
  object_id   bigint NOT NULL,
  type_id     int NOT NULL,
  value       text NOT NULL,
  id          bigint NOT NULL,
  update_date date NOT NULL,
  start_date  date NOT NULL,
  end_date    date NOT NULL,
  PRIMARY KEY (object_id, type_id)
);

-- What the addresses came from: the delivered sample or the register.
CREATE TABLE address_state (
  only_row    boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  source      text NOT NULL CHECK (source IN ('SAMPLE', 'GAR')),
  sample_hash text,
  -- The search holds everything that was brought until then.
  built_at    timestamptz
);
CREATE TABLE address_import (
  id          int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  folder      text NOT NULL,
  -- Names and sizes of the files: the same delivery goes on where it stopped.
  fingerprint text NOT NULL,
  started_at  timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
CREATE INDEX address_import_fingerprint ON address_import (fingerprint, id DESC);
CREATE TABLE address_import_file (
  import_id   int NOT NULL REFERENCES address_import ON DELETE CASCADE,
  file        text NOT NULL,
  byte_offset bigint NOT NULL DEFAULT 0,
  line        bigint NOT NULL DEFAULT 1,
  -- Read, taken, refused; the rest belongs to objects that are not kept (flats, land, parking places).
  records     bigint NOT NULL DEFAULT 0,
  taken       bigint NOT NULL DEFAULT 0,
  refused     bigint NOT NULL DEFAULT 0,
  done        boolean NOT NULL DEFAULT false,
  PRIMARY KEY (import_id, file)
);
CREATE TABLE address_import_refusal (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  import_id int NOT NULL REFERENCES address_import ON DELETE CASCADE,
  file      text NOT NULL,
  line      bigint NOT NULL,
  record    bigint NOT NULL,
  reason    text NOT NULL
);
CREATE INDEX address_import_refusal_import ON address_import_refusal (import_id, id);

-- The search. Distinct words are few (some hundred thousand for five million objects), so typing errors and beginnings
-- are looked for among them, and objects by the numbers of words alone.
CREATE TABLE address_word (
  id         int PRIMARY KEY,
  word       text COLLATE "C" NOT NULL,
  -- Position of the most important object that has it in its own name.
  importance int NOT NULL
);
-- Beginnings of words, one to six letters: what is typed first is met by one key and not by hundreds of words.
CREATE TABLE address_beginning (
  id        int PRIMARY KEY,
  beginning text COLLATE "C" NOT NULL
);
-- `pos` is the order of importance and the physical order of rows: what a bitmap scan meets first is the most important.
CREATE TABLE address_search (
  pos         int PRIMARY KEY,
  object_id   bigint NOT NULL,
  object_guid uuid NOT NULL,
  level       smallint NOT NULL,
  type_name   text NOT NULL,
  name        text NOT NULL,
  -- Positions from the region down to the object itself.
  path        int[] NOT NULL,
  -- Word × 4: in the name of the object or of one above it; + 1, + 2: in its own name, for places and for streets;
  -- + 3: in a former name. Negative: beginnings of words of its own names, −2 × for places and one less for streets.
  keys        int[] NOT NULL
);
-- The most important positions of keys that very many objects have.
CREATE TABLE address_head (
  key       int PRIMARY KEY,
  positions int[] NOT NULL
);

CREATE FUNCTION address_search_indexes(place text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE UNIQUE INDEX address_word_word ON %I.address_word (word)', place);
  EXECUTE format('CREATE UNIQUE INDEX address_beginning_beginning ON %I.address_beginning (beginning)', place);
  EXECUTE format('CREATE INDEX address_word_similar ON %I.address_word USING gin (word gin_trgm_ops)', place);
  EXECUTE format('CREATE UNIQUE INDEX address_search_object ON %I.address_search (object_id)', place);
  EXECUTE format('CREATE INDEX address_search_keys ON %I.address_search USING gin (keys, path) WITH (fastupdate = off)', place);
END $$;
SELECT address_search_indexes('public');

-- Words of a name: lower case, «е» for «ё», «1-я» is 1. The server does the same with what is typed; a test compares.
CREATE FUNCTION address_words(text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN
  (SELECT coalesce(array_agg(word ORDER BY place), '{}') FROM regexp_split_to_table(
    regexp_replace(search_form($1), '(\d)[ -]*(?:ый|ий|ая|яя|ое|ой|го|ого|му|ому|ти|й|я|е)(?![0-9a-zа-я])', '\1 ', 'g'),
    '[^0-9a-zа-я]+') WITH ORDINALITY AS split (word, place) WHERE word <> '');

-- Candidates in the order of importance: every group of keys must be met. Planned by hand: the planner knows nothing of
-- how often a key occurs, and reading the table from the beginning takes seconds when it guesses wrong.
CREATE FUNCTION address_match(groups text[], inside int[], levels int[], most int)
RETURNS TABLE (pos int, type_name text, keys int[]) LANGUAGE plpgsql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET max_parallel_workers_per_gather = 0 SET work_mem = '16MB' AS $$
BEGIN
  RETURN QUERY EXECUTE 'SELECT s.pos, s.type_name, s.keys FROM address_search s WHERE true'
    || coalesce((SELECT string_agg(format(' AND s.keys && %L::int[]', one), '') FROM unnest(groups) AS one), '')
    || CASE WHEN inside IS NULL THEN '' ELSE format(' AND s.path && %L::int[]', inside) END
    || CASE WHEN levels IS NULL THEN '' ELSE format(' AND s.level = ANY(%L::int[])', levels) END
    || format(' LIMIT %s', most);
END $$;

-- Words that look like the typed one; of a word still being typed, those that begin with something like it.
CREATE FUNCTION address_near(typed text, open boolean) RETURNS TABLE (id int, word text) LANGUAGE plpgsql STABLE
SET pg_trgm.similarity_threshold = 0.35 SET pg_trgm.word_similarity_threshold = 0.5 AS $$
BEGIN
  IF open THEN
    RETURN QUERY SELECT w.id, w.word FROM address_word w WHERE w.word %> typed
      ORDER BY w.word <->> typed, w.importance LIMIT 100;
  ELSE
    RETURN QUERY SELECT w.id, w.word FROM address_word w WHERE w.word % typed
      ORDER BY w.word <-> typed, w.importance LIMIT 100;
  END IF;
END $$;

-- Makes the search anew from the register's tables, beside the one in use, and then takes its place. Answers the number of
-- objects; those that hang under nothing are left out and told of. Belongs to the owner, for the server may not make tables.
CREATE FUNCTION address_search_rebuild() RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET work_mem = '256MB' SET maintenance_work_mem = '512MB' AS $$
DECLARE
  step int;
  deepest int := 0;
  objects int;
  made int;
BEGIN
  PERFORM pg_advisory_xact_lock(7330140);
  ANALYZE address_object, address_house, address_adm_hierarchy, address_parameter;
  CREATE TEMP TABLE a_object ON COMMIT DROP AS
    SELECT DISTINCT ON (o.object_id) o.object_id, o.object_guid, o.level, o.type_name, o.name,
      coalesce(a.parent_object_id, m.parent_object_id, 0) AS parent_id
    FROM address_object o
    LEFT JOIN address_adm_hierarchy a ON a.object_id = o.object_id AND a.is_active
    LEFT JOIN address_mun_hierarchy m ON m.object_id = o.object_id AND m.is_active
    WHERE o.is_actual AND o.is_active AND o.level BETWEEN 1 AND 8 AND (o.level = 1 OR coalesce(a.parent_object_id, m.parent_object_id, 0) > 0)
    ORDER BY o.object_id, o.update_date DESC, o.id DESC;
  ANALYZE a_object;
  RAISE NOTICE 'действующие объекты собраны';

  -- The tree, from the regions down, and how much every object holds, from the streets up.
  CREATE TEMP TABLE a_tree (object_id bigint, parent_id bigint, depth int) ON COMMIT DROP;
  INSERT INTO a_tree SELECT object_id, 0, 0 FROM a_object WHERE parent_id = 0;
  LOOP
    INSERT INTO a_tree SELECT o.object_id, o.parent_id, deepest + 1 FROM a_object o JOIN a_tree t ON t.object_id = o.parent_id
      WHERE t.depth = deepest;
    EXIT WHEN NOT FOUND OR deepest = 20;
    deepest := deepest + 1;
    ANALYZE a_tree;
  END LOOP;
  CREATE TEMP TABLE a_size (object_id bigint PRIMARY KEY, size int) ON COMMIT DROP;
  FOR step IN REVERSE deepest..1 LOOP
    INSERT INTO a_size SELECT t.parent_id, sum(coalesce(s.size, 0) + 1) FROM a_tree t LEFT JOIN a_size s USING (object_id)
      WHERE t.depth = step GROUP BY t.parent_id;
  END LOOP;
  ANALYZE a_size;
  RAISE NOTICE 'дерево построено';

  -- Regions and cities before districts, those before settlements, those before streets; the bigger first, and of one place
  -- the shorter name: «Лесная» before «1-я Лесная».
  CREATE TEMP TABLE a_place ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY CASE o.level WHEN 1 THEN 0 WHEN 5 THEN 0 WHEN 2 THEN 1 WHEN 6 THEN 2 WHEN 3 THEN 3
        WHEN 4 THEN 3 ELSE 4 END, coalesce(CASE WHEN o.level < 7 THEN own.size ELSE above.size END, 0) DESC,
        t.parent_id, length(o.name), o.name, o.object_id)::int AS pos,
      o.object_id, o.object_guid, o.level, o.type_name, o.name, t.parent_id, t.depth
    FROM a_tree t JOIN a_object o USING (object_id) LEFT JOIN a_size own ON own.object_id = o.object_id
    LEFT JOIN a_size above ON above.object_id = t.parent_id;
  GET DIAGNOSTICS objects = ROW_COUNT;
  SELECT count(*) - objects INTO made FROM a_object;
  IF made > 0 THEN RAISE NOTICE 'объектов без вышестоящего: %, в поиск они не входят', made; END IF;
  RAISE NOTICE 'порядок по значимости найден: объектов %', objects;

  CREATE TEMP TABLE a_former ON COMMIT DROP AS
    SELECT DISTINCT p.object_id, p.pos, o.name, p.level > 6 AS street FROM a_place p JOIN address_object o ON o.object_id = p.object_id
    WHERE NOT o.is_actual AND search_form(o.name) <> search_form(p.name);
  CREATE TEMP TABLE a_name ON COMMIT DROP AS
    SELECT name, address_words(name) AS words, sum(places)::int AS places, sum(streets)::int AS streets,
      min(first) AS first FROM (
      SELECT name, count(*) FILTER (WHERE level < 7) AS places, count(*) FILTER (WHERE level > 6) AS streets, min(pos) AS first
      FROM a_place GROUP BY name
      UNION ALL SELECT name, count(*) FILTER (WHERE NOT street), count(*) FILTER (WHERE street), min(pos) FROM a_former GROUP BY name) named
    GROUP BY name;
  -- «Нижний Новгород» is met by «нижнийновгород» too.
  CREATE TEMP TABLE a_joined ON COMMIT DROP AS
    SELECT name, left(array_to_string(words, ''), 60) AS word, first FROM a_name WHERE places > 0 AND cardinality(words) IN (2, 3);

  CREATE SCHEMA address_next;
  CREATE TABLE address_next.address_word (LIKE public.address_word INCLUDING ALL EXCLUDING INDEXES);
  CREATE TABLE address_next.address_beginning (LIKE public.address_beginning INCLUDING ALL EXCLUDING INDEXES);
  CREATE TABLE address_next.address_search (LIKE public.address_search INCLUDING ALL EXCLUDING INDEXES);
  CREATE TABLE address_next.address_head (LIKE public.address_head INCLUDING ALL);
  INSERT INTO address_next.address_word SELECT row_number() OVER (ORDER BY word COLLATE "C"), word, min(first) FROM (
      SELECT left(word, 60) AS word, n.first FROM a_name n, unnest(n.words) AS word
      UNION ALL SELECT word, first FROM a_joined) named
    GROUP BY word;
  ALTER TABLE address_next.address_word ADD PRIMARY KEY (id);
  CREATE TEMP TABLE a_beginning ON COMMIT DROP AS
    SELECT w.id AS word_id, left(w.word, n) AS beginning FROM address_next.address_word w, generate_series(1, 6) n WHERE length(w.word) >= n;
  INSERT INTO address_next.address_beginning
    SELECT row_number() OVER (ORDER BY beginning COLLATE "C"), beginning FROM (SELECT DISTINCT beginning FROM a_beginning) known;
  ALTER TABLE address_next.address_beginning ADD PRIMARY KEY (id);
  CREATE TEMP TABLE a_word ON COMMIT DROP AS
    SELECT w.word, w.id * 4 AS key, ARRAY[w.id * 4 + 1] || array_agg(-2 * b.id) AS place_keys,
      ARRAY[w.id * 4 + 2] || array_agg(-2 * b.id - 1) AS street_keys
    FROM address_next.address_word w JOIN a_beginning a ON a.word_id = w.id JOIN address_next.address_beginning b USING (beginning)
    GROUP BY w.id, w.word;
  ANALYZE a_word;
  CREATE TEMP TABLE a_keys ON COMMIT DROP AS
    SELECT n.name, array_agg(DISTINCT w.key) AS word_keys, array_agg(DISTINCT p.key) AS place_keys, array_agg(DISTINCT p.street_key) AS street_keys,
      n.places, n.streets
    FROM a_name n CROSS JOIN LATERAL unnest(n.words) AS one JOIN a_word w ON w.word = left(one, 60),
      LATERAL unnest(w.place_keys, w.street_keys) AS p (key, street_key) GROUP BY n.name, n.places, n.streets;
  UPDATE a_keys k SET word_keys = k.word_keys || w.key, place_keys = k.place_keys || w.key + 3 || w.place_keys[2:]
    FROM a_joined j JOIN a_word w USING (word) WHERE j.name = k.name;
  CREATE UNIQUE INDEX ON a_keys (name);
  ANALYZE a_keys;
  CREATE TEMP TABLE a_former_keys ON COMMIT DROP AS
    SELECT f.object_id, array_agg(DISTINCT w) AS word_keys,
      array_agg(DISTINCT w + 3) || array_agg(DISTINCT p) FILTER (WHERE p < 0) AS own_keys
    FROM a_former f JOIN a_keys k USING (name), LATERAL unnest(k.word_keys) AS w,
      LATERAL unnest(CASE WHEN f.street THEN k.street_keys ELSE k.place_keys END) AS p GROUP BY f.object_id;
  RAISE NOTICE 'слова названий собраны';

  CREATE TEMP TABLE a_path (object_id bigint, depth int, pos int, path int[], word_keys int[]) ON COMMIT DROP;
  FOR step IN 0..deepest LOOP
    INSERT INTO a_path
      SELECT p.object_id, step, p.pos, coalesce(above.path, '{}') || p.pos,
        coalesce(above.word_keys, '{}') || coalesce(k.word_keys, '{}') || coalesce(f.word_keys, '{}')
      FROM a_place p LEFT JOIN a_path above ON above.object_id = p.parent_id AND above.depth = step - 1
      LEFT JOIN a_keys k ON k.name = p.name LEFT JOIN a_former_keys f ON f.object_id = p.object_id
      WHERE p.depth = step;
    ANALYZE a_path;
  END LOOP;
  INSERT INTO address_next.address_search
    SELECT p.pos, p.object_id, p.object_guid, p.level, p.type_name, p.name, t.path,
      t.word_keys || coalesce(CASE WHEN p.level > 6 THEN k.street_keys ELSE k.place_keys END, '{}') || coalesce(f.own_keys, '{}')
    FROM a_place p JOIN a_path t USING (object_id) LEFT JOIN a_keys k ON k.name = p.name
    LEFT JOIN a_former_keys f ON f.object_id = p.object_id ORDER BY p.pos;
  RAISE NOTICE 'таблица поиска заполнена';

  ALTER TABLE address_next.address_search ADD PRIMARY KEY (pos);
  PERFORM address_search_indexes('address_next');
  RAISE NOTICE 'указатели построены';
  INSERT INTO address_next.address_head
    SELECT key, ARRAY(SELECT s.pos FROM address_next.address_search s WHERE s.keys @> ARRAY[f.key] ORDER BY s.pos LIMIT 100)
    FROM (SELECT key FROM (SELECT key, places AS n FROM a_keys, unnest(place_keys) AS key
        UNION ALL SELECT key, streets FROM a_keys, unnest(street_keys) AS key) counted
      GROUP BY key HAVING sum(n) > 1000) f;
  ANALYZE address_next.address_word, address_next.address_beginning, address_next.address_search, address_next.address_head;

  DROP TABLE public.address_word, public.address_beginning, public.address_search, public.address_head;
  ALTER TABLE address_next.address_word SET SCHEMA public;
  ALTER TABLE address_next.address_beginning SET SCHEMA public;
  ALTER TABLE address_next.address_search SET SCHEMA public;
  ALTER TABLE address_next.address_head SET SCHEMA public;
  DROP SCHEMA address_next;
  GRANT SELECT ON public.address_word, public.address_beginning, public.address_search, public.address_head TO ipoteka_app;
  UPDATE address_state SET built_at = now();
  RAISE NOTICE 'поиск готов';
  RETURN objects;
END $$;
