import { type ParameterCode, parameterCodes, specOf } from '@ipoteka-office/contract/parameters/declared.ts'
import type { ReadinessItem } from '@ipoteka-office/contract/system/readiness.ts'
import type { Db } from '#db/database.ts'
import { copiesOf, oldestCopyMs } from '#features/backups/backup-runs.service.ts'
import { provisionalYears } from '#features/calendar/calendar-reminder.service.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import {
  countParts,
  findBankCard,
  findEmptyParameters,
  findIdleRoles,
  findLastChanges,
} from './readiness.repo.ts'
import { ofBank, ofCalendar, ofCopies, ofCounts, ofServices, type Verdict } from './readiness.rules.ts'
import { type Modes, servicesOf } from './system.service.ts'

/** Rows of which the history tells who saw to a part. */
const toldOf = (bankId: number) => ({
  REQUISITES: { types: ['partner'], id: bankId },
  BRANCHES: { types: ['partner'] },
  PARTNERS: { types: ['partner', 'partner_role'] },
  EMPLOYEES: { types: ['employee', 'employee_user_role'] },
  APPROVERS: { types: ['approver'] },
  ROLES: { types: ['user_role', 'user_role_operation'] },
  PRODUCTS: { types: ['productVersion'] },
  PARAMETERS: { types: ['parameter_value'] },
  CALENDAR: { types: ['calendar_year_source', 'calendar_day'] },
})

const isKnown = (code: string): code is ParameterCode => (parameterCodes as readonly string[]).includes(code)
const titleOf = (code: string): string => (isKnown(code) ? specOf(code).title : code)

/** What a bank needs to work, part by part: how it stands, what to do, and who was there last. */
export async function bankReadiness(db: Db, modes: Modes, clock: BankClock): Promise<ReadinessItem[]> {
  const today = bankDay(clock)
  const bank = await findBankCard(db)
  const counts = bank && (await countParts(db, bank.id, today))
  if (bank === undefined || counts === undefined) throw new Error('There is no bank to look at')
  const empty = await findEmptyParameters(db, today)
  const services = await servicesOf(db, modes)
  const copies = await copiesOf(db)
  const verdicts: Verdict[] = [
    ...ofBank(bank, new Map(empty.map((code) => [code, titleOf(code)]))),
    ...ofCounts(bank, counts, await findIdleRoles(db)),
    ofCalendar(Number(today.slice(0, 4)), await provisionalYears(db, clock)),
    ...ofServices(services),
    ofCopies(copies, clock.now(), oldestCopyMs),
  ]
  const changes = new Map(
    (await findLastChanges(db, toldOf(bank.id))).map(({ part, ...change }) => [part, change]),
  )
  const answered = new Map(services.map(({ code, succeededAt }) => [code, succeededAt]))
  const atOf = (code: string) =>
    code === 'BACKUP' ? (copies.until?.toISOString() ?? null) : (answered.get(code) ?? null)
  return verdicts.map((one) => ({
    ...one,
    by: changes.get(one.code)?.by ?? null,
    at: changes.get(one.code)?.at ?? atOf(one.code),
  }))
}
