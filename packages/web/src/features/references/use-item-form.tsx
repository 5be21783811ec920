import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import {
  createDictionaryItem,
  type Dictionary,
  DictionaryItem,
  listDictionaries,
  listDictionaryHistory,
  listDictionaryItems,
  listItemHistory,
  saveDictionaryItem,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiFailure, typeOf } from '#api/failure.ts'
import { keyOf, mutation } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { checkedForm } from '#ui/form/checked-form.ts'
import { CompareDialog, type Side } from '#ui/overlay/compare-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import {
  type ItemValues,
  itemDifferences,
  itemErrors,
  mergeItem,
  toItemInput,
  toItemValues,
} from './item-values.ts'

/** Reads again whatever shows items of dictionaries. */
export function useReloadItems(): () => void {
  const client = useQueryClient()
  return () => {
    for (const endpoint of [listDictionaries, listDictionaryItems, listItemHistory, listDictionaryHistory])
      void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
}

interface Conflict {
  readonly current: DictionaryItem
  readonly mine: ItemValues
  readonly changedBy: string | null
}

/** The row and its author out of a 409 of a late save; null for any other failure. */
export function lateSave(failure: unknown): Omit<Conflict, 'mine'> | null {
  if (typeOf(failure) !== 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE' || !(failure instanceof ApiFailure))
    return null
  const { by, current } = ErrorBody.parse(failure.body)
  const row = DictionaryItem.safeParse(current)
  if (!row.success) return null
  return { current: row.data, changedBy: by ? `${by.descriptor}, ${formatDateTime(by.at)}` : null }
}

const failedKey = 'item-failed'

function sayFailure(failure: unknown, form: UseFormReturn<ItemValues>): void {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  for (const { path, message } of body?.fields ?? [])
    form.setError(path as FieldPath<ItemValues>, { type: 'server', message })
  sayFailed('Запись не сохранена', failure, failedKey)
}

/** The form of an item, in a row or in a dialog: its check, its save and the comparison when the save is late. */
export function useItemForm({
  dictionary,
  item: first,
  onSaved,
}: {
  dictionary: Dictionary
  /** Null: a new one. */
  item: DictionaryItem | null
  onSaved: (saved: DictionaryItem) => void
}) {
  // The item the form began from: it stays behind while somebody else saves.
  const [item, setItem] = useState(first)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const reload = useReloadItems()
  const create = useMutation(mutation(createDictionaryItem))
  const save = useMutation(mutation(saveDictionaryItem))
  const form = useForm<ItemValues>({
    ...checkedForm<ItemValues>('Запись справочника', (values) =>
      itemErrors(values, dictionary, item === null),
    ),
    defaultValues: toItemValues(dictionary, first),
  })
  const begin = (next: DictionaryItem | null) => {
    setItem(next)
    form.reset(toItemValues(dictionary, next))
  }
  const send = async (values: ItemValues, base: DictionaryItem | null) => {
    const body = toItemInput(values, dictionary, base)
    try {
      const saved = base
        ? await save.mutateAsync({
            params: { id: String(base.id) },
            body: { ...body, version: base.version },
          })
        : await create.mutateAsync({
            params: { id: String(dictionary.id) },
            body: { ...body, code: values.code },
          })
      toast.success('Данные сохранены')
      reload()
      onSaved(saved)
    } catch (failure) {
      const late = lateSave(failure)
      if (late) setConflict({ ...late, mine: values })
      else sayFailure(failure, form)
    }
  }
  const submit = (event?: { preventDefault: () => void }) => {
    event?.preventDefault()
    toast.closeByKey(failedKey)
    if (save.isPending || create.isPending) return
    void form.handleSubmit((values) => send(values, item))()
  }
  const resolve = (choice: Record<string, Side>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const merged = mergeItem(mine, current, dictionary, choice)
    setConflict(null)
    begin(current)
    form.reset(merged, { keepDefaultValues: true })
    if (Object.values(choice).includes('mine')) void send(merged, current)
    else {
      reload()
      onSaved(current)
    }
  }
  const comparison = conflict && (
    <CompareDialog
      open
      {...(conflict.changedBy === null ? {} : { changedBy: conflict.changedBy })}
      differences={itemDifferences(conflict.mine, conflict.current, dictionary)}
      onCancel={() => setConflict(null)}
      onApply={resolve}
    />
  )
  return { form, item, begin, submit, busy: save.isPending || create.isPending, comparison }
}
