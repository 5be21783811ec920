import {
  type Condition,
  type ConditionGroup,
  conditionLimits,
  type FactCondition,
  questionIssues,
} from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import {
  type ConditionPredicate,
  conditionPredicates,
  type FactCode,
  FactCode as FactCodeSchema,
  factOf,
  predicatesOf,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { z } from 'zod'
import { type Group, leavesOf, type Part } from './condition-tree.ts'

/** What stands in the value field: nothing yet, one value, or several for «один из». */
const PartValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
export type PartValue = z.output<typeof PartValue>

/** One question of the builder; it may be unfinished. */
const FactPart = z.object({
  id: z.string(),
  kind: z.literal('fact'),
  fact: z.union([FactCodeSchema, z.literal('')]),
  predicate: z.enum(Object.keys(conditionPredicates) as [ConditionPredicate, ...ConditionPredicate[]]),
  value: PartValue,
})
export type FactPart = z.output<typeof FactPart>

/** The whole condition, or a group of it; one without parts always holds. */
export type Tree = Group<FactPart>
/** The shape that a kept draft must have. */
export const Tree: z.ZodType<Tree> = z.object({
  id: z.string(),
  kind: z.literal('group'),
  mode: z.enum(['all', 'any', 'none']),
  items: z.array(z.lazy((): z.ZodType<Part<FactPart>> => z.union([FactPart, Tree]))),
})

/** Groups inside each other, the main one included. */
export const maxDepth = conditionLimits.depth

/** The condition of a rule that always applies. */
export const emptyTree: Tree = { id: 'root', kind: 'group', mode: 'all', items: [] }

/** A question that is to be filled in. */
export const emptyFact = (id: string): FactPart => ({
  id,
  kind: 'fact',
  fact: '',
  predicate: 'EQ',
  value: null,
})

/** Kinds of facts whose values are chosen or typed as several. */
const isListed = (code: FactCode) => ['enum', 'partner', 'text'].includes(factOf(code).kind)

/** The words of the condition's own text, shorter than those of the list. */
const shortWords: Partial<Record<ConditionPredicate, string>> = { GE: 'не меньше', LE: 'не больше' }

/** Comparisons of a fact, as the builder names them. */
export const predicateOptions = (code: FactCode): { code: ConditionPredicate; name: string }[] => {
  const fact = factOf(code)
  const list = predicatesOf(fact)
  // «Один из» asks what «равно» asks, and more; two names for one thing only make people choose.
  const shown = isListed(code)
    ? (['IN', ...list.filter((predicate) => predicate !== 'EQ' && predicate !== 'IN')] as const)
    : list
  return shown.map((predicate) => ({
    code: predicate,
    name:
      isListed(code) && predicate === 'IN'
        ? 'равно'
        : (shortWords[predicate] ?? conditionPredicates[predicate]),
  }))
}

/** The question with another fact: its comparison and value begin anew. */
export function leafWithFact(code: FactCode): Pick<FactPart, 'fact' | 'predicate' | 'value'> {
  const { kind } = factOf(code)
  if (isListed(code)) return { fact: code, predicate: 'IN', value: [] }
  if (kind === 'boolean') return { fact: code, predicate: 'EQ', value: true }
  return { fact: code, predicate: 'GE', value: null }
}

const isEmptiness = (predicate: ConditionPredicate) => predicate === 'IS_NULL' || predicate === 'IS_NOT_NULL'

/** The value that fits another comparison: as much of it as stays sensible. */
export function leafWithPredicate(
  { value }: FactPart,
  predicate: ConditionPredicate,
): Pick<FactPart, 'predicate' | 'value'> {
  if (isEmptiness(predicate)) return { predicate, value: null }
  if (predicate === 'IN')
    return { predicate, value: Array.isArray(value) ? value : typeof value === 'string' ? [value] : [] }
  return { predicate, value: Array.isArray(value) ? (value[0] ?? null) : value }
}

const questionOf = ({ fact, predicate, value }: FactPart & { fact: FactCode }): FactCondition => ({
  kind: 'fact',
  fact,
  predicate,
  ...(value !== null && value !== '' && { value }),
})
const hasFact = (part: FactPart): part is FactPart & { fact: FactCode } => part.fact !== ''

/** What is wrong with a part of the tree, and in which of its fields. */
export interface TreeIssue {
  readonly field: 'fact' | 'value' | 'group'
  readonly message: string
}
export type TreeIssues = Readonly<Record<string, TreeIssue>>

function partIssue(part: FactPart, isAllowed: (code: FactCode) => boolean): TreeIssue | null {
  if (!hasFact(part)) return { field: 'fact', message: 'Выберите признак' }
  if (!isAllowed(part.fact))
    return { field: 'fact', message: 'Это признак участника, а правило — на заявку в целом' }
  const issue = questionIssues(questionOf(part))[0]
  return issue ? { field: 'value', message: issue.message } : null
}

/** Everything that is wrong with a tree, by the id of the part. */
export function treeIssues(tree: Tree, isAllowed: (code: FactCode) => boolean = () => true): TreeIssues {
  const found: Record<string, TreeIssue> = {}
  const walk = (part: Part<FactPart>) => {
    if (part.kind === 'fact') {
      const issue = partIssue(part, isAllowed)
      if (issue) found[part.id] = issue
      return
    }
    if (part.items.length === 0 && part !== tree)
      found[part.id] = { field: 'group', message: 'Добавьте условие или удалите группу' }
    if (part.items.length > conditionLimits.items)
      found[part.id] = { field: 'group', message: `Не более ${conditionLimits.items} условий в группе` }
    for (const item of part.items) walk(item)
  }
  walk(tree)
  return found
}

/** Why nothing more can be added; null while there is room. */
export const limitReason = (tree: Tree): string | null =>
  leavesOf(tree).length >= conditionLimits.leaves
    ? `Не более ${conditionLimits.leaves} условий в правиле`
    : null

const conditionOf = (part: Part<FactPart>, keep: (part: FactPart) => boolean): Condition | null => {
  if (part.kind === 'fact') return hasFact(part) && keep(part) ? questionOf(part) : null
  const items = part.items.flatMap((item) => conditionOf(item, keep) ?? [])
  return items.length > 0 ? { kind: part.mode, items } : null
}

/** A main group of one part that joins nothing says no more than the part itself. */
const plain = (condition: Condition | null): Condition | null => {
  if (condition === null || condition.kind === 'fact' || condition.kind === 'none') return condition
  const [only, ...others] = condition.items
  return only && others.length === 0 ? plain(only) : condition
}

/** The condition as the server takes it; null: the rule always applies. */
export const toCondition = (tree: Tree): Condition | null => plain(conditionOf(tree, () => true))

/** The same of the finished questions only, for words while others are being filled in. */
export const finishedCondition = (tree: Tree): Condition | null =>
  plain(conditionOf(tree, (part) => partIssue(part, () => true) === null))

const valueOf = (value: FactCondition['value'], predicate: ConditionPredicate): PartValue => {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(String)
  if (value === undefined) return null
  return predicate === 'IN' ? [String(value)] : (value as PartValue)
}

function partOf(condition: Condition, id: string): Part<FactPart> {
  if (condition.kind !== 'fact') return groupOf(condition.kind, condition.items, id)
  const { fact, value } = condition
  // «Равно» of a listed fact is shown as «один из» of one.
  const predicate = condition.predicate === 'EQ' && isListed(fact) ? 'IN' : condition.predicate
  return { id, kind: 'fact', fact, predicate, value: valueOf(value, predicate) }
}
const groupOf = (mode: ConditionGroup, items: readonly Condition[], id: string): Tree => ({
  id,
  kind: 'group',
  mode,
  items: items.map((item, at) => partOf(item, `${id}.${at}`)),
})

/** The tree of a condition; ids tell places, so that the same condition makes the same tree. */
export function toTree(condition: Condition | null): Tree {
  if (condition === null) return emptyTree
  if (condition.kind === 'fact') return groupOf('all', [condition], 'root')
  return groupOf(condition.kind, condition.items, 'root')
}

/** The facts that the tree asks about. */
export const factsOfTree = (tree: Tree): FactCode[] => [
  ...new Set(leavesOf(tree).flatMap(({ fact }) => (fact === '' ? [] : [fact]))),
]

/** The same of a condition as the server gives it. */
export const factsOfCondition = (condition: Condition | null): FactCode[] => factsOfTree(toTree(condition))
