import {
  calculationKinds,
  getCalculation,
  listCalculationHistory,
  markCalculationDeleted,
  SavedCalculation,
  savedCalculationFields as fields,
  updateCalculation,
  type WholeCalculation,
} from '@ipoteka-office/contract/calculator/calculations.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useSession } from '#api/session.ts'
import { formatDateTime } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tag } from '#ui/tag.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { EntryDialog, useEntry } from '#widgets/record/entry-dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { BorrowerResult } from './borrower-result.tsx'
import styles from './calculator.module.css'
import type { CalculatorSearch } from './calculator.page.tsx'
import { OfferResult } from './offer-result.tsx'
import { RecheckDialog } from './recheck-dialog.tsx'
import { refreshCalculations } from './refresh-calculations.ts'

const ProductFacts = latePart(async () => (await import('./product-facts.tsx')).ProductFacts)

export const Route = createFileRoute('/calculator/$calculationId')({ component: SavedCalculationPage })

/** The tab whose form a kept calculation opens. */
const formOf = {
  LOAN: {},
  PRODUCT: {},
  BORROWER: { tab: 'borrower' },
  PRODUCT_BORROWER: { tab: 'borrower' },
} as const satisfies Record<WholeCalculation['content']['kind'], CalculatorSearch>

function SavedCalculationPage() {
  const { calculationId } = Route.useParams()
  const answer = useQuery(query(getCalculation, { params: { id: calculationId } }))
  usePagePlace({ text: 'Калькулятор', href: '/calculator?tab=saved' }, answer.data?.title ?? 'Расчёт')
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  return <Opened calculation={answer.data} />
}

function Opened({ calculation }: { calculation: WholeCalculation }) {
  const [dialog, setDialog] = useState<'words' | 'history' | 'recheck' | null>(null)
  const navigate = useNavigate()
  const isMine = useSession().user.id === calculation.author.id
  const { id, title, comment, content, author, createdAt, deleted, outdated, version } = calculation
  const close = () => setDialog(null)
  const params = { id: String(id) }
  const mark = async () => {
    try {
      await call(markCalculationDeleted, { params, body: { deleted: !deleted, version } })
      toast.success(deleted ? 'Расчёт возвращён' : 'Расчёт удалён: его можно вернуть в списке удалённых')
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      refreshCalculations()
    }
  }
  const mayChange = useRights().mayCall(updateCalculation)
  const notMine = isMine && mayChange ? null : 'Изменить расчёт может только его автор'
  return (
    <>
      <PageHead
        title={title}
        mark={
          <>
            {deleted && <Tag tone="red">удалён</Tag>}
            {outdated && <Tag tone="amber">прежняя методика</Tag>}
          </>
        }
      >
        <Button
          onClick={() => void navigate({ to: '/calculator', search: { ...formOf[content.kind], from: id } })}
        >
          Открыть в калькуляторе
        </Button>
        <Button onClick={() => setDialog('recheck')}>Сверить с нынешней методикой</Button>
        <Button onClick={() => setDialog('history')}>История</Button>
        <Button disabledReason={notMine} onClick={() => setDialog('words')}>
          Переименовать
        </Button>
        <Button disabledReason={notMine} onClick={() => void mark()}>
          {deleted ? 'Вернуть' : 'Удалить'}
        </Button>
      </PageHead>
      <p className="muted">
        {calculationKinds[content.kind]}. Сохранил {shortName(author.fullName)} {formatDateTime(createdAt)}
        {comment && `. ${comment}`}
      </p>
      {content.kind === 'LOAN' && <OfferResult answer={content.result} />}
      {content.kind === 'PRODUCT' && (
        <div className={styles.answer}>
          <ProductFacts found={content.result} />
          {content.result.calculation && <OfferResult answer={content.result.calculation} />}
        </div>
      )}
      {content.kind === 'BORROWER' && <BorrowerResult result={content.result} />}
      {content.kind === 'PRODUCT_BORROWER' && (
        <div className={styles.answer}>
          <ProductFacts
            found={{
              day: content.result.day,
              offer: content.result.offer,
              misfit: content.result.misfit,
            }}
          />
          {content.result.result && (
            <BorrowerResult
              result={content.result.result}
              bounds={content.result.bounds}
              wantedRefusal={content.result.wantedRefusal}
            />
          )}
        </div>
      )}
      {dialog === 'words' && <WordsDialog calculation={calculation} onClose={close} />}
      {dialog === 'recheck' && <RecheckDialog id={id} onClose={close} />}
      {dialog === 'history' && (
        <HistoryDialog
          pages={(page) => query(listCalculationHistory, { params, query: page })}
          onClose={close}
        />
      )}
    </>
  )
}

function WordsDialog({ calculation, onClose }: { calculation: SavedCalculation; onClose: () => void }) {
  const entry = useEntry<SavedCalculation, Pick<SavedCalculation, 'title' | 'comment'>>({
    record: calculation,
    schema: SavedCalculation,
    fields,
    toValues: (saved) => ({ title: saved?.title ?? '', comment: saved?.comment ?? '' }),
    issues: (typed) =>
      typed.title.trim() === '' ? [{ path: ['title'], message: 'Поле должно быть заполнено' }] : [],
    save: (words, version) =>
      call(updateCalculation, { params: { id: String(calculation.id) }, body: { ...words, version } }),
    saved: 'Сохранено',
    onDone: () => {
      refreshCalculations()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title="Название и примечание" entry={entry} onClose={onClose} size="medium">
      <Field control={control} name="title" label={fields.title.label} span="full">
        {(input) => <TextInput {...input} maxLength={120} />}
      </Field>
      <Field control={control} name="comment" label={fields.comment.label} span="full">
        {(input) => <TextInput {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
