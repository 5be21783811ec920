import { entryOwnerCategories, entryOwnerRights, entryOwners } from '../blacklists/entry-documents.ts'
import { type CaseOwner, caseTypes, type KnownCaseType } from '../cases/types/case-types.ts'
import type { RequiredOperations } from '../operations.ts'

// The pages have what this file comes to, computed while they are built: few of them need the types of cases beside it.

/** A value for every owner that is a case. */
const ofCases = <T>(of: (documents: KnownCaseType['documents']) => T): Readonly<Record<CaseOwner, T>> =>
  Object.fromEntries(
    Object.values(caseTypes).map(({ documents }) => [documents.owner, of(documents)]),
  ) as Record<CaseOwner, T>

/** What a document may belong to: a case of any type, or something else. */
export const documentOwnerTypes = {
  ...ofCases(({ ownerName }) => ownerName),
  PARTNER: 'Партнёр',
  REALTY_OBJECT: 'Предмет ипотеки',
  ...entryOwners,
} as const
type OwnerType = keyof typeof documentOwnerTypes

/** What is needed beside `Document.*`: to read documents of an owner and to change them. */
export const documentOwnerRights: Readonly<
  Record<OwnerType, Readonly<Record<'read' | 'write', RequiredOperations>>>
> = {
  ...ofCases(({ rights }) => rights),
  PARTNER: { read: { Partner: ['Read'] }, write: { Partner: ['Read', 'Update'] } },
  // Photos of the object itself; its papers belong to the application.
  REALTY_OBJECT: { read: { RealtyObject: ['Read'] }, write: { RealtyObject: ['Read', 'Update'] } },
  ...entryOwnerRights,
}

/** Categories whose types an owner takes; null: all but those of `notFor`. */
export const documentOwnerCategories: Readonly<
  Record<OwnerType, { readonly only?: readonly string[]; readonly notFor?: readonly string[] }>
> = {
  ...ofCases(() => ({ notFor: ['PARTNER'] })),
  PARTNER: { only: ['PARTNER', 'AUTHORITY', 'NOTIFICATION', 'OTHER'] },
  REALTY_OBJECT: { only: ['MONITORING'] },
  ...entryOwnerCategories,
}
