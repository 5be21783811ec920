import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { AskedField } from '@ipoteka-office/contract/common/fields.ts'
import { askedFieldsOf } from '@ipoteka-office/contract/products/eligibility/asked-fields.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'

/** What lists show of a version: kept beside the content, so that a list reads no matrix. */
export interface VersionColumns {
  readonly name: string
  readonly searched: string
  readonly rateFrom: string | null
  readonly rateTo: string | null
  /** The rates are added to the key rate. */
  readonly isOverKey: boolean
  readonly points: string | null
  readonly partnerIds: readonly number[]
  readonly partnerProfiles: readonly string[]
  readonly regions: readonly string[]
  /** What the form asks for its sake. */
  readonly asks: readonly AskedField[]
  /** The code of `creditProductQr` that it is offered by on the public page of partners. */
  readonly qrCode: string | null
  readonly oldTermsDays: number
}

const end = (rates: readonly string[], sign: 1 | -1): string | null =>
  rates.reduce<string | null>(
    (best, rate) => (best === null || compareDecimals(rate, best) * sign < 0 ? rate : best),
    null,
  )

/** The columns of a content. */
export function columnsOf(content: VersionContent): VersionColumns {
  const { names, audience } = content
  const shared = {
    name: names.staff,
    searched: `${names.staff} ${names.client}`,
    partnerIds: audience.partnerIds,
    partnerProfiles: audience.partnerProfiles ?? [],
    regions: audience.regions,
    oldTermsDays: content.oldTermsDays,
    asks: askedFieldsOf(content),
    qrCode: content.kind === 'PRODUCT' ? audience.qrCode : null,
  }
  if (content.kind !== 'PRODUCT')
    return { ...shared, rateFrom: null, rateTo: null, isOverKey: false, points: content.effect.points }
  const rates = content.rate.matrix.cells.filter((cell) => cell !== null)
  return {
    ...shared,
    rateFrom: end(rates, 1),
    rateTo: end(rates, -1),
    isOverKey: content.rate.basis === 'KEY_RATE_PLUS',
    points: null,
  }
}
