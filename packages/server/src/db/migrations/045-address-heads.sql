-- The first hundred of every frequent word: a rarer one was looked for along the whole table, ten minutes for five million objects.
CREATE OR REPLACE FUNCTION address_search_rebuild() RETURNS int LANGUAGE plpgsql SECURITY DEFINER
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
  -- What a hundredth of all has is met soon on the way from the first; of the rarer the index knows all at once.
  INSERT INTO address_next.address_head
    SELECT key, CASE WHEN n > objects / 100
        THEN ARRAY(SELECT s.pos FROM address_next.address_search s WHERE s.keys @> ARRAY[f.key] ORDER BY s.pos LIMIT 100)
        ELSE (SELECT (array_agg(s.pos ORDER BY s.pos))[1:100] FROM address_next.address_search s WHERE s.keys @> ARRAY[f.key]) END
    FROM (SELECT key, sum(n) AS n FROM (SELECT key, places AS n FROM a_keys, unnest(place_keys) AS key
        UNION ALL SELECT key, streets FROM a_keys, unnest(street_keys) AS key) counted
      GROUP BY key HAVING sum(n) > 1000) f;
  RAISE NOTICE 'начала частых слов собраны';
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
