import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { earliestWarning } from '@ipoteka-office/contract/parameters/reminder-parameters.ts'
import type { FiguresOf } from '@ipoteka-office/contract/parameters/figures.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { tellPartner } from '#features/partner-work/partner-events.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type EndingDocument, findAdministrators, findEnding, insertWarning } from './expiry-warnings.repo.ts'

type WarningDays = FiguresOf<'employee-papers-warning' | 'employee-papers-last-warning'>

/** Warned so many days before the end; a day that was missed is made up for until the next warning is due. */
const warningsBy = ({
  'employee-papers-warning': first,
  'employee-papers-last-warning': last,
}: WarningDays) => [
  { from: last + 1, to: first, told: earliestWarning },
  { from: 0, to: last, told: last },
]

async function warn(db: Db, document: EndingDocument, daysBefore: number): Promise<boolean> {
  if (!(await insertWarning(db, document, daysBefore))) return false
  const { fullName, title, dateTo, partnerId, employeeId, headId } = document
  const text = `${fullName}: ${title} действует до ${dayText(dateTo)}`
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

/** Warns of procuracies and documents of authority twice before their end, each time once; answers how many. */
export async function warnOfExpiry(db: Db, bank: BankFigures): Promise<number> {
  const today = bankDay(bank.clock)
  let count = 0
  for (const days of warningsBy(await figuresToday(bank)))
    for (const document of await findEnding(db, today, days)) {
      const isNew = await db.transaction().execute((tx) => warn(tx, document, days.to))
      if (isNew) count += 1
    }
  return count
}
