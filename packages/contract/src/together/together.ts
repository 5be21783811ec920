import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'

/** So many reads go together at most. */
export const mostTogether = 32

/** One read: the method and the address under /api, as if it were asked for alone. */
const Read = z.object({
  method: z.enum(['GET', 'POST'], 'Вместе идут только чтения'),
  path: z
    .string()
    .max(4_000, 'Адрес не длиннее 4000 символов')
    .regex(/^\/[^\s#]*$/, 'Адрес начинается с /'),
  body: z.unknown().optional(),
})

/** A line of the answer: which read it is of, and what that read alone would have been answered. */
export const ReadLine = z.object({
  at: z.int(),
  status: z.int(),
  requestId: z.string(),
  /** Null where the answer has no body. */
  body: z.unknown(),
})

/** What a page reads at one moment, in one request. Every read is checked and answered as if it had come alone. */
export const readTogether = endpoint({
  method: 'POST',
  path: '/together',
  summary: 'Несколько чтений одним запросом: по строке JSON на каждое, в порядке готовности',
  access: signedIn,
  reads: true,
  produces: 'lines',
  body: z.object({
    reads: z
      .array(Read)
      .min(1, 'Назовите хотя бы одно чтение')
      .max(mostTogether, `Не больше ${mostTogether} чтений`),
  }),
})
