import {
  countRealtyObjects,
  realtyRoles,
  realtySortFields,
  realtyTabs,
  searchRealtyObjects,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { regionChoices } from '#widgets/list/choices.ts'
import { codes, range, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** The register of objects: what its address holds, and what the server is asked. */
export const realtyList = serverList(searchRealtyObjects, {
  key: 'realty-objects',
  tabs: { label: 'Какие предметы ипотеки', words: realtyTabs, counts: ({ counted }) => counted },
  counting: {
    endpoint: countRealtyObjects,
    ask: ({ body: { tab: _, ...filter } = {} }) => ({ body: filter }),
  },
  filters: [
    search('text', 'Кадастровый номер, адрес, клиент или номер заявки', {
      placeholder: 'Номер, адрес, клиент',
      as: 'search',
    }),
    codes('types', 'Тип', { from: referenceLists.mortgageObjectType }),
    codes('regions', 'Регион', regionChoices),
    words('roles', 'Роль', realtyRoles),
    range('Цена', 'money', ['priceFrom', 'priceTo']),
  ],
  sortable: realtySortFields,
  order: { key: 'createdAt', direction: 'desc' },
  ask: ({ tab, filter, paging, sort }) => ({ query: { ...paging, sort }, body: { ...filter, tab } }),
})
