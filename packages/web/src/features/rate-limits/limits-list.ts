import { limitCategories } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { searchRateLimits } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { codes, words } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

/** Limits of the full cost, the latest quarter first. */
export const limitsList = serverList(searchRateLimits, {
  key: 'rate-limits',
  filters: [
    codes('quarters', 'Квартал'),
    codes('categories', 'Категория', { dictionary: limitCategories }),
    words('applies', 'Применяется', { YES: 'Применяется', NO: 'Не применяется' }),
  ],
  ask: ({ filter, paging }) => ({ query: paging, body: filter }),
})
