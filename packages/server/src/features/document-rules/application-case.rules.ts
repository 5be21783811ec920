import type { Facts } from '@ipoteka-office/contract/document-facts.ts'
import type { DocumentStage } from '@ipoteka-office/contract/document-rule-content.ts'
import type { CaseData } from './case-facts.rules.ts'

/** An application of the approvers' queue, as far as it says what documents it needs. */
export interface QueueCase {
  readonly id: number
  readonly number: string
  readonly clientName: string
  readonly programme: string
  readonly levelCode: string
  readonly statusCode: string
  readonly regionCode: string
  readonly partnerId: number
  readonly receivedOn: string
}

/** The queue has the name of a programme, rules know its code: names that the dictionary does not have as they are. */
const programmeCodes: Readonly<Record<string, string>> = {
  новостройка: '1',
  'вторичный рынок': '2',
  'семейная ипотека для военнослужащих': '6',
  'ит-ипотека': '106',
  'it-ипотека': '106',
  'дальневосточная ипотека': '107',
}
/** Programmes that have one goal alone. */
const goals: Readonly<Record<string, string>> = {
  '1': 'PRIMARY_MARKET',
  '9': 'REFINANCING',
  '10': 'COLLATERAL_AVAILABLE',
}
const goalsByName: Readonly<Record<string, string>> = { 'вторичный рынок': 'SECONDARY_MARKET' }

const stages: Readonly<Record<string, DocumentStage>> = {
  DRAFT: 'SHORT_APPLICATION',
  SHORT_APP: 'SHORT_APPLICATION',
  PRE_SCORING: 'SHORT_APPLICATION',
  DOCS_COLLECTION: 'SHORT_APPLICATION',
  FULL_APP: 'DOCS_CHECK',
  REWORK: 'DOCS_CHECK',
  AUTO_CHECKS: 'UNDERWRITING',
  UNDERWRITING: 'UNDERWRITING',
  VERIFICATION: 'UNDERWRITING',
  CONTROL: 'UNDERWRITING',
  AUTHORIZATION: 'UNDERWRITING',
  APPROVED: 'UNDERWRITING',
  APPROVED_CONDITIONAL: 'UNDERWRITING',
  REALTY_SELECTION: 'UNDERWRITING',
  REALTY_CHECK: 'REALTY_CHECK',
  DEAL_PREPARATION: 'DEAL',
  DEAL: 'SIGNING',
  REGISTRATION: 'REGISTRATION',
  ISSUED: 'ISSUE',
}

const plain = (name: string) => name.trim().toLowerCase().replaceAll('ё', 'е')

/** Code of a programme by the dictionary's names; undefined when nobody knows the name. */
function programmeOf(name: string, dictionary: ReadonlyMap<string, string>): string | undefined {
  const wanted = plain(name)
  return dictionary.get(wanted) ?? programmeCodes[wanted]
}

/** Names of programmes in the form in which they are looked up. */
export const programmeIndex = (
  items: readonly { readonly code: string; readonly name: string }[],
): ReadonlyMap<string, string> => new Map(items.map(({ code, name }) => [plain(name), code]))

/** What a row of the queue tells about the case: the borrower by name alone, and nobody else who may take part. */
export function applicationCase(row: QueueCase, programmes: ReadonlyMap<string, string>): CaseData {
  const programme = programmeOf(row.programme, programmes)
  const goal = goals[programme ?? ''] ?? goalsByName[plain(row.programme)]
  const facts: Facts = {
    caseKind: 'FULL_APPLICATION',
    product: 'MORTGAGE',
    level: row.levelCode,
    region: row.regionCode,
    partner: String(row.partnerId),
    applicationDate: row.receivedOn,
    ...(programme !== undefined && { programme }),
    ...(goal !== undefined && { goal }),
  }
  return {
    title: `Заявка ${row.number}, ${row.clientName}`,
    facts,
    participants: [{ key: 'main', role: 'MAIN_BORROWER', name: row.clientName, facts: {} }],
    participantsKnown: false,
    stage: stages[row.statusCode] ?? null,
  }
}
