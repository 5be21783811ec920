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
    | 'taken'
    | 'state'
    | 'marks'
  > & {
    readonly bureaus: readonly { readonly bureau: string; readonly asOf: string }[]
    readonly said: {
      readonly reason: string | null
      readonly words: string
      readonly by: object
      readonly at: string
    } | null
  })[]
}

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
        taken,
        state,
        marks,
        accounts,
        kept,
      }) => ({
        ...{ key, creditor, contractNumber, balance, declared, reported, computed, taken, state, marks },
        bureaus: accounts.map(({ bureau, asOf }) => ({ bureau, asOf })),
        said:
          kept === null || kept.state === null
            ? null
            : { reason: kept.reason, words: kept.words, by: kept.by, at: kept.at },
      }),
    ),
  }
}
