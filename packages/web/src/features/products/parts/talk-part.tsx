import {
  addProductComment,
  listProductAudit,
  listProductComments,
} from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryList } from '#widgets/history/history-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { catalogueOf, objectOf } from '../product-words.ts'
import styles from './talk-part.module.css'

/** «Аудит»: who changed what and when. */
export function AuditPart({ product }: { product: Product }) {
  return (
    <FormCard>
      <FormSection title="История изменений" grid={false}>
        <HistoryList
          pages={(page) => query(listProductAudit, { params: { id: String(product.id) }, query: page })}
        />
      </FormSection>
    </FormCard>
  )
}

/** «Комментарии»: what the bank's people say of the versions among themselves. */
export function CommentsPart({ product }: { product: Product }) {
  const id = useId()
  const client = useQueryClient()
  const params = { id: String(product.id) }
  const asked = query(listProductComments, { params })
  const answer = useQuery(asked)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const may = useRights().all({ [objectOf(catalogueOf(product.lending))]: ['Comment'] })
  const send = async () => {
    setBusy(true)
    try {
      const body = { number: product.shown.number, text: text.trim() }
      client.setQueryData(asked.queryKey, await call(addProductComment, { params, body }))
      setText('')
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  const reason = !may
    ? 'Нет права на внутренние комментарии. Обратитесь к администратору'
    : text.trim() === ''
      ? 'Напишите комментарий'
      : null
  return (
    <FormCard>
      <FormSection title="Внутренние комментарии" grid={false}>
        <label className="visually-hidden" htmlFor={id}>
          Комментарий к выпуску {product.shown.number}
        </label>
        <TextArea
          id={id}
          value={text}
          onChange={setText}
          maxLength={2_000}
          disabled={!may}
          placeholder={`Комментарий к выпуску ${product.shown.number}: его видят только сотрудники банка`}
        />
        <p className={styles.buttons}>
          <Button look="primary" loading={busy} disabledReason={reason} onClick={() => void send()}>
            Добавить комментарий
          </Button>
        </p>
        {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isPending && <DelayedLoader />}
        {answer.data?.length === 0 && <Empty title="Комментариев пока нет" />}
        <ol className={styles.comments} aria-label="Комментарии">
          {answer.data?.map((comment) => (
            <li key={comment.id}>
              <div className="muted small">
                {comment.author.fullName}, {formatDateTime(comment.at)}, выпуск {comment.number}
              </div>
              <p>{comment.text}</p>
            </li>
          ))}
        </ol>
      </FormSection>
    </FormCard>
  )
}
