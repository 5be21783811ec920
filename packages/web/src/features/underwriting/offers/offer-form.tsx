import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { getCommittee, putOffers } from '@ipoteka-office/contract/underwriting/committee.ts'
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
import { useFormState, useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { keyOf, query } from '#api/query.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { flattenErrors } from '#ui/form/form-errors.ts'
import formStyles from '#ui/form/form.module.css'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { acceptHead, refreshHead } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import type { Versioned } from '#widgets/record/record-options.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
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

interface Values {
  offers: OfferValues[]
  comment: string
}

const labels = { offers: 'Варианты', comment: 'Обоснование для банка' }

/** The counter-offer: what may be lent instead, live, up to three offers side by side, one signature. */
export function OfferForm({
  head,
  isWanted,
  unready,
}: {
  head: CaseHead
  isWanted: boolean
  /** What has to be decided before anything is offered; null: nothing. */
  unready: string | null
}) {
  const answer = useQuery(query(getOfferStart, { params: { id: String(head.id) } }))
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isWanted) box.current?.scrollIntoView({ block: 'start' })
  }, [isWanted, answer.data])
  return (
    <section ref={box} className={cx('card', pageStyles.box)} aria-label="Расчёт встречного предложения">
      <h2>Встречное предложение</h2>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Offers head={head} start={answer.data} unready={unready} />}
    </section>
  )
}

/** What becomes of the typed offers: they are signed, or put to the vote of the committee. */
type Way = 'SIGN' | 'PUT'

/** What is typed stays over a reload and is asked about on leaving; the signature is no save of the page. */
function useOffers(
  head: CaseHead,
  start: OfferStart,
  way: { readonly current: Way },
): RecordKit<Versioned, Values> {
  const client = useQueryClient()
  const params = { id: String(head.id) }
  const begin = (): Values => ({ offers: [startOf(start)], comment: '' })
  return useRecord<Versioned, Values>({
    record: null,
    name: 'Встречное предложение',
    draftKey: `offer/${head.id}/${head.stage}`,
    toValues: begin,
    start: begin(),
    // What lacks is said by the button; what the server finds is taken back by the next change.
    check: () => [],
    refusal: null,
    save: async ({ offers, comment }) => {
      const body = {
        version: head.version,
        offers: offers.map((one) => ({ ...one, clientText: one.clientText.trim() })),
        comment: comment.trim(),
      }
      if (way.current === 'PUT') {
        const sheet = await call(putOffers, { params, body })
        client.setQueryData(query(getCommittee, { params }).queryKey, sheet)
        toast.success('Условия вынесены на голосование комитета')
        return null
      }
      const moved = await call(signOffers, { params, body })
      acceptHead(moved)
      await client.invalidateQueries({ queryKey: keyOf(getDecisions) })
      toast.success(`Встречное предложение подписано. Этап: ${moved.stageName}`)
      return null
    },
    onFailure: (failure) => {
      notifyFailure(failure)
      if (statusOf(failure) === 409) void refreshHead(head.id)
      return true
    },
    differences: () => [],
  })
}

