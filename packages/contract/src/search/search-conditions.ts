import { z } from 'zod'
import { isCleanText } from '../common/scalars.ts'

/** Predicates of searches by conditions (specification 2 §4); small letters, as specification 1 §7 writes them, mean the same. */
export const predicates = {
  EQ: 'равно',
  NE: 'не равно',
  LT: 'меньше',
  LE: 'меньше или равно',
  GT: 'больше',
  GE: 'больше или равно',
  LIKE: 'содержит',
  IN: 'в списке',
  SORT: 'сортировка',
  GROUP_BY: 'группировка',
  DISTINCT: 'различные',
  IS_NULL: 'пусто',
  IS_NOT_NULL: 'не пусто',
} as const
export type Predicate = keyof typeof predicates

const names = Object.keys(predicates) as [Predicate, ...Predicate[]]
const Predicate = z.preprocess((value) => {
  const name = typeof value === 'string' ? value.toUpperCase() : value
  return name === 'NOT_NULL' ? 'IS_NOT_NULL' : name
}, z.enum(names))

/** A name of what is searched: which there are says the call. */
const Field = z.string().min(1).max(64)
const Scalar = z.union([
  z.string().max(500).refine(isCleanText, 'Недопустимые символы в тексте'),
  z.number(),
  z.boolean(),
])

/** Most values of one IN. */
export const maxInValues = 10_000

const Values = z.union([Scalar, z.array(Scalar).max(maxInValues, `Не более ${maxInValues} значений`)])
const withoutValue: readonly string[] = ['SORT', 'GROUP_BY', 'DISTINCT', 'IS_NULL', 'IS_NOT_NULL']

/**
 * One condition, as both specifications write it: one `field` or a list of `fields`, of which any may hold. Conditions of
 * a search hold together.
 */
export const SearchCondition = z
  .object({
    field: Field.optional(),
    fields: z.array(Field).min(1).max(10).optional(),
    predicate: Predicate,
    /** A list for IN; `asc` (the default) or `desc` for SORT; nothing for GROUP_BY, DISTINCT, IS_NULL, IS_NOT_NULL. */
    value: Values.nullish(),
  })
  .superRefine((c, context) => {
    const issue = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((c.field === undefined) === (c.fields === undefined)) issue('field', 'Укажите field или fields')
    if (withoutValue.includes(c.predicate)) {
      if (c.predicate === 'SORT' && !['asc', 'desc'].includes(String(c.value ?? 'asc').toLowerCase()))
        issue('value', 'Укажите asc или desc')
      return
    }
    if (c.value === undefined || c.value === null) issue('value', 'Укажите значение')
    else if (Array.isArray(c.value) !== (c.predicate === 'IN'))
      issue('value', c.predicate === 'IN' ? 'Укажите список значений' : 'Укажите одно значение')
  })
export type SearchCondition = z.output<typeof SearchCondition>

/** The conditions of a search. */
export const SearchConditions = z.array(SearchCondition).max(20, 'Не более 20 условий').default([])
