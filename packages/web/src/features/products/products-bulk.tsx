import { can } from '@ipoteka-office/contract/endpoint.ts'
import { bulkMoveProducts } from '@ipoteka-office/contract/products/products.ts'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { countOf } from '#lib/plural.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { useBulk } from '#widgets/list/bulk.tsx'
import { useRefusal } from '#widgets/list/list-actions.tsx'
import type { Chosen } from '#widgets/list/selection.tsx'
import styles from './products.module.css'
import type { objectOf } from './product-words.ts'

type Object = ReturnType<typeof objectOf>
type Action = 'submit' | 'approve' | 'correction' | 'release'

const offers: readonly {
  readonly action: Action
  readonly text: string
  readonly operation: 'Submit' | 'Approve' | 'Release'
  readonly to: string
  readonly comment: 'required' | 'optional' | 'none'
  readonly about: string
}[] = [
  {
    action: 'submit',
    text: 'На согласование',
    operation: 'Submit',
    to: 'отправку выпусков на согласование',
    comment: 'none',
    about: 'Черновики уйдут на согласование второму сотруднику; править их до ответа нельзя.',
  },
  {
    action: 'approve',
    text: 'Согласовать',
    operation: 'Approve',
    to: 'согласование выпусков',
    comment: 'optional',
    about: 'Согласованное ждёт выпуска. Своё согласовать нельзя: такие строки ответят отказом.',
  },
  {
    action: 'correction',
    text: 'Вернуть',
    operation: 'Approve',
    to: 'возврат выпусков на корректировку',
    comment: 'required',
    about: 'Автор увидит комментарий и сможет править черновик.',
  },
  {
    action: 'release',
    text: 'Выпустить',
    operation: 'Release',
    to: 'выпуск продуктов',
    comment: 'optional',
    about: 'Выпуск начнёт действовать в назначенный день; изменить его после этого нельзя.',
  },
]
type Offer = (typeof offers)[number]

function AskDialog({
  offer,
  count,
  isBusy,
  onApply,
  onClose,
}: {
  offer: Offer
  count: number
  isBusy: boolean
  onApply: (comment: string) => void
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const lacks = offer.comment === 'required' && comment.trim() === ''
  return (
    <Dialog
      open
      title={`${offer.text}: ${countOf(count, 'выпуск', 'выпуска', 'выпусков')}`}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: offer.text,
        onApprove: () => onApply(comment.trim()),
        busy: isBusy,
        disabledReason: lacks ? 'Напишите, что исправить' : null,
      }}
    >
      <p>{offer.about}</p>
      {offer.comment !== 'none' && (
        <>
          <label className={styles.label} htmlFor={id}>
            Комментарий{offer.comment === 'required' ? '' : ' (необязательно)'}
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}

function OfferButton({ offer, object, onAsk }: { offer: Offer; object: Object; onAsk: () => void }) {
  const refusal = useRefusal({ call: { access: can(object, offer.operation) }, to: offer.to })
  return (
    <BulkAction disabledReason={refusal} onClick={onAsk}>
      {offer.text}
    </BulkAction>
  )
}

function Bulk({ chosen, object }: { chosen: Chosen<unknown>; object: Object }) {
  const [asked, setAsked] = useState<Offer | null>(null)
  const rights = useRights()
  const bulk = useBulk(chosen, {
    run: async (ids, change: { action: Action; comment: string }) => {
      const { results } = await call(bulkMoveProducts, { body: { ids, ...change } })
      setAsked(null)
      return results
    },
    doneText: (count) => `Готово: ${countOf(count, 'выпуск', 'выпуска', 'выпусков')}`,
  })
  // Whoever only reads has nothing to do with the chosen ones; one who may do something sees why not the rest.
  const shown = offers.some(({ operation }) => rights.all({ [object]: [operation] })) ? offers : []
  return (
    <>
      {shown.map((offer) => (
        <OfferButton key={offer.action} offer={offer} object={object} onAsk={() => setAsked(offer)} />
      ))}
      {asked && (
        <AskDialog
          offer={asked}
          count={chosen.keys.length}
          isBusy={bulk.isBusy}
          onApply={(comment) => void bulk.start({ action: asked.action, comment })}
          onClose={() => setAsked(null)}
        />
      )}
      {bulk.dialog}
    </>
  )
}

/** What may be done with several at once: each is answered by itself. */
export const productsBulk =
  (object: Object) =>
  (chosen: Chosen<unknown>): ReactNode => <Bulk chosen={chosen} object={object} />
