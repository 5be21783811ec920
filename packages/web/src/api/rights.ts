import {
  type GuardedField,
  holdsRight,
  refusalOfChange,
  refusalOfEntry,
} from '@ipoteka-office/contract/common/field-rights.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { OperationsMap, RequiredOperations } from '@ipoteka-office/contract/operations.ts'
import { hasAllOperations, hasOperationsWithin, hasSomeOperation } from '@ipoteka-office/contract/rights.ts'
import type { PartnerRoleCode, UserData } from '@ipoteka-office/contract/session/session.ts'
import { useMemo } from 'react'
import { useStore } from '#lib/store.ts'
import { switches } from '#lib/switches.ts'
import { sessionState } from './session.ts'

/** What the person may see. A rule of display only: the server checks every call by itself. */
export interface Rights {
  /** The basic check: every required operation of every type. */
  all(required: RequiredOperations): boolean
  some(required: RequiredOperations): boolean
  /** The person's operations on these types lie within the required ones. */
  within(required: RequiredOperations): boolean
  /** Whether the endpoint would let the person in; `params` where its object depends on the path. */
  mayCall(endpoint: Pick<EndpointSpec, 'access'>, params?: Readonly<Record<string, unknown>>): boolean
  /** Whether the person sees a field of the records that they see. */
  sees(field: GuardedField | undefined): boolean
  /** Why the person may not change a field of the records that they change; null: they may. */
  refusalOfChange(field: GuardedField | undefined): string | null
  /** Why the person may not fill a field of a new record; null: they may. */
  refusalOfEntry(field: GuardedField | undefined): string | null
  /** The person works for the operator. */
  readonly isAhml: boolean
  /** The partner has a role whose code contains the text. */
  hasPartnerRole(code: PartnerRoleCode): boolean
  inWorkgroup(name: string): boolean
}

/** The field as it is guarded while checks of operations are off: by who the person is alone. */
const withoutOperations = ({ label, seenBy, changedBy }: GuardedField): GuardedField => ({
  label,
  ...(seenBy && { seenBy: { ...seenBy, operations: {} } }),
  ...(changedBy && { changedBy: { ...changedBy, operations: {} } }),
})

/** Rights of a person; with `rolesOff` every check of operations passes, who the person is stays as it is. */
export function rightsOf(operations: OperationsMap, user: UserData | null, rolesOff: boolean): Rights {
  const roles = user?.partner.roles ?? []
  const isAhml = roles.some(({ code }) => code === 'Ahml')
  const held = (field: GuardedField | undefined): GuardedField | undefined =>
    rolesOff && field ? withoutOperations(field) : field
  const holder = { operations, isAhml }
  const all = (required: RequiredOperations) => rolesOff || hasAllOperations(operations, required)
  return {
    all,
    some: (required) => rolesOff || hasSomeOperation(operations, required),
    within: (required) => rolesOff || hasOperationsWithin(operations, required),
    mayCall({ access }, params = {}) {
      if (access.kind === 'signedIn' || rolesOff) return true
      if (access.bankOnly && !isAhml) return false
      const { object } = access
      const type = typeof object === 'string' ? object : object.objects[String(params[object.param])]
      return type !== undefined && access.operations.every((o) => operations[type]?.includes(o) ?? false)
    },
    sees: (field) => holdsRight(holder, held(field)?.seenBy),
    refusalOfChange: (field) => refusalOfChange(holder, held(field)),
    refusalOfEntry: (field) => refusalOfEntry(holder, held(field)),
    isAhml,
    hasPartnerRole: (code) => roles.some((role) => role.code.includes(code)),
    inWorkgroup: (name) => user?.workgroups.some((group) => group.name === name) ?? false,
  }
}

/** The rights of the signed-in person: hides and shows, never protects. */
export function useRights(): Rights {
  const state = useStore(sessionState)
  const { rolesOff } = useStore(switches)
  const session = state.status === 'OK' ? state.session : null
  return useMemo(
    () => rightsOf(session?.operations ?? {}, session?.user ?? null, rolesOff),
    [session, rolesOff],
  )
}
