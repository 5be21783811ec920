import {
  createRealtyObject,
  getRealtyObject,
  listCaseRealty,
  RealtyObject,
  saveRealtyObject,
} from '@ipoteka-office/contract/realty-objects.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { keyOf, mutation } from '#api/query.ts'
import type { Side } from '#ui/compare-dialog.tsx'
import { toast } from '#ui/toasts.tsx'
import { showFieldFailures } from '#widgets/field-failures.ts'
import { type LateSave, lateSaveOf } from '#widgets/late-save.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { mergeRealty } from './realty-compare.ts'
import { type RealtyValues, toRealtyInput, toRealtyValues } from './realty-values.ts'

/** Saving an object, a new one and a late save included. */
export function useRealtySave({
  caseId,
  object,
  form,
  version,
  onSaved,
}: {
  caseId: number
  /** Null: a new one. */
  object: RealtyObject | null
  form: UseFormReturn<RealtyValues>
  /** The version that the form began from. */
  version: number
  /** `sent`: the values that were saved; absent when it is the server's state that is taken over. */
  onSaved: (saved: RealtyObject, sent?: RealtyValues) => void
}) {
  const client = useQueryClient()
  const create = useMutation(mutation(createRealtyObject))
  const save = useMutation(mutation(saveRealtyObject))
  const [conflict, setConflict] = useState<(LateSave<RealtyObject> & { mine: RealtyValues }) | null>(null)

  const adopt = async (saved: RealtyObject, sent?: RealtyValues) => {
    onSaved(saved, sent)
    await client.invalidateQueries({ queryKey: keyOf(listCaseRealty) })
    void client.invalidateQueries({ queryKey: keyOf(getRealtyObject) })
  }
  const send = async (values: RealtyValues, baseVersion: number) => {
    const body = toRealtyInput(values)
    try {
      const saved =
        object === null
          ? await create.mutateAsync({ params: { id: String(caseId) }, body })
          : await save.mutateAsync({
              params: { id: String(object.id) },
              body: { ...body, version: baseVersion },
            })
      toast.success(object === null ? 'Объект добавлен' : 'Данные сохранены')
      await adopt(saved, values)
    } catch (failure) {
      const late = lateSaveOf(failure, RealtyObject)
      if (late) setConflict({ ...late, mine: values })
      else if (showFieldFailures(form, failure) === 0) notifyFailure(failure)
    }
  }
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = mergeRealty(mine, current, choice)
    setConflict(null)
    await adopt(current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(toRealtyValues(current))
    form.reset(merged, { keepDefaultValues: true })
    await send(merged, current.version)
  }
  return {
    submit: form.handleSubmit((values) => send(values, version)),
    busy: create.isPending || save.isPending,
    conflict,
    resolve: (choice: Record<string, Side>) => void resolve(choice),
    dropConflict: () => setConflict(null),
  }
}
