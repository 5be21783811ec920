import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type {
  LinkedCase,
  newShortApplication,
  PreDecision,
  ShortApplication,
  ShortApplicationInput,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { shortFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import type { Db } from '#db/database.ts'
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import {
  type CardPlace,
  checkCard,
  headOfCard,
  insertCard,
  moverOf,
  openPartnerOf,
  showCard,
  updateCard,
} from '#features/cases/cards/card.service.ts'
import { createCase, requireCase, updateCaseHead } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { moveCase } from '#features/cases/engine/move-case.service.ts'
import { whyRateIsFixed } from '#features/products/pricing/typed-rate.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { keepMasked, masked } from '#lib/masking.ts'
import { findConsents } from './consents.repo.ts'
import { findPreDecisions } from './pre-decisions.repo.ts'
import {
  deleteLink,
  findLeadForForm,
  findLeadStage,
  findLinks,
  findMadeOf,
  findPartnerName,
  findShort,
  insertLink,
  type ShortRow,
} from './short-applications.repo.ts'
import { changedLocked, isInForce, locksOf } from './short-applications.rules.ts'
import { type Reader, stageNameFor } from '#lib/shown-stages.ts'

const noApplication = () => notFound('Заявка не найдена')

async function linksOf(db: Db, actor: Actor, row: ShortRow): Promise<LinkedCase[]> {
  const links = await findLinks(db, actor, row.id, row.sourceId)
  return links
    .filter(({ type }) => holds(actor, type, 'Read'))
    .map(({ stage, ...link }) => ({ ...link, stageName: stageNameFor(actor, link.type, stage) }))
}

/** Consents with whether each is in force today. */
export async function consentsOf(db: Db, applicationId: number, clock: BankClock) {
  const today = bankDay(clock)
  const rows = await findConsents(db, applicationId)
  return rows.map((row) => ({ ...row, inForce: isInForce(row, today) }))
}

/** People of partners learn what the client is told: neither the score nor why the engine refused. */
const preDecisionFor = ({ isAhml }: Reader, one: PreDecision): PreDecision =>
  isAhml ? one : { ...one, score: null, notes: one.state === 'REJECTED' ? [] : one.notes }

const archivedLock = { fields: ['*'], reason: 'Заявка в архиве' }

/** An application's card; 404 when there is none or the caller does not see it. */
export async function getShortApplication(
  context: Context,
  id: number,
  clock: BankClock,
): Promise<ShortApplication> {
  const { db, actor } = context
  const row = await findShort(db, actor, id)
  if (row === undefined) throw noApplication()
  const { personId: _, responsibleId: __, programme: ___, sourceId: ____, archived, ...card } = row
  return showCard(context, 'ShortApplication', {
    ...card,
    locked: archived ? archivedLock : locksOf(row.stage),
    consents: await consentsOf(db, id, clock),
    links: await linksOf(db, actor, row),
    preDecisions: (await findPreDecisions(db, id)).map((one) => preDecisionFor(actor, one)),
  })
}

/** What a new form begins with: nothing, or what the lead knows. */
export async function emptyForm(
  { db, actor }: Context,
  leadId: number | undefined,
): Promise<ReplyOf<typeof newShortApplication>> {
  if (leadId === undefined)
    return {
      lastName: '',
      firstName: '',
      middleName: '',
      sex: null,
      birthDate: null,
      passport: null,
      phone: null,
      email: null,
      programmeCode: null,
      amount: null,
      regionCode: null,
      channelCode: null,
      sourceCode: null,
      comment: '',
      partner: await findPartnerName(db, actor.partnerId),
      lead: null,
    }
  if (!holds(actor, 'LEAD', 'Read')) throw forbidden()
  const lead = await findLeadForForm(db, actor, leadId)
  if (lead === undefined) throw notFound('Лид не найден')
  const { id, number, ...known } = lead
  return masked(actor, { ...known, lead: { id, number } })
}

/** The lead that an application is made of, with the numbers behind its masks. */
async function leadOf({ db, actor }: Context, leadId: number | null) {
  if (leadId === null) return undefined
  const lead = holds(actor, 'LEAD', 'Read') ? await findLeadForForm(db, actor, leadId) : undefined
  if (lead === undefined) throw invalid([{ path: 'leadId', message: 'Лид не найден' }])
  return lead
}

/**
 * Holds the lead while an application is made of it: of one lead there is one application, and who comes second is sent to
 * the first.
 */
async function holdLead({ db, actor }: Context, leadId: number): Promise<void> {
  await requireCase(db, actor, leadId, 'Read', 'update')
  const made = await findMadeOf(db, leadId)
  if (made !== undefined)
    throw conflict(`По этому лиду уже создана заявка ${made.number}: откройте её со страницы лида`)
}

async function closeLead(engine: Engine, context: Context, leadId: number): Promise<void> {
  const { db } = context
  const lead = await findLeadStage(db, leadId)
  if (lead?.closed === false)
    await moveCase(engine, db, { ...moverOf(context), asSystem: true }, leadId, { action: 'applicationMade' })
}

async function linkAll({ db, actor }: Context, id: number, others: readonly number[]): Promise<void> {
  for (const other of others) {
    await requireCase(db, actor, other, 'Read')
    await insertLink(db, id, other, actor.employeeId)
  }
}

/** The bank's BIC comes with its name and is no field of its own. */
const placeOf = (
  { salaryBankBic }: Pick<ShortApplicationInput, 'salaryBankBic'>,
  more: CardPlace['more'] = {},
): CardPlace => ({
  table: 'short_application',
  fields: shortFormFields,
  more: { salary_bank_bic: salaryBankBic, ...more },
})

type Creation = ShortApplicationInput & {
  readonly partnerId: number | null
  readonly leadId: number | null
  readonly confirmedDuplicates: readonly number[]
  readonly linkTo: readonly number[]
}

/** Opens an application; 409 with the duplicates that nobody has looked at. */
export async function createShortApplication(
  engine: Engine,
  context: Context,
  body: Creation,
): Promise<ShortApplication> {
  const { db, actor } = context
  const { partnerId: wanted, leadId, confirmedDuplicates, linkTo, ...given } = body
  const lead = await leadOf(context, leadId)
  if (leadId !== null) await holdLead(context, leadId)
  const partnerId = await openPartnerOf(db, actor, wanted ?? lead?.partner.id ?? null)
  await checkCard(engine, db, shortFormFields, given)
  const input = keepMasked(given, lead ?? {})
  const known = [...confirmedDuplicates, ...linkTo, ...(leadId === null ? [] : [leadId])]
  await refuseDuplicates(engine, context, { ...input, exceptId: null }, known)
  const { id } = await createCase(engine, db, moverOf(context), {
    type: 'SHORT_APPLICATION',
    partnerId,
    ...(await headOfCard(db, actor, partnerId, input)),
    source: input.sourceCode,
    sourceId: leadId,
  })
  await insertCard(db, placeOf(input, { confirmed_duplicates: confirmedDuplicates }), id, input)
  await linkAll(context, id, linkTo)
  if (leadId !== null) await closeLead(engine, context, leadId)
  return getShortApplication(context, id, engine.clock)
}

/** Locks an application for a change of its data. */
export async function takeShort({ db, actor }: Context, id: number): Promise<ShortRow> {
  const row = await requireCase(db, actor, id, 'Update', 'update')
  const application = row.type === 'SHORT_APPLICATION' ? await findShort(db, actor, id) : undefined
  if (application === undefined) throw noApplication()
  return application
}

/** 409 unless something of the application may be changed at its stage. */
export function checkOpen({ stage, archived }: ShortRow): ShortApplication['locked'] {
  const locked = archived ? archivedLock : locksOf(stage)
  if (locked?.fields.includes('*')) throw conflict(`${locked.reason}. Обновите страницу`)
  return locked
}

const sameRate = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && compareDecimals(one, other) === 0)

/** Saves an application's card. */
export async function saveShortApplication(
  engine: Engine,
  context: Context,
  id: number,
  { version, ...given }: ShortApplicationInput & { version: number },
): Promise<ShortApplication> {
  const { db, actor } = context
  const before = await takeShort(context, id)
  if (version !== before.version)
    throw stale(
      await getShortApplication(context, id, engine.clock),
      await findLastChangeOf(db, { objectType: 'shortApplication', objectId: id }),
    )
  const locked = checkOpen(before)
  const input = keepMasked(given, before)
  const changed = changedLocked(locked, { ...before }, { ...input })
  if (changed.length > 0)
    throw invalid(changed.map((path) => ({ path, message: `${locked?.reason ?? ''}: значение не меняется` })))
  await checkCard(engine, db, shortFormFields, input, before)
  if (!sameRate(input.rate, before.rate)) {
    const fixed = await whyRateIsFixed(db, id)
    if (fixed !== null) throw invalid([{ path: 'rate', message: fixed }])
  }
  await updateCard(db, placeOf(input), id, input)
  await updateCaseHead(db, id, await headOfCard(db, actor, before.partner.id, input))
  return getShortApplication(context, id, engine.clock)
}

/** Ties an application to another case of the same client, or unties it. */
export async function linkShortApplication(
  context: Context,
  { id, otherId }: { id: number; otherId: number },
  linked: boolean,
  clock: BankClock,
): Promise<ShortApplication> {
  await takeShort(context, id)
  if (id === otherId) throw invalid([{ path: 'otherId', message: 'Дело нельзя связать с самим собой' }])
  if (linked) await linkAll(context, id, [otherId])
  else await deleteLink(context.db, id, otherId)
  return getShortApplication(context, id, clock)
}
