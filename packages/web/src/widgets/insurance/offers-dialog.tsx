import {
  type Agreement,
  chooseInsurerOf,
  type InsuranceOffer,
  listInsuranceOffers,
} from '@ipoteka-office/contract/insurance/agreements.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { formatMoney } from '#lib/format.ts'
import { SkeletonRows } from '#ui/loader.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './insurance.module.css'

function Offers({
  offers,
  chosen,
  onChoose,
}: {
  offers: readonly InsuranceOffer[]
  chosen: number | null
  onChoose: (id: number) => void
}) {
  const name = useId()
  return (
    <fieldset className={styles.offers}>
      <legend className="visually-hidden">Страховщик</legend>
      {offers.map(({ insurer, isOffered, premium, reason }) => (
        <label key={insurer.id} className={styles.offer}>
          <input
            type="radio"
            name={name}
            checked={chosen === insurer.id}
            onChange={() => onChoose(insurer.id)}
          />
          <span>
            {insurer.shortName} {isOffered && <Tag tone="green">предложен</Tag>}
            {reason !== null && <span className="under">{reason}</span>}
          </span>
          <b>{premium === null ? '−' : formatMoney(premium)}</b>
        </label>
      ))}
    </fieldset>
  )
}

/** Every accredited insurer with its premium: the client may take any of them. */
export function OffersDialog({
  agreement,
  onDone,
  onClose,
}: {
  agreement: Agreement
  onDone: () => void
  onClose: () => void
}) {
  const id = useId()
  const params = { id: String(agreement.id) }
  const answer = useQuery(query(listInsuranceOffers, { params }))
  const [picked, setPicked] = useState<number | null>(null)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const insurerId = picked ?? agreement.offered?.id ?? null
  const isOwn = agreement.offered !== null && insurerId !== null && insurerId !== agreement.offered.id
  const choose = async () => {
    if (insurerId === null) return
    setBusy(true)
    try {
      const body = { insurerId, version: agreement.version, comment: comment.trim() }
      await call(chooseInsurerOf, { params, body })
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  const lacks =
    insurerId === null
      ? 'Выберите страховщика'
      : isOwn && comment.trim() === ''
        ? 'Напишите, почему клиент выбрал другого страховщика'
        : null
  return (
    <Dialog
      open
      size="large"
      title="Предложения страховщиков"
      onClose={onClose}
      approval={{ text: 'Выбрать', onApprove: () => void choose(), busy, disabledReason: lacks }}
    >
      {answer.isError ? (
        <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data === undefined ? (
        <SkeletonRows />
      ) : (
        <Offers offers={answer.data} chosen={insurerId} onChoose={setPicked} />
      )}
      {isOwn && (
        <>
          <p>Клиент вправе взять любого аккредитованного страховщика: предложение выйдет из долей.</p>
          <label className={styles.words} htmlFor={id}>
            Почему клиент выбрал другого
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}
