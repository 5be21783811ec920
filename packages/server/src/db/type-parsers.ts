import pg from 'pg'

const date = 1082
const timestamp = 1114
const timestamptz = 1184
const arrays = { [date]: 1182, [timestamp]: 1115, [timestamptz]: 1185 } as const

/** The session's time zone is UTC, so `2026-11-20 11:02:00.123+00` becomes `2026-11-20T11:02:00.123Z`. */
const toInstant = (text: string): string =>
  text.endsWith('+00') ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text
const asIs = (text: string): string => text

type Parser = (text: string) => unknown
const textArray = 1009
const arrayOf =
  (parse: Parser): Parser =>
  (text) =>
    (pg.types.getTypeParser(textArray as number, 'text')(text) as (string | null)[]).map((item) =>
      item === null ? null : parse(item),
    )

const own = new Map<number, Parser>([
  [date, asIs],
  [timestamp, asIs],
  [timestamptz, toInstant],
  [arrays[date], arrayOf(asIs)],
  [arrays[timestamp], arrayOf(asIs)],
  [arrays[timestamptz], arrayOf(toInstant)],
])

/**
 * How values arrive: int8 and numeric as text (never rounded), date as `2026-11-20` (a Date would shift a day in Moscow),
 * timestamptz as ISO 8601 text in UTC. Given to our connections alone; other users of pg keep their own.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    own.get(oid) ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}
