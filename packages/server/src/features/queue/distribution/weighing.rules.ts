import type { RejectionReason } from '@ipoteka-office/contract/queue/queue.ts'
import type { Weighed } from '@ipoteka-office/contract/queue/unassigned.ts'
import { type Asking, type Candidate, type Checked, whyNot } from './eligibility.rules.ts'

/** Somebody in the face of one application. */
export type Weighing = Weighed

/** What passes by itself: the shift begins, work is finished. The rest somebody has to change. */
const passing: ReadonlySet<RejectionReason> = new Set(['shift', 'limit'])

const timeOf = (minute: number | null): string | null =>
  minute === null
    ? null
    : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Every rule that forbids the person the application, with what it says of them. */
export function weigh(
  application: Checked,
  candidate: Candidate & { readonly fullName: string },
  asking: Asking,
): Weighing {
  const { id, fullName, open, limit, shiftFrom, shiftBy } = candidate
  return {
    id,
    fullName,
    reasons: whyNot(application, candidate, asking),
    open,
    limit,
    shiftFrom: timeOf(shiftFrom),
    shiftBy: timeOf(shiftBy),
  }
}

const lasting = ({ reasons }: Weighing): number => reasons.filter((reason) => !passing.has(reason)).length
const share = ({ open, limit }: Weighing): number => (limit === 0 ? Number.POSITIVE_INFINITY : open / limit)

/** Who is nearer to taking the application: the fewer rules that last, then the fewer of all, then the less loaded. */
export const byNearness = (a: Weighing, b: Weighing): number =>
  lasting(a) - lasting(b) ||
  a.reasons.length - b.reasons.length ||
  share(a) - share(b) ||
  a.fullName.localeCompare(b.fullName, 'ru') ||
  a.id - b.id
