import { isDebtor, participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { incomeOfSources, monthlyIncome } from '@ipoteka-office/contract/cases/monthly-means.ts'
import type { QuestionnaireParticipant } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { AutoCheck } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { engineResults } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import { scoreAdvices } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type { CaseSummary } from '@ipoteka-office/contract/underwriting/summary.ts'
import type { TrafficLight } from '@ipoteka-office/contract/underwriting/traffic-lights.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, caseHead } from '#features/cases/engine/cases.service.ts'
import { personDifferences } from '#features/cases/sections/earlier-answers.service.ts'
import { asTaken } from '#features/cases/means/taken-means.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { listChecks } from '#features/full-applications/auto-checks.service.ts'
import { rulesOfCase } from '#features/full-applications/changes.service.ts'
import { listCaseRealty } from '#features/realty-objects/realty-objects.service.ts'
import { forbidden } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stressedTerms } from './form/stress.rules.ts'
import { groundsOf } from './grounds.service.ts'
import { findCaseRuns, type RunOfScorecard } from './scorecard/runs-of-scorecard.repo.ts'
import { findScorecards } from './scorecard/scorecards.repo.ts'
import { decisionSheet, evaluateTerms, requireDecidable } from './decisions.service.ts'
import { budgetOf, conditionsIn, loanOf } from './summary-parts.service.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const sourcesOf = (income: SectionValues | undefined): SectionValues[] =>
  Array.isArray(income?.['incomes']) ? (income['incomes'] as SectionValues[]) : []

/** The worst of the answers; one that has not come is no pass. */
export function lightOf(checks: readonly Pick<AutoCheck, 'state'>[]): TrafficLight {
  const states = checks.map(({ state }) => state)
  if (states.includes('FAIL')) return 'FAIL'
  if (states.includes('WARN')) return 'WARN'
  return states.length > 0 && states.every((state) => state === 'OK') ? 'OK' : 'NONE'
}

function participantOf(person: QuestionnaireParticipant, all: readonly AutoCheck[]) {
  const checks = all.filter(({ participantId }) => participantId === person.id)
  const income = person.sections.INCOME
  return {
    id: person.id,
    roleName: participantRoles[person.role as keyof typeof participantRoles],
    name: person.name,
    light: lightOf(checks),
    notes: checks
      .filter(({ state }) => state !== 'OK')
      .map(({ name, text }) => (text === '' ? name : `${name}: ${text}`)),
    incomes: sourcesOf(income).map((source) => ({
      payer: textOf(source['payer']) ?? 'Источник не назван',
      declared: textOf(source['declared']),
      confirmed: textOf(source['confirmed']),
      taken: monthlyIncome(source),
    })),
    taken: isDebtor(person.role) ? incomeOfSources(income) : '0.00',
  }
}

const hasObjects = ({ type }: CaseRow) => caseTypes[type].places?.includes('REALTY_OBJECTS') ?? false

/** What the main borrower's application before this one says otherwise. */
async function earlierOf(
  parts: SectionParts,
  context: Context,
  { id }: CaseRow,
  people: readonly QuestionnaireParticipant[],
): Promise<CaseSummary['earlier']> {
  const main = people.find(({ role }) => role === 'MAIN_BORROWER')
  if (main === undefined) return null
  const { latestAt, differences } = await personDifferences(parts, context, { id, participantId: main.id })
  return latestAt === null ? null : { latestAt, differences }
}

type Scored = Omit<NonNullable<CaseSummary['score']>, 'beside'>

/** The latest score by the scorecard in use, and what the version beside it said at the same moment. */
async function scoreOfCase(db: Db, caseId: number): Promise<CaseSummary['score']> {
  const runs = await findCaseRuns(db, caseId)
  const latest = runs.find(({ role }) => role === 'CHAMPION')
  if (latest === undefined) return null
  const cards = await findScorecards(db)
  const told = ({ versionId, at, score, advice }: RunOfScorecard): Scored[] =>
    cards
      .filter(({ id }) => id === versionId)
      .map(({ number, title }) => ({
        ...{ at, score, advice, adviceName: scoreAdvices[advice] },
        scorecard: { number, title },
      }))
  const beside = runs.find(({ role, at }) => role === 'CHALLENGER' && at === latest.at)
  const [champion] = told(latest)
  return champion === undefined
    ? null
    : { ...champion, beside: (beside === undefined ? [] : told(beside))[0] ?? null }
}

/** Everything on which a simple case is decided, in one answer; the figures are those of the calculators. */
export async function caseSummary(
  parts: SectionParts,
  context: Context,
  caseId: number,
): Promise<CaseSummary> {
  const { engine } = parts
  const { db, actor } = context
  const row = await requireDecidable(context, caseId)
  if (!actor.operations.Underwriting?.includes('List'))
    throw forbidden('Сводку по заявке видят сотрудники с правом на андеррайтинг')
  const stored = await readQuestionnaire(db, row.id, row.type)
  const { participants } = stored
  const taken = new Map(
    (await asTaken(db, row.id, stored)).participants.map(({ id, sections }) => [id, sections.INCOME]),
  )
  const sheet = await decisionSheet(engine, context, caseId)
  const { requested } = sheet
  const figures = await engine.parameters.figuresOn(bankDay(engine.clock))
  const points = figures['stress-rate']
  const now = await evaluateTerms(engine, context, caseId, requested)
  const { payment, fullLoanCost, debtLoad, loanToValue } = await evaluateTerms(
    engine,
    context,
    caseId,
    stressedTerms(requested, points),
  )
  const { checks } = await listChecks(engine, context, caseId)
  const head = await caseHead(engine, db, actor, caseId)
  const isSecured = hasObjects(row)
  const grounds = await groundsOf(engine, db, row, null)
  const { risks, run } = grounds
  return {
    head,
    requested,
    figures: sheet.figures,
    stress: { points, payment, fullLoanCost, debtLoad, loanToValue },
    norms: {
      debtLoad: figures['calculator-debt-load'],
      loanToValue: isSecured ? figures['calculator-loan-to-value'] : null,
    },
    score: await scoreOfCase(db, caseId),
    advice: run === null ? null : { text: engineResults[run.result], limit: run.limit, notes: run.notes },
    exposure: now.exposure,
    deviations: now.deviations,
    line: now.line,
    budget: await budgetOf(engine, db, row, { grounds, figures }),
    loan: await loanOf(parts, context, row, grounds),
    conditions: await conditionsIn(engine, db, row, grounds),
    participants: participants.map((person) => ({
      ...participantOf(person, checks),
      taken: incomeOfSources(taken.get(person.id)),
    })),
    objects: isSecured ? (await listCaseRealty(context, caseId)).objects : [],
    checks,
    risks: risks.map(({ checkId: _id, ...risk }) => risk),
    rules: isSecured ? await rulesOfCase(context, engine, caseId) : [],
    chronology: head.phases
      .flatMap(({ stages }) => stages)
      .toSorted((a, b) => a.enteredAt.localeCompare(b.enteredAt)),
    decisions: sheet.decisions,
    earlier: await earlierOf(parts, context, row, participants),
  }
}
