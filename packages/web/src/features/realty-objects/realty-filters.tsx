import { realtyRoles } from '@ipoteka-office/contract/realty-objects.ts'
import { referenceLists } from '@ipoteka-office/contract/reference-lists.ts'
import { Button } from '#ui/button.tsx'
import { CodesFilterChip, namesOf } from '#ui/filter-chip.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { useReferenceOptions } from '#widgets/reference-options.ts'
import type { RealtyList } from './realty-list-state.ts'

const roleOptions = Object.entries(realtyRoles).map(([code, name]) => ({ code, name }))

/** Names for everything the chips show. */
export const useRealtyFilterNames = () => ({
  types: useReferenceOptions(referenceLists.mortgageObjectType).options,
  regions: useReferenceOptions(referenceLists.region).options,
})
type Names = ReturnType<typeof useRealtyFilterNames>

/** Search and filter chips of the list; every change goes into the URL. */
export function RealtyFilters({ list, names }: { list: RealtyList; names: Names }) {
  const { filters, setFilter } = list
  return (
    <>
      <SearchInput
        label="Кадастровый номер, адрес, клиент или номер заявки"
        placeholder="Номер, адрес, клиент"
        value={filters.text}
        onSearch={(text) => setFilter('text', text)}
      />
      <CodesFilterChip
        label="Тип"
        options={names.types}
        value={filters.types}
        onChange={(codes) => setFilter('types', codes)}
      />
      <CodesFilterChip
        label="Регион"
        options={names.regions}
        value={filters.regions}
        onChange={(codes) => setFilter('regions', codes)}
      />
      <CodesFilterChip
        label="Роль"
        options={roleOptions}
        value={filters.roles}
        onChange={(codes) => setFilter('roles', codes as typeof filters.roles)}
      />
      {list.active.length > 0 && (
        <Button look="link" onClick={list.resetFilters}>
          Сбросить
        </Button>
      )}
    </>
  )
}

/** The filters in words, for a list that is empty because of them. */
export function realtyFilterWords({ filters }: Pick<RealtyList, 'filters'>, names: Names): string[] {
  const words: [string, string | null][] = [
    ['Поиск', filters.text || null],
    ['Тип', namesOf(filters.types, names.types)],
    ['Регион', namesOf(filters.regions, names.regions)],
    ['Роль', namesOf(filters.roles, roleOptions)],
  ]
  return words.flatMap(([label, value]) => (value === null ? [] : [`${label}: ${value}`]))
}
