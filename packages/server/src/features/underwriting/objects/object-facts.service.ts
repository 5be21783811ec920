import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Figures } from '@ipoteka-office/contract/parameters/figures.ts'
import { currentAppraisal } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { questionsOf } from '@ipoteka-office/contract/underwriting/objects/check-list.ts'
import type { ObjectFacts } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import { type ReviewPart, reviewParts } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { type SaleFacts, saleRequirements } from '@ipoteka-office/contract/underwriting/objects/sale-rules.ts'
import { negativeCode } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { Db } from '#db/database.ts'
import { shareWith } from '#features/cases/means/case-means.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type CheckListRow, findList, findListInForce } from './check-lists.repo.ts'
import { findSubjects } from '../subjects/subjects.repo.ts'
import { findOpinions, type OpinionRow } from './opinions.repo.ts'
import {
  type AppraiserRow,
  findAppraiser,
  findObjectChecks,
  findPapers,
  findReviews,
  findSignedShare,
  type ObjectCheckRow,
  type PaperRow,
  type ReviewRow,
} from './review.repo.ts'

/** The case and the object that facts are gathered of. */
export interface ObjectPlace {
  readonly caseId: number
  readonly type: CaseType
  readonly object: ObjectFacts['object'] & { readonly id: number }
}

/** Facts of an object with what they were made of. */
export interface GatheredFacts extends ObjectFacts {
  readonly stored: StoredQuestionnaire
  readonly goal: string | null
  readonly reviews: readonly ReviewRow[]
  readonly list: CheckListRow | null
  readonly rows: readonly OpinionRow[]
  readonly checks: readonly ObjectCheckRow[]
  readonly papers: readonly PaperRow[]
  readonly appraiser: AppraiserRow | undefined
  readonly all: Figures
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const nothing: SectionValues = {}

const partsOf = (reviews: readonly ReviewRow[]): ObjectFacts['parts'] =>
  Object.fromEntries(
    (Object.keys(reviewParts) as ReviewPart[]).map((part) => [
      part,
      reviews.find((row) => row.part === part)?.answers ?? nothing,
    ]),
  ) as ObjectFacts['parts']

/** The list that an object began to be asked by; one that is not asked yet takes what is in force. */
async function listOf(
  db: Db,
  reviews: readonly ReviewRow[],
  goal: string | null,
  today: string,
): Promise<CheckListRow | null> {
  const begun = reviews.find(({ part }) => part === 'LEGAL')?.listId
  if (begun !== undefined && begun !== null) return (await findList(db, begun)) ?? null
  return goal === null ? null : ((await findListInForce(db, goal, today)) ?? null)
}

const standing: readonly (string | null)[] = ['ACTIVE', 'EXPIRING']

function saleOf(
  gathered: Pick<GatheredFacts, 'stored' | 'goal' | 'checks' | 'papers' | 'all' | 'today' | 'parts'>,
  object: ObjectPlace['object'],
): SaleFacts {
  const { stored, goal, checks, papers, all, today, parts } = gathered
  const developer = checks.find(({ code }) => code === 'DEVELOPER_ACCREDITATION')
  return {
    goal,
    seller: stored.sections.SELLER ?? nothing,
    credit: stored.sections.CREDIT ?? nothing,
    review: parts.SELLER,
    replanning: textOf((object.building as SectionValues)['replanning']),
    papers: papers.map(({ type }) => type),
    isDeveloperAccredited: developer === undefined ? null : developer.state === 'OK',
    shortOwnership: all['short-ownership'],
    today,
  }
}

/**
 * К/З of the deal with an object beside the one that was signed. It may rise as far as the norm and the authority of whoever
 * signed go: more is another decision. Objects that the bank has refused secure nothing.
 */
async function shareOf(
  bank: BankFigures,
  db: Db,
  { caseId, object }: ObjectPlace,
  { stored, all }: Pick<GatheredFacts, 'stored' | 'all'>,
): Promise<ObjectFacts['loanToValue']> {
  const signed = await findSignedShare(db, caseId)
  if (signed === undefined) return null
  const refused = (await findSubjects(db, caseId))
    .filter(({ kind, code, isCurrent }) => kind === 'OBJECT' && code === negativeCode && isCurrent === true)
    .map(({ id }) => id)
  const isAmong = (id: number) => id === object.id || !refused.includes(id)
  const now = await shareWith(db, bank, caseId, { data: stored, isAmong })
  const norm = all['calculator-loan-to-value']
  const isLess = signed.bound !== null && compareDecimals(signed.bound, norm) < 0
  const allowed = isLess && signed.bound !== null ? signed.bound : norm
  return now === null ? null : { now, decided: signed.decided, allowed }
}

/** Everything that an object is accepted by, as it stands now. */
export async function gatherFacts(
  bank: BankFigures,
  db: Db,
  { caseId, type, object }: ObjectPlace,
): Promise<GatheredFacts> {
  const today = bankDay(bank.clock)
  const all = await figuresToday(bank)
  const stored = await readQuestionnaire(db, caseId, type)
  const goal = textOf(stored.sections.CREDIT?.['goal'])
  const reviews = await findReviews(db, object.id)
  const list = await listOf(db, reviews, goal, today)
  const rows = await findOpinions(db, object.id)
  const checks = await findObjectChecks(db, object.id)
  const papers = await findPapers(db, { caseId, type, objectId: object.id })
  const report = currentAppraisal(object.appraisals)
  const appraiser = report === null ? undefined : await findAppraiser(db, report.appraiser, report.reportDate)
  const parts = partsOf(reviews)
  const gathered = { stored, goal, checks, papers, all, today, parts }
  return {
    ...gathered,
    object,
    reviews,
    list,
    rows,
    appraiser,
    questions: list === null ? null : questionsOf(list.content),
    requirements: saleRequirements(saleOf(gathered, object)),
    opinions: rows.filter(({ withdrawn }) => withdrawn === null),
    isAppraiserAccredited: report === null ? null : standing.includes(appraiser?.state ?? null),
    loanToValue: await shareOf(bank, db, { caseId, type, object }, gathered),
    figures: all,
  }
}
