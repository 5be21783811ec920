import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { VersionIssue } from './product-values.ts'

/** Parts of the page and what their tabs say. */
export const partWords = {
  main: 'Основное',
  limits: 'Параметры',
  rates: 'Ставки',
  changes: 'Скидки и надбавки',
  effect: 'Действие',
  use: 'Предел и заявки',
  options: 'Опции',
  promotions: 'Акции',
  conditions: 'Условия',
  documents: 'Документы',
  insurance: 'Страхование',
  releases: 'Выпуски',
  audit: 'Аудит',
  comments: 'Комментарии',
} as const
export type PartKey = keyof typeof partWords

const partsOf: Readonly<Record<ProductKind, readonly PartKey[]>> = {
  PRODUCT: [
    ...(['main', 'limits', 'rates', 'changes', 'options', 'promotions', 'conditions'] as const),
    ...(['documents', 'insurance', 'releases', 'audit', 'comments'] as const),
  ],
  OPTION: ['main', 'effect', 'releases', 'audit', 'comments'],
  PROMOTION: ['main', 'effect', 'use', 'releases', 'audit', 'comments'],
}

/** The parts of a page that this person sees. */
export const shownParts = (
  kind: ProductKind,
  { mayAudit, isOfBank }: { readonly mayAudit: boolean; readonly isOfBank: boolean },
): PartKey[] =>
  partsOf[kind].filter((key) => {
    if (key === 'audit') return mayAudit
    return isOfBank || (key !== 'comments' && key !== 'use')
  })

export const isPart = (key: unknown): key is PartKey =>
  typeof key === 'string' && Object.hasOwn(partWords, key)

const places: Readonly<Record<string, PartKey>> = {
  limits: 'limits',
  schedule: 'limits',
  fees: 'limits',
  card: 'limits',
  rate: 'rates',
  changes: 'changes',
  eligibility: 'conditions',
  conditions: 'conditions',
  fields: 'conditions',
  documents: 'documents',
  insurance: 'insurance',
  productIds: 'effect',
  effect: 'effect',
  condition: 'effect',
  requires: 'effect',
  excludes: 'effect',
  period: 'effect',
  cap: 'effect',
  stacking: 'effect',
}

/** The part of the page on which a value stands. */
export const partOfPath = (path: string): PartKey => places[path.split('.')[0] ?? ''] ?? 'main'

/** How many things are to be mended in each part. */
export function countByPart(issues: readonly VersionIssue[]): Partial<Record<PartKey, number>> {
  const counts: Partial<Record<PartKey, number>> = {}
  for (const { path } of issues) {
    const part = partOfPath(path)
    counts[part] = (counts[part] ?? 0) + 1
  }
  return counts
}
