import { z } from 'zod'
import { DateText, Money, Percent } from '../common/amounts.ts'
import { keyOf, isCleanText, messages } from '../common/scalars.ts'
import {
  type ConditionPredicate,
  conditionPredicates,
  type Fact,
  FactCode,
  type FactKind,
  factOf,
  predicatesOf,
} from './document-facts.ts'

/** How a group joins its parts; an empty «все» and an empty «ни одного» hold, an empty «любое» does not. */
export const conditionGroups = { all: 'все', any: 'любое', none: 'ни одного' } as const
export type ConditionGroup = keyof typeof conditionGroups

/** Limits of a condition: groups inside each other, questions in all, parts of a group, values of «один из». */
export const conditionLimits = { depth: 5, leaves: 60, items: 30, values: 100 } as const

const Scalar = z.union([
  z.string().min(1, messages.required).max(200).refine(isCleanText, 'Недопустимые символы в тексте'),
  z.number(),
  z.boolean(),
])

/** One question about one fact. `value` is a list for IN and absent for IS_NULL and IS_NOT_NULL. */
export interface FactCondition {
  readonly kind: 'fact'
  readonly fact: FactCode
  readonly predicate: ConditionPredicate
  readonly value?: string | number | boolean | readonly (string | number | boolean)[] | undefined
}
export interface GroupCondition {
  readonly kind: ConditionGroup
  readonly items: readonly Condition[]
}
/** A tree of questions. */
export type Condition = FactCondition | GroupCondition

const valueSchemas: Record<FactKind, z.ZodType> = {
  enum: z.string(),
  partner: z.string().regex(/^[1-9]\d{0,9}$/, 'Укажите партнёра'),
  text: z.string(),
  boolean: z.boolean('Укажите «да» или «нет»'),
  number: z.int('Укажите целое число'),
  money: Money,
  percent: Percent,
  date: DateText,
}

/** What is wrong with one value of a fact; null when it fits the kind, the limits and the closed list of the fact. */
export function valueIssue(fact: Fact, value: unknown): string | null {
  const parsed = valueSchemas[fact.kind].safeParse(value)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? messages.unknownCode
  if (fact.options && !Object.hasOwn(fact.options, value as string)) return messages.unknownCode
  if (fact.kind !== 'number') return null
  const isWithin = (fact.min ?? -Infinity) <= (value as number) && (value as number) <= (fact.max ?? Infinity)
  return isWithin ? null : `Укажите число от ${fact.min} до ${fact.max}`
}

/** What is wrong with a question: `path` within it. The form and the server both call it. */
export function questionIssues({ fact: code, predicate, value }: FactCondition): {
  path: string
  message: string
}[] {
  const fact = factOf(code)
  if (!predicatesOf(fact).includes(predicate))
    return [{ path: 'predicate', message: `Для факта «${fact.label}» это сравнение не подходит` }]
  if (predicate === 'IS_NULL' || predicate === 'IS_NOT_NULL')
    return value === undefined ? [] : [{ path: 'value', message: 'Значение здесь не указывают' }]
  if (value === undefined) return [{ path: 'value', message: messages.required }]
  if (predicate !== 'IN') {
    const message = Array.isArray(value) ? 'Укажите одно значение' : valueIssue(fact, value)
    return message === null ? [] : [{ path: 'value', message }]
  }
  if (!Array.isArray(value) || value.length === 0) return [{ path: 'value', message: messages.required }]
  return (value as readonly unknown[]).flatMap((one, index) => {
    const message = valueIssue(fact, one)
    return message === null ? [] : [{ path: `value.${index}`, message }]
  })
}

const Question = z
  .strictObject({
    kind: z.literal('fact'),
    fact: FactCode,
    predicate: keyOf(conditionPredicates),
    value: z
      .union([
        Scalar,
        z.array(Scalar).max(conditionLimits.values, `Не более ${conditionLimits.values} значений`),
      ])
      .optional(),
  })
  .superRefine((question, context) => {
    for (const { path, message } of questionIssues(question))
      context.addIssue({
        code: 'custom',
        path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)),
        message,
      })
  })

const groupOf = (items: z.ZodType<Condition>) =>
  z.strictObject({
    kind: z.enum(['all', 'any', 'none']),
    items: z
      .array(items)
      .min(1, 'В группе нет ни одного условия')
      .max(conditionLimits.items, `Не более ${conditionLimits.items} условий в группе`),
  })

/** Built to the depth allowed: a question, or a group of the level below. */
const levels = Array.from({ length: conditionLimits.depth }).reduce<z.ZodType<Condition>>(
  (inner) =>
    z.discriminatedUnion('kind', [Question, groupOf(inner)], messages.unknownCode) as z.ZodType<Condition>,
  Question as z.ZodType<Condition>,
)

/** The questions of a tree, in the order in which they are read. */
export const questionsOf = (condition: Condition): FactCondition[] =>
  condition.kind === 'fact' ? [condition] : condition.items.flatMap(questionsOf)

/** True when groups lie inside each other deeper than allowed; asked before a tree is parsed, it walks no deeper. */
function isTooDeep(value: unknown, depth: number): boolean {
  const items = (value as { items?: unknown } | null)?.items
  if (!Array.isArray(items)) return false
  return depth === 0 || items.some((item) => isTooDeep(item, depth - 1))
}

/** A condition as it is sent: within the limits, every question fits its fact. */
export const Condition: z.ZodType<Condition> = z
  .unknown()
  .superRefine((value, context) => {
    if (isTooDeep(value, conditionLimits.depth))
      context.addIssue({
        code: 'custom',
        message: `Не более ${conditionLimits.depth} групп одна в другой`,
      })
  })
  .pipe(levels)
  .refine(
    (condition) => questionsOf(condition).length <= conditionLimits.leaves,
    `Не более ${conditionLimits.leaves} сравнений в условии`,
  )
