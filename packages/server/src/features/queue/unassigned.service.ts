import {
  obstacleOf,
  type QueueApplication,
  type RejectionCounts,
  rejectionReasons,
  type RejectionReason,
} from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { Obstacle, Weighed } from '@ipoteka-office/contract/queue/unassigned.ts'
import type { Db } from '#db/database.ts'
import { notFound } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { findApplicationsByIds, findQueue, findWaiting, type WaitingRow } from './queue.repo.ts'
import { askingAt, withBarred } from './checked.service.ts'
import { findCandidates, type QueuedRow } from './distribution/distribution.repo.ts'
import { survey } from './distribution/distribution.rules.ts'
import type { Asking, Candidate, Checked } from './distribution/eligibility.rules.ts'
import { findOpenPlaces, findPeopleOf } from './manual-assignment.repo.ts'
import { byNearness, type Weighing, weigh } from './distribution/weighing.rules.ts'

type Waiting = WaitingRow & Checked
type Surveyed = ReturnType<typeof survey>[number] & { readonly id: number }

/** Why each of them waits, by the rules as they stand now; the one count that the list, its summary and «Почему?» show. */
async function surveyed(
  db: Db,
  type: ApproverType,
  clock: BankClock,
  rows: readonly QueuedRow[],
): Promise<Surveyed[]> {
  if (rows.length === 0) return []
  const applications = await withBarred(db, rows)
  const candidates = await findCandidates(db, type, bankDay(clock))
  const found = survey(applications, candidates, askingAt(type, clock, candidates))
  return applications.flatMap(({ id }, at) => {
    const one = found[at]
    return one === undefined ? [] : [{ id, ...one }]
  })
}

function obstacle({ group, candidates, rejected }: Surveyed & Pick<WaitingRow, 'group'>): Obstacle {
  if (group !== null) return 'group'
  return candidates > 0 ? 'none' : (obstacleOf(rejected) ?? 'none')
}

/** All that wait, with what keeps each of them. */
async function waitingOf(db: Db, actor: Actor, type: ApproverType, clock: BankClock) {
  const rows = await findWaiting(db, actor, type)
  const groups = new Map(rows.map(({ id, group }) => [id, group]))
  const all = await surveyed(db, type, clock, rows)
  return all.map((one) => ({
    ...one,
    obstacle: obstacle({ ...one, group: groups.get(one.id) ?? null }),
  }))
}

/** Applications that nobody has, most urgent first, with why; of one obstacle alone when it is named. */
export async function listUnassigned(
  db: Db,
  actor: Actor,
  type: ApproverType,
  { obstacle: asked, ...query }: PageQuery & { readonly obstacle?: Obstacle | undefined },
  clock: BankClock,
): Promise<Page<QueueApplication>> {
  refuseDeepPage(query)
  const all = await waitingOf(db, actor, type, clock)
  const found = asked === undefined ? all : all.filter((one) => one.obstacle === asked)
  const page = found.slice(query.page * query.size, (query.page + 1) * query.size)
  const reasons = new Map(page.map(({ id, rejected }) => [id, rejected]))
  const rows = await findApplicationsByIds(db, actor, [...reasons.keys()])
  const content = rows.map((row) => ({ ...row, unassignedReasons: reasons.get(row.id) ?? null }))
  return toPage(content, found.length, query)
}

/** Applications by words, or the caller's own; of those that nobody has, why so now. */
export async function searchQueue(
  db: Db,
  actor: Actor,
  asked: Parameters<typeof findQueue>[2] & PageQuery,
  clock: BankClock,
): Promise<Page<QueueApplication>> {
  const page = await findQueue(db, actor, asked, asked)
  const waiting = page.content.filter((row) => row.unassignedReasons !== null)
  const reasons = new Map<number, RejectionCounts>()
  for (const [type, rows] of Map.groupBy(waiting, (row) => row.type)) {
    const ids = rows.map(({ id }) => id)
    const places = await findOpenPlaces(db, actor, type, ids, { lock: false })
    for (const { id, rejected } of await surveyed(db, type, clock, places)) reasons.set(id, rejected)
  }
  const content = page.content.map((row) => ({
    ...row,
    unassignedReasons: reasons.get(row.id) ?? row.unassignedReasons,
  }))
  return { ...page, content }
}

