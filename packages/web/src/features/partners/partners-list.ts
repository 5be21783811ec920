import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { listPartnerRoles } from '@ipoteka-office/contract/partners/partner-roles.ts'
import {
  accreditationStates,
  listFilteredPartners,
  type PartnerRow,
  partnerSortFields,
} from '@ipoteka-office/contract/partners/partners.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { query } from '#api/query.ts'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import { codes, flag, id, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const states = { active: { notActive: false }, inactive: { notActive: true }, all: {} } as const

/** The list of partners: what its address holds, and what the server is asked. */
export const partnersList = serverList(listFilteredPartners, {
  key: 'partners',
  tabs: ['active', 'inactive', 'all'],
  filters: [
    search('text', 'Название, ИНН или ОГРН', { placeholder: 'Название или ИНН', as: 'search' }),
    codes('roles', 'Роль', { from: listPartnerRoles }),
    words('accreditation', 'Аккредитация', { ...accreditationStates, NONE: 'Без аккредитации' }),
    codes('regions', 'Регион', { from: referenceLists.region }),
    id(
      'parent',
      'Головная организация',
      {
        search: searchPartners,
        // A copied link must show who it asks for, not a number.
        named: ([parent]) => ({
          ...query(listFilteredPartners, {
            query: { page: 0, size: 1 },
            body: { parentId: Number(parent) },
          }),
          optionsOf: ({ content: [row] }: Page<PartnerRow>) =>
            row?.parent ? [{ code: String(row.parent.id), name: row.parent.shortName }] : [],
        }),
      },
      { as: 'parentId' },
    ),
    flag('heads', 'Без филиалов', { label: 'Филиалы', value: 'не показаны', as: 'level', on: 'HEAD' }),
  ],
  sortable: partnerSortFields,
  order: { key: 'shortName', direction: 'asc' },
  ask: ({ tab, filter, paging, sort }) => ({
    query: { ...paging, sort },
    body: { ...filter, ...states[tab] },
  }),
})
