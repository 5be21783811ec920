import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { readableCases } from '@ipoteka-office/contract/live-topics.ts'
import type {
  ImpactCase,
  ImpactDirection,
  ImpactRun,
  ReferenceClientImpact,
  VersionImpact,
} from '@ipoteka-office/contract/products/version-impact.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { conflict, forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { publish } from '#live/publish.ts'
import type { PricingParts } from '../pricing/price.service.ts'
import { fromPoints } from '../pricing/points.ts'
import { holds } from '../product-reader.ts'
import { absent, readerOf, requireProduct, requireVersion } from '../shown-product.service.ts'
import type { StoredProduct, StoredVersion } from '../stored-products.ts'
import { clientSide, impactPricing } from './impact-pricing.service.ts'
import { directionOf, figuresOf } from './impact.rules.ts'
import {
  countOpen,
  findCases,
  findClients,
  findImpact,
  findImpactOfProduct,
  linkTask,
  putImpact,
  type StoredImpact,
} from './impact.repo.ts'

interface VersionKey {
  readonly id: number
  readonly number: number
}

/** The page of the version that shows what it changes. */
export const impactHref = ({ id, lending }: StoredProduct, number: number): string =>
  `${lending === 'MORTGAGE' ? '/product' : '/loan-products'}/${id}?tab=rates&number=${number}`

/** Whose work it is to write versions or to release them. */
const watchers = ['Update', 'Approve', 'Release'] as const

/** The version of a product, for people of the bank who write or release versions; nobody of a partner is told of it. */
async function requireWatched(
  parts: PricingParts,
  context: Context,
  { id, number }: VersionKey,
): Promise<{ product: StoredProduct; version: StoredVersion }> {
  const { db, actor } = context
  const reader = readerOf(parts, context)
  const product = await requireProduct(db, reader, id)
  if (!actor.isAhml) throw absent()
  if (!watchers.some((right) => holds(actor, product.lending, right)))
    throw forbidden('Что изменит выпуск, видят те, кто пишет и выпускает продукты')
  if (product.kind !== 'PRODUCT') throw notFound('Ставки задаёт продукт: у опций и акций своего тарифа нет')
  return { product, version: await requireVersion(db, reader, product, number) }
}

/** Why open cases may not be counted by the version; null: they may. */
function refusalOf({ state, inForceFrom }: StoredVersion, today: string): string | null {
  if (state === 'ARCHIVE') return 'Выпуск снят с продажи: его условия уже ничего не изменят'
  const hasBegun = inForceFrom !== null && inForceFrom <= today
  return hasBegun ? 'Выпуск уже действует: сравнивать его не с чем' : null
}

const runOf = (
  { id, state, author, startedAt, finishedAt, total, looked, contentVersion, figures }: StoredImpact,
  version: StoredVersion,
): ImpactRun => ({
  id,
  state,
  author,
  startedAt,
  finishedAt,
  total: Math.max(total, looked),
  looked,
  isStale:
    contentVersion !== version.version && (version.state === 'DRAFT' || version.state === 'CORRECTION'),
  figures: figuresOf(figures),
})

async function clientsOf(
  parts: PricingParts,
  { db, actor }: Context,
  product: StoredProduct,
  version: StoredVersion,
): Promise<{ clients: ReferenceClientImpact[]; presentNumber: number | null }> {
  const pricing = await impactPricing(parts, { db, actor }, product, version)
  const { before, after } = await pricing.catalogues(null)
  const isWorking = await loadCalendar(db)
  const clients = (await findClients(db, product.lending)).map(
    ({ id, name, about, question }): ReferenceClientImpact => {
      const was = clientSide(before, question, pricing, isWorking)
      const is = clientSide(after, question, pricing, isWorking)
      const { direction, points } = directionOf(was, is)
      return {
        id,
        name,
        about,
        before: was,
        after: is,
        points: was.rate === null || is.rate === null ? null : fromPoints(points),
        direction,
      }
    },
  )
  return { clients, presentNumber: before.products[0]?.number ?? null }
}

/** «Что изменится»: reference clients by the version in force and by this one, and the last count of open cases. */
export async function versionImpact(
  parts: PricingParts,
  context: Context,
  key: VersionKey,
): Promise<VersionImpact> {
  const { product, version } = await requireWatched(parts, context, key)
  const today = bankDay(parts.clock)
  const run = await findImpact(context.db, version.id)
  const reasonDisabled =
    refusalOf(version, today) ?? (run?.state === 'RUNNING' ? 'Расчёт уже идёт: дождитесь его' : null)
  return {
    number: version.number,
    day: today,
    oldTermsDays: version.content.oldTermsDays,
    ...(await clientsOf(parts, context, product, version)),
    allowed: { enabled: reasonDisabled === null, reasonDisabled },
    run: run === undefined ? null : runOf(run, version),
  }
}

/** Name of the background work; its handler is `impactWork`. */
export const impactWorkName = 'product-impact'

/** Begins to count every open case of the product by the version; the count before gives its place. */
export async function startImpact(
  parts: PricingParts,
  context: Context,
  key: VersionKey,
): Promise<VersionImpact> {
  const { db, actor } = context
  const { product, version } = await requireWatched(parts, context, key)
  const refusal = refusalOf(version, bankDay(parts.clock))
  if (refusal !== null) throw conflict(refusal)
  const before = await findImpactOfProduct(db, product.id)
  if (before?.state === 'RUNNING')
    throw conflict('Заявки этого продукта уже считают: дождитесь конца расчёта')
  const total = await countOpen(db, product.id)
  const id = await putImpact(db, {
    productId: product.id,
    versionId: version.id,
    contentVersion: version.version,
    authorId: actor.employeeId,
    at: parts.clock.now(),
    total,
  })
  const task = await startTask(db, actor, {
    work: impactWorkName,
    kind: 'work',
    title: `Что изменит выпуск ${version.number} «${version.content.names.staff}»`,
    total,
    input: { impactId: id },
  })
  await linkTask(db, id, task.id)
  await publish(db, topics.impacts)
  return versionImpact(parts, context, key)
}

/** The cases behind a figure. */
export async function impactCases(
  parts: PricingParts,
  context: Context,
  key: VersionKey,
  { direction, ...paging }: PageQuery & { readonly direction?: ImpactDirection | undefined },
): Promise<Page<ImpactCase>> {
  const { version } = await requireWatched(parts, context, key)
  const run = await findImpact(context.db, version.id)
  if (run === undefined) throw notFound('Заявки по этому выпуску ещё не считали')
  const figures = figuresOf(run.figures)
  const readable = readableCases(context.actor.operations)
  return readPage(paging, {
    rows: () =>
      findCases(context.db, run.id, {
        direction,
        readable,
        limit: paging.size,
        offset: paging.page * paging.size,
      }),
    count: () =>
      Promise.resolve(
        figures.reduce(
          (sum, one) => (direction === undefined || one.direction === direction ? sum + one.count : sum),
          0,
        ),
      ),
  })
}
