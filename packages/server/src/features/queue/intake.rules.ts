import { createHash } from 'node:crypto'
import { closingStatuses, IntakeItem } from '@ipoteka-office/contract/queue/queue.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import type { queueParameters } from '@ipoteka-office/contract/parameters/work-parameters.ts'
import { reference } from '@ipoteka-office/contract/common/fields.ts'
import type { AskedCode } from '#features/references/asked-code.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import { type ProgrammeIndex, programmeNamed } from './programme-names.rules.ts'

type DueParameter = keyof typeof queueParameters & `queue-decision-${string}`

/** Where the hours until a decision stand, by level. */
const dueParameters: Readonly<Record<string, DueParameter>> = {
  LEVEL_1: 'queue-decision-level-1',
  LEVEL_2: 'queue-decision-level-2',
  LEVEL_3: 'queue-decision-level-3',
  LEVEL_4: 'queue-decision-level-4',
  LEVEL_5: 'queue-decision-level-5',
}

/** The hours until a decision is due, as they stand on the day of arrival. */
export type DueFigures = FiguresOf<DueParameter>

/** What the codes of an item are checked against. */
export interface KnownCodes {
  readonly partners: ReadonlySet<number>
  readonly programmes: ProgrammeIndex
}

/** An item, or what is wrong with it. */
export type Checked = { item: IntakeItem; errors: [] } | { item: null; errors: FieldError[] }

/** Checks the shape of one item. */
export function parseItem(raw: unknown): Checked {
  const parsed = IntakeItem.safeParse(raw)
  if (parsed.success) return { item: parsed.data, errors: [] }
  return {
    item: null,
    errors: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  }
}

/** What of an item is a code of a dictionary; the programme comes by any of its names. */
const itemFields = {
  level: reference('Уровень', 'loanApplicationLevel'),
  status: reference('Статус', 'loanApplicationStatus'),
  region: reference('Регион', 'region'),
}

/** The codes that an item names; `at` is its place among the others. */
export const codesOfItem = (item: IntakeItem, at: number): AskedCode[] => codesIn(itemFields, item, `${at}.`)

/** A partner or a programme that there is not, a status that is already final, dates in the wrong order. */
export function checkItem(item: IntakeItem, known: KnownCodes): FieldError[] {
  const errors: FieldError[] = []
  const need = (ok: boolean, path: string, message: string) => {
    if (!ok) errors.push({ path, message })
  }
  need(
    !(closingStatuses as readonly string[]).includes(item.status),
    'status',
    'Статус завершённой заявки: в очередь её не принять',
  )
  need(known.partners.has(item.partnerId), 'partnerId', `Партнёр ${item.partnerId} не найден или не активен`)
  need(
    programmeNamed(known.programmes, item.programme) !== undefined,
    'programme',
    `Неизвестная программа «${item.programme}»: нужны код или название из справочника «Тип продукта»`,
  )
  const inOrder = !item.receivedAt || !item.dueAt || Date.parse(item.receivedAt) <= Date.parse(item.dueAt)
  need(inOrder, 'dueAt', 'Срок раньше поступления')
  return errors
}

/** The moment when a decision is due for an application of the level. */
export const dueAfter = (receivedAt: Date, level: string, figures: DueFigures): Date =>
  new Date(receivedAt.getTime() + figures[dueParameters[level] ?? 'queue-decision-other'] * 3_600_000)

/** What was given, independent of the order of its fields: tells a repeat from another application. */
export function contentHash(item: IntakeItem): Buffer {
  const fields = Object.entries(item)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(fields)).digest()
}
