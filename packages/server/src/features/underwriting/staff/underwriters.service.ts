import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { Availability } from '@ipoteka-office/contract/common/refs.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import { requestAuthority, type Underwriter } from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { isAnyOf } from '#db/same-person.ts'
import { pendingOf } from '#features/change-requests/change-requests.service.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay, minuteOfDay } from '#lib/bank-time.ts'
import { findGivenAuthorities, findHolder, type Holder } from './authorities.repo.ts'
import { refusalOfHolder } from './authority-changes.service.ts'
import { qualityOf } from '../quality/quality.service.ts'
import { findUnderwriter, type Moment } from './underwriters.repo.ts'

/** What the area needs beside the database. */
export interface StaffParts extends BankFigures {
  readonly references: ReferenceReader
}

const nobody = () => notFound('Такого сотрудника в банке нет')

/** 404 for whoever is not of the bank itself. */
export function requireOfBank(holder: Holder | undefined): Holder {
  if (holder === undefined || !holder.isOfBank) throw nobody()
  return holder
}

/** Now, as lists and cards of those who decide ask it. */
export const momentOf = (clock: BankClock): Moment => ({
  day: bankDay(clock),
  timeZone: clock.timeZone,
  minute: minuteOfDay(clock.now(), clock.timeZone),
})

const mayAsk = ({ operations }: Actor): boolean =>
  requestAuthority.access.kind === 'can' &&
  requestAuthority.access.operations.every((operation) => operations['Underwriting']?.includes(operation))

/** Why the caller may not ask for a change of the authorities now. */
function changeOf(
  actor: Actor,
  holder: Holder,
  { isPending, isOwn }: { readonly isPending: boolean; readonly isOwn: boolean },
): Availability {
  const refusal =
    (mayAsk(actor) ? null : 'Нет права запрашивать полномочия. Обратитесь к администратору') ??
    (isOwn ? 'Свои полномочия запрашивает другой сотрудник' : null) ??
    (isPending ? 'Прежний запрос ждёт решения' : null) ??
    refusalOfHolder(holder)
  return { enabled: refusal === null, reasonDisabled: refusal }
}

/** Somebody of the bank as one who decides. */
export async function getUnderwriter(
  { clock }: StaffParts,
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
): Promise<Underwriter> {
  const holder = requireOfBank(await findHolder(db, id, { lock: false }))
  const moment = momentOf(clock)
  const row = await findUnderwriter(db, id, moment)
  if (row === undefined) throw nobody()
  const pending = await pendingOf(db, { kind: 'decision_authority', objectId: id })
  return {
    ...row,
    quality: await qualityOf(db, id, clock),
    authorities: await findGivenAuthorities(db, id, moment.day),
    pending,
    change: changeOf(actor, holder, {
      isPending: pending !== null,
      isOwn: await isAnyOf(db, actor.employeeId, [id]),
    }),
    version: holder.version,
  }
}

const labels: CardLabels = {
  decision_authority: {
    title: 'Полномочия',
    subject: 'product',
    fields: {
      product: told(of.product),
      regions: told(of.regions),
      max_exposure: told(of.maxExposure),
      max_loan_to_value: told(of.maxLoanToValue),
      max_debt_load: told(of.maxDebtLoad),
      deviations: told(of.deviations),
      valid_from: told(of.validFrom),
      valid_to: told(of.validTo),
      withdrawn_at: { label: 'прекращены' },
    },
  },
}

/** What was given to a person and taken back, the latest first. */
export async function listAuthorityHistory(
  context: Context,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  requireOfBank(await findHolder(context.db, id, { lock: false }))
  return listCardHistory(context, { objectType: 'employee', objectId: id }, labels, query)
}
