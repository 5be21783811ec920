import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

const surnames = [
  'Лебедев',
  'Соколова',
  'Гаврилов',
  'Королёва',
  'Тихонов',
  'Мельникова',
  'Орлов',
  'Савельева',
]
const streets = ['Лесная', 'Садовая', 'Речная', 'Полевая', 'Школьная', 'Заводская', 'Парковая', 'Новая']

/**
 * Objects of the applications whose questionnaire says that one is chosen: flats and houses with owners by thirds, halves and whole, reports of every age, some
 * encumbered. Every twelfth has the number of the one before: duplicates to be found. The same rows at every start.
 */
export async function seedDemoRealty(db: Db): Promise<void> {
  await sql`
    INSERT INTO realty_object (case_id, role, type_code, number_type, number, address, region_code, area, price, right_kind,
      ownership, owners, extract_date, encumbrances, appraisals, building, appraised_on, market_value, created_at, created_by)
    SELECT c.id, 'MORTGAGESUBJECT', CASE WHEN n % 9 = 0 THEN 'HOUSE_WITH_LAND' ELSE 'FLAT' END, 'CADASTRAL',
      format('%s:%s:%s:%s', s.region, lpad((10 + same % 80)::text, 2, '0'), lpad((1000 + same * 37)::text, 7, '0'), 100 + same),
      jsonb_build_object('value', format('%s, ул %s, д %s%s', r.name, (${streets}::text[])[1 + same % 8], 1 + same % 90,
        CASE WHEN n % 9 = 0 THEN '' ELSE format(', кв %s', 1 + same % 140) END), 'regionCode', s.region),
      s.region, a.area, a.price, 'PROPERTY',
      CASE n % 3 WHEN 0 THEN 'SHARED_PROPERTY' WHEN 1 THEN 'PROPERTY' ELSE 'COMMON_PROPERTY' END,
      CASE n % 3
        WHEN 0 THEN (SELECT jsonb_agg(jsonb_build_object('holders', jsonb_build_array(jsonb_build_object('kind', 'PERSON',
            'name', (${surnames}::text[])[1 + (same + k) % 8] || ' ' || chr(1040 + (same + k) % 20) || '. ' || chr(1040 + (same * 3 + k) % 20) || '.')),
          'share', jsonb_build_object('numerator', 1, 'denominator', 2 + n % 2), 'record', '')) FROM generate_series(1, 2 + n % 2) k)
        ELSE jsonb_build_array(jsonb_build_object('holders', (SELECT jsonb_agg(jsonb_build_object('kind', 'PERSON',
            'name', (${surnames}::text[])[1 + (same + k) % 8] || ' ' || chr(1040 + (same + k) % 20) || '. ' || chr(1040 + (same * 3 + k) % 20) || '.'))
            FROM generate_series(1, CASE n % 3 WHEN 1 THEN 1 ELSE 2 END) k),
          'share', jsonb_build_object('numerator', 1, 'denominator', 1), 'record', '')) END,
      c.created_at::date,
      CASE WHEN n % 7 = 0 THEN jsonb_build_array(jsonb_build_object('kind', 'MORTGAGE', 'record', '', 'registeredOn', NULL,
        'beneficiary', 'Прежний кредитор', 'plan', 'LIFTED_WITH', 'comment', '')) ELSE '[]'::jsonb END,
      jsonb_build_array(jsonb_build_object('appraiser', 'ООО «Независимая оценка»', 'reportNumber', format('%s/26', 100 + n),
        'reportDate', a.reported::text, 'marketValue', a.value::text, 'liquidationValue', NULL)),
      jsonb_build_object('rooms', 1 + n % 4, 'floors', 5 + n % 20, 'yearBuilt', 1975 + n % 50),
      a.reported, a.value, c.created_at, c.created_by
    FROM (SELECT f.*, (row_number() OVER (ORDER BY f.id))::int AS n,
        lag(f.region_code) OVER (ORDER BY f.id) AS former FROM (
        SELECT f.*, (t.data ->> 'propertyPrice')::numeric AS price FROM case_section s JOIN case_file f ON f.id = s.case_id
          JOIN case_section t ON t.case_id = f.id AND t.section = 'CREDIT'
        WHERE s.section = 'REALTY' AND s.data ->> 'chosen' = 'true' AND f.region_code IS NOT NULL) f) c,
      LATERAL (SELECT CASE WHEN c.n % 12 = 0 THEN c.n - 1 ELSE c.n END AS same,
        CASE WHEN c.n % 12 = 0 THEN c.former ELSE c.region_code END AS region) s,
      LATERAL (SELECT greatest(24, least(400, round(c.price / (95000 + (same * 7919) % 90000), 1))) AS area, c.price AS price,
        round(c.price * (98 + same % 6) / 100, -3) AS value,
        (c.created_at - make_interval(days => (same * 5) % 160))::date AS reported) a
      JOIN reference_item r ON r.dictionary = 'region'
    WHERE r.code = s.region`.execute(db)
}
