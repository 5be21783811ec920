import { factOf, FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { lowered } from '@ipoteka-office/contract/words.ts'
import { type NameOf, valueText } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { lendingKinds } from '@ipoteka-office/contract/products/lending-kinds.ts'
import type { OfferPage, PriceQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { loadNames } from '#features/document-rules/rule-names.service.ts'
import type { Context, FileReply } from '#http/route.ts'
import { toPdf } from '#lib/pdf.ts'
import { offersPaper } from './offers-paper.ts'
import { priceFor, type PricingParts } from '../price.service.ts'

const upper = (text: string) => text.slice(0, 1).toLocaleUpperCase('ru') + text.slice(1)

/** What was asked, in words; a fact that the catalogue does not know says nothing. */
function wishOf({ lending, facts }: PriceQuestion, nameOf: NameOf): [label: string, value: string][] {
  const said = Object.entries(facts).flatMap(([code, value]): [string, string][] => {
    const { data: fact } = FactCode.safeParse(code)
    return fact === undefined || value === null
      ? []
      : [[upper(factOf(fact).label), valueText(fact, value, nameOf)]]
  })
  return [['Вид кредита', lowered(lendingKinds[lending])], ...said]
}

/** What `priceFor` finds as a paper that the client takes along; nothing of it is more than the page shows. */
export async function offersAsPdf(
  parts: PricingParts,
  context: Pick<Context, 'db' | 'actor'>,
  question: PriceQuestion & OfferPage,
): Promise<FileReply> {
  const offers = await priceFor(parts, context, question)
  const names = await loadNames(context.db, parts.references, {})
  const body = await toPdf({
    info: { title: 'Предложения банка' },
    pageMargins: [40, 40, 40, 48],
    defaultStyle: { fontSize: 9, lineHeight: 1.15 },
    content: offersPaper(offers, wishOf(question, names.ofFact)),
    footer: (page, pages) => ({ text: `${page} / ${pages}`, alignment: 'center', fontSize: 8 }),
  })
  return { name: `Предложения ${offers.day}.pdf`, contentType: 'application/pdf', body }
}
