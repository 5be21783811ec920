import type {
  QuestionnaireData,
  QuestionnaireParticipant,
} from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { findStandingAccounts } from '../../bureaus/reports.repo.ts'
import type { BureauAccount } from '../../bureaus/matching.rules.ts'
import { type LedgerSources, repaidByOffer, withLedger } from './ledger.rules.ts'
import { findObligations } from './obligations.repo.ts'

type Facts = Omit<LedgerSources, 'obligations'>

/** What stands beside the agents' words of obligations, by participant; who is absent has nothing. */
export type LedgerFacts = ReadonlyMap<number, Facts>

/** What bureaus and underwriters say of the obligations of the people of cases: one reading, however many they are. */
export async function readLedgerFacts(db: Db, caseIds: readonly number[]): Promise<LedgerFacts> {
  const told = Map.groupBy(await findStandingAccounts(db, caseIds), ({ participantId }) => participantId)
  const kept = Map.groupBy(await findObligations(db, caseIds), ({ participantId }) => participantId)
  return new Map(
    [...new Set([...told.keys(), ...kept.keys()])].map((id): [number, Facts] => {
      const reports = told.get(id) ?? []
      const accounts = reports.flatMap(({ bureau, accounts: own }): BureauAccount[] =>
        own.map((one) => ({ ...one, bureau })),
      )
      return [id, { accounts, kept: kept.get(id) ?? [], isKnown: reports.length > 0 }]
    }),
  )
}

function supposedNames(obligations: SectionValues | undefined): ReadonlySet<string> {
  const names: unknown = obligations?.[repaidByOffer]
  return new Set(Array.isArray(names) ? names.filter((one) => typeof one === 'string') : [])
}

/** What the ledger of somebody is made of. */
export const ledgerSourcesOf = (
  { id, sections }: Pick<QuestionnaireParticipant, 'id' | 'sections'>,
  facts: LedgerFacts,
): LedgerSources => ({
  accounts: [],
  kept: [],
  isKnown: false,
  ...facts.get(id),
  obligations: sections.OBLIGATIONS,
  repaid: supposedNames(sections.OBLIGATIONS),
})

/** The questionnaire with the ledgers in place of the agents' words. */
export function withLedgers<Q extends Pick<QuestionnaireData, 'participants'>>(
  data: Q,
  facts: LedgerFacts,
): Q {
  if (facts.size === 0) return data
  return {
    ...data,
    participants: data.participants.map((person) => {
      const obligations = withLedger(ledgerSourcesOf(person, facts))
      return obligations === person.sections.OBLIGATIONS || obligations === undefined
        ? person
        : { ...person, sections: { ...person.sections, OBLIGATIONS: obligations } }
    }),
  }
}
