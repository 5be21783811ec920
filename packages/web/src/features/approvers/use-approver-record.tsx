import {
  Approver,
  type ApproverState,
  type ApproverType,
  getApprover,
  getApproverStatistics,
  listApproverHistory,
  listApprovers,
  previewRedistribution,
  saveApprover,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { listRedistributions } from '@ipoteka-office/contract/approvers/redistributions.ts'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#api/call.ts'
import { ApiFailure } from '#api/failure.ts'
import { query } from '#api/query.ts'
import { sayMistakes } from '#ui/form/say-mistakes.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { reinitialisePartners } from '#widgets/fields/partner-options.ts'
import { sayFailed } from '#widgets/notify-failure.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import { type ApproverNames, differencesOf } from './approver-compare.ts'
import {
  type ApproverField,
  ApproverFormValues,
  approverFieldErrors,
  approverFieldLabels,
  asksToRedistribute,
  toApproverInput,
  toFormValues,
} from './approver-form-values.ts'
import { RedistributionLine } from './redistribution.tsx'

const invalidKey = 'approver-invalid'
const failedKey = 'approver-failed'
const savedKey = 'approver-saved'
const sameKey = 'approver-same'

const isField = (path: string): path is ApproverField => path in approverFieldLabels

function sayFailure(failure: unknown, form: UseFormReturn<ApproverFormValues>): true {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  for (const { path, message } of body?.fields ?? []) {
    const field = path.split('.')[0] ?? ''
    if (isField(field)) form.setError(field, { type: 'server', message })
  }
  sayFailed('Согласующий не сохранён', failure, failedKey)
  return true
}

/** Asks before the applications of somebody who stops working are handed over; «no» keeps the former status. */
async function askToRedistribute(
  type: ApproverType,
  values: ApproverFormValues,
  saved: Approver,
  form: UseFormReturn<ApproverFormValues>,
): Promise<boolean> {
  if (!asksToRedistribute(saved.workStatus, values.workStatus)) return true
  const yes = await confirm({
    text: 'Вы уверены, что хотите распределить все заявки данного пользователя?',
    extra: <RedistributionLine type={type} id={saved.id} />,
    okText: 'Да, распределить',
  })
  if (!yes) form.setValue('workStatus', saved.workStatus, { shouldDirty: true, shouldValidate: true })
  return yes
}

/** The form of an approver and what guards its save. */
export function useApproverRecord(
  type: ApproverType,
  approver: Approver,
  { refusal, names }: { refusal: string | null; names: ApproverNames },
) {
  const client = useQueryClient()
  // The version of the save that has handed the applications over.
  const [handedOver, setHandedOver] = useState<number | null>(null)
  const params = { type, id: String(approver.id) }
  const kit = useRecord<Approver, ApproverFormValues>({
    record: approver,
    name: 'Сотрудник',
    draftKey: `approver/${type}/${approver.id}`,
    toValues: toFormValues,
    check: (values) => approverFieldErrors(values, type),
    // Specification 1 §5: validated on every change, not only after the first blur.
    mode: 'onChange',
    refusal,
    schema: Approver,
    shape: ApproverFormValues,
    before: async (values, on, form) => on === null || askToRedistribute(type, values, on, form),
    save: async (values, version, on) => {
      try {
        const saved = await call(saveApprover, { params, body: toApproverInput(values, type, version) })
        const hands = on !== null && asksToRedistribute(on.workStatus, saved.workStatus)
        if (hands && on.openApplicationsCount > 0) setHandedOver(saved.version)
        return saved
      } finally {
        if (values.partners.all) void reinitialisePartners(client)
      }
    },
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Данные сохранены', { key: savedKey })
    },
    onFailure: sayFailure,
    onMistakes: (form) => sayMistakes(form, invalidKey, 'Ошибка'),
    differences: (mine, server) => differencesOf(mine, server, type, names),
    queryKey: query(getApprover, { params }).queryKey,
    invalidates: [
      listApprovers,
      getApproverStatistics,
      listApproverHistory,
      previewRedistribution,
      listRedistributions,
    ],
  })
  const submit = () => {
    for (const key of [invalidKey, failedKey, savedKey]) toast.closeByKey(key)
    return kit.submit()
  }
  return { kit: { ...kit, submit }, handedOver, dropHandedOver: () => setHandedOver(null) }
}

const replacesChanges = {
  text: 'На форме есть несохранённые изменения. Прежние значения заменят их.',
  okText: 'Заменить',
  danger: true,
}

/** An earlier state that stands in the form until it is saved or taken back. */
export function useEarlierState({ form, record, isDirty }: RecordKit<Approver, ApproverFormValues>) {
  const [earlier, setEarlier] = useState<{ state: ApproverState; at: string } | null>(null)
  const restore = async (state: ApproverState, at: string) => {
    if (record && JSON.stringify(toFormValues(state)) === JSON.stringify(toFormValues(record))) {
      toast.info('Значения и сейчас такие же', { key: sameKey })
      return false
    }
    const replaces = !isDirty || (await confirm(replacesChanges))
    if (!replaces) return false
    form.reset(toFormValues(state), { keepDefaultValues: true })
    setEarlier({ state, at })
    // What was right then may be wrong now: the person sees it before saving.
    void form.trigger()
    // The note that says so stands above the fields, the history below them.
    window.scrollTo({ top: 0 })
    return true
  }
  return { earlier: isDirty ? earlier : null, restore }
}
