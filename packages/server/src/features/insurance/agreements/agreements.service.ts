import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import { agreementStates, writableStates } from '@ipoteka-office/contract/insurance/agreement-machine.ts'
import type * as api from '@ipoteka-office/contract/insurance/agreements.ts'
import { typesOfLending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { Db } from '#db/database.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { hasOwnerRights } from '#features/documents/document-owners.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { allowedActions, moveRecord } from '#features/machines/move-record.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { refuseUnknownCodes } from '#features/references/known-codes.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { makeOffer } from '../distribution/offering.service.ts'
import { agreementKind } from './agreement-kind.ts'
import { attachingRefusal } from './agreement-papers.rules.ts'
import {
  findAgreement,
  findAgreements,
  findAgreementsOf,
  findStanding,
  insertAgreement,
  writeAgreement,
} from './agreements.repo.ts'
import { neededTypes, readCaseRisk } from './case-risk.service.ts'
import { leastSumOf } from './version-sum.service.ts'
import { findBankName } from './insurance-bank.repo.ts'
import type { StoredAgreement } from './stored-agreement.ts'

/** What agreements need beside the database. */
export interface AgreementParts extends BankFigures {
  /** An insurer can be asked from here. */
  readonly asksInsurers: boolean
}

const objectType = 'insuranceAgreement'

const moverOf = ({ clock }: AgreementParts, { db, actor, requestId }: Context) => ({
  db,
  actor,
  requestId,
  clock,
})

const mayArrange = ({ actor }: Context) => actor.operations.Insurance?.includes('Arrange') ?? false

const editableOf = (context: Context, { state }: StoredAgreement): api.Agreement['editable'] => {
  const refusal =
    (mayArrange(context) ? null : 'Нет права оформлять страхование') ??
    (writableStates.includes(state)
      ? null
      : `В состоянии «${agreementStates[state]}» данные договора не меняются`)
  return { enabled: refusal === null, reasonDisabled: refusal }
}

const attachingOf = (context: Context, { state }: StoredAgreement): api.Agreement['attaching'] => {
  const refusal = (mayArrange(context) ? null : 'Нет права оформлять страхование') ?? attachingRefusal(state)
  return { enabled: refusal === null, reasonDisabled: refusal }
}

/** Whether the papers of the case are the person's to read. */
const readsDocuments = ({ actor }: Context, { case: { type } }: StoredAgreement): boolean =>
  (actor.operations.Document?.includes('Read') ?? false) &&
  hasOwnerRights(actor, caseTypes[type].documents.owner, 'read')

export async function presentAgreement(
  parts: AgreementParts,
  context: Context,
  one: StoredAgreement,
): Promise<api.Agreement> {
  const {
    offerId: _,
    insurerInn: __,
    risk: ___,
    asked: ____,
    partnerId: _____,
    createdById: ______,
    surcharge,
    ...shown
  } = one
  const { actor } = context
  const actions = await allowedActions(agreementKind(parts.asksInsurers), moverOf(parts, context), one)
  return {
    ...shown,
    // What an insurer says of the client's health is the bank's to know; the state tells the rest.
    answer:
      shown.answer && (actor.isAhml ? shown.answer : { ...shown.answer, text: agreementStates[shown.state] }),
    surcharge: surcharge && {
      state: surcharge.state,
      percent: surcharge.percent,
      from: surcharge.from,
      decidedBy: surcharge.decidedBy,
      rateBefore: surcharge.rateBefore,
      rateAfter: surcharge.rateAfter,
    },
    // The choice has a call of its own: it needs the insurer.
    actions: actions.filter(({ code }) => code !== 'choose'),
    documents: readsDocuments(context, one) ? one.documents : [],
    editable: editableOf(context, one),
    attaching: attachingOf(context, one),
  }
}

/** The agreement of a case that the person sees; held until the transaction ends when `lock` is asked for. */
export async function requireAgreement(
  { db, actor }: Context,
  id: number,
  how: { readonly lock?: boolean } = {},
): Promise<StoredAgreement> {
  const one = await findAgreement(db, actor, id, how)
  if (one === undefined) throw notFound('Договор страхования не найден')
  await requireCase(db, actor, one.case.id, 'Read')
  return one
}

/** The agreement held; 409 with it as it is when what was seen is old. */
export async function takeAgreement(
  parts: AgreementParts,
  context: Context,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<StoredAgreement> {
  const one = await requireAgreement(context, id, { lock: true })
  if (one.version !== version)
    throw stale(
      await presentAgreement(parts, context, one),
      await findLastChangeOf(context.db, { objectType, objectId: id }),
    )
  return one
}

export const getAgreement = async (
  parts: AgreementParts,
  context: Context,
  id: number,
): Promise<api.Agreement> => presentAgreement(parts, context, await requireAgreement(context, id))

/** Types of cases that the person reads. */
const readTypes = ({ actor }: Context): CaseType[] =>
  (Object.keys(caseTypes) as CaseType[]).filter((type) =>
    actor.operations[caseTypes[type].object]?.includes('Read'),
  )

export async function listAgreements(
  parts: AgreementParts,
  context: Context,
  query: ParsedRequest<typeof api.listAgreements>['query'],
): Promise<Page<api.Agreement>> {
  const { content, ...page } = await findAgreements(context.db, context.actor, {
    ...query,
    types: readTypes(context),
  })
  const shown: api.Agreement[] = []
  for (const one of content) shown.push(await presentAgreement(parts, context, one))
  return { ...page, content: shown }
}

export async function caseInsurance(
  parts: AgreementParts,
  context: Context,
  caseId: number,
): Promise<api.CaseInsurance> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'Read')
  const risk = await readCaseRisk(parts, db, row)
  const agreements: api.Agreement[] = []
  for (const one of await findAgreementsOf(db, actor, caseId))
    agreements.push(await presentAgreement(parts, context, one))
  const refusal =
    (mayArrange(context) ? null : 'Нет права оформлять страхование') ??
    (risk.debt === null ? 'Сначала укажите сумму кредита' : null)
  return {
    lending: risk.lending,
    types: neededTypes(risk),
    agreements,
    offering: { enabled: refusal === null, reasonDisabled: refusal },
  }
}

