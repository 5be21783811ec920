import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { distribute } from '#features/queue/distribution/distribution.service.ts'
import { demoDepartmentOf } from '#features/products/seed/demo-departments.ts'
import { levelOf } from '#features/queue/distribution/level.rules.ts'
import { addMinutes } from '#features/cases/engine/working-clock.rules.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { endOf, startOf } from '#features/cases/seed/demo-case-facts.ts'
import type { Step } from '#features/cases/seed/demo-case-paths.ts'
import { clockOf, type WrittenCase } from '#features/cases/seed/demo-case-rows.ts'
import { text } from '#features/cases/seed/demo-case-writes.ts'
import { figuresAt } from '#db/seed/figures-at.ts'

const minute = 60_000
/** Who is free gets a set within minutes. */
const wait = 2
const target = 120

interface Visit {
  readonly one: WrittenCase
  readonly step: Step
}

const visitsOf = (one: WrittenCase): Visit[] =>
  one.steps.filter(({ stage }) => stage === 'DOCS_CHECK').map((step) => ({ one, step }))

const dueOf = ({ one, step }: Visit) =>
  step.to === null
    ? (clockOf(one)?.dueAt ?? step.from)
    : addMinutes(step.from, target, { workingMinutes: target }, one.calendar)

const assignedAt = ({ from, to }: Step) =>
  new Date(Math.min(from.getTime() + wait * minute, to?.getTime() ?? Number.POSITIVE_INFINITY))

/** Some of each department are put up to the credit committee, which has no approver: they show what waiting looks like. */
const waitingOfEach = { oic: 1, nis: 2 }
const committee = 'LEVEL_5'

function putUpToCommittee(last: readonly Visit[]): Set<number> {
  // Those with an agreed deadline come first: none of them is late.
  const open = last
    .filter(({ step }) => step.to === null)
    .toSorted((a, b) => Number(a.one.agreedDue === null) - Number(b.one.agreedDue === null))
  const of = (type: 'oic' | 'nis') =>
    open.filter(({ one }) => demoDepartmentOf(one.programme?.code) === type).slice(0, waitingOfEach[type])
  return new Set([...of('oic'), ...of('nis')].map(({ one }) => one.id))
}

const levelIn = (up: ReadonlySet<number>, { one: { id, deal }, step }: Visit) =>
  up.has(id) ? committee : levelOf(figuresAt(step.from), `${deal.amount}.00`)

/** The last place of each application in the queue: with whom it was, or that it waits. */
async function writeEntries(db: Db, last: readonly Visit[]): Promise<void> {
  const up = putUpToCommittee(last)
  await insertRows(
    db,
    'application',
    {
      id: 'int',
      number: 'text',
      type: 'text',
      client_name: 'text',
      programme: 'text',
      programme_code: 'text',
      level_code: 'text',
      partner_id: 'int',
      region_code: 'text',
      received_at: 'timestamptz',
      due_at: 'timestamptz',
      approver_id: 'int',
      assigned_at: 'timestamptz',
      closed_at: 'timestamptz',
    },
    last.map((visit) => {
      const { one, step } = visit
      const approverId = step.to === null ? null : (one.team.checker?.approverId ?? null)
      return [
        one.id,
        one.number,
        demoDepartmentOf(one.programme?.code),
        one.household.borrower.client.fullName,
        one.programme?.name ?? '',
        one.programme?.code ?? null,
        levelIn(up, visit),
        one.partner.id,
        one.household.region.code,
        text(step.from),
        text(dueOf(visit)),
        approverId,
        approverId === null ? null : text(assignedAt(step)),
        text(step.to),
      ]
    }),
  )
}

/** Who was given what, and how it ended. */
async function writeAssignments(db: Db, ended: readonly Visit[]): Promise<void> {
  const events = ended.flatMap(({ one, step }) => {
    const approver = one.team.checker?.approverId
    if (approver === undefined) return []
    return [
      {
        id: one.id,
        at: assignedAt(step),
        kind: 'ASSIGNED',
        approver,
        rule: 'leastLoaded',
        considered: 200,
        candidates: 12,
      },
      {
        id: one.id,
        at: step.to ?? step.from,
        kind: 'CLOSED',
        approver,
        rule: null,
        considered: 0,
        candidates: 0,
      },
    ]
  })
  await insertRows(
    db,
    'assignment',
    {
      application_id: 'int',
      at: 'timestamptz',
      kind: 'text',
      approver_id: 'int',
      rule: 'text',
      considered: 'int',
      candidates: 'int',
    },
    events
      .toSorted((a, b) => a.at.getTime() - b.at.getTime())
      .map((e) => [e.id, text(e.at), e.kind, e.approver, e.rule, e.considered, e.candidates]),
  )
}

const parameters = { figuresOn: async (day: string) => deliveredFigures(day) }

/** Sets that came at about the same time are given out together. */
const rounds = 16

async function giveOut(db: Db, waiting: readonly WrittenCase[], timeZone: string): Promise<void> {
  const inOrder = waiting.toSorted((a, b) => arrival(a) - arrival(b))
  const size = Math.max(1, Math.ceil(inOrder.length / rounds))
  for (let at = 0; at < inOrder.length; at += size) {
    const round = inOrder.slice(at, at + size)
    const moment = new Date(Math.max(...round.map(arrival)) + wait * minute)
    const ids = round.map(({ id }) => id)
    for (const type of ['oic', 'nis'] as const)
      await distribute(db, type, { clock: { timeZone, now: () => moment }, parameters }, undefined, ids)
  }
}
const arrival = (one: WrittenCase) => (one.steps.at(-1)?.from ?? startOf(one)).getTime()

/** The approvers' queue: what was checked, by whom, and what is being checked, given out by the real distribution. */
export async function writeQueue(db: Db, timeZone: string, cases: readonly WrittenCase[]): Promise<void> {
  const full = cases.filter(({ type }) => caseTypes[type].queuedStages !== undefined)
  const visits = full.map(visitsOf)
  await writeEntries(
    db,
    visits.flatMap((of) => of.slice(-1)),
  )
  await writeAssignments(
    db,
    visits.flat().filter(({ step }) => step.to !== null),
  )
  await giveOut(
    db,
    full.filter((one) => endOf(one) === 'DOCS_CHECK'),
    timeZone,
  )
}
