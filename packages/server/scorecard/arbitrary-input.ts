import { type Schema, withMethods } from '@ipoteka-office/contract/common/schema.ts'
import { sectionDefinitions } from '@ipoteka-office/contract/cases/case-sections.ts'
import { factCodes } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import fc from 'fast-check'
import { z } from 'zod'

interface JsonSchema {
  readonly type?: string | string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  /** Of a record whose keys are codes. */
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
}

const nasty = [
  "' OR '1'='1",
  '\u0000',
  '\uD800',
  '\u202Eexe.txt',
  '{{7*7}}${7*7}',
  '<img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '%00%0d%0aSet-Cookie:x=1',
  '9'.repeat(400),
  'я'.repeat(5_000),
  '__proto__',
  'constructor',
  '1e999',
  '-0',
  'NaN',
]

/** Any value at all, with the ones that break things over-represented. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(
    ...nasty,
    null,
    true,
    -1,
    0,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    0.1,
    1e308,
    [],
    {},
    [[]],
    '',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const strings = fc.oneof(
  fc.constantFrom(...nasty, 'nis', 'oic', '09:00', '77', 'ACTIVE', 'fullName,asc', '1'),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 40 }),
)
const numbers = fc.oneof(
  fc.integer(),
  fc.integer({ min: 0, max: 1_000 }),
  fc.double(),
  fc.constantFrom(-1, 2 ** 31, 2 ** 53, 1.5),
)

/** Keys of records that somewhere behind the call are known: facts of conditions and fields of sections. */
const knownKeys = [
  ...factCodes,
  ...Object.values(sectionDefinitions).flatMap(({ fields }) => Object.keys(fields)),
]
/** Sums, shares, terms and days, and what nearly is one. */
const nearValues = fc.constantFrom<unknown>(
  ...['5000000', '12.345', '-5', '20.00001', '1e9', '2026-02-30', '2026-11-24', '240', 'да'],
  ...[240, 12.5, -1, 1e21, true, null],
)

/** How many times a value fits for once that it does not. */
type Calm = number

const mostly = (calm: Calm, fitting: fc.Arbitrary<unknown>, wrong: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: calm, arbitrary: fitting }, { weight: 1, arbitrary: wrong })

/** A record by the codes that its readers know; without them everything behind the call would be passed over. */
function codes({ additionalProperties, propertyNames }: JsonSchema, calm: Calm) {
  const own = propertyNames?.enum as readonly string[] | undefined
  const of = typeof additionalProperties === 'object' ? additionalProperties : {}
  const value = fromSchema(of, calm)
  // Which of several kinds a value is depends on its key, which the schema does not know.
  const isOfKinds = of.anyOf !== undefined || of.type === undefined
  const keys = mostly(calm, fc.constantFrom(...(own ?? knownKeys)), fc.string({ maxLength: 20 }))
  const values = isOfKinds ? fc.oneof(value, nearValues) : mostly(calm, value, nearValues)
  return fc.dictionary(keys as fc.Arbitrary<string>, values, { maxKeys: 6 })
}

function object(schema: JsonSchema, calm: Calm): fc.Arbitrary<unknown> {
  const { properties = {}, additionalProperties, required = [] } = schema
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, of]) => [name, fromSchema(of, calm)]),
  )
  const whole = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) })
  const plain = mostly(calm, whole, fc.record(fields, { requiredKeys: [] }))
  if (typeof additionalProperties !== 'object') return plain
  return fc.tuple(codes(schema, calm), plain).map(([more, own]) => ({ ...more, ...(own as object) }))
}

const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })

/** Texts that a schema takes; of a pattern that no texts can be made of, any. */
function fittingTexts({ format, pattern }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date') return days.map((day) => day.toISOString().slice(0, 10))
  if (format === 'date-time') return days.map((day) => day.toISOString())
  // The generator knows neither classes of letters nor what must not follow.
  if (pattern === undefined || /\\p\{|\(\?/.test(pattern)) return fc.string({ minLength: 1, maxLength: 40 })
  return fc.stringMatching(new RegExp(pattern), { maxLength: 40 })
}

/** Whole numbers within the bounds, the lowest of them mostly. */
function wholes({ minimum = 0, maximum = 2 ** 31 - 1 }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Math.max(minimum, -(2 ** 31)), Math.min(maximum, 2 ** 31 - 1)]
  return fc.integer({ min, max: Math.max(min, Math.min(max, min + 1_000)) })
}

const byType: Record<string, (schema: JsonSchema, calm: Calm) => fc.Arbitrary<unknown>> = {
  string: (schema, calm) => mostly(calm, fittingTexts(schema), strings),
  integer: (schema, calm) => mostly(calm, wholes(schema), numbers),
  number: () => numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items }, calm) =>
    fc.array(items === undefined ? anything : fromSchema(items, calm), { maxLength: 5 }),
  object,
}

function shaped(schema: JsonSchema, calm: Calm): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice !== undefined) return fc.oneof(...choice.map((one) => fromSchema(one, calm)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  return byType[type ?? '']?.(schema, calm) ?? anything
}

/** Mostly values of the right shape with wrong contents, sometimes anything. */
const fromSchema = (schema: JsonSchema, calm: Calm): fc.Arbitrary<unknown> =>
  mostly(calm, shaped(schema, calm), anything)

/** Inputs for a zod schema: half of them near enough to get past the first checks, all of them wrong enough to hurt. */
export function inputsOf(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined) return fc.constant(undefined)
  const json = z.toJSONSchema(withMethods(schema), { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return fc.oneof(fromSchema(json, 60), fromSchema(json, 6))
}
