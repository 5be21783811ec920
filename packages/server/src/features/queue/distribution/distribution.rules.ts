import type { AssignmentRule, RejectionReason } from '@ipoteka-office/contract/queue/queue.ts'
import { Bitset } from '#lib/bitset.ts'
import { type Asking, type Candidate, type Checked, covers, onShift } from './eligibility.rules.ts'

/** An application that waits for an approver. */
export interface Waiting extends Checked {
  /** Approvers who saw it within the sticky time, latest first. */
  readonly seenBy: readonly number[]
}

/** What was decided for one application and why; `approverId` is null when nobody fits. */
export interface Decision {
  readonly applicationId: number
  readonly approverId: number | null
  readonly rule: AssignmentRule | null
  readonly considered: number
  readonly candidates: number
  /** By the first rule that shut the approver out. */
  readonly rejected: Partial<Record<RejectionReason, number>>
}

/** Later than any moment in milliseconds, and small enough that adding one still counts exactly. */
const afterAllTimes = 1e15

type Index = Map<string | number, Bitset>

function indexBy(
  candidates: readonly Candidate[],
  keys: (c: Candidate) => readonly (string | number)[],
): Index {
  const index: Index = new Map()
  candidates.forEach((c, i) => {
    for (const key of keys(c)) {
      const bits = index.get(key) ?? new Bitset(candidates.length)
      bits.add(i)
      index.set(key, bits)
    }
  })
  return index
}

const whoever = (candidates: readonly Candidate[], test: (c: Candidate) => boolean): Bitset => {
  const bits = new Bitset(candidates.length)
  candidates.forEach((c, i) => {
    if (test(c)) bits.add(i)
  })
  return bits
}

/**
 * Hands applications out in the order given: least loaded (open ÷ limit), then longest idle, then lowest id; an
 * approver who saw the application before comes first. Pure: the loads grow inside as applications are handed out.
 */
export function assign(
  applications: readonly Waiting[],
  candidates: readonly Candidate[],
  asking: Asking,
): Decision[] {
  const round = new Round(candidates, asking)
  return applications.map((application) => round.decide(application))
}

/** How many fit each application as things stand, and the others by the first rule that shuts them out; nothing is handed out. */
export function survey(
  applications: readonly Checked[],
  candidates: readonly Candidate[],
  asking: Asking,
): Pick<Decision, 'considered' | 'candidates' | 'rejected'>[] {
  const round = new Round(candidates, asking)
  return applications.map((application) => round.survey(application))
}

class Round {
  readonly #candidates: readonly Candidate[]
  readonly #position: Map<number, number>
  readonly #ofEmployee: Map<number, number>
  readonly #open: number[]
  /** Order of the last assignment: those of this round come after all earlier ones. */
  readonly #last: number[]
  readonly #onDuty: Bitset
  readonly #dutyRejected: Partial<Record<RejectionReason, number>>
  readonly #levels: Index
  readonly #statuses: Index | null
  readonly #partners: Index
  readonly #anyPartner: Bitset
  readonly #regions: Index
  readonly #anyRegion: Bitset
  readonly #free: Bitset
  readonly #work: Bitset
  readonly #asksAuthority: boolean
  #turn = 0

