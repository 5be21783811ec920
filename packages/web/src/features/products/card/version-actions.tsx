import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import * as api from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { periodText } from '../product-words.ts'
import styles from '../products.module.css'
import { adoptProduct } from './use-product-record.ts'

const moves = {
  submit: api.submitVersion,
  approve: api.approveVersion,
  correction: api.correctVersion,
  release: api.releaseVersion,
  withdraw: api.withdrawVersion,
  archive: api.archiveVersion,
  discard: api.discardVersion,
} as const
type Move = keyof typeof moves

const isMove = (code: string): code is Move => Object.hasOwn(moves, code)

const abouts: Readonly<Partial<Record<Move, string>>> = {
  submit: 'Черновик уйдёт второму сотруднику; править его до ответа нельзя.',
  discard: 'Черновик уйдёт в архив. Выпуск, который действует сейчас, не изменится.',
  withdraw: 'Выпуск ещё не вступил в силу и не вступит; останется прежний.',
  archive: 'Новые заявки по продукту приниматься не будут; принятые закончат на своих условиях.',
}

/** Leads a version on: who wrote it sends it, another one approves and releases. */
export function MoveDialog({
  product,
  action,
  onMoved,
  onClose,
}: {
  product: Product
  action: AllowedAction
  onMoved: (changed: Product) => void
  onClose: () => void
}) {
  const id = useId()
  const client = useQueryClient()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const { shown } = product
  const code = isMove(action.code) ? action.code : 'submit'
  const apply = async () => {
    setBusy(true)
    try {
      const body = { number: shown.number, version: shown.version, comment: comment.trim() }
      const changed = await call(moves[code], { params: { id: String(product.id) }, body })
      await adoptProduct(client)
      toast.success(`${action.label}: готово`, { keepOnRouteChange: true })
      onMoved(changed)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
      // Somebody may have led it on meanwhile: the page shows where it is.
      await adoptProduct(client)
    } finally {
      setBusy(false)
    }
  }
  const lacks = action.comment === 'required' && comment.trim() === ''
  return (
    <Dialog
      open
      title={`${action.label}: выпуск ${shown.number}`}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: action.label,
        onApprove: () => void apply(),
        busy,
        danger: action.look === 'danger' && action.comment === 'none',
        disabledReason: lacks ? 'Напишите комментарий' : null,
      }}
    >
      <p>
        {abouts[code] ?? `Выпуск перейдёт в состояние «${action.toStage}».`} Дни выпуска:{' '}
        {periodText(shown.validFrom, shown.validTo)}.
      </p>
      {action.comment !== 'none' && (
        <>
          <label className={styles.label} htmlFor={id}>
            Комментарий{action.comment === 'required' ? '' : ' (необязательно)'}
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}
