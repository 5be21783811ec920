import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import { incomeOfSources } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { StopFactor } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { entryOf } from '#features/cases/seed/demo-case-facts.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'
import { meansAt } from '#features/cases/seed/demo-means.ts'
import type { WrittenQuestionnaire } from '#features/cases/seed/demo-questionnaires.ts'
import type { AssessmentRequest } from '#integrations/decision-engine/decision-engine.ts'
import { assessBy } from '#integrations/decision-engine/stand-in-assessment.ts'
import { requestedTerms } from '../grounds.service.ts'

const known = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Applications on which the bank works now. */
const looked = ['UNDERWRITING', 'VERIFICATION', 'FRAUD_CHECK', 'DECISION_CONTROL', 'COMMITTEE', 'APPROVED']
/** Of the decided ones the statistics tell whether it was as the engine advised. */
const isDecided = ({ one }: WrittenQuestionnaire) =>
  one.steps.some(({ left }) => left?.decides?.outcome === 'APPROVE' || left?.decides?.outcome === 'REJECT')

/** What the engine finds now and then and a person may dispute. */
const doubtful: StopFactor = {
  code: 'FRAUD_BASE',
  name: 'База мошеннических заявок',
  value: 'совпадение по телефону',
  norm: 'совпадений нет',
  lift: 'Заключение службы безопасности о том, что это другой человек',
  hard: false,
}

function requestOf(questionnaire: WrittenQuestionnaire, at: Date): AssessmentRequest {
  const { one, sections, people } = questionnaire
  const { debtLoad, loanToValue } = meansAt(questionnaire, at)
  const { amount, termMonths, rate } = requestedTerms({ sections })
  const terms = sections.CREDIT ?? sections.LOAN ?? {}
  return {
    requestId: `decision-run-${one.number}`,
    product: caseTypes[one.type].product === 'MORTGAGE' ? 'MORTGAGE' : 'CASH_LOAN',
    programme: known(terms['programme']),
    sold: null,
    region: known(terms['regionCode']),
    amount,
    months: termMonths,
    rate,
    debtLoad,
    loanToValue,
    people: people
      .filter(({ role }) => isDebtor(role))
      .map((person) => ({
        role: person.role,
        passport: known(person.sections.PERSONAL?.['passport']),
        birthDate: known(person.sections.PERSONAL?.['birthDate']),
        income: incomeOfSources(person.sections.INCOME),
      })),
    checks: [],
    today: at.toISOString().slice(0, 10),
  }
}

/** What the engine said of the applications on which the bank works or has decided. */
export async function writeEngineRuns(db: Db, questioned: readonly WrittenQuestionnaire[]): Promise<void> {
  const rows = questioned.flatMap((questionnaire) => {
    const { one } = questionnaire
    const at = entryOf(one, 'AUTO_CHECKS')
    const last = one.steps.at(-1)
    if (at === undefined || last === undefined) return []
    if (!looked.includes(last.stage) && !isDecided(questionnaire)) return []
    const request = requestOf(questionnaire, at)
    const found = assessBy(request)
    const isDoubtful = last.stage === 'UNDERWRITING' && one.serial % 10 === 3
    const answer = isDoubtful ? { ...found, result: 'REJECT', limit: null, factors: [doubtful] } : found
    const body = JSON.stringify(answer)
    return [
      [
        one.id,
        'AUTO_CHECKS',
        text(at),
        text(new Date(at.getTime() + 90_000)),
        800 + (one.serial % 3_200),
        JSON.stringify(request),
        body,
      ],
    ]
  })
  await insertRows(
    db,
    'decision_run',
    {
      case_id: 'int',
      stage: 'text',
      requested_at: 'timestamptz',
      answered_at: 'timestamptz',
      duration_ms: 'int',
      request: 'jsonb',
      answer: 'jsonb',
      state: 'text',
      attempts: 'int',
      stand_in: 'boolean',
      response: 'jsonb',
    },
    rows.map((row) => [...row, 'ANSWERED', 1, true, row.at(-1) ?? null]),
  )
}
