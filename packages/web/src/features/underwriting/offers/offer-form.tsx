import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { getDecisions } from '@ipoteka-office/contract/underwriting/decisions.ts'
import {
  evaluateOffer,
  getOfferStart,
  mostOffers,
  type OfferStart,
  signOffers,
} from '@ipoteka-office/contract/underwriting/offers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { keyOf, query } from '#api/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import formStyles from '#ui/form/form.module.css'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { acceptHead, refreshHead } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import pageStyles from '../underwriting.module.css'
import { OfferFiguresPart } from './offer-figures.tsx'
import { OfferFields, type OfferValues } from './offer-fields.tsx'
import styles from './offers.module.css'

const startOf = ({ requested }: OfferStart): OfferValues => ({
  amount: requested.amount ?? '0',
  termMonths: requested.termMonths ?? 12,
  rate: requested.rate ?? '0',
  addedIncome: null,
  paidOff: [],
  clientText: '',
})

type Body = RequestOf<typeof evaluateOffer>['body']
const termsOf = ({ clientText: _, ...terms }: OfferValues): Body => terms

/** The counter-offer: what may be lent instead, live, up to three offers side by side, one signature. */
export function OfferForm({ head, isWanted }: { head: CaseHead; isWanted: boolean }) {
  const answer = useQuery(query(getOfferStart, { params: { id: String(head.id) } }))
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) box.current?.scrollIntoView({ block: 'start' })
  }, [isWanted, answer.data])
  return (
    <section ref={box} className={cx('card', pageStyles.box)} aria-label="Расчёт встречного предложения">
      <h2>Встречное предложение</h2>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Offers head={head} start={answer.data} />}
    </section>
  )
}

function Offers({ head, start }: { head: CaseHead; start: OfferStart }) {
  const id = useId()
  const client = useQueryClient()
  const [offers, setOffers] = useState<readonly OfferValues[]>([startOf(start)])
  const [open, setOpen] = useState(0)
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const current = offers[open] ?? startOf(start)
  const typed = JSON.stringify(termsOf(current))
  const settled = useSettled(typed)
  const evaluation = useQuery(
    query(evaluateOffer, { params: { id: String(head.id) }, body: JSON.parse(settled) as Body }),
  )
  const isKnown = typed === settled && !evaluation.isPlaceholderData && !evaluation.isError
  const change = (values: OfferValues) => setOffers(offers.map((one, at) => (at === open ? values : one)))
  const beyond = isKnown ? (evaluation.data?.line.lacks ?? []) : []
  const lack =
    lackOf(offers, comment) ?? (beyond.length > 0 ? `Полномочий не хватает: ${beyond.join('; ')}` : null)
  const sign = async () => {
    setBusy(true)
    try {
      const body = {
        version: head.version,
        offers: offers.map((one) => ({
          ...one,
          paidOff: [...one.paidOff],
          clientText: one.clientText.trim(),
        })),
        comment: comment.trim(),
      }
      const moved = await call(signOffers, { params: { id: String(head.id) }, body })
      acceptHead(moved)
      await client.invalidateQueries({ queryKey: keyOf(getDecisions) })
      toast.success(`Встречное предложение подписано. Этап: ${moved.stageName}`)
    } catch (failure) {
      notifyFailure(failure)
      if (statusOf(failure) === 409) await refreshHead(head.id)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className={styles.tabs} role="group" aria-label="Варианты">
        {offers.map((_, at) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
            key={at}
            look={at === open ? 'primary' : 'default'}
            aria-pressed={at === open}
            onClick={() => setOpen(at)}
          >
            Вариант {at + 1}
          </Button>
        ))}
        {offers.length < mostOffers && (
          <Button
            onClick={() => {
              setOffers([...offers, { ...current, clientText: '' }])
              setOpen(offers.length)
            }}
          >
            Ещё вариант
          </Button>
        )}
        {offers.length > 1 && (
          <Button
            onClick={() => {
              setOffers(offers.filter((_, at) => at !== open))
              setOpen(0)
            }}
          >
            Убрать вариант {open + 1}
          </Button>
        )}
      </div>
      <div className={styles.sides}>
        <OfferFields key={open} start={start} values={current} onChange={change} />
        <OfferFiguresPart evaluation={evaluation} isKnown={isKnown} />
      </div>
      <label className={formStyles.label} htmlFor={id}>
        Обоснование для банка
      </label>
      <TextArea id={id} value={comment} onChange={setComment} maxLength={4_000} aria-required />
      <div className={pageStyles.foot}>
        <Button look="primary" loading={busy} disabledReason={lack} onClick={() => void sign()}>
          {offers.length === 1 ? 'Подписать предложение' : `Подписать варианты: ${offers.length}`}
        </Button>
      </div>
    </>
  )
}

function lackOf(offers: readonly OfferValues[], comment: string): string | null {
  const silent = offers.findIndex(({ clientText }) => clientText.trim() === '')
  if (silent >= 0) return `Напишите слова для клиента в варианте ${silent + 1}`
  return comment.trim() === '' ? 'Напишите обоснование' : null
}
