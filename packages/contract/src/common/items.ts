import { z } from 'zod'
import { Id, isCleanText, messages } from './scalars.ts'

/** `?version=` of a DELETE of one item: an old one answers 409. */
export const VersionQuery = z.object({
  version: z.coerce.number().int().min(1).max(2_147_483_647).describe('Версия удаляемой записи'),
})

/** `?ids=1,2` of a DELETE on a collection. */
export const IdsQuery = z.object({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,199}$/, 'Укажите идентификаторы через запятую, не более 200')
    .transform((list) => [...new Set(list.split(',').map(Number))])
    .pipe(z.array(Id))
    .describe('Идентификаторы через запятую'),
})

/** What became of each item of a change of several. */
export const ItemsAnswer = z.object({
  results: z.array(z.object({ id: Id, done: z.boolean(), reason: z.string().nullable() })),
})
export type ItemsAnswer = z.output<typeof ItemsAnswer>

/** A calendar day `YYYY-MM-DD` that exists. */
export const Day = z.iso
  .date({ error: messages.badDate, abort: true })
  .refine((day) => day >= '1900-01-01' && day < '2200-01-01', 'Дата вне пределов')

/** `version` in the body of a PUT. */
export const Version = z.int().min(1).max(2_147_483_647)

/** A search text in a query; empty does not restrict. */
export const SearchText = z
  .string()
  .max(200, 'Не более 200 символов')
  .refine(isCleanText, 'Недопустимые символы в тексте')
  .transform((text) => text.trim())

/** `true` or `false` in a query. */
export const FlagParam = z.enum(['true', 'false'], messages.unknownCode).transform((text) => text === 'true')

/** From a day to a day, both included. */
export const DayRange = z.object({ from: Day, to: Day })
/** A figure that was kept beside what the same inputs give now, both in words. */
export const KeptDifference = z.object({ label: z.string(), kept: z.string(), now: z.string() })
export type KeptDifference = z.output<typeof KeptDifference>
