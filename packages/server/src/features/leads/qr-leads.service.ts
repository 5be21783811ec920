import { insertCard } from '#features/cases/cards/card.service.ts'
import { fullNameOf } from '#features/cases/sections/section-values.rules.ts'
import { nameOfCode } from '#features/references/known-codes.service.ts'
import type { LeadInput } from '@ipoteka-office/contract/leads/leads.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem, type Engine } from '#features/cases/engine/engine.ts'
import { findOpenLead, holdPhone, markQrLead } from './qr-leads.repo.ts'
import { placeOf } from './leads.service.ts'

/** How the dictionary of sources calls it. */
const qrSource = 'QR'

/** A lead that came by a QR code: what is known of the client and of the code. */
export interface QrLead extends Pick<LeadInput, 'programmeCode' | 'channelCode' | 'comment'> {
  readonly qrCodeId: number
  readonly partnerId: number
  readonly regionCode: string | null
  /** Whose code it is. */
  readonly employeeId: number | null
  readonly campaign: string
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly phone: string
}

const tell = async (db: Db, employeeId: number | null, text: string, leadId: number) =>
  employeeId === null ? undefined : notify(db, employeeId, { kind: 'event', text, link: `/lead/${leadId}` })

/**
 * Writes down what a client left on the page of a code. The client is a stranger to the system, so no known person is
 * touched; who asks again while the first lead is open gets no second one.
 */
export async function takeQrLead(engine: Engine, db: Db, lead: QrLead): Promise<void> {
  const { partnerId, regionCode, programmeCode, channelCode, phone } = lead
  await holdPhone(db, partnerId, phone)
  const open = await findOpenLead(db, partnerId, phone)
  if (open !== undefined)
    return tell(db, open.responsibleId, `Клиент снова оставил заявку по QR-коду: лид ${open.number}`, open.id)
  const { id, number } = await createCase(engine, db, bySystem, {
    type: 'LEAD',
    partnerId,
    regionCode,
    programmeCode,
    programme: await nameOfCode(db, 'product/type', programmeCode),
    clientName: fullNameOf({ ...lead }),
    clientPhone: phone,
    channel: channelCode,
    source: qrSource,
    qr: { campaign: lead.campaign, ownerId: lead.employeeId },
  })
  const card = { ...lead, city: '', sourceCode: qrSource, nextContactAt: null }
  await insertCard(db, placeOf(card), id, card)
  const responsibleId = await markQrLead(db, id, { qrCodeId: lead.qrCodeId, at: engine.clock.now() })
  await tell(db, responsibleId, `Новый лид по QR-коду: ${number}, ${fullNameOf({ ...lead })}`, id)
}
