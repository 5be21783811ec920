import { keyOf } from '../../common/scalars.ts'

/** Bureaus of credit histories that the bank asks. */
export const creditBureaus = { NBKI: 'НБКИ', OKB: 'ОКБ', SCORING: 'Скоринг Бюро' } as const
export type CreditBureau = keyof typeof creditBureaus
export const CreditBureau = keyOf(creditBureaus)
export const bureauCodes = Object.keys(creditBureaus) as CreditBureau[]

/** How late a credit was paid in a month, as one sign of a strip. */
export const delayMarks = {
  '-': 'нет сведений',
  '0': 'в срок',
  '1': 'просрочка до 29 дней',
  '2': 'просрочка 30–59 дней',
  '3': 'просрочка 60–89 дней',
  '4': 'просрочка 90 дней и больше',
} as const
export type DelayMark = keyof typeof delayMarks

/** Months of a strip, the latest first. */
export const stripMonths = 24

/** The worst of the months of a strip; what is not known is no delay. */
export const worstOf = (strip: string): DelayMark =>
  (strip
    .split('')
    .filter((mark) => mark !== '-')
    .toSorted()
    .at(-1) ?? '-') as DelayMark