/** How many wait, and for how many of them which rule is the obstacle. */
export async function summariseUnassigned(
  db: Db,
  actor: Actor,
  type: ApproverType,
  clock: BankClock,
): Promise<{
  count: number
  ready: number
  atGroups: number
  reasons: Partial<Record<RejectionReason, number>>
}> {
  const all = await waitingOf(db, actor, type, clock)
  const counts = new Map<Obstacle, number>()
  for (const one of all) counts.set(one.obstacle, (counts.get(one.obstacle) ?? 0) + 1)
  const {
    none: ready = 0,
    group: atGroups = 0,
    ...reasons
  } = Object.fromEntries(counts) as Partial<Record<Obstacle, number>>
  return { count: all.length, ready, atGroups, reasons }
}

/** How many applications of a department nobody has, and in words why, the most frequent reason first. */
export async function unassignedOf(
  db: Db,
  actor: Actor,
  type: ApproverType,
  clock: BankClock,
): Promise<{ count: number; reasons: string[] }> {
  const { count, reasons } = await summariseUnassigned(db, actor, type, clock)
  const frequent = Object.entries(reasons).toSorted(([, a], [, b]) => b - a)
  return { count, reasons: frequent.map(([reason]) => rejectionReasons[reason as RejectionReason]) }
}

async function requireWaiting(db: Db, actor: Actor, type: ApproverType, id: number): Promise<Waiting> {
  const [place] = await withBarred(db, await findWaiting(db, actor, type, id))
  if (place === undefined)
    throw notFound('Заявки нет среди нераспределённых: её уже назначили или рассмотрели')
  return place
}

/** The people of the department whom the caller sees, each with every rule that forbids them the application. */
async function weighAll(
  db: Db,
  actor: Actor,
  asking: Asking,
  place: Waiting,
  candidates: readonly Candidate[],
): Promise<Weighing[]> {
  const { type } = asking
  const names = new Map((await findPeopleOf(db, actor, type, '')).map(({ id, fullName }) => [id, fullName]))
  return candidates.flatMap((candidate) => {
    const fullName = names.get(candidate.id)
    return fullName === undefined ? [] : [weigh(place, { ...candidate, fullName }, asking)]
  })
}

const nearestShown = 5

/** Why one application waits: everybody by the first rule that forbids it, and who is nearest to taking it. */
export async function explainUnassigned(
  db: Db,
  actor: Actor,
  { type, id }: { readonly type: ApproverType; readonly id: number },
  clock: BankClock,
) {
  const place = await requireWaiting(db, actor, type, id)
  const candidates = await findCandidates(db, type, bankDay(clock))
  const asking = askingAt(type, clock, candidates)
  const [found] = survey([place], candidates, asking)
  const weighed = await weighAll(db, actor, asking, place, candidates)
  return {
    considered: found?.considered ?? 0,
    fits: found?.candidates ?? 0,
    rejected: found?.rejected ?? {},
    group: place.group,
    nearest: weighed
      .filter(({ reasons }) => !reasons.includes('ownWork'))
      .toSorted(byNearness)
      .slice(0, nearestShown),
  }
}

/** The people behind one of the numbers of the explanation. */
export async function listWeighed(
  db: Db,
  actor: Actor,
  { type, id }: { readonly type: ApproverType; readonly id: number },
  { obstacle: asked, page, size }: PageQuery & { readonly obstacle: Obstacle },
  clock: BankClock,
): Promise<Page<Weighed>> {
  const place = await requireWaiting(db, actor, type, id)
  const candidates = await findCandidates(db, type, bankDay(clock))
  const weighed = await weighAll(db, actor, askingAt(type, clock, candidates), place, candidates)
  const found = weighed.filter(({ reasons }) => (reasons[0] ?? 'none') === asked).toSorted(byNearness)
  return toPage(found.slice(page * size, (page + 1) * size), found.length, { page, size })
}
