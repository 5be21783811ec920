import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { trainingKey } from '#config-values.ts'
import type { Db } from '#db/database.ts'
import { insertRows, takeIds } from '#db/seed/bulk-rows.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { entryOf } from '#features/cases/seed/demo-case-facts.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'
import type { WrittenParticipant, WrittenQuestionnaire } from '#features/cases/seed/demo-questionnaires.ts'
import { keyOf, questionOf } from '#features/underwriting/bureaus/ask-bureau.service.ts'
import { consentOf, costOf } from '#features/underwriting/bureaus/reports.rules.ts'
import type { LedgerFacts } from '#features/underwriting/form/obligations/ledger-facts.service.ts'
import type { ReportQuestion } from '#integrations/credit-bureaus/bureau-client.ts'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { inventReport } from '#integrations/credit-bureaus/stand-in/invent-report.ts'
import { writeReport } from '#integrations/credit-bureaus/stand-in/write-xml.ts'
import { seal } from '#lib/sealing.ts'

/** A report that has come about somebody in the demo bank. */
export interface DemoReport {
  readonly participantId: number
  readonly personId: number | null
  readonly bureau: CreditBureau
  readonly question: ReportQuestion
  readonly data: CreditReportData
  readonly at: Date
}

const asked: readonly CreditBureau[] = ['NBKI', 'OKB']
/** In which the bureaus write. */
const encodings: Readonly<Record<CreditBureau, string>> = {
  NBKI: 'windows-1251',
  OKB: 'utf-8',
  SCORING: 'utf-8',
}
/** Every so many of the applications at the underwriter stand without reports: there the bureaus are asked by hand. */
const bare = 4

function reportOf(person: WrittenParticipant, bureau: CreditBureau, at: Date): DemoReport[] {
  const today = at.toISOString().slice(0, 10)
  const { signedOn, validTo, refusal } = consentOf(
    person.sections['CONSENTS'],
    today,
    figuresAt(at)['bureau-consent-validity'],
  )
  if (refusal !== null || signedOn === null || validTo === null) return []
  const question = questionOf({ id: person.id, bureau, attempts: 1 }, person, {
    consent: { signedOn, validTo },
    today,
    isTraining: true,
  })
  if (question.person.birthDate === '' || question.person.lastName === '') return []
  const { id: participantId, personId } = person
  return [{ participantId, personId, bureau, question, data: inventReport(question), at }]
}

const known = new WeakMap<WrittenQuestionnaire, readonly DemoReport[]>()

/** Reports of those who owe in the applications that wait for the underwriter: worked out once. */
export function demoReportsOf(questionnaire: WrittenQuestionnaire): readonly DemoReport[] {
  const found = known.get(questionnaire)
  if (found !== undefined) return found
  const { one, people } = questionnaire
  const at = entryOf(one, 'AUTO_CHECKS')
  const isWaiting = one.steps.at(-1)?.stage === 'UNDERWRITING' && one.serial % bare !== 0
  const reports =
    at === undefined || !isWaiting
      ? []
      : people
          .filter(({ role }) => isDebtor(role))
          .flatMap((person) => asked.flatMap((bureau) => reportOf(person, bureau, at)))
  known.set(questionnaire, reports)
  return reports
}

/** What the ledgers of a made-up case are made of. */
export const demoLedgerFacts = (questionnaire: WrittenQuestionnaire): LedgerFacts =>
  new Map(
    [...Map.groupBy(demoReportsOf(questionnaire), ({ participantId }) => participantId)].map(
      ([id, reports]) => [
        id,
        {
          accounts: reports.flatMap(({ bureau, data }) => data.accounts.map((one) => ({ ...one, bureau }))),
          kept: [],
          isKnown: true,
        },
      ],
    ),
  )

/** The reports with the requests that have brought them. */
export async function writeCreditReports(db: Db, questioned: readonly WrittenQuestionnaire[]): Promise<void> {
  const all = questioned.flatMap((questionnaire) =>
    demoReportsOf(questionnaire).map((report) => ({ report, one: questionnaire.one })),
  )
  const ids = await takeIds(db, 'credit_report_id_seq', all.length)
  const requests = await takeIds(db, 'credit_report_request_id_seq', all.length)
  const rows = all.map((one, at) => ({ ...one, id: ids[at] ?? 0, requestId: requests[at] ?? 0 }))
  const sealed = ({ report: { bureau, data }, requestId }: (typeof rows)[number]) => {
    const bytes = writeReport[bureau](data)
    return { size: bytes.length, bytes: seal([trainingKey], bytes, keyOf(requestId)).bytes }
  }
  await insertRows(
    db,
    'credit_report',
    {
      ...{
        id: 'int',
        bureau: 'text',
        person_id: 'int',
        case_id: 'int',
        participant_id: 'int',
        number: 'text',
      },
      ...{ report_date: 'date', received_at: 'timestamptz', content: 'jsonb', encoding: 'text', size: 'int' },
      ...{ sealed: 'bytea', sealed_for: 'text', key_id: 'text', stand_in: 'boolean' },
    },
    rows.map((row) => {
      const { report, one, id, requestId } = row
      const { size, bytes } = sealed(row)
      const { bureau, personId, participantId, data, at } = report
      return [
        ...[id, bureau, personId, one.id, participantId, data.number, data.date, text(at)],
        ...[JSON.stringify(data), encodings[bureau], size, `\\x${bytes.toString('hex')}`],
        ...[keyOf(requestId), trainingKey.id, true],
      ]
    }),
  )
  await insertRows(
    db,
    'credit_report_request',
    {
      ...{ id: 'int', case_id: 'int', participant_id: 'int', bureau: 'text', stage: 'text' },
      ...{ requested_at: 'timestamptz', consent_on: 'date', consent_to: 'date', state: 'text' },
      ...{ answered_at: 'timestamptz', attempts: 'int', duration_ms: 'int', cost: 'numeric' },
      ...{ report_id: 'int', stand_in: 'boolean' },
    },
    rows.map(({ report: { bureau, participantId, question, at }, one, id, requestId }) => [
      ...[requestId, one.id, participantId, bureau, 'AUTO_CHECKS', text(at)],
      ...[question.consent.signedOn, question.consent.validTo, 'ANSWERED', text(at), 1, 700],
      ...[figuresAt(at)[costOf[bureau]], id, true],
    ]),
  )
}
