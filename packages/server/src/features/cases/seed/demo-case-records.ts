import type { Db } from '#db/database.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import {
  type CheckCode,
  checkSpecs,
  checksFor,
  isOwnCheck,
  ownVerdict,
} from '#features/full-applications/auto-checks.rules.ts'
import { answerOfHits, isBlacklistCheck } from '#features/blacklists/matching/hits.rules.ts'
import { affinitiesOf } from '#features/full-applications/object-checks.rules.ts'
import { fineAnswers } from '#integrations/auto-checks/stand-in.ts'
import { demoTermsOf } from '#features/products/seed/demo-terms.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { entryOf } from './demo-case-facts.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { text } from './demo-case-writes.ts'
import { bureauOfCheck } from '#features/full-applications/check-answers.service.ts'
import { verdictOf as verdictOfReport } from '#features/underwriting/bureaus/reports.rules.ts'
import { demoReportsOf, writeCreditReports } from '#features/underwriting/seed/demo-credit-reports.ts'
import { writeCalls } from '#features/underwriting/seed/demo-calls.ts'
import { writeEngineRuns } from '#features/underwriting/seed/demo-engine-runs.ts'
import { demoScores, writeScores } from '#features/underwriting/seed/demo-scorecards.ts'
import { writeCommittee } from '#features/underwriting/seed/demo-committee.ts'
import { writeCheckRuns } from '#features/underwriting/seed/demo-check-runs.ts'
import { writeObjectChecks } from '#features/underwriting/seed/demo-object-checks.ts'
import { writeControls } from '#features/underwriting/seed/demo-controls.ts'
import { writeConditions } from '#features/underwriting/seed/demo-conditions.ts'
import { writeDecisions } from '#features/underwriting/seed/demo-decisions.ts'
import { writeExaminationWords, writeObjectReviews } from '#features/underwriting/seed/demo-object-reviews.ts'
import { writeSubjectDecisions } from '#features/underwriting/seed/demo-subjects.ts'
import { meansAt } from './demo-means.ts'
import { demoTypes } from './demo-types.ts'
import type { WrittenQuestionnaire } from './demo-questionnaires.ts'

const hour = 3_600_000
const after = (moment: Date, hours: number) => new Date(moment.getTime() + hours * hour)

/** What is found now and then, and the check that finds it: a small loan with nothing found is approved by the system. */
const found = [
  ['BKI_SCORING', 'Кредитная история короче года'],
  ['FSSP', 'Исполнительное производство на 18 400 ₽'],
  ['PHONE_OWNERSHIP', 'Номер оформлен на другого человека'],
] as const
const stop = ['EFRSB', 'Введена процедура реализации имущества'] as const

/** What the checks have found of a case: nothing, something to look at, or a reason to stop. */
function findingOf({ type, steps, serial, deal }: WrittenCase) {
  const check = steps.findLast(({ stage }) => stage === 'AUTO_CHECKS')
  const way = check?.left?.action
  if (way === 'stopFactor') return { state: 'FAIL', of: stop }
  const isSmall =
    demoTypes[type]?.approvesSmall &&
    check !== undefined &&
    levelOf(figuresAt(check.from), `${deal.amount}.00`) === 'LEVEL_1'
  if (way === 'approveAutomatically' || (!isSmall && serial % 5 !== 0)) return null
  const of = found[serial % found.length]
  return of === undefined ? null : { state: 'WARN', of }
}

interface CheckRow {
  readonly caseId: number
  readonly participantId: number | null
  readonly code: CheckCode
  readonly verdict: { readonly state: string; readonly text: string }
  readonly at: Date
}

function checksOf(questionnaire: WrittenQuestionnaire, now: Date): CheckRow[] {
  const { one, sections, people } = questionnaire
  const at = entryOf(one, 'AUTO_CHECKS')
  if (at === undefined) return []
  const data = { type: one.type, sections, participants: people }
  const today = at.toISOString().slice(0, 10)
  const figures = figuresAt(at)
  const means = meansAt(questionnaire, at)
  const score = demoScores(questionnaire, at, now).find(({ role }) => role === 'CHAMPION') ?? null
  const terms = demoTermsOf(data)
  const facts = { today, figures, duplicates: 0, means, affinities: affinitiesOf(people), score, terms }
  const finding = findingOf(one)
  const verdictOf = (code: CheckCode, participantId: number | null): CheckRow['verdict'] => {
    const person = people.find(({ id }) => id === participantId)
    if (isBlacklistCheck(code)) return answerOfHits([])
    if (isOwnCheck(code)) return ownVerdict(code, data, person, facts)
    const bureau = bureauOfCheck[code]
    const report = demoReportsOf(questionnaire).find(
      (one) => one.bureau === bureau && one.participantId === participantId,
    )
    if (report !== undefined) return verdictOfReport(report.data, { today, figures })
    const isFound = finding !== null && finding.of[0] === code && participantId === people[0]?.id
    return isFound
      ? { state: finding.state, text: finding.of[1] }
      : { state: 'OK', text: fineAnswers[code] ?? 'Замечаний нет' }
  }
  return checksFor(data, [], { scored: true }).map(({ code, participantId }) => ({
    caseId: one.id,
    participantId,
    code,
    verdict: verdictOf(code, participantId),
    at,
  }))
}

/** Answers of the automatic checks of those that have passed them. */
async function writeChecks(db: Db, questioned: readonly WrittenQuestionnaire[], now: Date): Promise<void> {
  await insertRows(
    db,
    'auto_check',
    {
      case_id: 'int',
      participant_id: 'int',
      code: 'text',
      state: 'text',
      text: 'text',
      requested_at: 'timestamptz',
      answered_at: 'timestamptz',
      valid_until: 'timestamptz',
      attempts: 'int',
      stand_in: 'boolean',
    },
    questioned
      .flatMap((questionnaire) => checksOf(questionnaire, now))
      .map(({ caseId, participantId, code, verdict, at }) => [
        caseId,
        participantId,
        code,
        verdict.state,
        verdict.text,
        text(at),
        text(after(at, 0.03)),
        text(after(at, 24 * figuresAt(at)[checkSpecs[code].validity])),
        1,
        !isOwnCheck(code) && !isBlacklistCheck(code),
      ]),
  )
}

/** What other systems have said, what was signed and what was handed in. */
export async function writeRecords(
  db: Db,
  questioned: readonly WrittenQuestionnaire[],
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Promise<void> {
  await writeChecks(db, questioned, now)
  await writeScores(db, questioned, now)
  await writeEngineRuns(db, questioned)
  await writeDecisions(db, questioned, timeZone)
  for (const [type, group] of Map.groupBy(questioned, ({ one }) => one.type))
    await demoTypes[type]?.writeWithQuestions?.(db, group)
  await writeCreditReports(db, questioned)
  await writeObjectReviews(db, now)
  await writeObjectChecks(db)
  await writeCheckRuns(db)
  await writeSubjectDecisions(db)
  await writeConditions(db)
  await writeExaminationWords(db)
  await writeCommittee(db)
  await writeControls(db)
  await writeCalls(db)
}
