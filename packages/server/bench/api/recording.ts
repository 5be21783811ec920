import type pg from 'pg'
import type { Fields } from './calls.ts'

/** A statement as it was sent. */
export interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

type Query = (config: string | { text: string; values?: unknown[] }, ...rest: unknown[]) => unknown

/** Writes down what the connections of a pool send. */
export function recordQueries() {
  let statements: Statement[] = []
  return {
    watch(pool: pg.Pool): void {
      pool.on('connect', (client) => {
        const send = client.query.bind(client) as Query
        client.query = ((config: Parameters<Query>[0], ...rest: unknown[]) => {
          const [values] = rest
          if (typeof config === 'string' && Array.isArray(values)) statements.push({ text: config, values })
          return send(config, ...rest)
        }) as typeof client.query
      })
    },
    /** What was sent since the last time. */
    async take(): Promise<Statement[]> {
      const taken = statements
      statements = []
      return taken
    },
  }
}

/** Where a value of a statement comes from: always the same, a field of the request, or put together of such. */
export type Template =
  | { readonly same: unknown }
  | { readonly field: string }
  | { readonly list: readonly Template[] }
  | { readonly record: Readonly<Record<string, Template>> }
  | { readonly json: Template }

/** A statement whose values are filled in by request. */
export interface Prepared {
  readonly text: string
  readonly values: readonly Template[]
}

const equal = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: unknown): unknown {
  if (typeof text !== 'string' || !/^[[{]/.test(text)) return undefined
  return JSON.parse(text)
}

/** Compares two recordings: what differs must be a field of the request that differs in the same way. */
function templateOf(one: unknown, other: unknown, oneOf: Fields, otherOf: Fields): Template {
  if (equal(one, other)) return { same: one }
  const field = Object.keys(oneOf).find((name) => equal(oneOf[name], one) && equal(otherOf[name], other))
  if (field !== undefined) return { field }
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return { list: one.map((item, at) => templateOf(item, other[at], oneOf, otherOf)) }
  if (isRecord(one) && isRecord(other)) {
    const entries = Object.keys(one).map((name) => [name, templateOf(one[name], other[name], oneOf, otherOf)])
    return { record: Object.fromEntries(entries) as Record<string, Template> }
  }
  const [inner, otherInner] = [parsed(one), parsed(other)]
  if (inner !== undefined && otherInner !== undefined)
    return { json: templateOf(inner, otherInner, oneOf, otherOf) }
  throw new Error(`No field of the request explains ${JSON.stringify(one)} and ${JSON.stringify(other)}`)
}

/** Statements of a call out of two recordings of it with different fields. */
export function prepare(
  one: readonly Statement[],
  other: readonly Statement[],
  oneOf: Fields,
  otherOf: Fields,
): Prepared[] {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const [text, otherText] = [one[at]?.text, other[at]?.text]
    if (text !== otherText)
      throw new Error(`Two recordings of one call differ in statement ${at + 1}: ${text} and ${otherText}`)
  }
  return one.map(({ text, values }, at) => ({
    text,
    values: values.map((value, n) => templateOf(value, other[at]?.values[n], oneOf, otherOf)),
  }))
}

/** The value for a request. */
export function fill(template: Template, fields: Fields): unknown {
  if ('same' in template) return template.same
  if ('field' in template) return fields[template.field]
  if ('list' in template) return template.list.map((item) => fill(item, fields))
  if ('json' in template) return JSON.stringify(fill(template.json, fields))
  return Object.fromEntries(Object.entries(template.record).map(([name, item]) => [name, fill(item, fields)]))
}
