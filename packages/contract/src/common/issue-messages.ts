import { z } from 'zod'
import { messages } from './scalars.ts'

type Issue = z.core.$ZodRawIssue

/** Said where a schema has no words of its own; a test finds such schemas and wants words of them. */
export const noWords = 'Проверьте значение'

const grouped = new Intl.NumberFormat('ru')
const rules = new Intl.PluralRules('ru')

/** «5 символов», «21 символа»: the word after «не более» or «не менее». */
const countOf = (count: number | bigint, one: string, many: string): string =>
  `${grouped.format(count)} ${rules.select(Number(count)) === 'one' ? one : many}`

const byType: Readonly<Record<string, string>> = {
  string: 'Введите текст',
  number: 'Введите число',
  nan: 'Введите число',
  int: 'Введите целое число',
  bigint: 'Введите целое число',
  boolean: 'Выберите «Да» или «Нет»',
  date: messages.badDate,
  array: 'Здесь нужен список значений',
  tuple: 'Здесь нужен список значений',
  object: 'Здесь нужен набор полей, а не одно значение',
  record: 'Здесь нужен набор полей, а не одно значение',
  never: 'Уберите это значение: здесь его не бывает',
  undefined: 'Уберите это значение: здесь его не бывает',
  null: 'Уберите это значение: здесь его не бывает',
}

const byFormat: Readonly<Record<string, string>> = {
  date: messages.badDate,
  time: messages.badTime,
  datetime: 'Укажите дату и время с часовым поясом',
  email: 'Проверьте адрес электронной почты: в нём есть «@» и точка',
  url: 'Скопируйте адрес страницы целиком',
  uuid: messages.wholeId,
  guid: messages.wholeId,
}

const [less, more] = ['Не менее', 'Не более'] as const

function sizeMessage(word: string, { origin }: { origin: string }, size: number | bigint): string | null {
  if (origin === 'string') return `${word} ${countOf(size, 'символа', 'символов')}`
  if (origin === 'file') return `${word} ${countOf(size, 'байта', 'байт')}`
  if (['array', 'set', 'map'].includes(origin)) return `${word} ${countOf(size, 'значения', 'значений')}`
  return null
}

function tooSmall(issue: Extract<Issue, { code: 'too_small' }>): string {
  const { origin, minimum, inclusive } = issue
  if (Number(minimum) === 1 && origin === 'string') return messages.required
  if (Number(minimum) === 1 && origin === 'array') return 'Добавьте хотя бы одно значение'
  return (
    sizeMessage(less, issue, minimum) ??
    `${inclusive === false ? 'Введите число больше' : 'Введите число не меньше'} ${grouped.format(minimum)}`
  )
}

function tooBig(issue: Extract<Issue, { code: 'too_big' }>): string {
  const { maximum, inclusive } = issue
  return (
    sizeMessage(more, issue, maximum) ??
    `${inclusive === false ? 'Введите число меньше' : 'Введите число не больше'} ${grouped.format(maximum)}`
  )
}

const isNothing = (value: unknown): boolean => value === undefined || value === null

/** What was sent is none of the kinds that there are; of objects the name of the kind decides. */
function noneOf({ input, discriminator }: Extract<Issue, { code: 'invalid_union' }>): string {
  const decides =
    typeof discriminator === 'string' && typeof input === 'object' && input !== null
      ? (input as Readonly<Record<string, unknown>>)[discriminator]
      : input
  return isNothing(decides) ? messages.required : messages.unknownCode
}

const ofType = (issue: Extract<Issue, { code: 'invalid_type' }>): string =>
  isNothing(issue.input) ? messages.required : (byType[issue.expected] ?? noWords)

/** What is wrong and what to do about it, for every refusal that a schema does not word itself. */
function issueMessage(issue: Issue): string {
  if (issue.code === 'invalid_type') return ofType(issue)
  if (issue.code === 'invalid_union') return noneOf(issue)
  if (issue.code === 'invalid_key' || issue.code === 'invalid_value') return messages.unknownCode
  if (issue.code === 'too_small') return tooSmall(issue)
  if (issue.code === 'too_big') return tooBig(issue)
  if (issue.code === 'invalid_format') return byFormat[issue.format] ?? noWords
  if (issue.code === 'not_multiple_of')
    return `Введите число, которое делится на ${issue.divisor} без остатка`
  return noWords
}

// Whoever asks a schema of the contract, in the browser, on the server or in a command, hears these words.
z.config({ localeError: issueMessage })
