import { z } from 'zod'

/** Messages of specification 1 §5; the form and the server say the same words. */
export const messages = {
  required: 'Поле должно быть заполнено',
  badTime: 'Некорректный формат времени',
  badDate: 'Нет такой даты: укажите день, месяц и год',
  unknownCode: 'Неизвестное значение',
  wholeId: 'Укажите идентификатор целиком, все 36 знаков',
  notNegative: 'Введите целое число не меньше 0',
} as const

/** An id of a row: a positive 32-bit integer. */
export const Id = z.int().min(1).max(2_147_483_647)
/** An id in a path or a query, where everything is text. */
export const IdParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Укажите числовой идентификатор')
  .transform(Number)
  .pipe(Id)

/** One of a closed list that the code knows by its keys; whether a dictionary has a code is the server's question. */
export const keyOf = <const T extends object>(names: T) =>
  z.enum(Object.keys(names) as [keyof T & string, ...(keyof T & string)[]], messages.unknownCode)

/** A dictionary code. */
export const Code = z.string().min(1).max(64)

// biome-ignore lint/suspicious/noControlCharactersInRegex: the point is to refuse them
const control = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]/
const loneSurrogate = /\p{Surrogate}/u

/** True when the text has neither control characters nor broken Unicode (PostgreSQL refuses NUL, people cannot see the rest). */
export const isCleanText = (text: string): boolean => !control.test(text) && !loneSurrogate.test(text)

/** Text that a person typed: trimmed, without control characters, at most `max` characters. */
export const text = (max: number) =>
  z
    .string()
    .max(max, `Не более ${max} символов`)
    .refine(isCleanText, 'Недопустимые символы в тексте')
    .transform((s) => s.trim())

/** The same, and not empty. */
export const requiredText = (max: number) => text(max).refine((s) => s.length > 0, messages.required)

/** A moment with a zone, ISO 8601 in UTC: `2026-11-20T11:02:00.000Z`. */
export const Instant = z.iso.datetime({ offset: true })

/** A dictionary option: what selects show. */
export const Option = z.object({ code: z.string(), name: z.string() })
export type Option = z.output<typeof Option>
