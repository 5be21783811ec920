import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Facts } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type ProgrammeIndex, plainName, programmeNamed } from '#features/queue/programme-names.rules.ts'
import type { CaseData } from './case-facts.rules.ts'
import { documentStageOf } from './questionnaire-case.rules.ts'

/** An application of the approvers' queue, as far as it says what documents it needs. */
export interface QueueCase {
  readonly id: number
  readonly number: string
  readonly clientName: string
  readonly programme: string
  readonly levelCode: string
  readonly stage: string
  readonly regionCode: string
  readonly partnerId: number
  readonly receivedOn: string
}

/** A name may say more than the programme: the same programme buys ready flats of developers too. */
const goalsByName: Readonly<Record<string, string>> = { 'вторичный рынок': 'SECONDARY_MARKET' }

/** What a row of the queue tells about the case: the borrower by name alone, and nobody else who may take part. */
export function applicationCase(type: CaseType, row: QueueCase, programmes: ProgrammeIndex): CaseData {
  const named = programmeNamed(programmes, row.programme)
  const programme = named?.code
  const { product } = caseTypes[type]
  const goal = named?.goal ?? goalsByName[plainName(row.programme)]
  const facts: Facts = {
    caseKind: type,
    ...(product !== null && { product }),
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
    stage: documentStageOf({ type, stage: row.stage }),
  }
}
