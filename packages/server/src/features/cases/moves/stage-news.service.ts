import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { MoveEvent } from '#features/cases/engine/engine.ts'
import { findResponsible } from './case-moves.repo.ts'

/** What the responsible is told when a case enters a stage. */
export type StageNews<S extends string = string> = Readonly<
  Partial<Record<S, { readonly kind: 'event' | 'warning'; readonly text: (number: string) => string }>>
>

/** Stages in which the bank waits for the client's answer, the same in every type that has them. */
export const answersNews = {
  WAITING_DOCS: { kind: 'warning', text: (number) => `По заявке ${number} банк запросил документы` },
  COUNTER_OFFER: { kind: 'event', text: (number) => `По заявке ${number} банк предлагает другие условия` },
} as const satisfies StageNews

/** Tells the responsible of a case where it has come; nobody is told of what they did themselves. */
export async function tellResponsible<S extends string>(
  { db, caseId, to, mover }: MoveEvent<S>,
  type: CaseType,
  news: StageNews<NoInfer<S>>,
): Promise<void> {
  const said = news[to]
  if (said === undefined) return
  const row = await findResponsible(db, caseId)
  if (!row?.responsibleId || row.responsibleId === mover.actor?.employeeId) return
  await notify(db, row.responsibleId, {
    kind: said.kind,
    text: said.text(row.number),
    link: casePath(type, caseId),
  })
}
