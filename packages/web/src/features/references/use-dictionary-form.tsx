import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import {
  createDictionary,
  Dictionary,
  listDictionaries,
  listDictionaryHistory,
  saveDictionary,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import { ApiFailure, typeOf } from '#api/failure.ts'
import { keyOf, mutation } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { checkedForm } from '#ui/form/checked-form.ts'
import { CompareDialog, type Side } from '#ui/overlay/compare-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import {
  type DictionaryValues,
  dictionaryDifferences,
  dictionaryErrors,
  mergeDictionary,
  toDictionaryChange,
  toDictionaryInput,
  toDictionaryValues,
} from './dictionary-values.ts'

interface Conflict {
  readonly current: Dictionary
  readonly mine: DictionaryValues
  readonly changedBy: string | null
}

function lateSave(failure: unknown, mine: DictionaryValues): Conflict | null {
  if (typeOf(failure) !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE' || !(failure instanceof ApiFailure))
    return null
  const { by, current } = ErrorBody.parse(failure.body)
  const row = Dictionary.safeParse(current)
  if (!row.success) return null
  return { current: row.data, mine, changedBy: by ? `${by.descriptor}, ${formatDateTime(by.at)}` : null }
}

const failedKey = 'dictionary-failed'

/** The form of a dictionary's description: its check, its save and the comparison when the save is late. */
export function useDictionaryForm(first: Dictionary | null, onSaved: (saved: Dictionary) => void) {
  const [dictionary, setDictionary] = useState(first)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const client = useQueryClient()
  const create = useMutation(mutation(createDictionary))
  const save = useMutation(mutation(saveDictionary))
  const form = useForm<DictionaryValues>({
    ...checkedForm<DictionaryValues>('Справочник', (values) => dictionaryErrors(values, dictionary === null)),
    defaultValues: toDictionaryValues(first),
  })
  const sayFailure = (failure: unknown) => {
    const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
    for (const { path, message } of body?.fields ?? [])
      form.setError(path as FieldPath<DictionaryValues>, { type: 'server', message })
    sayFailed('Справочник не сохранён', failure, failedKey)
  }
  const send = async (values: DictionaryValues, base: Dictionary | null) => {
    try {
      const saved = base
        ? await save.mutateAsync({
            params: { id: String(base.id) },
            body: toDictionaryChange(values, base.version),
          })
        : await create.mutateAsync({ body: toDictionaryInput(values) })
      toast.success(base ? 'Данные сохранены' : 'Справочник создан')
      await client.invalidateQueries({ queryKey: keyOf(listDictionaries) })
      void client.invalidateQueries({ queryKey: keyOf(listDictionaryHistory) })
      onSaved(saved)
    } catch (failure) {
      const late = lateSave(failure, values)
      if (late) setConflict(late)
      else sayFailure(failure)
    }
  }
  const submit = () => {
    toast.closeByKey(failedKey)
    if (create.isPending || save.isPending) return
    void form.handleSubmit((values) => send(values, dictionary))()
  }
  const resolve = (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = mergeDictionary(mine, current, choice)
    setConflict(null)
    setDictionary(current)
    form.reset(toDictionaryValues(current))
    form.reset(merged, { keepDefaultValues: true })
    if (Object.values(choice).includes('mine')) void send(merged, current)
    else onSaved(current)
  }
  const comparison = conflict && (
    <CompareDialog
      open
      {...(conflict.changedBy === null ? {} : { changedBy: conflict.changedBy })}
      differences={dictionaryDifferences(conflict.mine, conflict.current)}
      onCancel={() => setConflict(null)}
      onApply={resolve}
    />
  )
  return { form, submit, busy: create.isPending || save.isPending, comparison }
}
