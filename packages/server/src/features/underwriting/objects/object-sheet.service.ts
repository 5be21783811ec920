import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import {
  currentAppraisal,
  priceDeviation,
  pricePerMetre,
} from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { type RealtyObject, realtyRoles } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  type CheckListGoal,
  checkListGoals,
} from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import {
  compareOwners,
  compareWithExtract,
} from '@ipoteka-office/contract/underwriting/objects/extract-rules.ts'
import { insuranceNeeds } from '@ipoteka-office/contract/underwriting/objects/insurance-rules.ts'
import { objectHoldsOf } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import type * as api from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import { sectionOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { Requirement } from '@ipoteka-office/contract/underwriting/objects/sale-rules.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { meansOfCase, stressedShare } from '#features/cases/means/case-means.service.ts'
import { type CheckCode, checkSpecs } from '#features/full-applications/auto-checks.rules.ts'
import { listCaseRealty } from '#features/realty-objects/realty-objects.service.ts'
import type { Context } from '#http/route.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { type GatheredFacts, gatherFacts } from './object-facts.service.ts'
import { askingRefusal, toOpinion } from './opinions.service.ts'
import { availability, refusalToExamine, requireObject, requireSecured, toParts } from './review.service.ts'
import { findPaperNames, findRecentMedian, type ObjectCheckRow } from './review.repo.ts'

type Review = ReplyOf<typeof api.getObjectReview>

/** The objects of a case; the one that the deal is about is the latest that is pledged and stands. */
export async function objectSheet(
  context: Context,
  caseId: number,
): Promise<ReplyOf<typeof api.getObjectSheet>> {
  await requireSecured(context, caseId)
  const { objects } = await listCaseRealty(context, caseId)
  const standing = objects.filter(({ removed }) => !removed)
  const active = standing.findLast(({ role }) => role === 'MORTGAGESUBJECT') ?? standing.at(-1)
  return {
    caseId,
    activeId: active?.id ?? null,
    objects: objects.map(({ id, typeName, number, address, role, removed }) => ({
      id,
      title: number === '' ? typeName : `${typeName}, ${number}`,
      address: address?.value ?? null,
      roleName: realtyRoles[role],
      removed,
    })),
  }
}

const objectChecks = ['REALTY_EGRN', 'REALTY_EMERGENCY', 'REALTY_PRICE', 'DEVELOPER_ACCREDITATION'] as const

const toCheck = (code: CheckCode, rows: readonly ObjectCheckRow[], now: Date): Review['checks'][number] => {
  const row = rows.find((one) => one.code === code)
  const isOver = typeof row?.validUntil === 'string' && new Date(row.validUntil) < now
  return {
    name: checkSpecs[code].name,
    state: row === undefined ? null : isOver ? 'EXPIRED' : row.state,
    text: row?.text ?? '',
    answeredAt: row?.answeredAt ?? null,
  }
}

const accreditationWords: Readonly<Record<string, string>> = {
  ACTIVE: 'аккредитован на день отчёта',
  EXPIRING: 'аккредитован на день отчёта',
  PENDING: 'аккредитация на рассмотрении',
  FUTURE: 'аккредитован позже дня отчёта',
  SUSPENDED: 'аккредитация приостановлена',
  EXPIRED: 'аккредитация истекла до дня отчёта',
  REVOKED: 'аккредитация отозвана',
}

function accreditationOf({ appraiser, isAppraiserAccredited }: GatheredFacts): string {
  if (isAppraiserAccredited === null) return ''
  if (appraiser === undefined) return 'среди оценщиков банка не найден'
  const state = appraiser.state === null ? undefined : accreditationWords[appraiser.state]
  return `${appraiser.partner}: ${state ?? 'аккредитации нет'}`
}

/** The first day of the months over which a median is taken. */
const monthsBefore = (day: string, months: number) =>
  Temporal.PlainDate.from(day).subtract({ months }).toString()

const reportOf = ({ appraisals }: RealtyObject) => {
  const { appraiser, reportDate, marketValue, liquidationValue } = currentAppraisal(appraisals) ?? {}
  return {
    appraiser: appraiser ?? null,
    reportDate: reportDate ?? null,
    marketValue: marketValue ?? null,
    liquidationValue: liquidationValue ?? null,
  }
}

async function figuresOf(
  engine: Engine,
  db: Db,
  row: CaseRow,
  object: RealtyObject,
  facts: GatheredFacts,
): Promise<Review['figures']> {
  const { all, stored, today } = facts
  const months = all['realty-median-months']
  const least = all['realty-median-least']
  const { perMetre, count } = await findRecentMedian(db, object.id, { since: monthsBefore(today, months) })
  const median = perMetre === null || count < least ? null : { perMetre, count }
  const metre = pricePerMetre(object.price, object.area)
  const stress = all['realty-price-stress']
  return {
    ...reportOf(object),
    isAccredited: facts.isAppraiserAccredited,
    accreditation: accreditationOf(facts),
    pricePerMetre: metre,
    median,
    medianOf: { count, months, least },
    priceToValue: priceDeviation(object.price, reportOf(object).marketValue),
    priceToMedian: priceDeviation(metre, median?.perMetre ?? null),
    loanToValue: (await meansOfCase(db, engine, row.id, stored)).loanToValue,
    stressedLoanToValue: await stressedShare(db, engine, row.id, { data: stored, percent: stress }),
    stress,
  }
}

/** Each group of papers in words. */
async function namedPapers(db: Db, requirements: readonly Requirement[]): Promise<Review['requirements']> {
  const names = await findPaperNames(db, [...new Set(requirements.flatMap(({ papers }) => papers.flat()))])
  return requirements.map((one) => ({
    ...one,
    papers: one.papers.map((group) => group.map((code) => names.get(code) ?? code)),
  }))
}

function sellerOf({ stored }: GatheredFacts): Review['seller'] {
  const values = stored.sections.SELLER ?? {}
  const { fields } = sectionOf('SELLER')
  const said = (name: string) => {
    const field = fields[name]
    return field === undefined ? '' : fieldText(field, values[name], (_, code) => code)
  }
  const since = values['rightSince']
  return { kind: said('kind'), name: said('name'), since: typeof since === 'string' ? since : null }
}

const goalOf = (goal: string | null): Option | null =>
  goal === null ? null : { code: goal, name: checkListGoals[goal as CheckListGoal] ?? goal }

/** Everything that an object is examined by, in one answer. */
export async function objectReview(
  engine: Engine,
  context: Context,
  { caseId, objectId }: { readonly caseId: number; readonly objectId: number },
): Promise<Review> {
  const { db, actor } = context
  const row = await requireSecured(context, caseId)
  const object = await requireObject(context, row, objectId)
  const facts = await gatherFacts(engine, db, { caseId, type: row.type, object })
  const refusal = await refusalToExamine(context, row, object)
  const { parts, papers, list, questions } = facts
  const opinions: Review['opinions'] = []
  for (const opinion of facts.rows) opinions.push(await toOpinion(context, row, opinion))
  return {
    caseId: row.id,
    object,
    goal: goalOf(facts.goal),
    stageName: stageNameFor(actor, row.type, row.stage),
    checks: objectChecks.map((code) => toCheck(code, facts.checks, engine.clock.now())),
    parts: toParts(objectId, facts.reviews, refusal),
    compared: compareWithExtract(facts.object, parts.RIGHTS),
    owners: compareOwners(object.owners, parts.RIGHTS),
    figures: await figuresOf(engine, db, row, object, facts),
    seller: sellerOf(facts),
    requirements: await namedPapers(db, facts.requirements),
    list:
      list === null || questions === null
        ? null
        : { id: list.id, number: list.number, questions: [...questions] },
    opinions,
    askable: availability(refusal ?? askingRefusal(facts.rows)),
    insurance: insuranceNeeds({
      type: object.type,
      credit: facts.stored.sections.CREDIT ?? {},
      seller: facts.stored.sections.SELLER ?? {},
      papers: papers.map(({ type }) => type),
      titleOwnership: facts.all['title-insurance-ownership'],
      today: facts.today,
    }),
    papers: [...papers],
    holds: objectHoldsOf(facts),
  }
}
