import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import type { ProductDepartment, ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { ProductVersionState } from '@ipoteka-office/contract/products/product-version-machine.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'

/** A product, an option or a promotion as it is stored, without what its versions say. */
export interface StoredProduct {
  readonly id: number
  readonly kind: ProductKind
  readonly lending: Lending
  readonly code: string
  readonly typeCode: string
  readonly department: ProductDepartment
  readonly owner: PersonRef
}

/** A version without what it says. */
export interface StoredVersionRow {
  readonly id: number
  readonly productId: number
  readonly number: number
  readonly state: ProductVersionState
  readonly name: string
  readonly validFrom: string | null
  readonly validTo: string | null
  /** First and last day in force in fact; both null: never was. */
  readonly inForceFrom: string | null
  readonly inForceTo: string | null
  readonly author: PersonRef
  /** Who has written what it says. */
  readonly contributors: readonly number[]
  readonly createdAt: string
  readonly sentBy: PersonRef | null
  readonly approvedBy: PersonRef | null
  readonly releasedBy: PersonRef | null
  readonly releasedAt: string | null
  readonly version: number
}

/** A version with what it says. */
export interface StoredVersion extends StoredVersionRow {
  readonly content: VersionContent
}

/** A version with its product: what its machine moves. */
export interface VersionOfProduct extends StoredVersion {
  readonly product: StoredProduct
}

/** A version that was released, by its days. */
export interface ReleasedRow {
  readonly id: number
  readonly productId: number
  readonly code: string
  readonly typeCode: string
  readonly lending: Lending
  readonly number: number
  readonly validFrom: string
  /** Last day in fact; null: until the next version. */
  readonly inForceTo: string | null
  /** For how long applications received before it keep the terms of the one before. */
  readonly oldTermsDays: number
}

/** A released version with what it says, as prices are computed by. */
export interface ReleasedVersion extends ReleasedRow {
  readonly content: VersionContent
}
