import {
  type ApproverType,
  approverSortFields,
  findEmployeesByFullName,
  getApproverStatistics,
  listApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { listLoanApplicationLevels } from '@ipoteka-office/contract/references/reference-options.ts'
import { found, naming, partnerChoices, regionChoices } from '#widgets/list/choices.ts'
import { type Choices, codes, flag, ids, minor, range } from '#widgets/list/filters.ts'
import { serverList } from '#widgets/list/server-list.ts'

const employees = (type: ApproverType): Choices => ({
  search: found(findEmployeesByFullName, (fullName) => ({ params: { type }, body: { fullName } })),
  named: naming(listApprovers, (ids) => ({ params: { type }, query: { page: 0, size: 100 }, body: { ids } })),
})

/** The list of a department's approvers: what its address holds, and what the server is asked. */
export const approversList = (type: ApproverType) =>
  serverList(listApprovers, {
    key: `approvers.${type}`,
    tabs: {
      label: 'Статус сотрудников',
      words: { all: 'Все', active: 'Активные', inactive: 'Неактивные', pause: 'На паузе' },
      asks: {
        active: { workStatus: 'ACTIVE' },
        inactive: { workStatus: 'INACTIVE' },
        pause: { workStatus: 'PAUSE' },
      },
      counts: ({ counted }) => ({
        all: counted?.allEmployeesCount,
        active: counted?.activeEmployeesCount,
        inactive: counted?.inactiveEmployeesCount,
        pause: counted?.pauseEmployeesCount,
      }),
    },
    counting: { endpoint: getApproverStatistics, ask: ({ body = {} }) => ({ params: { type }, body }) },
    filters: [
      codes('levels', 'Уровень', { from: listLoanApplicationLevels }, { as: 'mortgageApplicationLevels' }),
      codes('regions', 'Регион', regionChoices),
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
    clashes: [
      { between: ['tab', 'onShift'], when: (_, tab) => tab !== 'active', why: 'в смене только активные' },
    ],
    sortable: approverSortFields,
    order: { key: 'fullName', direction: 'asc' },
    ask: ({ filter, paging, sort }) => ({ params: { type }, query: { ...paging, sort }, body: filter }),
    topics: [topics.approvers(type)],
  })
