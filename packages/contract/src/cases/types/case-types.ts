import { z } from 'zod'
import type { Machine } from '#machines/machine.ts'
import type { CaseListDefinition, CaseTypeDefinition } from './case-type.ts'
import { registered } from './registered.ts'

type Registered = typeof registered
export type CaseType = keyof Registered

/** Object types of cases in the list of rights. */
export type CaseObject = Registered[CaseType]['object']
/** Owners of documents that are cases. */
export type CaseOwner = Registered[CaseType]['documents']['owner']
export type CaseList = Registered[CaseType]['list']['code']
/** Object types that open lists. */
export type ListObject = Registered[CaseType]['list']['object']

/** A type of cases with its machine. */
export interface KnownCaseType extends CaseTypeDefinition {
  readonly object: CaseObject
  readonly machine: Machine
  readonly documents: CaseTypeDefinition['documents'] & { readonly owner: CaseOwner }
  readonly list: CaseListDefinition & { readonly code: CaseList; readonly object: ListObject }
}

/** Every type of cases by its code. */
export const caseTypes: Readonly<Record<CaseType, KnownCaseType>> = registered

const codes = Object.keys(caseTypes) as [CaseType, ...CaseType[]]
export const CaseType = z.enum(codes)

/** A value for every type. */
export const byCaseType = <T>(of: (type: CaseType, definition: KnownCaseType) => T): Record<CaseType, T> =>
  Object.fromEntries(codes.map((type) => [type, of(type, caseTypes[type])])) as Record<CaseType, T>

/** Types of cases of which something holds, in the order of the list. */
export const caseTypesWith = (holds: (definition: KnownCaseType) => boolean): CaseType[] =>
  codes.filter((type) => holds(caseTypes[type]))

/** The type whose cases other systems hand in and the approvers' queue holds. */
export const queuedType: CaseType = caseTypesWith(({ isHandedIn }) => isHandedIn === true)[0] ?? codes[0]

/** The machine of every type. */
export const machines: Readonly<Record<CaseType, Machine>> = byCaseType((_, { machine }) => machine)

const owners = new Map<string, CaseType>(codes.map((type) => [caseTypes[type].documents.owner, type]))
/** Whether an owner of documents is a case. */
export const isOfCase = (owner: string): owner is CaseOwner => owners.has(owner)
/** The type of the cases that own documents under a code. */
export function typeOfOwner(owner: CaseOwner): CaseType {
  const type = owners.get(owner)
  if (type === undefined) throw new Error(`No type of cases owns documents as ${owner}`)
  return type
}

/** A list of cases with its types. */
export interface KnownCaseList extends CaseListDefinition {
  readonly object: ListObject
  readonly types: readonly [CaseType, ...CaseType[]]
}

const lists = Map.groupBy(codes, (type) => caseTypes[type].list.code)
/** Every list of cases; each has one page. */
export const caseLists = Object.fromEntries(
  [...lists].map(([code, types]) => [code, { ...caseTypes[types[0] as CaseType].list, types }]),
) as unknown as Readonly<Record<CaseList, KnownCaseList>>
export const CaseList = z.enum([...lists.keys()] as [CaseList, ...CaseList[]])

/** Object types of cases with their operations, for the list of rights. */
export type CaseOperations = {
  readonly [T in CaseType as Registered[T]['object']]: Registered[T]['operations']
}
export const caseOperations = Object.fromEntries(
  codes.map((type) => [caseTypes[type].object, caseTypes[type].operations]),
) as unknown as CaseOperations

/** Types whose documents the rules ask for. */
export type CaseKind = {
  [T in CaseType]: Registered[T]['documents'] extends { readonly rules: object } ? T : never
}[CaseType]

/** Codes of the tabs of all lists. */
export type CaseTab = {
  [T in CaseType]: Registered[T]['list'] extends { readonly tabs: infer Tabs } ? keyof Tabs & string : never
}[CaseType]
const tabCodes = [
  ...new Set(Object.values(caseLists).flatMap(({ tabs = {} }: KnownCaseList) => Object.keys(tabs))),
]
export const CaseTab = z.enum(tabCodes as [CaseTab, ...CaseTab[]])