  constructor(candidates: readonly Candidate[], { type, minuteOfDay }: Asking) {
    this.#candidates = candidates
    this.#position = new Map(candidates.map((c, i) => [c.id, i]))
    this.#ofEmployee = new Map(candidates.map((c, i) => [c.employeeId, i]))
    this.#open = candidates.map((c) => c.open)
    this.#last = candidates.map((c) => c.lastAssignedAt ?? Number.NEGATIVE_INFINITY)
    const active = whoever(candidates, (c) => c.workStatus === 'ACTIVE')
    this.#onDuty = whoever(candidates, (c) => c.workStatus === 'ACTIVE' && onShift(c, minuteOfDay))
    this.#dutyRejected = positive({
      status: candidates.length - active.size(),
      shift: active.size() - this.#onDuty.size(),
    })
    this.#levels = indexBy(candidates, (c) => c.levels)
    this.#statuses = type === 'nis' ? indexBy(candidates, (c) => c.statuses) : null
    this.#partners = indexBy(candidates, (c) => c.partnerIds)
    this.#anyPartner = whoever(candidates, (c) => c.allPartners)
    this.#regions = indexBy(candidates, (c) => c.regions)
    this.#anyRegion = whoever(candidates, (c) => c.allRegions)
    this.#free = whoever(candidates, (c) => c.open < c.limit)
    this.#work = new Bitset(candidates.length)
    this.#asksAuthority = type === 'uw'
  }

  survey(application: Checked): Pick<Decision, 'considered' | 'candidates' | 'rejected'> {
    const rejected = { ...this.#dutyRejected }
    const left = this.#work.copyFrom(this.#onDuty)
    let before = left.size()
    const narrow = (reason: RejectionReason, keep: Bitset | undefined, orKeep?: Bitset) => {
      left.keepEither(keep, orKeep)
      const after = left.size()
      if (after < before) rejected[reason] = before - after
      before = after
    }
    narrow('level', this.#levels.get(application.level))
    if (this.#statuses) narrow('applicationStatus', this.#statuses.get(application.status))
    narrow('partner', this.#partners.get(application.partnerId), this.#anyPartner)
    narrow('region', this.#regions.get(application.region), this.#anyRegion)
    narrow('limit', this.#free)
    if (this.#asksAuthority) {
      const able = whoever(this.#candidates, (c) => covers(c, application))
      // What nobody of the department may approve is prepared by anybody for those above.
      if (able.size() > 0) narrow('authority', able)
    }
    const own = this.#removeOwn(left, application)
    return {
      considered: this.#candidates.length,
      candidates: before - own,
      rejected: own > 0 ? { ...rejected, ownWork: own } : rejected,
    }
  }

  /** Takes out those who prepared the case; answers how many there were. */
  #removeOwn(left: Bitset, { barredEmployees }: Checked): number {
    let removed = 0
    for (const employeeId of barredEmployees) {
      const index = this.#ofEmployee.get(employeeId)
      if (index === undefined || !left.has(index)) continue
      left.remove(index)
      removed += 1
    }
    return removed
  }

  decide(application: Waiting): Decision {
    const common = { applicationId: application.id, ...this.survey(application) }
    // The survey has left here those who fit.
    const count = common.candidates
    const choice = count === 0 ? null : this.#choose(application, this.#work, count)
    if (choice === null) return { ...common, approverId: null, rule: null }
    this.#take(choice.index)
    return { ...common, approverId: this.#candidates[choice.index]?.id ?? null, rule: choice.rule }
  }

  #choose(application: Waiting, left: Bitset, count: number): { index: number; rule: AssignmentRule } | null {
    for (const id of application.seenBy) {
      const index = this.#position.get(id)
      if (index !== undefined && left.has(index)) return { index, rule: 'sticky' }
    }
    let best = -1
    let rule: AssignmentRule = count === 1 ? 'only' : 'leastLoaded'
    left.forEach((index) => {
      if (best < 0) {
        best = index
        return
      }
      const [order, by] = this.#compare(index, best)
      if (order < 0) {
        best = index
        rule = by
      } else if (strength[by] > strength[rule]) {
        // The best so far needed a later rule to stay ahead of this one.
        rule = by
      }
    })
    return best < 0 ? null : { index: best, rule }
  }

  /** Negative when `a` goes before `b`, and which rule says so. Loads are compared as fractions, exactly. */
  #compare(a: number, b: number): [number, AssignmentRule] {
    const load = this.#openOf(a) * this.#limitOf(b) - this.#openOf(b) * this.#limitOf(a)
    if (load !== 0) return [load, 'leastLoaded']
    const lastA = this.#last[a] ?? 0
    const lastB = this.#last[b] ?? 0
    if (lastA !== lastB) return [lastA < lastB ? -1 : 1, 'longestIdle']
    return [(this.#candidates[a]?.id ?? 0) - (this.#candidates[b]?.id ?? 0), 'lowestId']
  }

  #openOf(index: number): number {
    return this.#open[index] ?? 0
  }

  #limitOf(index: number): number {
    return this.#candidates[index]?.limit ?? 0
  }

  #take(index: number): void {
    const open = this.#openOf(index) + 1
    this.#open[index] = open
    this.#turn += 1
    this.#last[index] = afterAllTimes + this.#turn
    if (open >= this.#limitOf(index)) this.#free.remove(index)
  }
}

const strength: Record<AssignmentRule, number> = {
  only: 0,
  sticky: 0,
  // No rule of this choice: a person's.
  manual: 0,
  leastLoaded: 1,
  longestIdle: 2,
  lowestId: 3,
}

const positive = (counts: Partial<Record<RejectionReason, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0)) as Partial<
    Record<RejectionReason, number>
  >
