import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import type { ReviewPart } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'

/** The tabs of the page by their names in the address, each with the part of the review that it shows. */
export const objectTabs = {
  object: { label: 'Объект', part: 'OBJECT' },
  rights: { label: 'Права', part: 'RIGHTS' },
  appraisal: { label: 'Оценка', part: 'APPRAISAL' },
  seller: { label: 'Продавец', part: 'SELLER' },
  legal: { label: 'Юридическая проверка', part: 'LEGAL' },
  insurance: { label: 'Страхование', part: 'INSURANCE' },
  decision: { label: 'Решение', part: null },
} as const satisfies Record<string, { label: string; part: ReviewPart | null }>
export type ObjectTab = keyof typeof objectTabs

export const isObjectTab = (text: string): text is ObjectTab => Object.hasOwn(objectTabs, text)

/** The tab on which a part of the review stands. */
export const tabOf = (part: ReviewPart): ObjectTab =>
  (Object.keys(objectTabs) as ObjectTab[]).find((tab) => objectTabs[tab].part === part) ?? 'object'

/** What every tab is drawn of. */
export interface TabProps {
  readonly head: CaseHead
  readonly review: ObjectReview
  readonly onChanged: () => void
  readonly onTab: (tab: ObjectTab) => void
}
