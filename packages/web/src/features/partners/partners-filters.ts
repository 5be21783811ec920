import { listPartnerRoles } from '@ipoteka-office/contract/partners/partner-roles.ts'
import { listFilteredPartners, type PartnerRow } from '@ipoteka-office/contract/partners/partners.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import {
  codeFilterOf,
  codesFilterOf,
  type ListFilter,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { accreditationOptions, type PartnersList } from './partners-list-state.ts'

/** The name of the head office in the URL: a copied link must show who it asks for, not a number. */
function useParentName(id: string, rows: readonly PartnerRow[] | undefined, picked: readonly Option[]) {
  const known = rows?.find(({ parent }) => parent !== null && String(parent.id) === id)?.parent?.shortName
  const isKnown = id === '' || known !== undefined || picked.some(({ code }) => code === id)
  const { data } = useQuery({
    ...query(listFilteredPartners, { query: { page: 0, size: 1 }, body: { parentId: Number(id) } }),
    enabled: !isKnown && rows !== undefined,
  })
  const name = known ?? data?.content[0]?.parent?.shortName
  return name === undefined ? [] : [{ code: id, name }]
}

/** Search and filter chips of the list; every change goes into the URL. `rows` may know the name of the head office. */
export function usePartnersFilters(
  list: PartnersList,
  rows: readonly PartnerRow[] | undefined,
): ListFilter[] {
  const { data: catalogue } = useQuery(query(listPartnerRoles))
  const [picked, setPicked] = useState<Option[]>([])
  const { parent } = list.filters
  const parents = [...picked, ...useParentName(parent, rows, picked)]
  const areNamesNeeded = useAfterFirstPage() || list.active.length > 0
  const regions = useReferenceOptions(referenceLists.region, areNamesNeeded).options
  return [
    searchFilter(list, 'text', { label: 'Название, ИНН или ОГРН', placeholder: 'Название или ИНН' }),
    codesFilterOf(list, 'roles', 'Роль', {
      options: (catalogue ?? []).map(({ code, name }) => ({ code, name })),
    }),
    codesFilterOf(list, 'accreditation', 'Аккредитация', { options: accreditationOptions }),
    codesFilterOf(list, 'regions', 'Регион', { options: regions }),
    codeFilterOf(list, 'parent', 'Головная организация', {
      options: parents.filter(({ code }) => code === parent),
      known: parents,
      search: searchPartners,
      onPick: (option) => setPicked((before) => [...before, option]),
    }),
    toggleFilter(list, 'heads', 'Без филиалов', { label: 'Филиалы', value: 'не показаны' }),
  ]
}
