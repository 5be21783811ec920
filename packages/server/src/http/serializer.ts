import { type Schema, withMethods } from '@ipoteka-office/contract/common/schema.ts'
import fastJson from 'fast-json-stringify'
import { z } from 'zod'

/** A handler's result broke the contract's response schema: 500, and nothing of it is sent. */
export class ResponseMismatch extends Error {
  constructor(message: string) {
    super(`The answer breaks its schema: ${message}`)
    this.name = 'ResponseMismatch'
  }
}

type JsonSchema = Record<string, unknown>
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isNull = (schema: unknown) => isSchema(schema) && schema.type === 'null'

const mapValues = (schema: JsonSchema, change: (value: unknown) => unknown): JsonSchema =>
  Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, change(value)]))

/** `anyOf [X, null]` as `X, nullable`: the compiled code then looks at the value instead of validating it. */
function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify)
  if (!isSchema(schema)) return schema
  const { anyOf } = schema
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf.some(isNull)) {
    const other = anyOf.find((one) => !isNull(one))
    if (other !== undefined) return { ...(simplify(other) as JsonSchema), nullable: true }
  }
  return Object.fromEntries(
    Object.entries(schema)
      // Validation is not this function's work; patterns and formats would only cost time.
      .filter(([key]) => !['pattern', 'format', '$schema'].includes(key))
      .map(([key, value]) => [
        key,
        key === 'properties' && isSchema(value) ? mapValues(value, simplify) : simplify(value),
      ]),
  )
}

/** Compiled once per endpoint: text of the declared fields only; throws `ResponseMismatch`. */
export function compileSerializer(schema: Schema, hot: boolean): (value: unknown) => string {
  const full = withMethods(schema)
  if (!hot) {
    return (value) => {
      const parsed = full.safeParse(value)
      if (parsed.success) return JSON.stringify(parsed.data)
      throw new ResponseMismatch(
        parsed.error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', '),
      )
    }
  }
  const stringify = fastJson(simplify(z.toJSONSchema(full, { io: 'output' })) as never)
  return (value) => {
    try {
      return stringify(value)
    } catch (error) {
      throw new ResponseMismatch(error instanceof Error ? error.message : String(error))
    }
  }
}
