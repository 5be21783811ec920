import type { AskedCode } from '#features/references/asked-code.ts'
import { codesIn } from '#features/references/field-codes.rules.ts'
import { approverFields as of } from '@ipoteka-office/contract/approvers/approver-fields.ts'
import { type HistoryField, told } from '#features/history/card-history.rules.ts'
import {
  type Approver,
  type ApproverInput,
  type BulkChange,
  workStatuses,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'

/** Codes that a save names; Baikonur has a tax code like a region and is not a subject of the Federation. */
export const namedCodes = (input: ApproverInput): AskedCode[] =>
  codesIn(of, input).map((one) =>
    one.dictionary === 'region' ? { ...one, unless: { isSubject: false } } : one,
  )

/** Partners of a save that do not exist, by the path of each. */
export const unknownPartners = (input: ApproverInput, known: ReadonlySet<number>): FieldError[] =>
  input.partners.flatMap(({ partnerId }, index) =>
    known.has(partnerId)
      ? []
      : [{ path: `partners.${index}.partnerId`, message: 'Такого партнёра нет: выберите другого из списка' }],
  )

/** The settings as a form would send them, with one bulk change made. */
export function withBulkChange<
  T extends { workStatus: string; shiftFrom: string | null; shiftBy: string | null; limit: number | null },
>(settings: T, change: BulkChange): T {
  if (change.action === 'status') return { ...settings, workStatus: change.workStatus }
  if (change.action === 'limit') return { ...settings, limit: change.mortgageApplicationsLimit }
  return { ...settings, shiftFrom: change.workingShiftFrom, shiftBy: change.workingShiftBy }
}

const textOf = (value: unknown): string =>
  JSON.stringify(Array.isArray(value) ? value.map(String).toSorted() : (value ?? null))

/** The fields that differ; the order of a list means nothing. */
export const changedFields = <T extends object>(before: T, after: T): (keyof T)[] =>
  (Object.keys(after) as (keyof T)[]).filter((field) => textOf(before[field]) !== textOf(after[field]))

/** What is written: a list that only comes in another order stays as it stood, or the history would tell of a change. */
export const withChanges = <T extends object>(before: T, after: T): T => ({
  ...before,
  ...Object.fromEntries(changedFields(before, after).map((field) => [field, after[field]])),
})

/** Whether waiting applications may fit after the change that did not before it. */
export function opensRoom<T extends { readonly workStatus: string; readonly limit: number | null }>(
  before: T,
  after: T,
): boolean {
  if (after.workStatus !== 'ACTIVE') return false
  const changed = changedFields(before, after)
  return changed.some((field) => field !== 'limit') || (after.limit ?? 0) > (before.limit ?? 0)
}

/** Columns of the history that people know, with their labels in the order of the form. */
const fields: Record<string, HistoryField> = {
  work_status: told(of.workStatus),
  max_open: told(of.mortgageApplicationsLimit),
  level_codes: told(of.mortgageApplicationLevels),
  status_codes: told(of.mortgageApplicationStatuses),
  all_partners: { label: 'Все партнеры' },
  partner_ids: told(of.partners),
  all_regions: { label: 'Все регионы' },
  region_codes: told(of.regions),
  shift_from: told(of.workingShiftFrom),
  shift_by: told(of.workingShiftBy),
  full_name: { label: 'ФИО' },
}

/** Longer lists are told by their number. */
const maxNames = 5

function valueText(field: string, value: unknown, names: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined || value === '') return '−'
  if (typeof value === 'boolean') return value ? 'да' : 'нет'
  if (field === 'work_status') return (workStatuses as Record<string, string>)[String(value)] ?? String(value)
  if (field.startsWith('shift_')) return String(value).slice(0, 5)
  return Array.isArray(value) ? listText(fields[field]?.dictionary, value, names) : String(value)
}

function listText(
  dictionary: string | undefined,
  codes: readonly unknown[],
  names: ReadonlyMap<string, string>,
): string {
  if (codes.length === 0) return '−'
  const shown = codes.slice(0, maxNames).map((code) => names.get(`${dictionary}:${code}`) ?? String(code))
  return codes.length > maxNames ? `${shown.join(', ')} и ещё ${codes.length - maxNames}` : shown.join(', ')
}

type Values = Record<string, unknown> | null

/** The changed fields as people read them. */
export function readableChanges(
  before: Values,
  after: Values,
  names: ReadonlyMap<string, string>,
): HistoryEntry['changes'] {
  return Object.entries(fields).flatMap(([field, { label }]) => {
    if (!(field in (after ?? before ?? {}))) return []
    const oldValue = valueText(field, before?.[field], names)
    const newValue = valueText(field, after?.[field], names)
    // Of a creation only what was filled in; of a change every field that the trigger found different.
    return before === null && newValue === '−' ? [] : [{ field, label, oldValue, newValue }]
  })
}

/** Partners that a change speaks of. */
export const partnersIn = (...values: Values[]): number[] =>
  values.flatMap((v) => (Array.isArray(v?.partner_ids) ? (v.partner_ids as number[]) : []))

/** Partners in the order of their names: `names[n]` is the name of `ids[n]`. */
export interface PartnerNames {
  readonly ids: readonly number[]
  readonly names: readonly string[]
}

/** Puts names to the partners of rows, in the order of the names. */
export function namePartners<Row extends { partnerIds: readonly number[] }>(
  rows: readonly Row[],
  { ids, names }: PartnerNames,
): (Omit<Row, 'partnerIds'> & Pick<Approver, 'partners'>)[] {
  const places = new Map(ids.map((id, place) => [id, place]))
  return rows.map(({ partnerIds, ...row }) => {
    const partners: Approver['partners'] = []
    const own = partnerIds.map((id) => places.get(id) ?? -1).sort((a, b) => a - b)
    for (const place of own) {
      const [partnerId, shortName] = [ids[place], names[place]]
      if (partnerId !== undefined && shortName !== undefined) partners.push({ partnerId, shortName })
    }
    return { ...row, partners }
  })
}
