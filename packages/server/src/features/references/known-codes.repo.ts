import { sql } from 'kysely'
import { prepared } from '#db/prepared.ts'

interface Asked {
  readonly dictionaries: readonly string[]
  readonly codes: readonly string[]
  /** JSON of the attributes that rule a value out; null where none do. */
  readonly unless: readonly (string | null)[]
  readonly day: string | null
  readonly alsoOff: boolean
}

/** The answer to one code; without a name it cannot be chosen. */
export interface FoundCode {
  readonly name: string | null
  /** What people call the dictionary. */
  readonly title: string | null
}

/** In the order of the codes. */
export const findCodes = prepared<Asked, FoundCode>(
  (value) => sql`SELECT r.name, d.title
    FROM unnest(${value('dictionaries')}::text[], ${value('codes')}::text[], ${value('unless')}::text[])
      WITH ORDINALITY AS c (dictionary, code, unless, place)
    LEFT JOIN reference_dictionary d ON d.code = c.dictionary
    LEFT JOIN reference_item r ON r.dictionary = c.dictionary AND r.code = c.code
      AND (${value('alsoOff')}::boolean OR r.active)
      AND (${value('day')}::date IS NULL
        OR ${value('day')}::date BETWEEN coalesce(r.valid_from, '-infinity') AND coalesce(r.valid_to, 'infinity'))
      AND (c.unless IS NULL OR NOT r.attributes @> c.unless::jsonb)
    ORDER BY c.place`,
)
