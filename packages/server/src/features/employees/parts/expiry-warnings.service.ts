import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { tellPartner } from '#features/partner-work/partner-events.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { type EndingDocument, findAdministrators, findEnding, insertWarning } from './expiry-warnings.repo.ts'

/** Warned so many days before the end; a day that was missed is made up for until the next warning is due. */
const warnings = [
  { from: 8, to: 30 },
  { from: 0, to: 7 },
] as const

async function warn(db: Db, document: EndingDocument, daysBefore: number): Promise<boolean> {
  if (!(await insertWarning(db, document, daysBefore))) return false
  const { fullName, title, dateTo, partnerId, employeeId, headId } = document
  const text = `${fullName}: ${title} действует до ${dateTo.split('-').reverse().join('.')}`
  const link = `/partner/${partnerId}/employee/${employeeId}`
  const people = new Set(await findAdministrators(db, partnerId))
  if (headId !== null) people.add(headId)
  for (const id of people) await notify(db, id, { kind: 'warning', text, link })
  if (document.objectType === 'procuracy')
    await tellPartner(db, partnerId, {
      event: 'PROCURACY_EXPIRING',
      text,
      link,
      key: `procuracy:${document.objectId}:${dateTo}:${daysBefore}`,
    })
  return true
}

/** Warns of procuracies and documents of authority 30 and 7 days before their end, each time once; answers how many. */
export async function warnOfExpiry(db: Db, clock: BankClock): Promise<number> {
  const today = bankDay(clock)
  let count = 0
  for (const days of warnings)
    for (const document of await findEnding(db, today, days)) {
      const isNew = await db.transaction().execute((tx) => warn(tx, document, days.to))
      if (isNew) count += 1
    }
  return count
}
