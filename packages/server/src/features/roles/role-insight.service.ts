import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RightPath } from '@ipoteka-office/contract/roles/role-insight.ts'
import type { RolePerson } from '@ipoteka-office/contract/roles/roles.ts'
import { isBuiltinOperation } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { invalid, notFound } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { findOperations } from './operations.repo.ts'
import { describer } from './operations.service.ts'
import { dutyWarnings } from './role-apply.service.ts'
import {
  diffOf,
  effectOn,
  type OperationCode,
  objectTypeName,
  operationKey,
  type RoleState,
} from './role-changes.rules.ts'
import { findAble, findHolders } from './role-holders.repo.ts'
import {
  findGiven,
  findGranters,
  findGroupsWith,
  findIdle,
  findPerson,
  findRolesWith,
  type GivenOperation,
  type PersonState,
} from './role-people.repo.ts'
import { findRole } from './roles.repo.ts'

const plain = ({ id, fullName, jobTitle, partner }: RolePerson): RolePerson => ({
  id,
  fullName,
  jobTitle,
  partner,
})
const pathOf = ({ role, workgroup }: RightPath): RightPath => ({ role, workgroup })

function inactiveReason(person: PersonState): string | null {
  if (person.notActive) return 'Сотрудник отключён'
  if (person.partnerNotActive) return `Партнёр «${person.partner.shortName}» отключён`
  return person.canSignIn ? null : 'У сотрудника нет учётной записи для входа'
}

async function personOf(db: Db, actor: Actor, id: number): Promise<PersonState> {
  const person = await findPerson(db, actor, id)
  if (person === undefined) throw notFound('Сотрудник не найден')
  return person
}

const idleReason = (idle: RightPath & { roleDisabled: boolean; groupNotActive: boolean }) =>
  idle.roleDisabled
    ? `Роль «${idle.role.name}» отключена`
    : `Рабочая группа «${idle.workgroup?.name ?? ''}» не действует`

/** Every operation that the person holds now, with the roles and groups that give it. */
export async function effectiveOperations(db: Db, actor: Actor, employeeId: number) {
  const person = await personOf(db, actor, employeeId)
  const given = await findGiven(db, [employeeId])
  const describe = await describer(db)
  return {
    person: plain(person),
    inactiveReason: inactiveReason(person),
    scope: person.isOperator ? ('ALL' as const) : ('OWN_PARTNER' as const),
    operations: [...Map.groupBy(given, operationKey).values()].flatMap((group) => {
      const [first] = group
      return first === undefined ? [] : [{ ...describe(first), paths: group.map(pathOf) }]
    }),
    idle: (await findIdle(db, employeeId)).map((idle) => ({ ...pathOf(idle), reason: idleReason(idle) })),
  }
}

/** 400 for an operation that the catalogue does not have. */
async function knownOperation(db: Db, operation: OperationCode): Promise<OperationCode> {
  const rows = await findOperations(db, { objectType: operation.objectType })
  if (!rows.some((row) => row.code === operation.code))
    throw invalid([{ path: 'operation', message: 'Нет такой операции' }])
  return operation
}

/** Active people who hold the operation, each with its paths. */
export async function whoCan(
  db: Db,
  actor: Actor,
  query: PageQuery & { objectType: string; operation: string; fullName: string },
) {
  const operation = await knownOperation(db, { objectType: query.objectType, code: query.operation })
  const page = await findAble(db, actor, operation, query.fullName, query)
  const given = await findGiven(
    db,
    page.content.map(({ id }) => id),
    { only: operation },
  )
  const byPerson = Map.groupBy(given, ({ employeeId }) => employeeId)
  return {
    ...page,
    content: page.content.map((person) => ({
      ...person,
      paths: (byPerson.get(person.id) ?? []).map(pathOf),
    })),
  }
}

/** The same without the paths. */
export async function employeesByOperation(db: Db, actor: Actor, operation: OperationCode, query: PageQuery) {
  return findAble(db, actor, await knownOperation(db, operation), '', query)
}

/** Why the person may not do something, or what lets them. */
export async function explainAccess(
  db: Db,
  actor: Actor,
  { employeeId, objectType, operation: code }: { employeeId: number; objectType: string; operation: string },
) {
  const person = await personOf(db, actor, employeeId)
  const operation = await knownOperation(db, { objectType, code })
  const given = await findGiven(db, [employeeId], { only: operation })
  const roles = await findRolesWith(db, employeeId, operation)
  const workgroups = await findGroupsWith(db, person, operation)
  const inactive = inactiveReason(person)
  const describe = await describer(db)
  const missing = [
    ...(inactive === null ? [] : [inactive]),
    ...(given.length > 0 ? [] : await missingRight(db, person, describe(operation), roles.length > 0)),
  ]
  return {
    person: plain(person),
    operation: describe(operation),
    allowed: missing.length === 0,
    paths: given.map((one: GivenOperation) => pathOf(one)),
    missing,
    roles,
    workgroups,
    granters: missing.length === 0 ? [] : await findGranters(db, person, operation),
  }
}

async function missingRight(
  db: Db,
  person: PersonState,
  { descriptor, ...operation }: OperationCode & { readonly descriptor: string },
  anyRole: boolean,
): Promise<string[]> {
  const idle = (await findIdle(db, person.id)).filter(({ holds }) => holds.includes(operationKey(operation)))
  const reasons = idle.map(idleReason)
  if (reasons.length > 0) return reasons
  if (!anyRole)
    return [
      isBuiltinOperation(operation.objectType, operation.code)
        ? 'Ни одна роль не содержит этой операции: её нужно добавить в роль'
        : 'Ни одна роль не содержит этой операции, и сама система её не проверяет',
    ]
  return [
    `Нет роли с операцией «${descriptor}» над «${objectTypeName(operation.objectType)}»: ни своей, ни через рабочую группу`,
  ]
}

/** What a change of the role would do to the people who hold it; nothing is written. */
export async function previewChange(
  db: Db,
  actor: Actor,
  id: number,
  change: Pick<RoleState, 'isDisabled' | 'operations'>,
  query: PageQuery,
) {
  const before = await findRole(db, id)
  if (before === undefined) throw notFound('Роль не найдена')
  const after = { ...before, ...change }
  const diff = diffOf(before, after)
  const page = await findHolders(db, actor, id, query)
  const others = Map.groupBy(
    await findGiven(
      db,
      page.content.map((person) => person.id),
      { exceptRoleId: id },
    ),
    ({ employeeId }) => employeeId,
  )
  const describe = await describer(db)
  return {
    added: diff.added.map(describe),
    removed: diff.removed.map(describe),
    warnings: await dutyWarnings(db, before, after),
    people: {
      ...page,
      content: page.content.map((person) => ({
        ...person,
        ...effectOn(new Set((others.get(person.id) ?? []).map(operationKey)), before, after),
      })),
    },
  }
}
