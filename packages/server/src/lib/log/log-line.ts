import { z } from 'zod'

const count = z.int().nonnegative()
const word = z.string().min(1)

/** What a line tells of an error: of one of the database only what names no person. */
const LogError: z.ZodType = z.lazy(() =>
  z.strictObject({
    type: word,
    message: z.string().optional(),
    code: z.string().optional(),
    status: count.optional(),
    table: z.string().optional(),
    constraint: z.string().optional(),
    column: z.string().optional(),
    routine: z.string().optional(),
    stack: z.string().optional(),
    cause: LogError.optional(),
  }),
)

/** Every line of the log, whoever writes it: docs/operations.md tells of the same fields. */
export const LogLine = z.strictObject({
  time: z.iso.datetime(),
  level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']),
  pid: count,
  msg: word,
  requestId: z.string().optional(),
  traceId: z
    .string()
    .regex(/^[\da-f]{32}$/)
    .optional(),
  method: word.optional(),
  route: word.optional(),
  status: count.optional(),
  ms: z.number().nonnegative().optional(),
  employee: count.optional(),
  err: LogError.optional(),
  risk: word.optional(),
  variable: word.optional(),
  scan: word.optional(),
  queue: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
})
export type LogLine = z.output<typeof LogLine>

/** Words of a line whose writer had none of its own: the text of an error may name a person. */
export const wordless = 'failure'
