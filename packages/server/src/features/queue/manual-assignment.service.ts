import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  type AssignedByHand,
  type assignByHand as assignCall,
  type Checker,
  type findCheckers as checkersCall,
  maxCheckers,
} from '@ipoteka-office/contract/queue/manual-assignments.ts'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { enqueue } from '#jobs/enqueue.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { findApplicationsByIds } from './queue.repo.ts'
import {
  findCandidates,
  lockApprovers,
  lockDepartment,
  writeDecisions,
} from './distribution/distribution.repo.ts'
import {
  type ApproverPerson,
  findEmployeesOf,
  findNumbers,
  findOpenPlaces,
  findPeopleOf,
  holdCases,
  type OpenPlace,
} from './manual-assignment.repo.ts'
import { askingAt, withBarred } from './checked.service.ts'
import { type Candidate, whyNot } from './distribution/eligibility.rules.ts'
import { fitnessFor, type GivenByHand, refusalByHand } from './manual-assignment.rules.ts'

type Place = OpenPlace & GivenByHand

async function findChecking(
  db: Db,
  type: ApproverType,
  people: readonly ApproverPerson[],
  day: string,
): Promise<(Candidate & ApproverPerson)[]> {
  const known = new Map(people.map((person) => [person.id, person]))
  return (await findCandidates(db, type, day)).flatMap((candidate) => {
    const person = known.get(candidate.id)
    return person === undefined ? [] : [{ ...candidate, ...person }]
  })
}

/** Who may take the applications now and how loaded they are, and for the others every rule that forbids it. */
export async function findCheckers(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  type: ApproverType,
  { ids, search }: z.output<typeof checkersCall.body>,
  clock: BankClock,
) {
  const places = await withBarred(db, await findOpenPlaces(db, actor, type, ids, { lock: false }))
  if (places.length === 0) return { applications: [], people: [], total: 0 }
  const people = await findChecking(db, type, await findPeopleOf(db, actor, type, search), bankDay(clock))
  const asking = askingAt(type, clock, people)
  const share = ({ open, limit }: Checker) => (limit === 0 ? Number.POSITIVE_INFINITY : open / limit)
  const checkers = people
    .filter(({ id }) => !places.every(({ holder }) => holder === id))
    .map((person): Checker => {
      const { id, fullName, open, limit } = person
      return { id, fullName, open, limit, ...fitnessFor(places, person, asking) }
    })
    .toSorted((a, b) => b.fits - a.fits || share(a) - share(b) || a.fullName.localeCompare(b.fullName, 'ru'))
  return {
    applications: await findApplicationsByIds(
      db,
      actor,
      places.map(({ id }) => id),
    ),
    people: checkers.slice(0, maxCheckers),
    total: checkers.length,
  }
}

/** Gives the applications to the approver: those that the rules and the seen versions allow, each answered by itself. */
export async function assignByHand(
  { db, actor, requestId }: Context,
  type: ApproverType,
  { approverId, reason, items }: z.output<typeof assignCall.body>,
  clock: BankClock,
): Promise<AssignedByHand> {
  const visible = await findPeopleOf(db, actor, type, '')
  if (!visible.some(({ id }) => id === approverId)) throw notFound('Согласующий не найден')
  const ids = [...new Set(items.map(({ id }) => id))]
  await holdCases(db, ids)
  await lockDepartment(db, type)
  const places = await withBarred(db, await findOpenPlaces(db, actor, type, ids, { lock: true }))
  await lockApprovers(db, [approverId])
  const candidates = await findChecking(db, type, visible, bankDay(clock))
  const target = candidates.find(({ id }) => id === approverId)
  if (target === undefined) throw notFound('Согласующий не найден')
  const asking = askingAt(type, clock, candidates)
  const numbers = await findNumbers(db, actor, ids)
  const given: Place[] = []
  const results = items.map(({ id, version }) => {
    const place = places.find((one) => one.id === id)
    const repeated = given.some((one) => one.id === id)
    const loaded = { ...target, open: target.open + given.length }
    const refusal = repeated ? 'Заявка названа дважды' : refusalByHand(place, version, loaded, asking)
    if (refusal === null && place !== undefined) given.push(place)
    return { id, number: numbers.get(id) ?? null, done: refusal === null, reason: refusal }
  })
  const changes = given.map((application) => ({
    application: { ...application, seenBy: [] },
    decision: {
      applicationId: application.id,
      approverId,
      rule: 'manual' as const,
      considered: candidates.length,
      candidates: candidates.filter((one) => whyNot(application, one, asking).length === 0).length,
      rejected: {},
    },
  }))
  await writeDecisions(db, changes, clock.now(), {
    actorId: actor.employeeId,
    requestId,
    comment: reason,
  })
  await tellBoth(db, actor, { type, given, target, reason })
  return { results }
}

interface Given {
  readonly type: ApproverType
  readonly given: readonly Place[]
  readonly target: Candidate
  readonly reason: string
}

const named = (places: readonly Place[]): string =>
  places.length === 1
    ? `заявка ${places[0]?.number}, ${places[0]?.clientName}`
    : `заявок — ${places.length}: ${places.map(({ number }) => number).join(', ')}`

const linkOf = (places: readonly Place[]): string => {
  const [only] = places
  return places.length === 1 && only ? casePath(only.caseType, only.id) : '/application-checks'
}

/** Those who lost the work and the one who got it learn of it, and so do open pages; the freed places are filled. */
async function tellBoth(
  db: Db,
  actor: Context['actor'],
  { type, given, target, reason }: Given,
): Promise<void> {
  if (given.length === 0) return
  const by = `${actor.descriptor}. Причина: ${reason}`
  const holders = new Map<number, Place[]>()
  for (const place of given)
    if (place.holder !== null) holders.set(place.holder, [...(holders.get(place.holder) ?? []), place])
  const employees = await findEmployeesOf(db, [...holders.keys()])
  await notify(db, target.employeeId, {
    kind: 'info',
    text: `Вам назначена на проверку ${named(given)}. Назначил(а) ${by}`,
    link: linkOf(given),
  })
  for (const [holder, places] of holders) {
    const employeeId = employees.get(holder)
    if (employeeId !== undefined)
      await notify(db, employeeId, {
        kind: 'info',
        text: `Передана другому сотруднику ${named(places)}. Передал(а) ${by}`,
        link: '/application-checks',
      })
  }
  await publish(db, topics.approvers(type), { ids: [target.id, ...holders.keys()] })
  await publish(db, topics.unassigned(type))
  for (const caseType of new Set(given.map((place) => place.caseType)))
    await publish(
      db,
      topics.cases(caseType),
      {},
      { partnerIds: [...new Set(given.map(({ partnerId }) => partnerId))] },
    )
  if (holders.size > 0) await enqueue(db, 'distribute', { type })
}
