import type { ProductDepartment, ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'

/** A product, an option or a promotion of the demo bank. */
export interface SeedRecord {
  readonly kind: ProductKind
  readonly lending: Lending
  readonly code: string
  readonly typeCode: string
  /** OIC where it is not named. */
  readonly department?: ProductDepartment
  /** As it is in force now; earlier versions differ in their rates. */
  readonly content: VersionContent
  /** Versions that have been released; two where it is not named. */
  readonly versions?: number
  /** What is ahead of it: a state of the next version; FUTURE: released, not in force yet. */
  readonly ahead?: 'DRAFT' | 'ON_APPROVAL' | 'CORRECTION' | 'APPROVED' | 'FUTURE'
  /** Taken off sale. */
  readonly ended?: true
  /** Codes of products that an addition goes with, of what it requires and of what it excludes. */
  readonly links?: {
    readonly products?: readonly string[]
    readonly requires?: readonly string[]
    readonly excludes?: readonly string[]
  }
}
