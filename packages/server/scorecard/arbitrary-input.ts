import { type Schema, withMethods } from '@ipoteka-office/contract/common/schema.ts'
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
  readonly minimum?: number
  readonly maximum?: number
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

function object({ properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema)] as const)
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] })
}

const byType: Record<string, (schema: JsonSchema) => fc.Arbitrary<unknown>> = {
  string: () => strings,
  integer: () => numbers,
  number: () => numbers,
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items }) => fc.array(items === undefined ? anything : fromSchema(items), { maxLength: 5 }),
  object,
}

function shaped(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choice = schema.anyOf ?? schema.oneOf
  if (choice !== undefined) return fc.oneof(...choice.map(fromSchema))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  return byType[type ?? '']?.(schema) ?? anything
}

/** Mostly values of the right shape with wrong contents, sometimes anything. */
function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: shaped(schema) }, { weight: 1, arbitrary: anything })
}

/** Inputs for a zod schema: near enough to get past the first checks, wrong enough to hurt. */
export function inputsOf(schema: Schema | undefined): fc.Arbitrary<unknown> {
  if (schema === undefined) return fc.constant(undefined)
  return fromSchema(
    z.toJSONSchema(withMethods(schema), { io: 'input', unrepresentable: 'any' }) as JsonSchema,
  )
}
