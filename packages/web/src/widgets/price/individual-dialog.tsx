import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import {
  askIndividualRate,
  individualRequestsOf,
  IndividualRateInput,
} from '@ipoteka-office/contract/products/pricing/individual-rate.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { RequestCard } from '#widgets/change-requests/request-card.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { EntryDialog, issuesBy, useEntryForm } from '#widgets/record/entry-dialog.tsx'

interface RateForm {
  rate: string | null
  reason: string
}
const toInput = ({ rate, reason }: RateForm) => ({ rate: rate ?? '', reason })

/** Asks a second person for a rate of one client, or shows the request that waits for one. */
export function IndividualDialog({
  head: { id, type },
  requestId,
  onClose,
  onChanged,
}: {
  head: Pick<CaseHead, 'id' | 'type'>
  requestId: number | null
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  return requestId === null ? (
    <AskDialog caseId={id} onClose={onClose} onChanged={onChanged} />
  ) : (
    <WaitingDialog
      requests={individualRequestsOf(type)}
      requestId={requestId}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

function AskDialog({
  caseId,
  onClose,
  onChanged,
}: {
  caseId: number
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const entry = useEntryForm<RateForm>({
    values: { rate: null, reason: '' },
    issues: issuesBy(IndividualRateInput, toInput),
    save: async (form) => {
      await call(askIndividualRate, {
        params: { id: String(caseId) },
        body: IndividualRateInput.parse(toInput(form)),
      })
      await onChanged()
    },
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  const { control } = entry.form
  return (
    <EntryDialog
      title="Индивидуальная ставка"
      entry={entry}
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field
        control={control}
        name="rate"
        label="Ставка, % годовых"
        hint="Заменит ставку по продукту, когда её подтвердит второй сотрудник"
        required
      >
        {(input) => <MoneyInput {...input} decimals={3} />}
      </Field>
      <Field control={control} name="reason" label="Почему ставка другая" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}

function WaitingDialog({
  requests,
  requestId,
  onClose,
  onChanged,
}: {
  requests: ReturnType<typeof individualRequestsOf>
  requestId: number
  onClose: () => void
  onChanged: () => Promise<void>
}) {
  const request = useQuery(query(requests.get, { params: { id: String(requestId) } }))
  return (
    <Dialog
      open
      onClose={onClose}
      title="Индивидуальная ставка"
      size="wide"
      footer={<Button onClick={onClose}>Закрыть</Button>}
    >
      {request.isError && <FailureBlock failure={request.error} onRetry={() => void request.refetch()} />}
      {request.isPending && <PageSkeleton kind="form" />}
      {request.data !== undefined && (
        <RequestCard
          request={request.data}
          calls={requests}
          onDecided={async () => {
            await onChanged()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}
