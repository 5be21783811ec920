import {
  createDictionary,
  Dictionary,
  listDictionaries,
  listDictionaryHistory,
  saveDictionary,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { type RecordKit, useRecord } from '#widgets/record/use-record.ts'
import {
  type DictionaryValues,
  dictionaryDifferences,
  dictionaryErrors,
  mergeDictionary,
  toDictionaryChange,
  toDictionaryInput,
  toDictionaryValues,
} from './dictionary-values.ts'

const failedKey = 'dictionary-failed'

/** The form of a dictionary's description. */
export function useDictionaryForm(
  dictionary: Dictionary | null,
  onSaved: (saved: Dictionary) => void,
): RecordKit<Dictionary, DictionaryValues> {
  const client = useQueryClient()
  return useRecord<Dictionary, DictionaryValues>({
    record: dictionary,
    place: 'dialog',
    name: 'Справочник',
    toValues: toDictionaryValues,
    start: toDictionaryValues(null),
    check: (values) => dictionaryErrors(values, dictionary === null),
    refusal: null,
    schema: Dictionary,
    save: (values, version, on) => {
      toast.closeByKey(failedKey)
      return on
        ? call(saveDictionary, { params: { id: String(on.id) }, body: toDictionaryChange(values, version) })
        : call(createDictionary, { body: toDictionaryInput(values) })
    },
    onSaved: async (saved, how) => {
      if (how === 'saved') toast.success('Данные сохранены')
      if (how === 'created') toast.success('Справочник создан')
      await client.invalidateQueries({ queryKey: keyOf(listDictionaries) })
      if (how !== 'met') onSaved(saved)
    },
    onFailure: (failure) => {
      sayFailed('Справочник не сохранён', failure, failedKey)
      return true
    },
    differences: dictionaryDifferences,
    merge: mergeDictionary,
    invalidates: [listDictionaryHistory],
  })
}
