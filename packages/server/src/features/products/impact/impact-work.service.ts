import type { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { ImpactDirection } from '@ipoteka-office/contract/products/version-impact.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { CaseData } from '#features/document-rules/completeness/case-facts.rules.ts'
import { caseSources } from '#features/document-rules/completeness/case-sources.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { conflict, notFound } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { dayOf } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { type CasePricingParts, questionFrom } from '../pricing/case-price.service.ts'
import type { ClientStanding } from '../pricing/client/client-categories.rules.ts'
import { findStandings } from '../pricing/client/client-standing.repo.ts'
import { ofBank, type PartnerLine } from '../partner-line.ts'
import { findPartnerLines } from '../released.repo.ts'
import { findProduct, findVersionById } from '../products.repo.ts'
import { holds } from '../product-reader.ts'
import { fromPoints } from '../pricing/points.ts'
import {
  type CountedCase,
  directionOf,
  keptIndividual,
  rateBy,
  type Side,
  type SumsBy,
  withCases,
} from './impact.rules.ts'
import { type ImpactPricing, impactPricing } from './impact-pricing.service.ts'
import { findGoingOn, findOpenAfter, finishImpact, keepCounted, type OpenCase } from './impact.repo.ts'
import { impactHref } from './impact.service.ts'

/** Cases counted between two looks at the clock: other requests wait no longer than these take. */
const batchSize = 500
/** People who watch are told no oftener. */
const toldMs = 1_000

const noChoices = { optionIds: [], choices: {} }

/** What is known of cases that no price was given to: of the others the question is kept. */
interface Unpriced {
  readonly data: ReadonlyMap<number, CaseData>
  readonly standings: ReadonlyMap<number, ClientStanding>
}

async function readUnpriced(
  parts: CasePricingParts,
  { db, actor }: { readonly db: Db; readonly actor: Actor },
  cases: readonly OpenCase[],
): Promise<Unpriced> {
  const asked = cases.filter(({ question }) => question === null)
  const unpriced = Map.groupBy(asked, ({ type }) => type)
  const found = new Map<number, CaseData>()
  for (const [type, own] of unpriced) {
    const source = caseSources[caseTypes[type].documents.owner as DocumentOwnerType]
    const ids = own.map(({ id }) => id)
    for (const [id, data] of (await source?.findMany(db, actor, parts, ids)) ?? []) found.set(id, data)
  }
  const ids = asked.map(({ id }) => id)
  return { data: found, standings: await findStandings(db, ids) }
}

interface Counting extends ImpactPricing {
  readonly lines: ReadonlyMap<number, PartnerLine>
}

/** A case by both sides: the price that it was given stays what it was, the others are priced as they would be today. */
async function countCase(
  parts: CasePricingParts,
  { lines, ...pricing }: Counting,
  one: OpenCase,
  told: Unpriced,
): Promise<CountedCase> {
  const question: StoredQuestion =
    one.question ??
    questionFrom(
      parts,
      one,
      { data: told.data.get(one.id) ?? null, standing: told.standings.get(one.id) },
      noChoices,
    )
  const receivedOn = question.receivedOn ?? dayOf(parts.clock, one.createdAt)
  const sides = await pricing.catalogues(receivedOn)
  const full =
    one.promotions.length === 0
      ? pricing.base.full
      : new Set([...pricing.base.full].filter((id) => !one.promotions.includes(id)))
  const setup = { ...pricing.base, full, partnerLine: lines.get(one.partnerId) ?? ofBank }
  const before: Side =
    one.question !== null && one.rate !== null
      ? { rate: one.rate, reason: null }
      : rateBy(sides.before, question, setup)
  const after = keptIndividual(question, rateBy(sides.after, question, setup))
  const { direction, points } = directionOf(before, after)
  return {
    caseId: one.id,
    direction,
    amount: one.amount,
    before: before.rate,
    after: after.rate,
    points: fromPoints(points),
    reason: before.rate === null ? before.reason : after.reason,
  }
}

async function countBatch(
  parts: CasePricingParts,
  reader: { readonly db: Db; readonly actor: Actor },
  counting: Counting,
  cases: readonly OpenCase[],
): Promise<CountedCase[]> {
  const unpriced = await readUnpriced(parts, reader, cases)
  const counted: CountedCase[] = []
  for (const one of cases) counted.push(await countCase(parts, counting, one, unpriced))
  return counted
}

/** What a count goes on with: its product and version as they are; 409 where another count has taken its place. */
async function readBegun(db: Db, actor: Actor, impactId: number) {
  const begun = await findGoingOn(db, impactId)
  if (begun === undefined) throw replaced()
  const product = await findProduct(db, begun.productId)
  const version = await findVersionById(db, begun.versionId)
  if (product === undefined || version === undefined) throw replaced()
  if (!actor.isAhml || !holds(actor, product.lending, 'Read')) throw notFound('Такого продукта нет')
  return { ...begun, product, version }
}
const replaced = () => conflict('Считают уже заново: смотрите новый расчёт')

const wordsOf = (looked: number, figures: SumsBy): string => {
  const of = (direction: ImpactDirection) => figures[direction]?.count ?? 0
  return `просмотрено ${looked}, дороже ${of('DEARER')}, дешевле ${of('CHEAPER')}, не подойдут ${of('MISFIT')}`
}

/** Counts open cases in batches; begun again it goes on with those that have not been counted. */
export const impactWork =
  (parts: CasePricingParts): TaskWork =>
  async ({ db, actor, input, signal, progress }) => {
    const { impactId } = input as { impactId: number }
    const { product, version, ...begun } = await readBegun(db, actor, impactId)
    const counting = {
      ...(await impactPricing(parts, { db, actor }, product, version)),
      lines: await findPartnerLines(db),
    }
    const author = { employeeId: actor.employeeId, requestId: `product-impact-${impactId}` }
    let { looked, figures, lastCaseId } = begun
    let told = 0
    for (;;) {
      signal.throwIfAborted()
      const cases = await findOpenAfter(db, { productId: product.id, lastCaseId, most: batchSize })
      if (cases.length === 0) break
      const counted = await countBatch(parts, { db, actor }, counting, cases)
      looked += counted.length
      figures = withCases(figures, counted)
      lastCaseId = cases.at(-1)?.id ?? lastCaseId
      const isTold = Date.now() - told >= toldMs
      if (isTold) told = Date.now()
      await writeTransaction(db, author, async (tx) => {
        if (!(await keepCounted(tx, impactId, counted, { looked, figures }))) throw replaced()
        if (isTold) await publish(tx, topics.impacts)
      })
      progress(looked)
    }
    await writeTransaction(db, author, async (tx) => {
      await finishImpact(tx, impactId, parts.clock.now())
      await publish(tx, topics.impacts)
    })
    return { text: wordsOf(looked, figures), link: impactHref(product, version.number) }
  }
