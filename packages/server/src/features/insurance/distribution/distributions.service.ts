import { lowered } from '@ipoteka-office/contract/words.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RecordProcess } from '@ipoteka-office/contract/common/process.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type { DistributionContent } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import { distributionStates } from '@ipoteka-office/contract/insurance/distribution-machine.ts'
import type * as api from '@ipoteka-office/contract/insurance/distributions.ts'
import type { z } from 'zod'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord, processOf } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findInsurers } from '../tariffs/insurers.repo.ts'
import { distributionKind } from './distribution-kind.ts'
import { contentWords } from './distribution-words.rules.ts'
import {
  findBranches,
  findDistribution,
  findDistributions,
  insertDistribution,
  writeDistribution,
} from './distributions.repo.ts'
import { countOwnChoices, findFacts } from './offers.repo.ts'
import type { StoredDistribution } from './stored-distribution.ts'

const objectType = 'insuranceDistribution'

const toRow = ({ content: _, contributors: __, ...row }: StoredDistribution): api.Distribution => row

/** Every version of a lending, the latest first. */
export const listDistributions = async (
  { clock }: BankFigures,
  { db }: Context,
  { lending }: ParsedRequest<typeof api.listDistributions>['query'],
): Promise<api.Distribution[]> => (await findDistributions(db, lending, bankDay(clock))).map(toRow)

const moverOf = ({ clock }: BankFigures, { db, actor, requestId }: Context) => ({
  db,
  actor,
  requestId,
  clock,
})

const editableOf = ({ actor }: Context, { state }: StoredDistribution): api.DistributionCard['editable'] => {
  const refusal =
    (actor.operations.Insurance?.includes('UpdateDistribution')
      ? null
      : 'Нет права менять распределение страховщиков') ??
    (state === 'DRAFT'
      ? null
      : `Меняют только черновик, а эта версия — «${lowered(distributionStates[state])}»: создайте новую на её основе`)
  return { enabled: refusal === null, reasonDisabled: refusal }
}

export const branchIdsOf = ({ rows }: DistributionContent): number[] =>
  rows.flatMap(({ branchId }) => branchId ?? [])

async function present(
  parts: BankFigures,
  context: Context,
  one: StoredDistribution,
): Promise<api.DistributionCard> {
  const { db } = context
  return {
    ...toRow(one),
    content: one.content,
    insurers: await findInsurers(db, bankDay(parts.clock)),
    branches: await findBranches(db, branchIdsOf(one.content)),
    facts: await findFacts(db, one.id),
    ownChoices: await countOwnChoices(db, one.id),
    actions: await allowedActions(distributionKind, moverOf(parts, context), one),
    editable: editableOf(context, one),
  }
}

export async function requireDistribution(
  { clock }: Pick<BankFigures, 'clock'>,
  { db }: Pick<Context, 'db'>,
  id: number,
  how: { readonly lock?: boolean } = {},
): Promise<StoredDistribution> {
  const one = await findDistribution(db, id, bankDay(clock), how)
  if (one === undefined) throw notFound('Такой версии распределения нет')
  return one
}

export const getDistribution = async (
  parts: BankFigures,
  context: Context,
  id: number,
): Promise<api.DistributionCard> => present(parts, context, await requireDistribution(parts, context, id))

/** The version held until the transaction ends; 409 with it as it is when what was seen is old. */
async function take(
  parts: BankFigures,
  context: Context,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<StoredDistribution> {
  const one = await requireDistribution(parts, context, id, { lock: true })
  if (one.version !== version)
    throw stale(
      await present(parts, context, one),
      await findLastChangeOf(context.db, { objectType, objectId: id }),
    )
  return one
}

/** A draft with what another version of the same lending says. */
export async function createDistribution(
  parts: BankFigures,
  context: Context,
  { fromId, ...made }: ParsedRequest<typeof api.createDistribution>['body'],
): Promise<api.DistributionCard> {
  const { db, actor } = context
  const from = fromId === null ? null : await requireDistribution(parts, context, fromId)
  if (from !== null && from.lending !== made.lending)
    throw invalid([{ path: 'fromId', message: 'Эта версия распределяет страховщиков других кредитов' }])
  const content = from?.content ?? { rows: [] }
  const draft = { ...made, content, authorId: actor.employeeId, at: parts.clock.now() }
  return getDistribution(parts, context, await insertDistribution(db, draft))
}

/** Insurers and branches that are no partners of the bank. */
async function checkRefs(
  { clock }: BankFigures,
  { db }: Context,
  content: DistributionContent,
): Promise<void> {
  const insurers = new Set((await findInsurers(db, bankDay(clock))).map(({ id }) => id))
  const branches = new Set((await findBranches(db, branchIdsOf(content))).map(({ id }) => id))
  const wrong = content.rows.flatMap(({ branchId, cells }, at) => [
    ...(branchId === null || branches.has(branchId)
      ? []
      : [{ path: `content.rows.${at}.branchId`, message: 'Такого партнёра нет' }]),
    ...cells.flatMap(({ insurerId }, place) =>
      insurers.has(insurerId)
        ? []
        : [
            {
              path: `content.rows.${at}.cells.${place}.insurerId`,
              message: 'Такого страховщика нет: выберите партнёра с ролью «Страховщик»',
            },
          ],
    ),
  ])
  if (wrong.length > 0) throw invalid(wrong)
}

export async function saveDistribution(
  parts: BankFigures,
  context: Context,
  id: number,
  { version, ...written }: ParsedRequest<typeof api.saveDistribution>['body'],
): Promise<api.DistributionCard> {
  const one = await take(parts, context, { id, version })
  const { enabled, reasonDisabled } = editableOf(context, one)
  if (!enabled) throw conflict(reasonDisabled ?? '')
  await checkRefs(parts, context, written.content)
  await writeDistribution(context.db, id, { ...written, by: context.actor.employeeId })
  return getDistribution(parts, context, id)
}

export async function moveDistribution(
  parts: BankFigures,
  context: Context,
  id: number,
  { version, ...move }: ParsedRequest<typeof api.sendDistribution | typeof api.decideDistribution>['body'],
): Promise<api.DistributionCard> {
  const one = await take(parts, context, { id, version })
  await moveRecord(distributionKind, moverOf(parts, context), one, move)
  return getDistribution(parts, context, id)
}

export async function distributionProcess(
  parts: BankFigures,
  context: Context,
  id: number,
): Promise<z.output<typeof RecordProcess>> {
  const { clock, parameters } = parts
  const terms = await parameters.figuresOn(bankDay(clock))
  const one = await requireDistribution(parts, context, id)
  return processOf(distributionKind, { db: context.db, clock, terms }, one)
}

const labelsWith = (nameOf: (insurerId: number) => string): CardLabels => ({
  [objectType]: {
    fields: {
      title: { label: 'Версия названа' },
      valid_from: { label: 'Первый день' },
      state: { label: 'Состояние', names: distributionStates },
      content: { label: 'Доли', text: (value) => contentWords(value, nameOf) },
      approver_id: { label: 'Кто подтвердил', table: 'employee' },
    },
  },
})

export async function distributionHistory(
  parts: BankFigures,
  context: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  await requireDistribution(parts, context, id)
  const insurers = await findInsurers(context.db, bankDay(parts.clock))
  const nameOf = (insurerId: number) =>
    insurers.find((one) => one.id === insurerId)?.shortName ?? `партнёр ${insurerId}`
  return listCardHistory(context, { objectType, objectId: id }, labelsWith(nameOf), query)
}
