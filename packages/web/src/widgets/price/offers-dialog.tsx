import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  type CasePrice,
  findCaseOffers,
  type PriceChoices,
  takeCaseOffer,
} from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { Offer, Offers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { refreshHead } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { ChosenOptions } from './chosen-options.tsx'
import { MisfitList } from './misfit-list.tsx'
import { OfferCard } from './offer-card.tsx'
import { rateText } from './offer-figures.ts'
import styles from './price-panel.module.css'

/** What only the client can say: rebates that no field of the questionnaire tells of. */
const askedOf = ({ offers }: Offers): { category: string; label: string }[] => {
  const missing = offers.flatMap((offer) => offer.missing)
  const asked = missing.filter(({ isChoice }) => isChoice)
  return [...new Map(asked.map(({ fact, label }) => [fact, { category: fact, label }])).values()]
}

const refusalOf = ({ missing, lowest, highest }: Offer): string | null =>
  missing.length > 0 || lowest.rate !== highest.rate
    ? `Сначала укажите: ${missing.map(({ label }) => label).join(', ')}`
    : null

/** Offers for an application by its questionnaire; one of them is taken. */
export function OffersDialog({
  head,
  chosen,
  onClose,
  onTaken,
}: {
  head: Pick<CaseHead, 'id' | 'type'>
  chosen: PriceChoices
  onClose: () => void
  onTaken: (price: CasePrice) => void
}) {
  const [choices, setChoices] = useState(chosen)
  const params = { id: String(head.id) }
  const offers = useQuery(query(findCaseOffers, { params, body: choices }))
  const take = useMutation({
    ...mutation(takeCaseOffer),
    onSuccess: (price) => {
      void refreshHead(head.id)
      onTaken(price)
    },
    onError: (failure) => {
      notifyFailure(failure)
      void offers.refetch()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Подобрать ставку"
      size="wide"
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {offers.isError && <FailureBlock failure={offers.error} onRetry={() => void offers.refetch()} />}
      {offers.isPending && <PageSkeleton kind="form" />}
      {offers.data !== undefined && (
        <div className={styles.offers}>
          <p role="status">
            {offers.data.offers.length === 0
              ? 'По анкете не подходит ни один продукт'
              : `Подходит ${countOf(offers.data.offers.length, 'предложение', 'предложения', 'предложений')}`}
          </p>
          <ChosenOptions
            options={offers.data.options}
            onRemove={(id) =>
              setChoices({ ...choices, optionIds: choices.optionIds.filter((one) => one !== id) })
            }
          />
          {askedOf(offers.data).map(({ category, label }) => (
            <div key={category} className={styles.asked}>
              <span>{label}</span>
              {([true, false] as const).map((answer) => (
                <Button
                  key={String(answer)}
                  aria-pressed={choices.choices[category] === answer}
                  aria-label={`${label}: ${answer ? 'да' : 'нет'}`}
                  onClick={() =>
                    setChoices({ ...choices, choices: { ...choices.choices, [category]: answer } })
                  }
                >
                  {answer ? 'Да' : 'Нет'}
                </Button>
              ))}
            </div>
          ))}
          {offers.data.offers.map((offer) => (
            <OfferCard
              key={offer.product.id}
              offer={offer}
              onOption={(id) => setChoices({ ...choices, optionIds: [...choices.optionIds, id] })}
            >
              <Button
                look="primary"
                loading={take.isPending}
                disabledReason={refusalOf(offer)}
                onClick={() =>
                  take.mutate({
                    params,
                    body: { ...choices, productId: offer.product.id, rate: offer.highest.rate },
                  })
                }
              >
                Взять {rateText(offer.highest.rate)}
              </Button>
            </OfferCard>
          ))}
          {offers.data.misfits.length > 0 && (
            <Fold name="Почему не подошло" count={offers.data.misfits.length} memory="case-misfits">
              <MisfitList misfits={offers.data.misfits} />
            </Fold>
          )}
        </div>
      )}
    </Dialog>
  )
}
