import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { OfferStart, PaidOff } from '@ipoteka-office/contract/underwriting/offers.ts'
import type { Db } from '#db/database.ts'
import { writePaidOff } from '#features/cases/sections/loan-terms.service.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import {
  type LedgerFacts,
  ledgerSourcesOf,
  readLedgerFacts,
} from '../form/obligations/ledger-facts.service.ts'
import { type LedgerEntry, ledgerOf, toldName } from '../form/obligations/ledger.rules.ts'
import { writeSaying } from '../form/obligations/obligations.repo.ts'

/** A credit of the ledger that an offer may suppose to be paid off. */
export type Credit = OfferStart['obligations'][number] & {
  /** What people outside the bank are told of it: of a credit that nobody has declared only the bureaus speak. */
  readonly told: string
}

const undeclared = 'кредит, не указанный в анкете; какой, банк сообщает клиенту'

const entriesOf = (data: Pick<QuestionnaireData, 'participants'>, facts: LedgerFacts) =>
  data.participants
    .filter(({ role }) => isDebtor(role))
    .flatMap((person) => ledgerOf(ledgerSourcesOf(person, facts)).entries.map((entry) => ({ person, entry })))

/** Credits of all who owe, each once, whoever tells of it; what does not count is nothing to be paid off. */
export const creditsOf = (
  data: Pick<QuestionnaireData, 'participants'>,
  facts: LedgerFacts,
): (Credit & { readonly names: readonly string[] })[] =>
  entriesOf(data, facts)
    .filter(({ entry }) => entry.state !== 'EXCLUDED')
    .map(({ person, entry: { key, names, creditor, balance, taken, proposed, state, declaredRow } }) => ({
      ...{ participantId: person.id, participantName: person.name, key, names, name: creditor, balance },
      payment: state === 'COUNTS' ? taken : proposed,
      repaidByDeal: state === 'REPAID',
      told: declaredRow === null ? undeclared : creditor,
    }))

/** Whether the credit is the one that is meant, by any of its names; an offer of before names rows of the questionnaire. */
export const isMeant = (
  { participantId, names }: { readonly participantId: number; readonly names: readonly string[] },
  wanted: PaidOff,
): boolean =>
  wanted.participantId === participantId &&
  (names.includes(wanted.key) || names.includes(toldName(wanted.key)))

/** Under which the questionnaire knows a credit; undefined: it does not. */
const rowKeyOf = ({ declaredRow }: LedgerEntry): string | undefined => {
  const key = declaredRow?.['key']
  return typeof key === 'string' ? key : undefined
}

/** Marks credits as repaid by this deal: in the questionnaire where it knows them, in the ledger of the bank where it does not. */
export async function payOffCredits(
  db: Db,
  { id: caseId }: { readonly id: number },
  stored: StoredQuestionnaire,
  {
    paidOff,
    by,
    at,
  }: { readonly paidOff: readonly PaidOff[]; readonly by: number | null; readonly at: Date },
): Promise<void> {
  const all = entriesOf(stored, await readLedgerFacts(db, [caseId]))
  const meant = all.filter(({ person, entry: { names } }) =>
    paidOff.some((one) => isMeant({ participantId: person.id, names }, one)),
  )
  const rows = meant.flatMap(({ person, entry }) => {
    const key = rowKeyOf(entry)
    return key === undefined ? [] : [{ participantId: person.id, key }]
  })
  await writePaidOff(db, caseId, stored, rows)
  if (by === null) return
  for (const { person, entry } of meant)
    if (entry.declaredRow === null || entry.kept !== null)
      await writeSaying(
        db,
        { caseId, participantId: person.id, key: entry.key },
        {
          ...{ state: 'REPAID', source: null, payment: null, reason: 'BEFORE_DEAL', documentId: null },
          ...{ words: 'По принятому встречному предложению', seen: entry.seen },
        },
        { by, at },
      )
}
