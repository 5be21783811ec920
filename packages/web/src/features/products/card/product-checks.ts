import { Day } from '@ipoteka-office/contract/common/items.ts'
import type { ProductKind } from '@ipoteka-office/contract/products/product-kinds.ts'
import { contentIssues, VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { versionLabels } from '@ipoteka-office/contract/products/version/version-words.ts'
import { type ProductValues, toContent, type VersionIssue } from './product-values.ts'

const dayIssues = ({ validFrom, validTo }: ProductValues): VersionIssue[] => [
  ...(validFrom === '' || Day.safeParse(validFrom).success
    ? []
    : [{ path: 'validFrom', message: 'Укажите день' }]),
  ...(validTo === '' || Day.safeParse(validTo).success ? [] : [{ path: 'validTo', message: 'Укажите день' }]),
  ...(validFrom !== '' && validTo !== '' && validTo < validFrom
    ? [{ path: 'validTo', message: 'Последний день раньше первого' }]
    : []),
]

/** A shape that the server would not keep: the draft cannot be saved with it. */
export function shapeIssues(kind: ProductKind, values: ProductValues): VersionIssue[] {
  const read = VersionContent.safeParse(toContent(kind, values))
  const wrong = read.success
    ? []
    : read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return [...dayIssues(values), ...wrong]
}

/** Everything in the way of sending the version on: what cannot be kept, and what a draft may be kept with. */
export function versionIssues(kind: ProductKind, values: ProductValues): VersionIssue[] {
  const read = VersionContent.safeParse(toContent(kind, values))
  const first = values.validFrom === '' ? [{ path: 'validFrom', message: 'Назначьте первый день' }] : []
  return [...shapeIssues(kind, values), ...first, ...(read.success ? contentIssues(read.data) : [])]
}

/** The content as the server takes it; throws where the form holds what the server would not keep. */
export const readContent = (kind: ProductKind, values: ProductValues): VersionContent =>
  VersionContent.parse(toContent(kind, values))

/** What the fields are called in the summary of mistakes. */
export const labels = versionLabels
