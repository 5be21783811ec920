import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import { noValue } from '@ipoteka-office/contract/common/field-texts.ts'
import { passportText } from '@ipoteka-office/contract/common/person/passport.ts'
import { phoneText } from '@ipoteka-office/contract/common/person/phone-text.ts'
import { snilsText } from '@ipoteka-office/contract/common/person/snils-text.ts'
import { yearsText } from '@ipoteka-office/contract/common/counted.ts'
import { comparedState } from '@ipoteka-office/contract/underwriting/form/compared.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import {
  type ComparedFieldKey,
  comparedFieldKeys,
} from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { ComparedCell, ComparedRow } from '@ipoteka-office/contract/underwriting/form/room.ts'
import {
  type ComparedSource,
  comparedSourceKeys,
} from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'
import type { Actor } from '#lib/actor.ts'
import { maskedField } from '#lib/masking.ts'
import { takenOfLedger } from './obligations/ledger.rules.ts'
import { type KnownPerson, type Saying, seenMark, writtenValue } from './sources.service.ts'
import { monthsBetween } from './spans.rules.ts'

/** Who reads, on which day, and what codes are called. */
export interface RowReader {
  readonly actor: Actor
  readonly today: string
  readonly nameOf: NameOf
}

/** «4 года 2 мес.» */
function spanText(since: string, today: string): string {
  const months = monthsBetween(since, today)
  const years = Math.floor(months / 12)
  const rest = months % 12
  return [years > 0 && yearsText(years), (rest > 0 || years === 0) && `${rest}\u00a0мес.`]
    .filter(Boolean)
    .join(' ')
}

/** A value as people read it; of what is masked only the mask. */
export function shownValue(
  { actor, today, nameOf }: RowReader,
  field: ComparedFieldKey,
  value: string | null,
): string {
  if (value === null) return noValue
  const masked = maskedField(actor, field, value)
  if (masked !== value) return masked
  const { kind, dictionary } = comparedField(field)
  if (kind === 'MONEY') return roublesText(value.replace(/\.00$/, ''))
  if (kind === 'DATE') return dayText(value)
  if (kind === 'MONTH') return spanText(value, today)
  if (kind === 'PHONE') return phoneText(value)
  if (kind === 'CODE') return nameOf(dictionary ?? '', value)
  if (field === 'snils') return snilsText(value)
  return field === 'passport' && /^\d{10}$/.test(value) ? passportText(value) : value
}

const nothingSaid: Saying = { value: null, denial: null, note: '', confidence: null }

function cellOf(
  reader: RowReader,
  field: ComparedFieldKey,
  written: string | null,
  [source, saying]: readonly [ComparedSource, Saying],
): ComparedCell {
  const { value, denial, note, problems = [], confidence } = saying
  const shownHere = value === null ? null : maskedField(reader.actor, field, value)
  const state = denial === null ? comparedState(comparedField(field).kind, written, value) : 'DIFFERS'
  return {
    source,
    value: shownHere,
    shown: denial ?? shownValue(reader, field, value),
    state,
    // Words about a number that is hidden would tell it.
    note: [note, ...(shownHere === value ? problems : [])].join('. '),
    confidence,
  }
}

/** What the worksheet holds of a field, as it is shown. */
function takenOf(
  reader: RowReader,
  known: KnownPerson,
  field: ComparedFieldKey,
): Pick<ComparedRow, 'taken' | 'version'> {
  const row = known.taken.find((one) => one.field === field)
  const value = row?.taken[field]
  if (row === undefined || value === undefined || row.source === null || row.reason === null)
    return { taken: null, version: row?.version ?? 0 }
  const { source, reason, words, deviation, by, at, version } = row
  return {
    version,
    taken: {
      value: maskedField(reader.actor, field, value),
      shown: shownValue(reader, field, value),
      ...{ source, reason, words, deviation, by, at },
      current: row.seen === seenMark(known, field, reader.today),
    },
  }
}

/** Sources whose word against the agent's somebody has to weigh; an earlier application only tells of earlier. */
const weighed: readonly ComparedSource[] = ['SCAN', 'BUREAU', 'REGISTER']

/** A row of the comparison. */
export function comparedRow(reader: RowReader, known: KnownPerson, field: ComparedFieldKey): ComparedRow {
  const { label, group, takenAt = null } = comparedField(field)
  const written = writtenValue(known, field, reader.today)
  const said = known.said.get(field) ?? {}
  const cells = comparedSourceKeys.map((source) =>
    cellOf(reader, field, written, [
      source,
      source === 'QUESTIONNAIRE' ? { ...nothingSaid, value: written } : (said[source] ?? nothingSaid),
    ]),
  )
  const { taken, version } = takenOf(reader, known, field)
  const differs = cells.some(({ source, state }) => weighed.includes(source) && state === 'DIFFERS')
  const isChosen = taken?.current === true
  const average = known.income.lines.find(({ source }) => source === 'ACCOUNT')?.average ?? null
  const account = field === 'income' && average !== null ? shownValue(reader, field, average) : null
  return {
    field,
    group,
    label,
    cells,
    taken,
    version,
    takenAt,
    counted: countedOf(reader, known, field),
    account,
    open: takenAt === null && differs && !isChosen,
  }
}

/** Rows that are not taken here are summed elsewhere: what the bank counts of them. */
function countedOf(reader: RowReader, { debts, said }: KnownPerson, field: ComparedFieldKey): string | null {
  const counting = debts.entries.filter(({ state }) => state === 'COUNTS')
  const isTold = counting.length > 0 || said.get(field)?.BUREAU !== undefined
  if (!isTold) return null
  if (field === 'debtCount') return String(counting.length)
  return field === 'debtPayments' ? shownValue(reader, field, takenOfLedger(counting)) : null
}

const hasWords = ({ cells, taken }: ComparedRow) =>
  taken !== null || cells.some(({ value, state }) => value !== null || state === 'DIFFERS')

/** The table of a participant: what nobody says anything of is left out. */
export const comparedRows = (reader: RowReader, known: KnownPerson): ComparedRow[] =>
  comparedFieldKeys.map((field) => comparedRow(reader, known, field)).filter(hasWords)
