import { checksPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { findAnswerable, findTold } from './notices.repo.ts'

/**
 * Tells those who answer for a decision that binds the bank what speaks against it now. Before a decision nobody is told:
 * whoever decides reads the checks. People of partners learn nothing of it.
 */
export async function tellOfLateStops(db: Db, caseId: number, found: readonly string[]): Promise<void> {
  if (found.length === 0) return
  const row = await findTold(db, caseId)
  if (row === undefined || machines[row.type].states[row.stage]?.commits !== true) return
  const text = `Заявка ${row.number}: после решения найден стоп-фактор — ${found.join('; ')}. Проверьте, остаётся ли решение в силе`
  for (const id of await findAnswerable(db, row))
    await notify(db, id, { kind: 'warning', text: text.slice(0, 500), link: checksPath(row.type, row.id) })
}
