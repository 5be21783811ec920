import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import {
  createFeatureToggle,
  FeatureToggle,
  getFeatureToggle,
  getMyFeatures,
  listFeatureToggleHistory,
  listFeatureToggles,
  saveFeatureToggle,
} from '@ipoteka-office/contract/feature-toggles.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FieldPath, UseFormReturn } from 'react-hook-form'
import { ApiFailure, describeFailure, typeOf } from '#api/failure.ts'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import type { Side } from '#ui/compare-dialog.tsx'
import { toast } from '#ui/toasts.tsx'
import {
  mergeToggle,
  toToggleChange,
  toToggleInput,
  toToggleValues,
  type ToggleValues,
} from './toggle-values.ts'

/** A save that came too late: what is on the server now, and who put it there. */
interface Conflict {
  readonly current: FeatureToggle
  readonly mine: ToggleValues
  readonly changedBy: string | null
}

function conflictOf(failure: unknown, mine: ToggleValues): Conflict | null {
  if (typeOf(failure) !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE' || !(failure instanceof ApiFailure))
    return null
  const { by, current } = ErrorBody.parse(failure.body)
  const row = FeatureToggle.safeParse(current)
  if (!row.success) return null
  return { current: row.data, mine, changedBy: by ? `${by.descriptor}, ${formatDateTime(by.at)}` : null }
}

/** Puts a toggle that the server has just answered in the place of what was known, and reads again what depends on it. */
export async function adoptToggle(client: QueryClient, toggle: FeatureToggle): Promise<void> {
  const { queryKey } = query(getFeatureToggle, { params: { id: String(toggle.id) } })
  // An answer that was asked for before the change must not come after it.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, toggle)
  for (const endpoint of [listFeatureToggles, listFeatureToggleHistory, getMyFeatures])
    void client.invalidateQueries({ queryKey: keyOf(endpoint) })
}

/** Says that the change waits for a second person. */
export const sayAsked = (): number =>
  toast.info('Изменение отправлено на подтверждение', {
    description:
      'Оно ослабляет проверку вторым человеком, поэтому его подтверждает другой сотрудник: «Роли», «Заявки на изменение»',
  })

const failedKey = 'toggle-failed'

/** Saving a toggle, the late save included. */
export function useToggleSave({
  toggle,
  form,
  version,
  onSaved,
}: {
  /** Null: a new one. */
  toggle: FeatureToggle | null
  form: UseFormReturn<ToggleValues>
  /** The version that the form began from. */
  version: number
  onSaved: (saved: FeatureToggle) => void
}) {
  const client = useQueryClient()
  const create = useMutation(mutation(createFeatureToggle))
  const save = useMutation(mutation(saveFeatureToggle))
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const sayFailure = (failure: unknown) => {
    const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
    for (const { path, message } of body?.fields ?? [])
      form.setError(path as FieldPath<ToggleValues>, { type: 'server', message })
    const { description, requestId } = describeFailure(failure)
    toast.error('Переключатель не сохранён', {
      key: failedKey,
      description,
      ...(requestId !== null && { requestId }),
    })
  }
  const send = async (values: ToggleValues, base: number) => {
    try {
      const saved = toggle
        ? await save.mutateAsync({ params: { id: String(toggle.id) }, body: toToggleChange(values, base) })
        : await create.mutateAsync({ body: toToggleInput(values) })
      await adoptToggle(client, saved)
      onSaved(saved)
      if (saved.pendingRequestId !== null && saved.version === base) return void sayAsked()
      toast.success(toggle ? 'Данные сохранены' : 'Переключатель создан', { keepOnRouteChange: true })
    } catch (failure) {
      const late = conflictOf(failure, values)
      if (late) setConflict(late)
      else sayFailure(failure)
    }
  }
  const submit = form.handleSubmit((values) => {
    toast.closeByKey(failedKey)
    return send(values, version)
  })
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = mergeToggle(mine, current, choice)
    setConflict(null)
    await adoptToggle(client, current)
    onSaved(current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(toToggleValues(current))
    form.reset(merged, { keepDefaultValues: true })
    await send(merged, current.version)
  }
  return {
    submit,
    busy: create.isPending || save.isPending,
    conflict,
    resolve: (choice: Record<string, Side>) => void resolve(choice),
    dropConflict: () => setConflict(null),
  }
}
