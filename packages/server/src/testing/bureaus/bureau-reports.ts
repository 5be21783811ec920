import { sql } from 'kysely'
import { caseEngine } from '#case-behaviours.ts'
import { trainingKey } from '#config-values.ts'
import { answerByReport } from '#features/full-applications/check-answers.service.ts'
import { answerRequest, type BureauParts } from '#features/underwriting/bureaus/ask-bureau.service.ts'
import type { BureauClient, ReportQuestion } from '#integrations/credit-bureaus/bureau-client.ts'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import { inventReport } from '#integrations/credit-bureaus/stand-in/invent-report.ts'
import { writeReport } from '#integrations/credit-bureaus/stand-in/write-xml.ts'
import { systemClock } from '#lib/bank-time.ts'
import type { TestApp } from '../test-app.ts'

/** Bureaus that say what a test wants of whoever is asked about; `asked` counts the questions. */
export function saidBy(
  change: (question: ReportQuestion) => Partial<CreditReportData> = () => ({}),
): BureauClient & {
  readonly asked: ReportQuestion[]
} {
  const asked: ReportQuestion[] = []
  return {
    kind: 'STAND_IN',
    asked,
    ask: async (question) => {
      asked.push(question)
      return writeReport[question.bureau]({ ...inventReport(question), ...change(question) })
    },
    tell: ({ noticeId }) => Promise.resolve(`${noticeId}-taken`),
  }
}

/** What asking needs in a test. */
export function bureauParts(bank: TestApp, bureaus: BureauClient): BureauParts {
  const engine = caseEngine({
    clock: systemClock('Europe/Moscow'),
    references: bank.references,
    parameters: bank.parameters,
  })
  return { db: bank.db, engine, bureaus, keys: [trainingKey], attached: answerByReport(engine) }
}

/** Answers everything that waits in a case, as the jobs would. */
export async function answerAll(
  bank: TestApp,
  id: string,
  bureaus: BureauClient,
  { isLast = true } = {},
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM credit_report_request WHERE case_id = ${Number(id)} AND state = 'WAITING' ORDER BY id`.execute(
    bank.db,
  )
  const parts = bureauParts(bank, bureaus)
  for (const request of rows)
    await answerRequest(parts, request.id, { isLast, signal: new AbortController().signal })
}

/** A credit that nobody has told of, as every bureau reports it. */
export const undeclared: CreditReportData['accounts'][number] = {
  ...{
    id: 'X1',
    uid: '1ce234fe-d9c0-105b-aa74-345b71e1eaa0-4',
    creditor: 'ПАО «Канарейка»',
    creditorInn: null,
  },
  ...{ contractNumber: 'К-1', type: 'CASH', relation: 'BORROWER', openedOn: '2025-03-01', closedOn: null },
  ...{
    limit: '600000.00',
    balance: '400000.00',
    overdue: '0.00',
    overdueDays: 0,
    cost: '24',
    monthsLeft: 24,
  },
  ...{ payment: '21000.00', asOf: '2026-10-01', strip: '0'.repeat(24), worst: '0' },
}
