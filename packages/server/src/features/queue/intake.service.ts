import { codeIssues } from '#features/references/known-codes.service.ts'
import type { IntakeAnswer, IntakeItem } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { type DepartmentOf, departmentsOn } from '#features/products/departments.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findByNumbers, findKnown, insertApplications, type NewApplication } from './queue.repo.ts'
import type { Cause } from './distribution/distribution.repo.ts'
import { distribute } from './distribution/distribution.service.ts'
import { findTakenNumbers } from './queue-entry.repo.ts'
import {
  checkItem,
  codesOfItem,
  contentHash,
  dueAfter,
  type DueFigures,
  type KnownCodes,
  parseItem,
} from './intake.rules.ts'
import { type ProgrammeIndex, programmeNamed } from './programme-names.rules.ts'

type Result = IntakeAnswer['results'][number]

const refused = (number: string, errors: Result['errors']): Result => ({
  number,
  outcome: 'REFUSED',
  id: null,
  approver: null,
  errors,
})

const numberOf = (raw: unknown): string =>
  typeof raw === 'object' && raw !== null && 'number' in raw && typeof raw.number === 'string'
    ? raw.number.slice(0, 64)
    : ''

/** A programme named by its code is shown by its name; one that was named stays as the other system calls it. */
function programmeOf({ programme }: IntakeItem, programmes: ProgrammeIndex) {
  const found = programmeNamed(programmes, programme)
  if (found === undefined) throw new Error(`The programme ${programme} was not checked`)
  return { programme: found.code === programme ? found.name : programme, programmeCode: found.code }
}

function complete(
  item: IntakeItem,
  { programmes }: KnownCodes,
  { now, figures, departmentOf }: { now: Date; figures: DueFigures; departmentOf: DepartmentOf },
): NewApplication {
  const named = programmeOf(item, programmes)
  const receivedAt = item.receivedAt ? new Date(item.receivedAt) : now
  return {
    ...item,
    ...named,
    type: item.type ?? departmentOf(named.programmeCode),
    receivedAt: receivedAt.toISOString(),
    dueAt: item.dueAt ?? dueAfter(receivedAt, item.level, figures).toISOString(),
    hash: contentHash(item),
  }
}

/**
 * Stores new applications and distributes them at once. Each item is answered by itself: a wrong one is refused and
 * stops no other; a repeated number answers what is stored under it.
 */
export async function intake(
  db: Db,
  actor: Actor,
  raws: readonly unknown[],
  bank: BankFigures,
  cause: Cause,
): Promise<IntakeAnswer> {
  const parsed = raws.map(parseItem)
  const partnerIds = parsed.flatMap(({ item }) => (item ? [item.partnerId] : []))
  const known = await findKnown(db, actor, partnerIds)
  const now = bank.clock.now()
  const figures = await figuresToday(bank)
  const departmentOf = await departmentsOn(db, bankDay(bank.clock))
  const issues = await codeIssues(
    db,
    parsed.flatMap(({ item }, at) => (item === null ? [] : codesOfItem(item, at))),
  )
  const checked = parsed.map((p, at) => {
    if (p.item === null) return p
    const wrong = issues.flatMap(({ path, message }) => {
      const [place, field = ''] = path.split('.')
      return place === String(at) ? [{ path: field, message }] : []
    })
    const errors = [...wrong, ...checkItem(p.item, known)]
    return errors.length > 0
      ? { item: null, errors }
      : { item: complete(p.item, known, { now, figures, departmentOf }), errors: [] }
  })
  const firsts = new Map<string, NewApplication>()
  for (const { item } of checked) if (item && !firsts.has(item.number)) firsts.set(item.number, item)
  // In one order everywhere: intakes with the same numbers wait for each other instead of locking each other out.
  const inOrder = [...firsts.values()].sort((a, b) => (a.number < b.number ? -1 : 1))
  const taken = await findTakenNumbers(db, [...firsts.keys()])
  const inserted = await insertApplications(
    db,
    inOrder.filter(({ number }) => !taken.has(number)),
  )
  const fresh = [...firsts.values()].filter(({ number }) => inserted.has(number))
  const idsOf = (type: ApproverType) =>
    fresh.filter((a) => a.type === type).flatMap(({ number }) => inserted.get(number) ?? [])
  // In one order everywhere: two intakes at once must not wait for each other's department.
  for (const type of ['nis', 'oic'] as const) {
    const ids = idsOf(type)
    if (ids.length > 0) await distribute(db, type, bank, cause, ids)
  }
  const stored = await findByNumbers(db, [...firsts.keys()])
  const answered = new Set<string>()
  return {
    results: checked.map(({ item, errors }, index): Result => {
      if (item === null) return refused(numberOf(raws[index]), errors)
      const row = stored.get(item.number)
      const { hash } = item
      if (!row?.hash?.equals(hash))
        return refused(item.number, [
          { path: 'number', message: 'Под этим номером уже есть заявка с другими данными' },
        ])
      const isNew = inserted.has(item.number) && !answered.has(item.number)
      answered.add(item.number)
      return {
        number: item.number,
        outcome: isNew ? 'ACCEPTED' : 'REPEATED',
        id: row.id,
        approver: row.approver,
        errors: [],
      }
    }),
  }
}
