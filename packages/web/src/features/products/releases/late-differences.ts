import type { Product, ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { Difference } from '#widgets/record/difference.ts'
import { type ProductValues, toContent } from '../card/product-values.ts'
import { readVersionNames } from './use-version-names.ts'
import { versionDifferences } from './version-differences.ts'

const mostTold = 4
const listed = (texts: readonly string[]): string =>
  texts.slice(0, mostTold).join('; ') + (texts.length > mostTold ? ` и ещё ${texts.length - mostTold}` : '')

/** The comparison chooses by the parts of a version: all limits are one choice, all rates are another. */
function byTopParts(differences: ReturnType<typeof versionDifferences>): Difference[] {
  const topOf = (key: string) => (/^(cell|axis) /.test(key) ? 'rate' : (key.split('.')[0] ?? key))
  return [...Map.groupBy(differences, ({ key }) => topOf(key))].map(([key, parts]) => {
    const [only] = parts
    if (parts.length === 1 && only) return { key, label: only.label, mine: only.after, server: only.before }
    return {
      key,
      label: versionLabel(key),
      mine: listed(parts.map(({ label, after }) => `${label}: ${after}`)),
      server: listed(parts.map(({ label, before }) => `${label}: ${before}`)),
    }
  })
}

/** How a form differs from what the server has meanwhile: read with its names when a save has come too late. */
export async function lateDifferences(client: QueryClient, product: Product) {
  const names = await readVersionNames(client, product)
  return (mine: ProductValues, server: ProductVersion): Difference[] => {
    const read = VersionContent.safeParse(toContent(product.kind, mine))
    if (!read.success) return []
    const days = { validFrom: mine.validFrom || null, validTo: mine.validTo || null }
    return byTopParts(versionDifferences(server, { content: read.data, ...days }, names))
  }
}
