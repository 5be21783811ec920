import { fieldText } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { opinionFields } from '@ipoteka-office/contract/underwriting/objects/legal-opinion.ts'
import { reviewFields, reviewParts } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { type CardLabels, type HistoryField, told } from '#features/history/card-history.rules.ts'

const partsOf = (fields: FieldSpecs): Record<string, HistoryField> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      told(field, { text: (value) => fieldText(field, value, (_, code) => code) }),
    ]),
  )

const toldText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([ask, answer]) => `${ask} ${String(answer)}`)
        .join('; ')
    : String(value)

/** How the history names what was written of an object; the questions of a check list are told in their own words. */
export const reviewLabels: CardLabels = {
  objectReview: {
    fields: {
      part: { label: 'Часть экспертизы', names: reviewParts },
      answers: {
        label: 'Экспертиза',
        parts: Object.assign({}, ...Object.values(reviewFields).map(partsOf)) as Record<string, HistoryField>,
      },
      told: { label: 'Ответы на вопросы', text: toldText },
    },
  },
}

/** The same of a check list alone: each question is a line. */
export const listLabels = (questions: readonly { readonly ask: string }[]): CardLabels => ({
  objectReview: {
    fields: {
      told: {
        label: 'Ответы на вопросы',
        parts: Object.fromEntries(questions.map(({ ask }) => [ask, { label: ask }])),
      },
    },
  },
})

/** How the history names an opinion. */
export const opinionLabels: CardLabels = {
  legalOpinion: {
    fields: {
      question: { label: 'Вопрос юристу' },
      answers: { label: 'Правовое заключение', parts: partsOf(opinionFields) },
      signed_by: { label: 'Подписал', table: 'employee' },
      withdrawn: { label: 'Запрос отозван' },
    },
  },
}
