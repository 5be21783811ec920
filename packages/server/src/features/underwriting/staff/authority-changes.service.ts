import { topics } from '@ipoteka-office/contract/live.ts'
import type { Authority, AuthorityBounds } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Db } from '#db/database.ts'
import type { ChangeKind } from '#features/change-requests/change-requests.service.ts'
import { conflict } from '#http/errors.ts'
import { addDays, type BankClock, bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import {
  findHolder,
  findLiveAuthorities,
  type Holder,
  insertAuthority,
  withdrawAuthority,
} from './authorities.repo.ts'

/** What a request asks for. */
export type AskedAuthority =
  | { readonly action: 'give'; readonly bounds: AuthorityBounds }
  | { readonly action: 'change'; readonly authorityId: number; readonly bounds: AuthorityBounds }
  | { readonly action: 'end'; readonly authorityId: number; readonly lastDay: string | null }

/** Why this person is given no authority; null where they may be. */
export function refusalOfHolder({ notActive, isOfBank }: Holder): string | null {
  if (!isOfBank) return 'Полномочия на решения есть только у сотрудников самого банка'
  return notActive ? 'Сотрудник отключён: полномочий ему не дают' : null
}

/** Days of the past are given to nobody: what was agreed to later begins on the day when it was. */
const notBefore = (day: string, today: string) => (day < today ? today : day)

/** Ends an authority on a day: its row is withdrawn, and one that ends takes its place. */
async function endOn(
  db: Db,
  authority: Authority,
  { lastDay, today, ...row }: { lastDay: string; today: string; employeeId: number; changeRequestId: number },
): Promise<void> {
  await withdrawAuthority(db, authority.id)
  if (lastDay < today || lastDay < authority.validFrom) return
  const { id: _, ...bounds } = authority
  await insertAuthority(db, { ...bounds, ...row, validTo: lastDay })
}

/** Authorities of people, as a second person decides on them. */
export const authorityChanges = ({ clock }: { readonly clock: BankClock }): ChangeKind => ({
  async isStale(db, { objectId, baseVersion, payload }, how) {
    const holder = await findHolder(db, objectId ?? 0, how)
    if (holder === undefined || holder.version !== baseVersion) return true
    const asked = payload as AskedAuthority
    return asked.action !== 'end' && asked.bounds.validTo !== null && asked.bounds.validTo < bankDay(clock)
  },
  async apply({ db, request: { id: changeRequestId, objectId, payload } }) {
    const holder = await findHolder(db, objectId ?? 0, { lock: true })
    if (holder === undefined) throw new Error('A change of an authority names nobody')
    const asked = payload as AskedAuthority
    const refusal = asked.action === 'end' ? null : refusalOfHolder(holder)
    if (refusal !== null) throw conflict(`${refusal}. Отклоните запрос`)
    const today = bankDay(clock)
    const row = { employeeId: holder.id, changeRequestId }
    const present = asked.action === 'give' ? [] : await findLiveAuthorities(db, holder.id, today)
    const authority = present.find(({ id }) => asked.action !== 'give' && id === asked.authorityId)
    if (asked.action === 'end') {
      if (authority !== undefined)
        await endOn(db, authority, { ...row, today, lastDay: asked.lastDay ?? addDays(today, -1) })
      return holder.id
    }
    const validFrom = notBefore(asked.bounds.validFrom, today)
    if (authority !== undefined)
      await endOn(db, authority, { ...row, today, lastDay: addDays(validFrom, -1) })
    await insertAuthority(db, { ...asked.bounds, ...row, validFrom })
    return holder.id
  },
  decided: (db) => publish(db, topics.underwriters),
})
