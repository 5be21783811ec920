import { employeeSortFields, filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import { textFilter } from '#ui/table/list-state.ts'
import { flag, ids, linked, search } from '../list/filters.ts'
import { serverList } from '../list/server-list.ts'

const states = {
  active: { notActive: false },
  absent: { absentNow: true },
  inactive: { notActive: true },
  all: {},
} as const

/** The list of a partner's employees: what its address holds, and what the server is asked. */
export const employeesList = (partnerId: string) =>
  serverList(filterPartnerEmployees, {
    key: 'employees',
    tabs: ['active', 'absent', 'inactive', 'all'],
    filters: [
      search('text', 'Имя или логин'),
      ids('roles', 'Роль', [], { as: 'userRoleIds' }),
      ids('groups', 'Группа', [], { as: 'workgroupIds' }),
      linked(
        { title: textFilter },
        {
          label: 'Должность',
          value: ({ title }) => title || null,
          ask: ({ title }) => (title ? { jobTitle: title } : {}),
        },
      ),
      flag('expiring', 'Доверенность истекает', {
        label: 'Доверенность',
        value: 'истекает',
        as: 'procuracyExpiring',
      }),
      flag('branches', 'С филиалами', {
        label: 'Филиалы',
        value: 'показаны',
        widens: true,
        as: 'includeBranches',
      }),
    ],
    sortable: employeeSortFields,
    order: { key: 'fullName', direction: 'asc' },
    ask: ({ tab, filter, paging, sort }) => ({
      params: { partnerId },
      query: { ...paging, sort },
      body: { ...filter, ...states[tab] },
    }),
  })
