import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import {
  invalidLeadUrl,
  type Lead,
  type LeadCard,
  type LeadInput,
} from '@ipoteka-office/contract/leads/leads.ts'
import { leadFormFields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import { findOrCreatePerson } from '#features/cases/sections/persons.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { archiveCase, createCase, requireCase, updateCaseHead } from '#features/cases/engine/cases.service.ts'
import type { Engine, Mover } from '#features/cases/engine/engine.ts'
import { stageName } from '#features/cases/engine/machine.rules.ts'
import { ApiError, conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import type { Actor } from '#lib/actor.ts'
import { keepMasked, masked, seesPersonalData } from '#lib/masking.ts'
import { refuseFutureDays } from '#lib/refuse-future-days.ts'
import { keepAgreedContact } from './agreed-contact.service.ts'
import {
  findAttempts,
  findItemName,
  findLead,
  findLeads,
  insertLead,
  isPartnerOpen,
  type LeadRow,
  updateLeadRow,
} from './leads.repo.ts'
import { fullNameOf, leadIdOf } from './leads.rules.ts'
import { findQrOrigin } from './qr-leads.repo.ts'

const noLead = () => notFound('Лид не найден')

/** The id of a lead in an address; the specification's message for what is not a non-zero number. */
export function requireLeadId(text: string): number {
  const id = leadIdOf(text)
  if (id === 'INVALID') throw new ApiError(400, 'ER_DTO_VALIDATOR', invalidLeadUrl)
  if (id === 'NONE') throw noLead()
  return id
}

/** Who moves, of a call. */
export const moverOf = ({ actor, requestId }: Pick<Context, 'actor' | 'requestId'>): Mover => ({
  actor,
  requestId,
})

/** The partner a new case is of; 400 for one that the caller may not open cases for. */
export async function openPartnerOf(db: Db, actor: Actor, wanted: number | null): Promise<number> {
  const partnerId = wanted ?? actor.partnerId
  if (!(await isPartnerOpen(db, actor, partnerId)))
    throw invalid([{ path: 'partnerId', message: 'Для этого партнёра заявку завести нельзя' }])
  return partnerId
}

/** Dictionaries of the codes that leads and short applications name, by the form's fields. */
const dictionaries: Readonly<Record<string, string>> = {
  programmeCode: 'product/type',
  regionCode: 'region',
  sourceCode: 'source',
  channelCode: 'all-channel',
  goalCode: 'loanGoals',
  initialSourceCode: 'initialSource',
}

/** 400 on the first codes that no dictionary has; answers the name of the programme. */
export async function checkCodes(db: Db, input: Readonly<Record<string, unknown>>): Promise<string | null> {
  const issues: { path: string; message: string }[] = []
  let programme: string | null = null
  for (const [path, dictionary] of Object.entries(dictionaries)) {
    const code = input[path]
    if (typeof code !== 'string') continue
    const name = await findItemName(db, dictionary, code)
    if (name === undefined) issues.push({ path, message: 'Неизвестное значение' })
    else if (path === 'programmeCode') programme = name
  }
  if (issues.length > 0) throw invalid(issues)
  return programme
}

/** The card as the person may see it; what is shown whole is written down. */
export async function showCase<T>(
  context: Pick<Context, 'db' | 'actor' | 'requestId'>,
  object: 'Lead' | 'ShortApplication',
  card: T & { readonly id: number; readonly passport: string | null; readonly phone: string | null },
): Promise<T> {
  if (seesPersonalData(context.actor) && (card.passport !== null || card.phone !== null))
    await recordUnmasking(context, { type: object, id: card.id }, { persons: 1, what: 'Карточка' })
  return masked(context.actor, card)
}

const toLead = ({ responsibleId: _, closed: __, ...row }: LeadRow): Lead => ({
  ...row,
  statusName: stageName('LEAD', row.status),
})

/** A lead's card; 404 when there is none or the caller does not see it. */
export async function getLead(context: Context, id: number): Promise<LeadCard> {
  const { db, actor } = context
  const row = await findLead(db, actor, id)
  if (row === undefined) throw noLead()
  const attempts = await findAttempts(db, id)
  return showCase(context, 'Lead', { ...toLead(row), attempts, qr: await findQrOrigin(db, id) })
}

/** A page of leads; numbers in lists are masked for everybody. */
export async function listLeads(
  { db, actor }: Context,
  query: PageQuery & { status?: string | undefined; search: string },
): Promise<Page<Lead>> {
  const { rows, total } = await findLeads(db, actor, query)
  return toPage(maskAll(rows.map(toLead)), total, query)
}

const wishOf = (input: LeadInput, exceptId: number | null) => ({ ...input, exceptId })

/** Reminds of the next call when its time comes. */
const remindOf = async (db: Db, leadId: number, at: string | null): Promise<void> => {
  if (at !== null) await enqueue(db, 'lead-contact', { leadId, at }, { startAfter: new Date(at) })
}

/** Opens a lead. */
export async function createLead(
  engine: Engine,
  context: Context,
  body: LeadInput & { partnerId: number | null; confirmedDuplicates: readonly number[] },
): Promise<LeadCard> {
  const { db, actor } = context
  const { partnerId: wanted, confirmedDuplicates, ...input } = body
  if (input.phone === null)
    throw invalid([{ path: 'phone', message: 'Укажите телефон: без него с клиентом не связаться' }])
  refuseFutureDays(leadFormFields, input, engine.clock)
  const partnerId = await openPartnerOf(db, actor, wanted)
  const programme = await checkCodes(db, input)
  const clean = keepMasked(input, {})
  await refuseDuplicates(engine, context, wishOf(clean, null), confirmedDuplicates)
  const { id } = await createCase(engine, db, moverOf(context), {
    type: 'LEAD',
    partnerId,
    regionCode: clean.regionCode,
    programmeCode: clean.programmeCode,
    programme,
    clientName: fullNameOf(clean),
    personId: await findOrCreatePerson(db, partnerId, clean, actor.employeeId),
    clientPhone: clean.phone,
    amount: clean.amount,
    channel: clean.channelCode,
  })
  await insertLead(db, id, clean)
  await remindOf(db, id, clean.nextContactAt)
  await keepAgreedContact(engine, db, moverOf(context), id)
  return getLead(context, id)
}

/** Locks a lead for a change of its data. */
export async function takeLead({ db, actor }: Context, id: number, operation: string): Promise<LeadRow> {
  const row = await requireCase(db, actor, id, operation, 'update')
  const lead = row.type === 'LEAD' ? await findLead(db, actor, id) : undefined
  if (lead === undefined) throw noLead()
  return lead
}

/** Saves a lead's card. */
export async function saveLead(
  engine: Engine,
  context: Context,
  id: number,
  { version, ...given }: LeadInput & { version: number },
): Promise<LeadCard> {
  const { db, actor } = context
  const before = await takeLead(context, id, 'Update')
  if (version !== before.version)
    throw stale(await getLead(context, id), await findLastChangeOf(db, { objectType: 'lead', objectId: id }))
  if (before.closed || before.archived) throw conflict('Лид закрыт: его данные не меняются')
  const input = keepMasked(given, before)
  refuseFutureDays(leadFormFields, input, engine.clock)
  if (input.phone === null)
    throw invalid([{ path: 'phone', message: 'Укажите телефон: без него с клиентом не связаться' }])
  const programme = await checkCodes(db, input)
  await updateLeadRow(db, id, input)
  await updateCaseHead(db, id, {
    clientName: fullNameOf(input),
    personId: await findOrCreatePerson(db, before.partner.id, input, actor.employeeId),
    clientPhone: input.phone,
    amount: input.amount,
    programmeCode: input.programmeCode,
    programme,
    regionCode: input.regionCode,
    channel: input.channelCode,
  })
  if (input.nextContactAt !== before.nextContactAt) {
    await remindOf(db, id, input.nextContactAt)
    await keepAgreedContact(engine, db, moverOf(context), id)
  }
  return getLead(context, id)
}

/** Puts a lead into the archive, or brings it back. */
export async function archiveLead(
  engine: Engine,
  context: Context,
  id: number,
  { version, archived }: { readonly version: number; readonly archived: boolean },
): Promise<void> {
  const before = await takeLead(context, id, 'Delete')
  if (version !== before.version)
    throw stale(
      await getLead(context, id),
      await findLastChangeOf(context.db, { objectType: 'lead', objectId: id }),
    )
  await archiveCase(engine, context.db, moverOf(context), id, archived)
}
