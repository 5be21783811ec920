import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { checkCasePrice, type PriceCheck } from '@ipoteka-office/contract/products/pricing/price-check.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryExactly } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { PriceSteps } from './price-steps.tsx'
import { KeptAndNow } from './kept-and-now.tsx'
import styles from './price.module.css'

/** What the same question gives of the same versions today. */
function Checked({ check: { day, reason, differences } }: { check: PriceCheck }) {
  if (reason !== null) return <p role="status">{reason}</p>
  if (differences.length === 0)
    return (
      <p role="status">
        Пересчитано по сохранённым данным и выпускам на {formatDate(day)}: то же до копейки.
      </p>
    )
  return (
    <>
      <p role="status">Пересчёт по сохранённым данным и выпускам даёт другое: сообщите продуктологам.</p>
      <KeptAndNow
        label="Чем отличается пересчёт"
        now="Пересчитано"
        differences={differences}
        className={styles.steps}
      />
    </>
  )
}

/** What the rate of an application is made of, and whether it is still what it was counted to be. */
export function StepsDialog({
  caseId,
  offer,
  onClose,
}: {
  caseId: number
  offer: Offer
  onClose: () => void
}) {
  const [isAsked, setAsked] = useState(false)
  const check = useQuery({
    ...queryExactly(checkCasePrice, { params: { id: String(caseId) } }),
    enabled: isAsked,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Почему такая ставка"
      size="wide"
      footer={
        <>
          <Button onClick={() => setAsked(true)} loading={isAsked && check.isPending}>
            Сверить расчёт
          </Button>
          <Button onClick={onClose}>Закрыть</Button>
        </>
      }
    >
      <PriceSteps offer={offer} />
      {check.isError && <FailureBlock failure={check.error} onRetry={() => void check.refetch()} />}
      {check.data && <Checked check={check.data} />}
    </Dialog>
  )
}
