import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { OfferFigures, OfferTerms, PaidOff } from '@ipoteka-office/contract/underwriting/offers.ts'

/** An offer as the snapshot of its decision keeps it. */
export interface StoredOffer extends Omit<OfferTerms, 'paidOff'>, OfferFigures {
  readonly place: number
  readonly paidOff: (PaidOff & { readonly name: string })[]
  readonly clientText: string
}

/** The offers of a snapshot; none where a decision made none. */
export const storedOffers = (kept: unknown): StoredOffer[] =>
  Array.isArray(kept) ? (kept as StoredOffer[]) : []

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Obligations of all who owe, as the form of an offer lists them. */
export const debtsOf = ({ participants }: Pick<QuestionnaireData, 'participants'>) =>
  participants.flatMap(({ id, name, sections: { OBLIGATIONS } }) => {
    const rows: unknown = OBLIGATIONS?.['obligations']
    return (Array.isArray(rows) ? (rows as SectionValues[]) : []).flatMap((row) => {
      const { key, creditor, balance, payment, repaidByDeal } = row
      if (typeof key !== 'string') return []
      return [
        {
          participantId: id,
          participantName: name,
          key,
          name: text(creditor) ?? 'Обязательство',
          balance: text(balance),
          payment: text(payment),
          repaidByDeal: repaidByDeal === true,
        },
      ]
    })
  })
