import { listPartnerRoles } from '@ipoteka-office/contract/partners/partner-roles.ts'
import {
  accreditationStates,
  listFilteredPartners,
  type PartnerRow,
  partnerSortFields,
} from '@ipoteka-office/contract/partners/partners.ts'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import { naming, regionChoices } from '#widgets/list/choices.ts'
import { codes, flag, id, search, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** The list of partners: what its address holds, and what the server is asked. */
export const partnersList = serverList(listFilteredPartners, {
  key: 'partners',
  tabs: {
    label: 'Состояние партнёров',
    words: { active: 'Действующие', inactive: 'Отключённые', all: 'Все' },
    asks: { active: { notActive: false }, inactive: { notActive: true } },
    counts: 'each',
  },
  filters: [
    search('text', 'Название, ИНН или ОГРН', { placeholder: 'Название или ИНН', as: 'search' }),
    codes('roles', 'Роль', { from: listPartnerRoles }),
    words('accreditation', 'Аккредитация', { ...accreditationStates, NONE: 'Без аккредитации' }),
    codes('regions', 'Регион', regionChoices),
    id(
      'parent',
      'Головная организация',
      {
        search: searchPartners,
        named: naming(
          listFilteredPartners,
          ([parent]) => ({ query: { page: 0, size: 1 }, body: { parentId: parent ?? 0 } }),
          ({ parent }: PartnerRow) => parent,
        ),
      },
      { as: 'parentId' },
    ),
    flag('heads', 'Без филиалов', { label: 'Филиалы', value: 'не показаны', as: 'level', on: 'HEAD' }),
  ],
  sortable: partnerSortFields,
  order: { key: 'shortName', direction: 'asc' },
  ask: ({ filter, paging, sort }) => ({ query: { ...paging, sort }, body: filter }),
})
