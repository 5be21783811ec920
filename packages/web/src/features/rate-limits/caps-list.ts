import { capStates, searchRateCaps } from '@ipoteka-office/contract/rate-limits/caps.ts'
import { authorityProducts } from '@ipoteka-office/contract/underwriting/authority.ts'
import { partnerChoices } from '#widgets/list/choices.ts'
import { ids, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** Caps of rates, those in force first. */
export const capsList = serverList(searchRateCaps, {
  key: 'rate-caps',
  filters: [
    words('states', 'Состояние', capStates),
    words('products', 'Вид кредита', authorityProducts),
    ids('partnerIds', 'Партнёр', partnerChoices),
  ],
  ask: ({ filter, paging }) => ({ query: paging, body: filter }),
})
