import { sectionDefinitions } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { noWords } from '@ipoteka-office/contract/common/issue-messages.ts'
import type { Schema } from '@ipoteka-office/contract/common/schema.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { valuesSchema } from '@ipoteka-office/contract/common/fields.ts'
import { describe, expect, it } from 'vitest'
import { contractEndpoints } from '#testing/contract-endpoints.ts'
import { ApiError } from './errors.ts'
import { check } from './validation.ts'

/** Of everything that a form, a file or another system may send instead of a value. */
const wrongValues: readonly unknown[] = [
  ...[undefined, null, Number.NaN, true, false],
  ...[-1, 0, 1.5, 99, 101, 1_000_000, 10_000_000_000, 2 ** 53, 1e300],
  ...['', ' ', 'x', 'плохо', '0', '-1', '16,9', '1.5', '9'.repeat(30), '\u0000', 'я'.repeat(5_001)],
  ...['2026-02-30', '1899-01-01', '25:61', 'a@', 'a@b', 'http://', '0000000000', '000000000000'],
  ...[
    [],
    ['x'],
    [null],
    Array.from({ length: 101 }, () => 'x'),
    {},
    { x: 1 },
    { code: 'x', kind: 'x', type: 'x' },
  ],
]

type Inner = Readonly<Record<string, unknown>>
const definition = (schema: Schema): Inner => schema._zod.def as unknown as Inner
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** The schemas of which a schema is made. */
function partsOf(schema: Schema): Schema[] {
  const { shape, getter, checks: _, ...rest } = definition(schema)
  const named = typeof shape === 'object' && shape !== null ? Object.values(shape) : []
  const late = typeof getter === 'function' ? [(getter as () => unknown)()] : []
  // A transformation alone takes only what its schema has let through.
  return [...Object.values(rest).flat(), ...named, ...late].filter(
    (part): part is Schema => isSchema(part) && definition(part)['type'] !== 'transform',
  )
}

/** They refuse what the schema inside refuses, in the same words. */
const wrappers: readonly unknown[] = [
  'optional',
  'nullable',
  'default',
  'prefault',
  'nonoptional',
  'readonly',
]

/** The schemas and all of their parts, but for those that have been seen. */
function everySchema(roots: readonly Schema[], seen: Set<Schema>): Schema[] {
  const found: Schema[] = []
  const queue = [...roots]
  for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    if (!wrappers.includes(definition(one)['type'])) found.push(one)
    queue.push(...partsOf(one))
  }
  return found
}

function refusals(schema: Schema, value: unknown): readonly FieldError[] {
  try {
    check(schema, value)
    return []
  } catch (error) {
    if (error instanceof ApiError) return error.details.fields ?? []
    throw error
  }
}

/** What is typed as it stands: a code, an example of an address. */
const verbatim = /«[\w.]+»|name@bank\.ru/g
const library = /получено|ожидал|будет (иметь|[<>])|[<>]=|\d\.\d|невер|ввод(?!ите)/i

/** Why the words are no answer for a person; null when they are. */
function faultOf(message: string): string | null {
  if (message === noWords) return 'says nothing'
  if (!/[а-яё]/i.test(message)) return 'is not Russian'
  if (/[a-z]/i.test(message.replaceAll(verbatim, ''))) return 'has foreign words'
  return library.test(message) ? 'has words of the library' : null
}

const endpoints = await contractEndpoints()
/** What is saved of a questionnaire is checked by the fields of its section. */
const sections = Object.entries(sectionDefinitions).map(
  ([code, { fields }]): [string, Partial<Pick<EndpointSpec, 'params' | 'query' | 'body'>>] => [
    code,
    { body: valuesSchema(fields) },
  ],
)

/** What is wrong with the words about a schema, and how many of them were read. */
function judge(name: string, schema: Schema): { faults: string[]; read: number } {
  const found = wrongValues.flatMap((value) => refusals(schema, value))
  const faults = found.flatMap(({ path, message }) => {
    const fault = faultOf(message)
    return fault === null ? [] : `${fault}: «${message}» (${name} ${path})`
  })
  return { faults, read: found.length }
}

describe('a refusal', () => {
  it('of each field of each call, whatever stands in it, says in Russian what to do', () => {
    const seen = new Set<Schema>()
    const judged = [...endpoints, ...sections].flatMap(([name, { params, query, body }]) =>
      everySchema([params, query, body].filter(isSchema), seen).map((schema) => judge(name, schema)),
    )
    expect([...new Set(judged.flatMap(({ faults }) => faults))]).toEqual([])
    expect(judged.reduce((sum, { read }) => sum + read, 0)).toBeGreaterThan(20_000)
    // The whole contract is walked: seconds on a busy machine.
  }, 30_000)
})
