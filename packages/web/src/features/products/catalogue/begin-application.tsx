import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { caseTypes, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useRights } from '#api/rights.ts'
import { type Wished, wishedOf } from '#widgets/case-card/wished.ts'
import { viewOf } from '#widgets/case-list/case-type-views.ts'
import type { Wish } from './catalogue-search.ts'

/** The application that an offer of a lending begins: one that is decided on by its questionnaire; a card is given with a loan and has none. */
const begunBy = (lending: Wish['lending']) =>
  caseTypesWith(({ product, questions }) => product === lending && questions !== undefined)[0]

/** What the person has said of a deal, under the names that the first form of its application has. */
const saidOf = (wish: Wish, { product }: Offer): Wished =>
  wishedOf({
    [wish.lending === 'MORTGAGE' ? 'programme' : 'productType']: product.type,
    ...(wish.goal !== '' && { goal: wish.goal }),
    ...(wish.region !== '' && { regionCode: wish.region }),
    ...(wish.amount !== null && { amount: wish.amount }),
    ...(wish.lending === 'CASH_LOAN' && wish.termMonths !== null && { termMonths: wish.termMonths }),
  })

/** How an application is begun with an offer; null where the lending has none or the person may not. */
export function useBeginApplication(wish: Wish): {
  begin: ((offer: Offer) => void) | null
  dialog: ReactNode
} {
  const go = useNavigate()
  const rights = useRights()
  const [wished, setWished] = useState<Wished | null>(null)
  const type = begunBy(wish.lending)
  if (type === undefined) return { begin: null, dialog: null }
  const { create, object, path } = caseTypes[type]
  if (create === undefined || !rights.all({ [object]: create.operations }))
    return { begin: null, dialog: null }
  const { CreateDialog } = viewOf(type)
  return {
    begin: (offer) => {
      const said = saidOf(wish, offer)
      if (CreateDialog === undefined) void go({ href: `${path}/new?${String(new URLSearchParams(said))}` })
      else setWished(said)
    },
    dialog: wished !== null && CreateDialog !== undefined && (
      <CreateDialog
        wished={wished}
        onClose={() => setWished(null)}
        onCreated={(id) => void go({ href: casePath(type, id) })}
      />
    ),
  }
}
