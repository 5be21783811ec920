import { z } from 'zod'
import { Code } from '../common/scalars.ts'

export const maxRows = 50
export const maxCodes = 200
export const maxText = 300

/** A value as it travels: its declaration says more. */
export const AnyValue = z.union([
  z.string().max(maxText),
  z.number(),
  z.boolean(),
  z
    .array(z.object({ upTo: z.string().max(20).nullable(), value: z.union([z.string().max(64), z.int()]) }))
    .max(maxRows),
  z.array(Code).max(maxCodes),
])
