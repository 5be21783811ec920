import {
  Approver,
  type ApproverType,
  getApprover,
  getApproverStatistics,
  listApproverHistory,
  listApprovers,
  previewRedistribution,
  saveApprover,
} from '@ipoteka-office/contract/approvers.ts'
import { listRedistributions } from '@ipoteka-office/contract/redistributions.ts'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ApiFailure, describeFailure, typeOf } from '#api/failure.ts'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import type { Side } from '#ui/compare-dialog.tsx'
import { confirm } from '#ui/confirm-dialog.tsx'
import { sayMistakes } from '#ui/say-mistakes.ts'
import { toast } from '#ui/toasts.tsx'
import { reinitialisePartners } from '#widgets/partner-options.ts'
import { mergeSides } from './approver-compare.ts'
import {
  type ApproverField,
  type ApproverFormValues,
  approverFieldLabels,
  asksToRedistribute,
  toApproverInput,
  toFormValues,
} from './approver-form-values.ts'
import { RedistributionLine } from './redistribution.tsx'

/** A save that came too late: what is on the server now, and who put it there. */
export interface Conflict {
  readonly current: Approver
  readonly mine: ApproverFormValues
  readonly changedBy: string | null
}

function conflictOf(failure: unknown, mine: ApproverFormValues): Conflict | null {
  if (typeOf(failure) !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE' || !(failure instanceof ApiFailure))
    return null
  const { by, current } = ErrorBody.parse(failure.body)
  const row = Approver.safeParse(current)
  if (!row.success) return null
  return { current: row.data, mine, changedBy: by ? `${by.descriptor}, ${formatDateTime(by.at)}` : null }
}

const invalidKey = 'approver-invalid'
const failedKey = 'approver-failed'
const savedKey = 'approver-saved'

const isField = (path: string): path is ApproverField => path in approverFieldLabels

function sayFailure(failure: unknown, form: UseFormReturn<ApproverFormValues>): void {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  for (const { path, message } of body?.fields ?? []) {
    const field = path.split('.')[0] ?? ''
    if (isField(field)) form.setError(field, { type: 'server', message })
  }
  const { description, requestId } = describeFailure(failure)
  toast.error('Ошибка!', { key: failedKey, description, ...(requestId !== null && { requestId }) })
}

/** Saving an approver: the question before applications are handed over, the late save, and what follows a success. */
export function useApproverSave({
  type,
  approver,
  form,
  version,
  onSaved,
}: {
  type: ApproverType
  approver: Approver
  form: UseFormReturn<ApproverFormValues>
  /** The version that the form began from: an older draft must not pass for the newest. */
  version: number
  /** Called with the answer, which replaces the form. */
  onSaved: (saved: Approver) => void
}) {
  const client = useQueryClient()
  const save = useMutation(mutation(saveApprover))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  // The version of the save that has handed the applications over.
  const [handedOver, setHandedOver] = useState<number | null>(null)
  const params = { type, id: String(approver.id) }

  const adopt = async (saved: Approver) => {
    // An answer that was asked for before the save must not come after it.
    await client.cancelQueries({ queryKey: query(getApprover, { params }).queryKey })
    client.setQueryData(query(getApprover, { params }).queryKey, saved)
    onSaved(saved)
    for (const endpoint of [
      listApprovers,
      getApproverStatistics,
      listApproverHistory,
      previewRedistribution,
      listRedistributions,
    ]) {
      void client.invalidateQueries({ queryKey: keyOf(endpoint) })
    }
  }
  const send = async (values: ApproverFormValues, base: number, before: Approver) => {
    try {
      const saved = await save.mutateAsync({ params, body: toApproverInput(values, type, base) })
      await adopt(saved)
      toast.success('Данные сохранены', { key: savedKey })
      const hands = asksToRedistribute(before.workStatus, saved.workStatus)
      if (hands && before.openApplicationsCount > 0) setHandedOver(saved.version)
    } catch (failure) {
      const late = conflictOf(failure, values)
      if (late) setConflict(late)
      else sayFailure(failure, form)
    } finally {
      if (values.partners.all) void reinitialisePartners(client)
    }
  }
  const askAndSend = async (values: ApproverFormValues, saved: Approver) => {
    if (asksToRedistribute(saved.workStatus, values.workStatus)) {
      const yes = await confirm({
        text: 'Вы уверены, что хотите распределить все заявки данного пользователя?',
        extra: <RedistributionLine type={type} id={saved.id} />,
        okText: 'Да, распределить',
      })
      if (!yes) {
        form.setValue('workStatus', saved.workStatus, { shouldDirty: true, shouldValidate: true })
        return
      }
    }
    await send(values, saved === approver ? version : saved.version, saved)
  }
  const trySubmit = form.handleSubmit(
    (values) => askAndSend(values, approver),
    () => {
      sayMistakes(form, invalidKey, 'Ошибка')
    },
  )
  const submit = () => {
    for (const key of [invalidKey, failedKey, savedKey]) toast.closeByKey(key)
    return trySubmit()
  }
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = mergeSides(mine, current, choice)
    setConflict(null)
    await adopt(current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(toFormValues(current))
    form.reset(merged, { keepDefaultValues: true })
    await askAndSend(merged, current)
  }
  return {
    submit,
    busy: save.isPending,
    conflict,
    resolve,
    dropConflict: () => setConflict(null),
    handedOver,
    dropHandedOver: () => setHandedOver(null),
  }
}
