import { realtyRoles } from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import { codesFilterOf, type ListFilter, rangeFilter, searchFilter } from '#ui/table/list-filters.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import type { RealtyList } from './realty-list-state.ts'

const roles = Object.entries(realtyRoles).map(([code, name]) => ({ code, name }))

/** Search and filter chips of the register; every change goes into the URL. */
export function useRealtyFilters(list: RealtyList): ListFilter[] {
  const areNamesNeeded = useAfterFirstPage() || list.active.length > 0
  const types = useReferenceOptions(referenceLists.mortgageObjectType, areNamesNeeded).options
  const regions = useReferenceOptions(referenceLists.region, areNamesNeeded).options
  return [
    searchFilter(list, 'text', {
      label: 'Кадастровый номер, адрес, клиент или номер заявки',
      placeholder: 'Номер, адрес, клиент',
    }),
    codesFilterOf(list, 'types', 'Тип', { options: types }),
    codesFilterOf(list, 'regions', 'Регион', { options: regions }),
    codesFilterOf(list, 'roles', 'Роль', { options: roles }),
    rangeFilter(list, ['priceFrom', 'priceTo'], 'Цена', 'money'),
  ]
}
