import { type ErrorType, errorTypeTexts } from '@ipoteka-office/contract/common/error-types.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { type Schema, withMethods } from '@ipoteka-office/contract/common/schema.ts'
import { z } from 'zod'
import { invalid } from './errors.ts'

const maxFields = 100

type Issue = z.core.$ZodIssue

/** Of a union, the branch that came nearest: the one that failed deepest. */
function flatten(issue: Issue, prefix: readonly PropertyKey[]): FieldError[] {
  const path = [...prefix, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const depth = (branch: readonly Issue[]) => Math.max(0, ...branch.map((inner) => inner.path.length))
    const nearest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0] ?? []
    if (depth(nearest) > 0) return nearest.flatMap((inner) => flatten(inner, path))
  }
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Неизвестное поле' }))
  return [{ path: path.join('.'), message: issue.message }]
}

/** The value as its schema makes it; 400 with the path and message of every wrong field. */
export function check(schema: Schema, value: unknown, refusedAs?: ErrorType): unknown {
  const parsed = withMethods(schema).safeParse(value)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.flatMap((issue) => flatten(issue, [])).slice(0, maxFields)
  throw invalid(fields, refusedAs === undefined ? undefined : errorTypeTexts[refusedAs], refusedAs)
}

/** The schema inside `optional`, `nullable` and `default`. */
function unwrap(schema: unknown): unknown {
  let inner = schema
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
    inner = inner.unwrap()
  return inner
}

/** Added by browsers' request layers against caches; means nothing. */
const guard = '_'

/**
 * Reads a query string's values by its schema: lists are joined by commas, an unknown name is refused
 * (a mistyped filter must not answer everything), the guard against caches is ignored.
 */
export function queryReader(schema: Schema | undefined): (query: Record<string, unknown>) => unknown {
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>) : {}
  const names = new Set([...Object.keys(shape), guard])
  // A schema with a catchall takes other names as well; its handler refuses those that it does not know.
  const isOpen = schema instanceof z.ZodObject && schema.def.catchall !== undefined
  const lists = Object.keys(shape).filter((name) => unwrap(shape[name]) instanceof z.ZodArray)
  return (query) => {
    const unknown = isOpen ? [] : Object.keys(query).filter((name) => !names.has(name))
    if (unknown.length > 0)
      throw invalid(unknown.slice(0, maxFields).map((path) => ({ path, message: 'Неизвестный параметр' })))
    if (schema === undefined) return undefined
    const { [guard]: _, ...values } = query
    for (const name of lists) {
      const value = values[name]
      if (typeof value === 'string') values[name] = value === '' ? [] : value.split(',')
    }
    return check(schema, values)
  }
}
