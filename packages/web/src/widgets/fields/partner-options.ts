import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { filterPartners, listPartners } from '@ipoteka-office/contract/partners/partner-names.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '#api/call.ts'
import { keyOf, queryOnce } from '#api/query.ts'
import type { Dictionary } from './reference-options.ts'

const toOption = ({ id, shortName }: { id: number; shortName: string }): Option => ({
  code: String(id),
  name: shortName,
})

/** All partners that the person may see, as options: their ids are the codes. Silent and empty when the call fails. */
export function usePartnerOptions(enabled = true): Dictionary {
  const { data } = useQuery({ ...queryOnce(listPartners), enabled })
  return useMemo(() => ({ options: (data ?? []).map(toOption), ready: data !== undefined }), [data])
}

/** Finds partners as the person types: full or short name, the first 100 (specification 1 §7, §9). */
export async function searchPartners(text: string, signal: AbortSignal): Promise<Option[]> {
  const condition = { fields: ['fullName', 'shortName'], predicate: 'like', value: text } as const
  const body = { searchConditions: [{ ...condition, fields: [...condition.fields] }], page: 0, size: 100 }
  const found = await call(filterPartners, { body }, { signal })
  return found.content.map(toOption)
}

/** Flags the partner dictionary for re-initialisation: it is read again wherever it is shown. */
export const reinitialisePartners = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(listPartners) })
