import type { AccessEvent, AccessFilter } from '@ipoteka-office/contract/access-log/access-log.ts'
import type { UnmaskedPerson } from '@ipoteka-office/contract/access-log/unmask.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { recordUnmasking } from './access-log.service.ts'
import { countEvents, findEvents, findPersons, findPhone } from './journal.repo.ts'
import { toEvent } from './journal.rules.ts'

/** A page of the journal, newest first, of the employees that the person sees. */
export async function searchJournal(
  db: Db,
  actor: Actor,
  clock: BankClock,
  filter: AccessFilter,
  query: PageQuery,
): Promise<Page<AccessEvent>> {
  return readPage(query, {
    rows: async () => (await findEvents(db, actor, filter, query, clock.timeZone)).map(toEvent),
    count: () => countEvents(db, actor, filter, clock.timeZone),
  })
}

/** The numbers of everybody in the case, whole; the showing is written down in the same transaction. */
export async function unmaskCase(context: Context, caseId: number): Promise<UnmaskedPerson[]> {
  const found = await requireCase(context.db, context.actor, caseId, 'Read')
  const persons = await findPersons(context.db, caseId)
  await recordUnmasking(
    context,
    { type: caseTypes[found.type].object, id: caseId },
    { persons: persons.length, what: 'Кнопка «Показать»', always: true },
  )
  return persons
}

/** The client's phone alone, for a row of a list. */
export async function unmaskPhone(context: Context, caseId: number): Promise<{ phone: string | null }> {
  const found = await requireCase(context.db, context.actor, caseId, 'List')
  const phone = await findPhone(context.db, caseId)
  await recordUnmasking(
    context,
    { type: caseTypes[found.type].object, id: caseId },
    { persons: 1, what: 'Телефон клиента в списке', always: true },
  )
  return { phone }
}
