import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import type { Checker } from '@ipoteka-office/contract/queue/manual-assignments.ts'
import { reasonsText } from './assignment-words.ts'

/** Why somebody takes none of the applications: of one the rules alone, of many with how often. */
export function whyNotText({ reasons }: Pick<Checker, 'reasons'>, asked: number): string {
  const codes = Object.keys(reasons) as RejectionReason[]
  if (codes.length === 0) return 'заявки уже у этого сотрудника'
  return asked === 1 ? codes.map((code) => rejectionReasons[code]).join(', ') : reasonsText(reasons)
}