/** The case held for a new agreement: two at once would insure it twice. */
const holdForOffer = (db: Db, context: Context, caseId: number) =>
  requireCase(db, context.actor, caseId, 'Read', 'update')

/** Offers an insurer by the distribution of the day. */
export async function createAgreement(
  parts: AgreementParts,
  context: Context,
  { caseId, type }: ParsedRequest<typeof api.createAgreement>['body'],
): Promise<api.Agreement> {
  const { db, actor } = context
  const row = await holdForOffer(db, context, caseId)
  const { lending, debt, leastSum: ofBank, branchIds, region, facts } = await readCaseRisk(parts, db, row)
  const known: readonly string[] = typesOfLending[lending]
  if (!known.includes(type))
    throw invalid([{ path: 'type', message: 'Этот вид страхования здесь не оформляют' }])
  if (debt === null || ofBank === null) throw conflict('Сначала укажите сумму кредита')
  const leastSum = await leastSumOf(db, { caseId, type }, { debt, leastSum: ofBank })
  const standing = await findStanding(db, caseId, type)
  if (standing !== undefined)
    throw conflict(
      `Договор этого вида уже оформляют: «${agreementStates[standing.state]}». Закончите или отмените его`,
    )
  const { age, object, product } = facts
  const offer = await makeOffer(parts.clock, db, {
    caseId,
    lending,
    place: { type, region, branchIds, product },
    facts: { age, object, sum: leastSum },
  })
  const { day: _, ...risk } = facts
  const id = await insertAgreement(db, {
    ...{ caseId, type, offerId: offer.id, insurerId: offer.insurerId, debt, leastSum },
    risk: { ...risk, type, sum: leastSum },
    // The bank is paid first whoever is insured (102-ФЗ, ст. 31 п. 3).
    beneficiary: await findBankName(db),
    by: actor.employeeId,
    at: parts.clock.now(),
  })
  return getAgreement(parts, context, id)
}

const isLater = (one: string | null, other: string | null) => one !== null && other !== null && one > other

export async function saveAgreement(
  parts: AgreementParts,
  context: Context,
  id: number,
  { version, ...input }: ParsedRequest<typeof api.saveAgreement>['body'],
): Promise<api.Agreement> {
  const { db } = context
  const one = await takeAgreement(parts, context, { id, version })
  const { enabled, reasonDisabled } = editableOf(context, one)
  if (!enabled) throw conflict(reasonDisabled ?? '')
  if (isLater(input.from, input.to)) throw invalid([{ path: 'to', message: 'Последний день раньше первого' }])
  if (input.startsBy !== null)
    await refuseUnknownCodes(db, [
      { path: 'startsBy', label: 'Начало действия', dictionary: 'insuranceStartType', code: input.startsBy },
    ])
  // What the tariff or the insurer has said stays theirs while nobody writes another sum over it.
  const isByHand = input.premium !== one.premium
  await writeAgreement(db, id, { ...input, isByHand })
  return getAgreement(parts, context, id)
}

export async function moveAgreement(
  parts: AgreementParts,
  context: Context,
  id: number,
  { version, ...move }: ParsedRequest<typeof api.moveAgreement>['body'],
): Promise<api.Agreement> {
  const one = await takeAgreement(parts, context, { id, version })
  if (move.action === 'send' && !parts.asksInsurers)
    throw conflict(
      'Обмен со страховщиками не подключён: внесите расчёт вручную и отметьте «Расчёт внесён»',
      'ER_INSURANCE_INTERACTION',
    )
  await moveRecord(agreementKind(parts.asksInsurers), moverOf(parts, context), one, move)
  if (move.action === 'send')
    await enqueue(context.db, 'insurer-question', { agreementId: id, asked: one.asked + 1 })
  return getAgreement(parts, context, id)
}
