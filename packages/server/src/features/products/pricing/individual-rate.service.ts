import { topics } from '@ipoteka-office/contract/live.ts'
import type { CasePrice } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { IndividualRateInput } from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import type { Offer, StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, holdCase, readCase, requireCase } from '#features/cases/engine/cases.service.ts'
import { type ChangeKind, requestChange } from '#features/change-requests/change-requests.service.ts'
import { rateControl } from '#features/rate-limits/rate-control.service.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { publish } from '#live/publish.ts'
import { requireRight } from '../product-reader.ts'
import { choicesOf, findPrices, type StoredPrice } from './case-prices.repo.ts'
import {
  casePrice,
  type CasePricingParts,
  giveOffer,
  lendingOf,
  offersOf,
  type PriceReader,
  questionOfCase,
  refusalOf,
  requireOffer,
} from './case-price.service.ts'
import { individualKinds } from './individual-kinds.ts'
import { toPoints } from './points.ts'
import { rateText } from './typed-rate.service.ts'

type Asked = IndividualRateInput

type PresentPrice = StoredPrice & { readonly question: StoredQuestion; readonly answer: Offer }

const isPriced = (price: StoredPrice): price is PresentPrice =>
  !price.replaced && price.question !== null && price.answer !== null

const presentOf = async (db: Db, caseId: number): Promise<PresentPrice | undefined> =>
  (await findPrices(db, caseId)).find(isPriced)

/** The price of a case at a rate of its own, refused where the law or an agreement of the bank forbids it. */
async function individualOffer(
  parts: CasePricingParts,
  reader: PriceReader,
  row: CaseRow,
  present: PresentPrice,
  individual: { readonly rate: string; readonly requestId: number },
): Promise<{ question: StoredQuestion; offer: Offer }> {
  const question: StoredQuestion = {
    ...(await questionOfCase(parts, reader, row, choicesOf(present.question))),
    productIds: [present.answer.product.id],
    individual,
  }
  const offer = requireOffer(await offersOf(parts, reader, row.id, question), null)
  const { amount, termMonths } = question.facts
  const { refusals } = await rateControl(
    parts,
    reader.db,
    {
      product: lendingOf(row).lending,
      programme: offer.product.type,
      partnerId: row.partnerId,
      amount: typeof amount === 'string' ? amount : null,
      months: typeof termMonths === 'number' ? termMonths : null,
      cost: offer.highest.fullLoanCost,
      rate: offer.highest.rate,
    },
    bankDay(parts.clock),
  )
  if (refusals.length > 0) throw invalid([{ path: 'rate', message: refusals.join('. ') }])
  return { question, offer }
}

const costText = ({ highest: { fullLoanCost } }: Offer): string =>
  fullLoanCost === null ? 'не рассчитана' : rateText(fullLoanCost)

/** Asks a second person to give a case a rate of its own, in the place of the one that its product gives. */
export async function askIndividual(
  parts: CasePricingParts,
  context: Context,
  caseId: number,
  asked: Asked,
): Promise<CasePrice> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'Read', 'update')
  const { lending } = lendingOf(row)
  requireRight(actor, lending, 'IndividualRate')
  const refusal = refusalOf(parts.engine, row)
  if (refusal !== null) throw conflict(refusal)
  const present = await presentOf(db, caseId)
  if (present === undefined) throw conflict('Сначала подберите ставку по продукту: индивидуальная её заменит')
  const { answer } = present
  if (toPoints(asked.rate) === toPoints(answer.highest.rate))
    throw invalid([{ path: 'rate', message: 'У заявки уже такая ставка' }])
  const { offer } = await individualOffer(parts, context, row, present, { rate: asked.rate, requestId: 0 })
  await requestChange(
    { db, actor, bank: parts },
    {
      kind: individualKinds[lending],
      objectId: caseId,
      title: `Индивидуальная ставка по заявке ${row.number}: ${rateText(offer.highest.rate)}`,
      payload: asked,
      diff: {
        fields: [
          { label: 'Продукт', oldValue: '', newValue: answer.product.name },
          {
            label: 'Ставка',
            oldValue: rateText(answer.highest.rate),
            newValue: rateText(offer.highest.rate),
          },
          { label: 'ПСК', oldValue: costText(answer), newValue: costText(offer) },
          { label: 'Причина', oldValue: '', newValue: asked.reason },
        ],
        added: [],
        removed: [],
      },
      baseVersion: present.id,
      affected: 0,
    },
  )
  await tellCase(db, caseId)
  return casePrice(parts, context, caseId)
}

const tellCase = (db: Db, caseId: number) => publish(db, topics.case(caseId), { codes: ['price'] })

/** Individual rates, as a second person decides on them: who decides sees the application. */
export const individualChanges = (parts: CasePricingParts): ChangeKind => ({
  async isStale(db, { objectId, baseVersion }, { lock }) {
    const row = await (lock ? holdCase : readCase)(db, objectId ?? 0)
    if (row === undefined || refusalOf(parts.engine, row) !== null) return true
    return (await presentOf(db, row.id))?.id !== baseVersion
  },
  async apply({ db, actor, request: { id, objectId, payload } }) {
    const reader = { db, actor }
    const row = await requireCase(db, actor, objectId ?? 0, 'Read', 'update')
    const present = await presentOf(db, row.id)
    if (present === undefined) throw conflict('У заявки больше нет ставки по продукту. Отклоните запрос')
    const { rate } = payload as Asked
    await giveOffer(
      parts,
      reader,
      row,
      await individualOffer(parts, reader, row, present, { rate, requestId: id }),
    )
    return row.id
  },
  decided: (db, { objectId }) => tellCase(db, objectId ?? 0),
})
