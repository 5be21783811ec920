import type { z } from 'zod'

/**
 * Any schema, as the bound of what takes one: for `z.ZodType` the compiler compares every method of each schema that is
 * given, and that took two thirds of the check of this package.
 */
export type Schema = z.core.SomeType

/** A schema of such a result. */
export type SchemaOf<Output> = Schema & { readonly _zod: { readonly output: Output } }

/** The schema with its methods: all of ours have them, as zod makes them. */
export const withMethods = (schema: Schema): z.ZodType => schema as z.ZodType
