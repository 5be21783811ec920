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
import { refuseDuplicates } from '#features/cases/duplicates/case-duplicates.service.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { archiveCase, createCase, requireCase, updateCaseHead } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { ApiError, conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { keepMasked } from '#lib/masking.ts'
import { keepAgreedContact } from './agreed-contact.service.ts'
import { findAttempts, findLead, findLeads, type LeadRow } from './leads.repo.ts'
import { leadIdOf } from './leads.rules.ts'
import { findQrOrigin } from './qr-leads.repo.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'

const noLead = () => notFound('Лид не найден')

/** The id of a lead in an address; the specification's message for what is not a non-zero number. */
export function requireLeadId(text: string): number {
  const id = leadIdOf(text)
  if (id === 'INVALID') throw new ApiError(400, 'ER_DTO_VALIDATOR', invalidLeadUrl)
  if (id === 'NONE') throw noLead()
  return id
}

const toLead = ({ responsibleId: _, closed: __, ...row }: LeadRow): Lead => ({
  ...row,
  statusName: machines.LEAD.states[row.status]?.name ?? row.status,
})

/** A lead's card; 404 when there is none or the caller does not see it. */
export async function getLead(context: Context, id: number): Promise<LeadCard> {
  const { db, actor } = context
  const row = await findLead(db, actor, id)
  if (row === undefined) throw noLead()
  const attempts = await findAttempts(db, id)
  return showCard(context, 'Lead', { ...toLead(row), attempts, qr: await findQrOrigin(db, id) })
}

/** A page of leads; numbers in lists are masked for everybody. */
export async function listLeads(
  { db, actor }: Context,
  query: PageQuery & { status?: string | undefined; search: string },
): Promise<Page<Lead>> {
  const { rows, total } = await findLeads(db, actor, query)
  return toPage(maskAll(rows.map(toLead)), total, query)
}

/** The next call is agreed apart from the form. */
export const placeOf = ({ nextContactAt }: Pick<LeadInput, 'nextContactAt'>): CardPlace => ({
  table: 'lead',
  fields: leadFormFields,
  more: { next_contact_at: nextContactAt },
})

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
  const partnerId = await openPartnerOf(db, actor, wanted)
  await checkCard(engine, db, leadFormFields, input)
  const clean = keepMasked(input, {})
  await refuseDuplicates(engine, context, wishOf(clean, null), confirmedDuplicates)
  const { id } = await createCase(engine, db, moverOf(context), {
    type: 'LEAD',
    partnerId,
    ...(await headOfCard(db, actor, partnerId, clean)),
    source: clean.sourceCode,
  })
  await insertCard(db, placeOf(clean), id, clean)
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
  if (input.phone === null)
    throw invalid([{ path: 'phone', message: 'Укажите телефон: без него с клиентом не связаться' }])
  await checkCard(engine, db, leadFormFields, input, before)
  await updateCard(db, placeOf(input), id, input)
  await updateCaseHead(db, id, await headOfCard(db, actor, before.partner.id, input))
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
