import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Deviation } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { Exclusion } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import type { ComparedFieldKey } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import type { TakenReason, TakenSource } from '@ipoteka-office/contract/underwriting/form/worksheet-fields.ts'

/** A row of the worksheet as it is stored. */
export interface WorksheetRow {
  readonly id: number
  readonly participantId: number
  readonly field: ComparedFieldKey
  /** By field; empty: the choice was taken back. */
  readonly taken: Readonly<Record<string, string>>
  readonly source: TakenSource | null
  readonly reason: TakenReason | null
  readonly words: string
  readonly deviation: boolean
  readonly seen: string
  readonly by: { id: number; fullName: string }
  readonly at: string
  readonly version: number
}

/** What the grid of incomes of a person is counted by. */
export interface IncomeRow {
  readonly id: number
  readonly participantId: number
  readonly account: readonly { month: string; amount: string }[]
  readonly excluded: readonly Exclusion[]
  readonly version: number
}

/** A choice as a decision keeps it. */
export type TakenInto = Pick<
  WorksheetRow,
  'participantId' | 'field' | 'source' | 'reason' | 'words' | 'deviation' | 'by' | 'at' | 'version'
> & { readonly value: string }

/** The choices that stand. */
export const takenOf = (rows: readonly WorksheetRow[]): TakenInto[] =>
  rows.flatMap(({ id: _, seen: __, taken, ...row }) => {
    const value = taken[row.field]
    return value === undefined ? [] : [{ ...row, value }]
  })

/** Incomes that somebody has taken above what is confirmed: the bank decides in spite of that, or does not. */
export const incomeDeviations = (
  taken: readonly TakenInto[],
  { participants }: Pick<QuestionnaireData, 'participants'>,
): Deviation[] =>
  taken.flatMap(({ participantId, deviation, value, words }) => {
    const person = participants.find(({ id }) => id === participantId)
    if (!deviation || person === undefined) return []
    const sum = roublesText(value.replace(/\.00$/, ''))
    return [{ kind: 'INCOME', text: `Доход взят выше подтверждённого, ${person.name}: ${sum}, ${words}` }]
  })
