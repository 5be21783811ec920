import { lowered } from '@ipoteka-office/contract/words.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Deviation } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  obligationReasons,
  type ObligationReason,
} from '@ipoteka-office/contract/underwriting/form/obligations/obligation-choices.ts'
import { kopecksOf } from '../../bureaus/matching.rules.ts'
import { type LedgerEntry, ledgerOf, type LedgerSources, takenOfLedger } from './ledger.rules.ts'

/** A ledger as a decision keeps it: what counted of each credit, by whose words and why. */
export interface KeptLedger {
  readonly participantId: number
  readonly payments: string
  readonly rows: readonly (Pick<
    LedgerEntry,
    | 'key'
    | 'creditor'
    | 'contractNumber'
    | 'balance'
    | 'declared'
    | 'reported'
    | 'computed'
    | 'proposed'
    | 'taken'
    | 'state'
    | 'marks'
  > & {
    readonly bureaus: readonly { readonly bureau: string; readonly asOf: string }[]
    readonly said: {
      readonly reason: ObligationReason | null
      readonly words: string
      readonly by: object
      readonly at: string
    } | null
  })[]
}

/** Credits that somebody has left out of ПДН: the bank decides in spite of that, or does not. */
export const obligationDeviations = (
  kept: readonly KeptLedger[],
  { participants }: Pick<QuestionnaireData, 'participants'>,
): Deviation[] =>
  kept.flatMap(({ participantId, rows }) => {
    const whose = participants.find(({ id }) => id === participantId)?.name ?? ''
    return rows.flatMap(({ state, creditor, said, proposed }): Deviation[] => {
      if (state !== 'EXCLUDED' || kopecksOf(proposed) === 0n) return []
      const why = said?.reason ?? null
      const told = [
        `Кредит не учтён в ПДН, ${whose}: ${creditor}, ${roublesText(proposed.replace(/\.00$/, ''))} в месяц`,
        why === null ? '' : lowered(obligationReasons[why]),
        said?.words ?? '',
      ]
      return [{ kind: 'OBLIGATION', text: told.filter((part) => part !== '').join(', ') }]
    })
  })

/** What of a ledger a decision keeps. */
export function keptOfLedger(participantId: number, sources: LedgerSources): KeptLedger {
  const { entries } = ledgerOf(sources)
  return {
    participantId,
    payments: takenOfLedger(entries),
    rows: entries.map(
      ({
        key,
        creditor,
        contractNumber,
        balance,
        declared,
        reported,
        computed,
        proposed,
        taken,
        state,
        marks,
        accounts,
        kept,
      }) => ({
        ...{
          key,
          creditor,
          contractNumber,
          balance,
          declared,
          reported,
          computed,
          proposed,
          taken,
          state,
          marks,
        },
        bureaus: accounts.map(({ bureau, asOf }) => ({ bureau, asOf })),
        said:
          kept === null || kept.state === null
            ? null
            : { reason: kept.reason, words: kept.words, by: kept.by, at: kept.at },
      }),
    ),
  }
}
