import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { insuranceTypes, type InsuranceType } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { groupDecimal } from '@ipoteka-office/contract/common/digits.ts'
import type { Db } from '#db/database.ts'
import { moveRecord } from '#features/machines/move-record.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { addDays, bankDay } from '#lib/bank-time.ts'
import { agreementKind } from './agreement-kind.ts'
import { findAgreement } from './agreements.repo.ts'
import {
  type EndingAgreement,
  findDue,
  findEnding,
  findLapsed,
  findReplaced,
  insertSurcharge,
  insertWarning,
} from './expiry.repo.ts'
import { nextPeriod, surchargeOf, warningDays } from './expiry.rules.ts'

const told = ({ type, insurer, caseNumber }: EndingAgreement) =>
  `Заявка № ${caseNumber}: «${insuranceTypes[type as InsuranceType]}», ${insurer}`

async function tell(db: Db, one: EndingAgreement, words: string): Promise<void> {
  const link = casePath(CaseType.parse(one.caseType), one.caseId)
  const people = new Set([one.createdById, ...(one.responsibleId === null ? [] : [one.responsibleId])])
  for (const id of people) await notify(db, id, { kind: 'warning', text: `${told(one)}: ${words}`, link })
}

/** Leads an agreement on by its day; what has moved meanwhile is left alone. */
async function lead(
  db: Db,
  { clock }: BankFigures,
  id: number,
  { from, action }: { readonly from: string; readonly action: 'begin' | 'expire' | 'replace' },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const one = await findAgreement(tx, null, id, { lock: true })
    if (one?.state !== from) return
    const mover = { db: tx, actor: null, requestId: `insurance-days-${id}`, clock }
    await moveRecord(agreementKind(true), mover, one, { action })
  })
}

async function beginDue(db: Db, bank: BankFigures, today: string): Promise<void> {
  for (const id of await findDue(db, 'PAID', today)) {
    const replaced = await findReplaced(db, id)
    await lead(db, bank, id, { from: 'PAID', action: 'begin' })
    for (const old of replaced) await lead(db, bank, old, { from: 'ACTIVE', action: 'replace' })
  }
}

async function warnOfEnds(db: Db, { clock }: BankFigures, today: string): Promise<number> {
  let count = 0
  for (const days of warningDays)
    for (const one of await findEnding(db, today, days)) {
      const isNew = await db.transaction().execute(async (tx) => {
        if (!(await insertWarning(tx, one.id, days.to, clock.now()))) return false
        await tell(tx, one, `страхование действует до ${dayText(one.to)}, продлите его`)
        return true
      })
      if (isNew) count += 1
    }
  return count
}

async function proposeSurcharges(db: Db, bank: BankFigures, today: string): Promise<number> {
  const figures = await figuresToday(bank)
  const from = nextPeriod(today)
  let count = 0
  for (const one of await findLapsed(db, addDays(today, -figures['insurance-grace']))) {
    const percent = surchargeOf(one, figures['insurance-surcharge'])
    if (percent === null) continue
    const isNew = await db.transaction().execute(async (tx) => {
      const made = { id: one.id, caseId: one.caseId, percent, from, at: bank.clock.now() }
      if (!(await insertSurcharge(tx, made))) return false
      await tell(
        tx,
        one,
        `страхование не продлили с ${dayText(one.to)}. Предложена надбавка ${groupDecimal(percent)}\u00a0п.п. с ${dayText(from)}: её подтверждает сотрудник банка`,
      )
      return true
    })
    if (isNew) count += 1
  }
  return count
}

/** What the days do to agreements: they begin, end, are warned of, and a missed renewal becomes a proposal. */
export async function insuranceDays(
  db: Db,
  bank: BankFigures,
): Promise<{ readonly warned: number; readonly proposed: number }> {
  const today = bankDay(bank.clock)
  await beginDue(db, bank, today)
  for (const id of await findDue(db, 'ACTIVE', today))
    await lead(db, bank, id, { from: 'ACTIVE', action: 'expire' })
  return { warned: await warnOfEnds(db, bank, today), proposed: await proposeSurcharges(db, bank, today) }
}
