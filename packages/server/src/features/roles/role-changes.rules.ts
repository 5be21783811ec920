import { bankOperations, objectTypeNames } from '@ipoteka-office/contract/roles/roles.ts'

/** What a role is, as far as saves change it. */
export interface RoleState {
  readonly code: string
  readonly name: string
  readonly description: string
  readonly isDisabled: boolean
  readonly partnerMayGive: boolean
  readonly operations: Readonly<Record<string, readonly string[]>>
}

/** An operation by its codes. */
export interface OperationCode {
  readonly objectType: string
  readonly code: string
}

/** What differs between two states of a role, as it is kept with a request. */
export interface RoleDiff {
  readonly fields: { label: string; oldValue: string; newValue: string }[]
  readonly added: OperationCode[]
  readonly removed: OperationCode[]
}

/** The map as a flat list, in the order of its names. */
export const operationList = (map: RoleState['operations']): OperationCode[] =>
  Object.entries(map)
    .flatMap(([objectType, codes]) => codes.map((code) => ({ objectType, code })))
    .sort((a, b) => a.objectType.localeCompare(b.objectType) || a.code.localeCompare(b.code))

/** A flat list as a map. */
export function operationMap(list: readonly OperationCode[]): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const { objectType, code } of list) (map[objectType] ??= []).push(code)
  for (const codes of Object.values(map)) codes.sort()
  return map
}

/** Operations of the role because of which partners may not give it. */
export const bankOperationsOf = ({ operations }: Pick<RoleState, 'operations'>): OperationCode[] =>
  bankOperations.filter(({ objectType, code }) => operations[objectType]?.includes(code))

export const operationKey = ({ objectType, code }: OperationCode): string => `${objectType}.${code}`

/** Those of the first list that are not in the second. */
export function without(
  list: readonly OperationCode[],
  other: readonly OperationCode[] | ReadonlySet<string>,
): OperationCode[] {
  const keys = other instanceof Set ? other : new Set((other as readonly OperationCode[]).map(operationKey))
  return list.filter((operation) => !keys.has(operationKey(operation)))
}

const yesNo = (flag: boolean) => (flag ? 'Да' : 'Нет')

const fieldsOf = (state: RoleState | null): [label: string, value: string][] => [
  ['Код', state?.code ?? ''],
  ['Название', state?.name ?? ''],
  ['Описание', state?.description ?? ''],
  ['Отключена', yesNo(state?.isDisabled ?? false)],
  ['Может выдавать партнёр', yesNo(state?.partnerMayGive ?? false)],
]

/** What the save would change; `before` is null for a new role. */
export function diffOf(before: RoleState | null, after: RoleState): RoleDiff {
  const old = fieldsOf(before)
  const fields = fieldsOf(after).flatMap(([label, newValue], index) => {
    const oldValue = old[index]?.[1] ?? ''
    return oldValue === newValue ? [] : [{ label, oldValue, newValue }]
  })
  const [own, next] = [operationList(before?.operations ?? {}), operationList(after.operations)]
  return { fields, added: without(next, own), removed: without(own, next) }
}

export const isEmptyDiff = ({ fields, added, removed }: RoleDiff): boolean =>
  fields.length + added.length + removed.length === 0

const plural = new Intl.PluralRules('ru')
const operationWords: Record<string, string> = { one: 'операция', few: 'операции', many: 'операций' }

/** «+3 / −1 операция; Название, Описание». */
export function summaryOf({ fields, added, removed }: RoleDiff): string {
  const changed = added.length + removed.length
  const last = removed.length > 0 ? removed.length : added.length
  const signs = [
    added.length > 0 ? `+${added.length}` : '',
    removed.length > 0 ? `−${removed.length}` : '',
  ].filter((sign) => sign !== '')
  const operations =
    changed > 0 ? `${signs.join(' / ')} ${operationWords[plural.select(last)] ?? 'операций'}` : ''
  return [operations, fields.map(({ label }) => label).join(', ')].filter((part) => part !== '').join('; ')
}

/** How a change is called in the list of requests. */
export function titleOf(before: RoleState | null, after: RoleState): string {
  if (before === null) return `Роль «${after.name}»: создание`
  if (before.isDisabled !== after.isDisabled)
    return `Роль «${before.name}»: ${after.isDisabled ? 'отключение' : 'включение'}`
  return `Роль «${before.name}»: изменение`
}

/** Operations that a person with the role alone gets. */
export const givenBy = (state: RoleState | null): OperationCode[] =>
  state === null || state.isDisabled ? [] : operationList(state.operations)

/** What a holder of the role gains and loses, when the person's other roles give `others`. */
export function effectOn(
  others: ReadonlySet<string>,
  before: RoleState,
  after: RoleState,
): { gains: number; loses: number } {
  const [old, next] = [givenBy(before), givenBy(after)]
  return {
    gains: without(without(next, old), others).length,
    loses: without(without(old, next), others).length,
  }
}

/** Duties that one person should not have together: who makes a change and who checks or watches it. */
export const conflictingDuties: readonly {
  readonly first: OperationCode
  readonly second: OperationCode
  readonly reason: string
}[] = [
  {
    first: { objectType: 'UserRole', code: 'Update' },
    second: { objectType: 'UserRole', code: 'Approve' },
    reason: 'Готовит и подтверждает изменения ролей один человек',
  },
  {
    first: { objectType: 'UserRole', code: 'Update' },
    second: { objectType: 'PartnerEmployee', code: 'UpdateRoles' },
    reason: 'Меняет состав роли и назначает её сотрудникам один человек',
  },
  {
    first: { objectType: 'UserRole', code: 'Update' },
    second: { objectType: 'FeatureToggle', code: 'Update' },
    reason: 'Меняет роли и может выключить проверку вторым человеком',
  },
  {
    first: { objectType: 'PartnerEmployee', code: 'UpdateIdentity' },
    second: { objectType: 'PartnerEmployee', code: 'UpdateRoles' },
    reason: 'Заводит учётную запись и наделяет её правами один человек',
  },
  {
    first: { objectType: 'Partner', code: 'Create' },
    second: { objectType: 'Partner', code: 'UpdateRoles' },
    reason: 'Заводит партнёра и выдаёт ему аккредитацию один человек',
  },
  {
    first: { objectType: 'Application', code: 'Intake' },
    second: { objectType: 'Application', code: 'Close' },
    reason: 'Принимает заявку в очередь и завершает её рассмотрение один человек',
  },
]

/** Conflicting pairs of which the role has both and the change brings at least one. */
export function brokenDuties(before: RoleState | null, after: RoleState): typeof conflictingDuties {
  const [had, has] = [before, after].map((state) => new Set(givenBy(state ?? null).map(operationKey)))
  const holds = (set: ReadonlySet<string> | undefined, pair: (typeof conflictingDuties)[number]) =>
    set?.has(operationKey(pair.first)) === true && set.has(operationKey(pair.second))
  return conflictingDuties.filter((pair) => holds(has, pair) && !holds(had, pair))
}

/** The Russian name of an object type; the code itself for one that the bank has added. */
export const objectTypeName = (objectType: string): string =>
  Object.hasOwn(objectTypeNames, objectType)
    ? objectTypeNames[objectType as keyof typeof objectTypeNames]
    : objectType