function Offers({ head, start, unready }: { head: CaseHead; start: OfferStart; unready: string | null }) {
  const id = useId()
  const way = useRef<Way>('SIGN')
  const kit = useOffers(head, start, way)
  const { form } = kit
  const { offers = [], comment = '' } = useWatch({ control: form.control }) as Partial<Values>
  const [open, setOpen] = useState(0)
  const current = offers[open] ?? startOf(start)
  const typed = JSON.stringify(termsOf(current))
  const settled = useSettled(typed)
  const evaluation = useQuery(
    query(evaluateOffer, { params: { id: String(head.id) }, body: JSON.parse(settled) as Body }),
  )
  const isKnown = typed === settled && !evaluation.isPlaceholderData && !evaluation.isError
  const { errors } = useFormState({ control: form.control })
  const setOffers = (next: OfferValues[]) => {
    form.clearErrors()
    form.setValue('offers', next, { shouldDirty: true })
  }
  const change = (values: OfferValues) => setOffers(offers.map((one, at) => (at === open ? values : one)))
  const beyond = isKnown ? (evaluation.data?.line.lacks ?? []) : []
  const overLimit = isKnown ? (evaluation.data?.rateNotice.refusals ?? []) : []
  const lack = unready ?? lackOf(offers, comment) ?? overLimit[0] ?? null
  const go = (wanted: Way) => {
    way.current = wanted
    void kit.submit()
  }
  return (
    <RecordForm kit={kit} label="Встречное предложение" labels={labels} enterSaves={false}>
      <Variants
        count={offers.length}
        open={open}
        onOpen={setOpen}
        onAdd={() => {
          setOffers([...offers, { ...current, clientText: '' }])
          setOpen(offers.length)
        }}
        onRemove={() => {
          setOffers(offers.filter((_, at) => at !== open))
          setOpen(0)
        }}
      />
      <div className={styles.sides}>
        <OfferFields key={open} start={start} values={current} onChange={change} />
        <OfferFiguresPart evaluation={evaluation} isKnown={isKnown} />
      </div>
      <label className={formStyles.label} htmlFor={id}>
        {labels.comment}
      </label>
      <TextArea
        id={id}
        value={comment}
        onChange={(text) => form.setValue('comment', text, { shouldDirty: true })}
        maxLength={4_000}
        aria-required
      />
      <Problems found={flattenErrors(errors)} />
      <div className={pageStyles.foot}>
        {/* No submit: Ctrl S saves pages, and a signature is no save. */}
        <Signatures
          head={head}
          count={offers.length}
          busy={kit.busy}
          lack={lack}
          beyond={beyond.length > 0 ? `Полномочий не хватает: ${beyond.join('; ')}` : null}
          go={go}
        />
      </div>
    </RecordForm>
  )
}

/** The signature of the person; before the committee the vote comes first, and nobody needs an authority to ask for it. */
function Signatures({
  head,
  count,
  busy,
  lack,
  beyond,
  go,
}: {
  head: CaseHead
  count: number
  busy: boolean
  /** What the offers lack; null: nothing. */
  lack: string | null
  /** Why the person does not sign them alone; null: they may. */
  beyond: string | null
  go: (way: Way) => void
}) {
  const isCommittee = head.stage === 'COMMITTEE'
  const committee = useQuery({
    ...query(getCommittee, { params: { id: String(head.id) } }),
    enabled: isCommittee,
  })
  const sign = count === 1 ? 'Подписать предложение' : `Подписать варианты: ${count}`
  if (!isCommittee)
    return (
      <Button look="primary" loading={busy} disabledReason={lack ?? beyond} onClick={() => go('SIGN')}>
        {sign}
      </Button>
    )
  const closed = committee.data?.mayOffer.reasonDisabled ?? null
  return (
    <>
      <Button look="primary" loading={busy} disabledReason={closed ?? lack} onClick={() => go('PUT')}>
        Вынести на голосование
      </Button>
      <Button loading={busy} disabledReason={lack ?? beyond} onClick={() => go('SIGN')}>
        {sign}
      </Button>
    </>
  )
}

/** What the server has found wrong, and in which of the offers. */
function Problems({ found }: { found: readonly { readonly name: string; readonly message: string }[] }) {
  if (found.length === 0) return null
  return (
    <ul role="alert" className={styles.problems}>
      {found.map(({ name, message }) => {
        const place = /^offers\.(\d+)/.exec(name)?.[1]
        return (
          <li key={name}>
            {place !== undefined && `Вариант ${Number(place) + 1}: `}
            {message}
          </li>
        )
      })}
    </ul>
  )
}

/** Which of the offers is open, one more, one less. */
function Variants({
  count,
  open,
  onOpen,
  onAdd,
  onRemove,
}: {
  count: number
  open: number
  onOpen: (at: number) => void
  onAdd: () => void
  onRemove: () => void
}) {
  return (
    <div className={styles.tabs} role="group" aria-label="Варианты">
      {Array.from({ length: count }, (_, at) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: a variant is its place
          key={at}
          look={at === open ? 'primary' : 'default'}
          aria-pressed={at === open}
          onClick={() => onOpen(at)}
        >
          Вариант {at + 1}
        </Button>
      ))}
      {count < mostOffers && <Button onClick={onAdd}>Ещё вариант</Button>}
      {count > 1 && <Button onClick={onRemove}>Убрать вариант {open + 1}</Button>}
    </div>
  )
}

function lackOf(offers: readonly OfferValues[], comment: string): string | null {
  const silent = offers.findIndex(({ clientText }) => clientText.trim() === '')
  if (silent >= 0) return `Напишите слова для клиента в варианте ${silent + 1}`
  return comment.trim() === '' ? 'Напишите обоснование' : null
}
