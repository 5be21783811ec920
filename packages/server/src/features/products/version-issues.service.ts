import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { contentIssues } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { Db } from '#db/database.ts'
import { codeIssues } from '#features/references/known-codes.service.ts'
import { findProducts } from './products.repo.ts'
import type { StoredProduct } from './stored-products.ts'
import { codesOfVersion } from './version-codes.rules.ts'
import { findKnownPartners, findLinks } from './version-links.repo.ts'

/** Issues shown at once: a form of ten thousand holes helps nobody. */
const mostIssues = 200

const at = (path: string, message: string): FieldError => ({ path, message })

/** Partners that do not exist. */
async function partnerIssues(db: Db, { audience }: VersionContent): Promise<FieldError[]> {
  if (audience.partnerIds.length === 0) return []
  const known = await findKnownPartners(db, audience.partnerIds)
  return audience.partnerIds.flatMap((id, index) =>
    known.has(id) ? [] : [at(`audience.partnerIds.${index}`, `Партнёра с номером ${id} нет`)],
  )
}

/** Everything that taking `id` brings with it, `id` itself only where it comes back. */
function broughtBy(id: number, requiredBy: (one: number) => readonly number[]): Set<number> {
  const brought = new Set<number>()
  const waiting = [...requiredBy(id)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (brought.has(next)) continue
    brought.add(next)
    waiting.push(...requiredBy(next))
  }
  return brought
}

const wrongKinds = {
  PRODUCT: 'Это продукт, а нужна опция или акция',
  OTHER: 'Это опция или акция, а нужен продукт',
}

/** What an option or a promotion says of others: they exist, are of its lending, and can be taken together. */
async function linkIssues(db: Db, product: StoredProduct, content: VersionContent): Promise<FieldError[]> {
  if (content.kind === 'PRODUCT') return []
  const { productIds, requires, excludes } = content
  const named = new Map(
    (await findProducts(db, [...productIds, ...requires, ...excludes])).map((one) => [one.id, one]),
  )
  const missing = (list: readonly number[], path: string, { isProduct }: { readonly isProduct: boolean }) =>
    list.flatMap((id, index): FieldError[] => {
      const one = named.get(id)
      if (one === undefined) return [at(`${path}.${index}`, 'Такого продукта нет')]
      if ((one.kind === 'PRODUCT') !== isProduct)
        return [at(`${path}.${index}`, isProduct ? wrongKinds.OTHER : wrongKinds.PRODUCT)]
      return one.lending === product.lending
        ? []
        : [at(`${path}.${index}`, 'Это продукт другого вида кредита')]
    })
  const found = [
    ...missing(productIds, 'productIds', { isProduct: true }),
    ...missing(requires, 'requires', { isProduct: false }),
    ...missing(excludes, 'excludes', { isProduct: false }),
  ]
  if (requires.includes(product.id)) found.push(at('requires', 'Опция требует саму себя'))
  if (excludes.includes(product.id)) found.push(at('excludes', 'Опция исключает саму себя'))
  if (found.length > 0) return found
  const links = await findLinks(db)
  const own = { requires, excludes }
  const of = (id: number) => (id === product.id ? own : (links.get(id) ?? { requires: [], excludes: [] }))
  const brought = broughtBy(product.id, (id) => of(id).requires)
  if (brought.has(product.id))
    return [at('requires', 'Опции требуют друг друга по кругу: уберите одну из связей')]
  const together = [product.id, ...brought]
  const opposed = together.some((id) => of(id).excludes.some((other) => together.includes(other)))
  return opposed
    ? [at('requires', 'Среди того, что нужно вместе с этим, есть исключающие друг друга: взять их нельзя')]
    : []
}

/** Everything that has to be mended before a version is sent on. */
export async function versionIssues(
  db: Db,
  product: StoredProduct,
  content: VersionContent,
): Promise<FieldError[]> {
  const issues = [
    ...contentIssues(content),
    ...(await codeIssues(db, codesOfVersion(content, product.lending))),
    ...(await partnerIssues(db, content)),
    ...(await linkIssues(db, product, content)),
  ]
  return issues.slice(0, mostIssues)
}
