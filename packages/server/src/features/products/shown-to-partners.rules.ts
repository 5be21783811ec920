import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { addPoints } from './rate-points.rules.ts'

/** What people of partners are told beside the content: the key rate of the day, and which products they see. */
export interface PartnerView {
  /** Null: not known, and a rate that is added to it is not told at all. */
  readonly keyRate: string | null
  readonly visible: ReadonlySet<number>
}

/**
 * A content as people of partners read it: rates as they are today rather than a formula over the key rate, no margin, no
 * other partners, no caps, and no products that they are not offered.
 */
export function shownToPartners(content: VersionContent, { keyRate, visible }: PartnerView): VersionContent {
  const audience = { ...content.audience, partnerIds: [], partnerProfiles: [] }
  const seen = (ids: readonly number[]) => ids.filter((id) => visible.has(id))
  if (content.kind === 'PRODUCT') {
    const { basis, matrix, ...rate } = content.rate
    const cells =
      basis === 'RATE'
        ? matrix.cells
        : matrix.cells.map((cell) => (cell === null || keyRate === null ? null : addPoints(keyRate, cell)))
    return {
      ...content,
      audience,
      rate: { ...rate, basis: 'RATE', matrix: { ...matrix, cells }, margin: null },
    }
  }
  const links = {
    productIds: seen(content.productIds),
    requires: seen(content.requires),
    excludes: seen(content.excludes),
  }
  return content.kind === 'OPTION'
    ? { ...content, audience, ...links }
    : { ...content, audience, ...links, cap: null }
}
