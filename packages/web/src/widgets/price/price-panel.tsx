import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { type CasePrice, getCasePrice } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keyOf, query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { refreshHead, useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import type { FixedFields } from '#widgets/case-sections/fixed-fields.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { OfferFigures } from './offer-figures-part.tsx'
import styles from './price-panel.module.css'

const OffersDialog = onDemand(async () => (await import('./offers-dialog.tsx')).OffersDialog)
const IndividualDialog = onDemand(async () => (await import('./individual-dialog.tsx')).IndividualDialog)
const PriceSteps = onDemand(async () => {
  const { StepsDialog } = await import('./steps-dialog.tsx')
  return StepsDialog
})

function Earlier({ earlier }: Pick<CasePrice, 'earlier'>) {
  if (earlier.length === 0) return null
  return (
    <ul className={styles.earlier} aria-label="Прежние ставки">
      {earlier.map(({ at, product, rate }) => (
        <li key={at}>
          {formatDateTime(at)}: {product}, {rate.replace('.', ',')} %
        </li>
      ))}
    </ul>
  )
}

/** «Ставка»: the offer that an application was given, what it is made of, and another one on demand. */
export function PricePanel({
  head,
  onFixed,
  beforeOffers,
  onGiven,
}: {
  head: Pick<CaseHead, 'id' | 'type'>
  /** Told which fields the price has filled, so that nobody types them. */
  onFixed: (fixed: FixedFields | undefined) => void
  /** Offers are looked for by what is saved: false where what is typed could not be. */
  beforeOffers?: () => Promise<boolean>
  /** Told when this window has given another price. */
  onGiven?: () => void
}) {
  const client = useQueryClient()
  const [window, setWindow] = useState<'offers' | 'steps' | 'individual' | null>(null)
  const price = useQuery(query(getCasePrice, { params: { id: String(head.id) } }))
  // Another price may follow from whatever is saved, by this window too.
  useWholeCaseRefresh(head.id, () => void price.refetch())
  const rate = price.data?.rateFixed
  useEffect(() => onFixed(rate ? { rate } : undefined), [rate, onFixed])
  if (price.isError) return <FailureBlock failure={price.error} onRetry={() => void price.refetch()} />
  if (price.data === undefined) return null
  const { present, differs, allowed, individual, earlier, rises } = price.data
  const close = () => setWindow(null)
  const find = async () => {
    if (beforeOffers === undefined || (await beforeOffers())) setWindow('offers')
  }
  return (
    <FormSection title="Ставка по продукту" grid={false}>
      <div className={styles.panel}>
        {present === null ? (
          <p className="muted">Предложение ещё не выбрано: подберите ставку по тому, что есть в анкете.</p>
        ) : (
          <>
            <p className={styles.product}>
              <b>{present.offer.product.name}</b>{' '}
              <span className="muted">
                выпуск {present.offer.product.number} · {formatDateTime(present.at)}
                {present.by !== null && `, ${present.by.fullName}`}
              </span>
            </p>
            <OfferFigures offer={present.offer} />
          </>
        )}
        {differs !== null && (
          <p className={styles.differs} role="status">
            {differs}
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            {...(present === null || differs !== null ? { look: 'primary' as const } : {})}
            onClick={() => void find()}
            disabledReason={allowed.reasonDisabled}
          >
            Подобрать ставку
          </Button>
          {individual !== null && (
            <Button
              onClick={() => setWindow('individual')}
              disabledReason={individual.requestId === null ? individual.allowed.reasonDisabled : null}
            >
              {individual.requestId === null ? 'Индивидуальная ставка' : 'Индивидуальная ставка ждёт решения'}
            </Button>
          )}
          {present !== null && (
            <Button look="link" onClick={() => setWindow('steps')}>
              Почему такая ставка
            </Button>
          )}
        </div>
        {rises.map(({ from, rate: risen, points }) => (
          <p key={from} className={styles.differs} role="status">
            С {formatDate(from)} ставка {risen.replace('.', ',')} %: надбавка {points.replace('.', ',')} п.п.,
            страхование не продлили
          </p>
        ))}
        <Earlier earlier={earlier} />
      </div>
      {window === 'offers' && (
        <OffersDialog
          head={head}
          chosen={present?.chosen ?? { optionIds: [], choices: {} }}
          onClose={close}
          onTaken={(next) => {
            client.setQueryData([...keyOf(getCasePrice), { params: { id: String(head.id) } }], next)
            // The rate and the programme stand in the questionnaire now; nobody tells a window of what it did itself.
            void client.invalidateQueries({ queryKey: keyOf(getQuestionnaire) })
            onGiven?.()
            close()
          }}
        />
      )}
      {window === 'individual' && individual !== null && (
        <IndividualDialog
          head={head}
          requestId={individual.requestId}
          onClose={close}
          onChanged={async () => {
            await price.refetch()
            void client.invalidateQueries({ queryKey: keyOf(getQuestionnaire) })
            onGiven?.()
            void refreshHead(head.id)
          }}
        />
      )}
      {window === 'steps' && present !== null && (
        <PriceSteps caseId={head.id} offer={present.offer} onClose={close} />
      )}
    </FormSection>
  )
}
