import { Money } from '@ipoteka-office/contract/common/amounts.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import { incomeExcess } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import type { ComparedRow, takeFormValue } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { isMasked, maskAll } from '@ipoteka-office/contract/common/masks.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { checksOfCase, retryOne } from '#features/full-applications/auto-checks.service.ts'
import { type CardChange, findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { seesPersonalData } from '#lib/masking.ts'
import { holdForm, requireForm } from './access.service.ts'
import { withEarlier } from './earlier.service.ts'
import { rowReader } from './room.service.ts'
import { comparedRow, type RowReader } from './rows.service.ts'
import { type KnownPerson, knownPeople, seenMark, writtenValue } from './sources.service.ts'
import { worksheetLabels } from './worksheet-labels.ts'
import { type Taking, writeTaken } from './worksheet.repo.ts'

/** Which value of whom. */
export interface FieldPlace {
  readonly id: number
  readonly participantId: number
  readonly field: ComparedFieldKey
}
type Input = ParsedRequest<typeof takeFormValue>['body']

/** A participant of a case with everything that is known of them. */
export interface Held {
  readonly row: CaseRow
  readonly reader: RowReader
  readonly known: KnownPerson
}

/** Reads what everybody says of a participant. */
export async function knownAt(
  parts: SectionParts,
  context: Context,
  row: CaseRow,
  place: { readonly participantId: number },
): Promise<Held> {
  const reader = await rowReader(parts, context)
  const stored = await readQuestionnaire(context.db, row.id, row.type)
  const known = (await knownPeople(parts.engine, context.db, row, stored)).find(
    ({ person }) => person.id === place.participantId,
  )
  if (known === undefined) throw notFound('Такого участника в заявке нет: обновите страницу')
  return { row, reader, known: await withEarlier(context, row, { known, stored, today: reader.today }) }
}

const rowOf = ({ known }: Held, field: ComparedFieldKey) => known.taken.find((one) => one.field === field)

/** 409 with the row as it stands where somebody has taken another value meanwhile. */
async function refuseStale(
  { db }: Context,
  held: Held,
  field: ComparedFieldKey,
  version: number,
): Promise<void> {
  const row = rowOf(held, field)
  if ((row?.version ?? 0) === version) return
  throw stale(
    comparedRow(held.reader, held.known, field),
    row === undefined
      ? undefined
      : await findLastChangeOf(db, { objectType: 'underwritingWorksheet', objectId: row.id }),
  )
}

/** What is typed is held to the kind of the field. */
function typedIssue(field: ComparedFieldKey, value: string): string | null {
  const { kind } = comparedField(field)
  if (isMasked(value)) return 'Значение скрыто: введите его целиком'
  if (kind === 'MONEY')
    return Money.safeParse(value).success ? null : 'Сумма: рубли и не более двух знаков после точки'
  if (kind === 'DATE' || kind === 'MONTH')
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
      ? null
      : 'Укажите день целиком'
  if (kind === 'COUNT') return /^\d{1,2}$/.test(value) ? null : 'Укажите число'
  return null
}

function typedValue(field: ComparedFieldKey, value: string | null): string {
  if (value === null || value === '') throw invalid([{ path: 'value', message: 'Впишите значение' }])
  const issue = typedIssue(field, value)
  if (issue !== null) throw invalid([{ path: 'value', message: issue }])
  return value
}

/** The value as its source has it now, whatever the browser shows. */
function valueOf({ known, reader }: Held, field: ComparedFieldKey, { source, value }: Input): string {
  if (source === 'OTHER') return typedValue(field, value)
  const account = known.income.lines.find((line) => line.source === 'ACCOUNT')?.average ?? null
  const found =
    source === 'QUESTIONNAIRE'
      ? writtenValue(known, field, reader.today)
      : source === 'ACCOUNT'
        ? field === 'income'
          ? account
          : null
        : (known.said.get(field)?.[source]?.value ?? null)
  if (found === null)
    throw invalid([
      { path: 'source', message: 'Этот источник значения не даёт: выберите другой или впишите своё' },
    ])
  return found
}

const excesses = {
  UNCONFIRMED: 'Доход ничем не подтверждён',
  ABOVE_CONFIRMED: 'Доход выше подтверждённого',
  ABOVE_CEILING: 'Доход выше потолка для этой должности и региона',
} as const

/** Whether an income is above what is confirmed; knowingly, or it is not taken. */
function deviationOf({ known }: Held, field: ComparedFieldKey, value: string, input: Input): boolean {
  const { confirmed, ceiling } = known.income
  const excess = field === 'income' ? incomeExcess(value, { confirmed, ceiling }) : null
  if (excess === null) return false
  const bound = excess === 'ABOVE_CEILING' ? ceiling : confirmed
  const words =
    bound === null ? excesses[excess] : `${excesses[excess]} (${roublesText(bound.replace(/\.00$/, ''))})`
  if (!input.deviation)
    throw invalid([
      { path: 'deviation', message: `${words}: возьмите меньше или отметьте отклонение и объясните его` },
    ])
  if (input.words === '')
    throw invalid([{ path: 'words', message: 'Объясните, почему доход взят выше подтверждённого' }])
  return true
}

/** ПДН of the checks follows what is taken. */
export async function askDebtLoad(
  { engine }: SectionParts,
  { db, actor }: Context,
  caseId: number,
): Promise<void> {
  const check = (await checksOfCase(db, caseId)).find(({ code }) => code === 'PDN_LIMIT')
  if (check !== undefined && check.state !== 'WAITING')
    await retryOne(db, caseId, check.id, { by: actor.employeeId, at: engine.clock.now() })
}

async function write(
  parts: SectionParts,
  context: Context,
  held: Held,
  { field, taking }: { readonly field: ComparedFieldKey; readonly taking: Taking | null },
): Promise<ComparedRow> {
  const { db, actor } = context
  const place = { caseId: held.row.id, participantId: held.known.person.id, field }
  await writeTaken(db, place, taking, { by: actor.employeeId, at: parts.engine.clock.now() })
  if (field === 'income') await askDebtLoad(parts, context, held.row.id)
  const after = await knownAt(parts, context, held.row, place)
  return comparedRow(after.reader, after.known, field)
}

/** Takes a value into the worksheet; the questionnaire stays as the agent wrote it. */
export async function takeValue(
  parts: SectionParts,
  context: Context,
  place: FieldPlace,
  input: Input,
): Promise<ComparedRow> {
  const { field } = place
  const held = await knownAt(parts, context, await holdForm(context, place.id), place)
  await refuseStale(context, held, field, input.version)
  const elsewhere = comparedField(field).takenAt
  if (elsewhere !== undefined)
    throw conflict(`Это складывается на вкладке «${elsewhere}»: возьмите там, что учесть`)
  const { source, reason, words } = input
  if (reason === 'OTHER' && words === '')
    throw invalid([{ path: 'words', message: 'Напишите, почему взято это значение' }])
  const value = valueOf(held, field, input)
  const deviation = deviationOf(held, field, value, input)
  const seen = seenMark(held.known, field, held.reader.today)
  return write(parts, context, held, { field, taking: { value, source, reason, words, deviation, seen } })
}

/** Takes a choice back. */
export async function dropValue(
  parts: SectionParts,
  context: Context,
  place: FieldPlace,
  version: number,
): Promise<ComparedRow> {
  const held = await knownAt(parts, context, await holdForm(context, place.id), place)
  await refuseStale(context, held, place.field, version)
  if ((rowOf(held, place.field)?.source ?? null) === null)
    throw conflict('Значение не взято: отменять нечего')
  return write(parts, context, held, { field: place.field, taking: null })
}

const hidden = (change: CardChange): CardChange => ({
  ...change,
  oldValues: maskAll(change.oldValues),
  newValues: maskAll(change.newValues),
  created: maskAll(change.created),
})

/** Who took what of a field, and when. */
export async function valueHistory(
  parts: SectionParts,
  context: Context,
  place: FieldPlace,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const held = await knownAt(parts, context, await requireForm(context, place.id), place)
  const row = rowOf(held, place.field)
  if (row === undefined) throw notFound('Это значение ещё не брали')
  return listCardHistory(
    context,
    { objectType: 'underwritingWorksheet', objectId: row.id },
    worksheetLabels,
    query,
    (changes) => (seesPersonalData(context.actor) ? changes : changes.map(hidden)),
  )
}
