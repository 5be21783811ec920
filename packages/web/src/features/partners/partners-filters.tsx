import { listPartnerRoles } from '@ipoteka-office/contract/partner-roles.ts'
import { listFilteredPartners, type PartnerRow } from '@ipoteka-office/contract/partners.ts'
import { referenceLists } from '@ipoteka-office/contract/reference-lists.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { CodesFilterChip, namesOf } from '#ui/filter-chip.tsx'
import type { Option } from '#ui/option-search.ts'
import { SearchInput } from '#ui/search-input.tsx'
import { ToggleChip } from '#ui/toggle-chip.tsx'
import { searchPartners } from '#widgets/partner-options.ts'
import { useReferenceOptions } from '#widgets/reference-options.ts'
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

/** Names for everything the chips show. */
export function usePartnerFilterNames(state: PartnersList, rows: readonly PartnerRow[] | undefined) {
  const { data: catalogue } = useQuery(query(listPartnerRoles))
  const [picked, setPicked] = useState<Option[]>([])
  const parent = useParentName(state.filters.parent, rows, picked)
  return {
    roles: (catalogue ?? []).map(({ code, name }) => ({ code, name })),
    regions: useReferenceOptions(referenceLists.region).options,
    parents: [...picked, ...parent],
    pick: (option: Option) => setPicked((before) => [...before, option]),
  }
}
type Names = ReturnType<typeof usePartnerFilterNames>

/** Search and filter chips of the list; every change goes into the URL. */
export function PartnersFilters({ list, names }: { list: PartnersList; names: Names }) {
  const { filters, setFilter } = list
  const parent = filters.parent === '' ? [] : [filters.parent]
  return (
    <>
      <SearchInput
        label="Название, ИНН или ОГРН"
        placeholder="Название или ИНН"
        value={filters.text}
        onSearch={(text) => setFilter('text', text)}
      />
      <CodesFilterChip
        label="Роль"
        options={names.roles}
        value={filters.roles}
        onChange={(codes) => setFilter('roles', codes)}
      />
      <CodesFilterChip
        label="Аккредитация"
        options={accreditationOptions}
        value={filters.accreditation}
        onChange={(codes) => setFilter('accreditation', codes as typeof filters.accreditation)}
      />
      <CodesFilterChip
        label="Регион"
        options={names.regions}
        value={filters.regions}
        onChange={(codes) => setFilter('regions', codes)}
      />
      <CodesFilterChip
        label="Головная организация"
        options={names.parents.filter(({ code }) => parent.includes(code))}
        known={names.parents}
        value={parent}
        onChange={(codes) => setFilter('parent', codes.at(-1) ?? '')}
        search={searchPartners}
        onPick={names.pick}
      />
      <ToggleChip value={filters.heads} onChange={(on) => setFilter('heads', on)}>
        Без филиалов
      </ToggleChip>
      {list.active.length > 0 && (
        <Button look="link" onClick={list.resetFilters}>
          Сбросить
        </Button>
      )}
    </>
  )
}

/** The filters in words, for a list that is empty because of them. */
export function partnerFilterWords({ filters }: Pick<PartnersList, 'filters'>, names: Names): string[] {
  const words: [string, string | null][] = [
    ['Поиск', filters.text || null],
    ['Роль', namesOf(filters.roles, names.roles)],
    ['Аккредитация', namesOf(filters.accreditation, accreditationOptions)],
    ['Регион', namesOf(filters.regions, names.regions)],
    ['Головная организация', namesOf(filters.parent === '' ? [] : [filters.parent], names.parents)],
    ['Филиалы', filters.heads ? 'не показаны' : null],
  ]
  return words.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}
