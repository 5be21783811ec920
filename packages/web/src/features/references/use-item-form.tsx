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
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import {
  type ItemValues,
  itemDifferences,
  itemErrors,
  mergeItem,
  toItemInput,
  toItemValues,
} from './item-values.ts'

const dependOnItems = [listDictionaries, listDictionaryItems, listItemHistory, listDictionaryHistory] as const

/** Reads again whatever shows items of dictionaries. */
export function useReloadItems(): () => void {
  const client = useQueryClient()
  return () => {
    for (const endpoint of dependOnItems) void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  }
}

const failedKey = 'item-failed'

/** The form of an item, in a row or in a dialog. */
export function useItemForm({
  dictionary,
  item,
  place,
  refusal = null,
  onDone,
}: {
  dictionary: Dictionary
  /** Null: a new one. */
  item: DictionaryItem | null
  place: 'row' | 'dialog'
  /** Why nothing can be changed; null when it can. */
  refusal?: string | null
  /** It is saved, or given up. */
  onDone: () => void
}): RecordKit<DictionaryItem, ItemValues> {
  return useRecord<DictionaryItem, ItemValues>({
    record: item,
    place,
    name: 'Запись справочника',
    toValues: (saved) => toItemValues(dictionary, saved),
    start: toItemValues(dictionary, null),
    check: (values) => itemErrors(values, dictionary, item === null),
    refusal,
    schema: DictionaryItem,
    save: (values, version, on) => {
      toast.closeByKey(failedKey)
      const body = toItemInput(values, dictionary, on)
      return on
        ? call(saveDictionaryItem, { params: { id: String(on.id) }, body: { ...body, version } })
        : call(createDictionaryItem, {
            params: { id: String(dictionary.id) },
            body: { ...body, code: values.code },
          })
    },
    onSaved: (_, how) => {
      if (how === 'saved' || how === 'created') toast.success('Данные сохранены')
    },
    onDone,
    onForget: onDone,
    onFailure: (failure) => {
      sayFailed('Запись не сохранена', failure, failedKey)
      return true
    },
    differences: (mine, server) => itemDifferences(mine, server, dictionary),
    merge: (mine, server, choice) => mergeItem(mine, server, dictionary, choice),
    invalidates: dependOnItems,
    search: true,
  })
}
