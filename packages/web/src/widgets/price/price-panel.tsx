import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { getQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { getCasePrice } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { useWholeCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { OfferFigures } from './offer-figures-part.tsx'
import styles from './price-panel.module.css'

const OffersDialog = onDemand(async () => (await import('./offers-dialog.tsx')).OffersDialog)
const PriceSteps = onDemand(async () => {
  const { StepsDialog } = await import('./steps-dialog.tsx')
  return StepsDialog
})

/** «Ставка»: the offer that an application was given, what it is made of, and another one on demand. */
export function PricePanel({ head }: { head: Pick<CaseHead, 'id' | 'type'> }) {
  const client = useQueryClient()
  const [window, setWindow] = useState<'offers' | 'steps' | null>(null)
  const price = useQuery(query(getCasePrice, { params: { id: String(head.id) } }))
  // Another price may follow from whatever is saved, by this window too.
  useWholeCaseRefresh(head.id, () => void price.refetch())
  if (price.isError) return <FailureBlock failure={price.error} onRetry={() => void price.refetch()} />
  if (price.data === undefined) return null
  const { present, differs, allowed, earlier } = price.data
  const close = () => setWindow(null)
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
            onClick={() => setWindow('offers')}
            disabledReason={allowed.reasonDisabled}
          >
            Подобрать ставку
          </Button>
          {present !== null && (
            <Button look="link" onClick={() => setWindow('steps')}>
              Почему такая ставка
            </Button>
          )}
        </div>
        {earlier.length > 0 && (
          <ul className={styles.earlier} aria-label="Прежние ставки">
            {earlier.map(({ at, product, rate }) => (
              <li key={at}>
                {formatDateTime(at)}: {product}, {rate.replace('.', ',')} %
              </li>
            ))}
          </ul>
        )}
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
            close()
          }}
        />
      )}
      {window === 'steps' && present !== null && <PriceSteps offer={present.offer} onClose={close} />}
    </FormSection>
  )
}
