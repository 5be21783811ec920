import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryOnce } from '#api/query.ts'
import type { Option } from '#ui/select/option-search.ts'
import { keepDictionariesFresh } from '../fields/reference-options.ts'

/** Codes of the dictionaries that the fields choose from, rows of groups included. */
export function dictionariesOf(fields: FieldSpecs): string[] {
  const codes = Object.values(fields).flatMap(({ dictionary, fields: inner }) => [
    ...(dictionary === undefined ? [] : [dictionary]),
    ...(inner === undefined ? [] : dictionariesOf(inner)),
  ])
  return [...new Set(codes)]
}

const none: readonly Option[] = []

/** Dictionaries of a form: items to choose from, and names of what is chosen. */
export interface FormNames {
  readonly options: (dictionary: string | undefined) => readonly Option[]
  readonly nameOf: NameOf
}

/** Reads the dictionaries of a section; a change of one reaches the page by itself. */
export function useFormNames(dictionaries: readonly string[]): FormNames {
  useEffect(keepDictionariesFresh, [])
  return useQueries({
    // By code and not by a call of its own: programmes have none.
    queries: dictionaries.map((code) => queryOnce(listReferenceItems, { params: { code } })),
    combine: (answers): FormNames => {
      const known = new Map<string, readonly Option[]>(
        dictionaries.map((code, at) => [code, answers[at]?.data ?? none]),
      )
      return {
        options: (dictionary) => known.get(dictionary ?? '') ?? none,
        nameOf: (dictionary, code) =>
          known.get(dictionary)?.find((option) => option.code === code)?.name ?? code,
      }
    },
  })
}
