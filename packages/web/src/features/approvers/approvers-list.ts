import {
  type ApproverType,
  approverSortFields,
  findEmployeesByFullName,
  listApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  listLoanApplicationLevels,
  listRegions,
} from '@ipoteka-office/contract/references/reference-options.ts'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { type Choices, codes, flag, ids, minor, partnerChoices, range } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const statuses = {
  all: {},
  active: { workStatus: 'ACTIVE' },
  inactive: { workStatus: 'INACTIVE' },
  pause: { workStatus: 'PAUSE' },
} as const

const employees = (type: ApproverType): Choices => ({
  search: async (fullName, signal) => {
    const found = await call(findEmployeesByFullName, { params: { type }, body: { fullName } }, { signal })
    return found.map(({ id, fullName: name }) => ({ code: String(id), name }))
  },
  // A copied link must show who it asks for, not their numbers.
  named: (chosen) => ({
    ...query(listApprovers, {
      params: { type },
      query: { page: 0, size: 100 },
      body: { ids: chosen.slice(0, 100).map(Number) },
    }),
    optionsOf: ({ content }: Page<{ id: number; fullName: string }>) =>
      content.map(({ id, fullName }) => ({ code: String(id), name: fullName })),
  }),
})

/** The list of a department's approvers: what its address holds, and what the server is asked. */
export const approversList = (type: ApproverType) =>
  serverList(listApprovers, {
    key: `approvers.${type}`,
    tabs: ['all', 'active', 'inactive', 'pause'],
    filters: [
      codes('levels', 'Уровень', { from: listLoanApplicationLevels }, { as: 'mortgageApplicationLevels' }),
      codes('regions', 'Регион', { from: listRegions }),
      ids('employees', 'Сотрудник', employees(type), { as: 'ids' }),
      ids('partners', 'Партнёр', partnerChoices),
      range('Смена', 'time', ['from', 'by'], {
        as: ['workingShiftFrom', 'workingShiftBy'],
        hint: 'Кто работает в это время; достаточно одного края',
      }),
      minor(flag('onShift', 'В смене', { label: 'Сейчас', value: 'в смене' })),
      minor(flag('overloaded', 'Перегружены', { label: 'Загрузка', value: 'лимит исчерпан' })),
      minor(flag('overdue', 'С просрочкой', { label: 'Просрочка', value: 'есть' })),
    ],
    sortable: approverSortFields,
    order: { key: 'fullName', direction: 'asc' },
    ask: ({ tab, filter, paging, sort }) => ({
      params: { type },
      query: { ...paging, sort },
      body: { ...statuses[tab], ...filter },
    }),
    topics: [topics.approvers(type)],
  })
