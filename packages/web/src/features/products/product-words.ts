import type { Lending, ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { Catalogue, ProductRow, ProductTab } from '@ipoteka-office/contract/products/product-rows.ts'
import type { ProductVersionState } from '@ipoteka-office/contract/products/product-version-machine.ts'
import { formatDate } from '#lib/dates.ts'
import { formatPercent } from '#lib/format.ts'
import type { DotTone } from '#ui/status-dot.tsx'
import { pointsText } from './points-text.ts'

/** Colours of states, as everywhere: amber waits for somebody, green is in force. */
export const stateTones: Readonly<Record<ProductVersionState, DotTone>> = {
  DRAFT: 'ring',
  ON_APPROVAL: 'amber',
  CORRECTION: 'red',
  APPROVED: 'blue',
  RELEASED: 'green',
  ARCHIVE: 'neutral',
}

/** The list that a product belongs to. */
export const catalogueOf = (lending: Lending): Catalogue => (lending === 'MORTGAGE' ? 'mortgage' : 'loan')

/** What the right to it is called: mortgages and the others have rights of their own. */
export const objectOf = (catalogue: Catalogue) =>
  catalogue === 'mortgage' ? ('CreditProduct' as const) : ('LoanProduct' as const)

/** Each list: its address and its title. */
export const listPlaces: Readonly<Record<Catalogue, { readonly text: string; readonly href: string }>> = {
  mortgage: { text: 'Ипотечные продукты', href: '/products' },
  loan: { text: 'Неипотечные продукты', href: '/loan-products' },
}

/** Where a product, an option or a promotion has its page. */
export function productHref({
  id,
  kind,
  lending,
}: {
  readonly id: number
  readonly kind: ProductKind
  readonly lending: Lending
}): string {
  if (kind === 'OPTION') return `/option/${id}`
  if (kind === 'PROMOTION') return `/promotion/${id}`
  return lending === 'MORTGAGE' ? `/product/${id}` : `/loan-products/${id}`
}

/** Where all parts of a product stand on one page. */
export const onePageHref = (id: number): string => `/product-refactoring/${id}`

/** «с 01.09.2026 по 31.12.2026», «с 01.09.2026», «дни не назначены». */
export function periodText(from: string | null, to: string | null): string {
  if (from === null) return 'дни не назначены'
  return to === null ? `с ${formatDate(from)}` : `с ${formatDate(from)} по ${formatDate(to)}`
}

/** The list of the applications of each catalogue: its address and the right to it. */
export const casesOf = {
  mortgage: { href: '/applications/all/false', needs: { ShortApplication: ['List'] } },
  loan: { href: '/loan-applications/', needs: { LoanApplication: ['List'] } },
} as const

/** The applications in work that have been given the product, the option or the promotion. */
export const openCasesHref = (id: number, lending: Lending): string =>
  `${casesOf[catalogueOf(lending)].href}?productIds=${id}&inWork=1`

/** What a row says of its rate: ends for a product, points for what changes it. */
export const rateText = ({ rateFrom, points }: ProductRow): string =>
  rateFrom === null ? pointsText(points) : formatPercent(rateFrom, 3)

/** What the tabs with one kind of things hold, in words of the button that makes a new one. */
export const newWords: Readonly<Record<ProductKind, string>> = {
  PRODUCT: 'Новый продукт',
  OPTION: 'Новая опция',
  PROMOTION: 'Новая акция',
}
/** The kind that a tab makes. */
export const kindOfTab = (tab: ProductTab): ProductKind =>
  tab === 'OPTION' || tab === 'PROMOTION' ? tab : 'PRODUCT'
