/** Categories of document types (`docCategory`) all of whose papers tell who a person is. */
const identityCategories: ReadonlySet<string> = new Set(['IDENTITY'])
/** Types (`docType`) of other categories that do so too. */
const identityTypes: ReadonlySet<string> = new Set(['SELLER_PASSPORT', 'BIRTH_CERT'])

/** A document as far as it tells what its number is. */
export interface Paper {
  readonly type: { readonly code: string; readonly categoryCode: string } | null
  /** What it belongs to; left out of an employee's. */
  readonly ownerType?: string
}

/**
 * Whether the number of the document is a person's number: it is shown whole only to those with the right. What has no type
 * yet may be anything, a passport too, but for papers of organisations.
 */
export const isIdentityPaper = ({ type, ownerType }: Paper): boolean =>
  type === null
    ? ownerType !== 'PARTNER'
    : identityCategories.has(type.categoryCode) || identityTypes.has(type.code)
