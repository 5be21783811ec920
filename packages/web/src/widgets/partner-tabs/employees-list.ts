import { employeeSortFields, filterPartnerEmployees } from '@ipoteka-office/contract/employees/employees.ts'
import { listRoles } from '@ipoteka-office/contract/roles/roles.ts'
import { listWorkgroupNames } from '@ipoteka-office/contract/workgroups/workgroups.ts'
import { textFilter } from '#ui/table/list-state.ts'
import { flag, ids, linked, search } from '../list/filters.ts'
import { serverList } from '../list/server-list.ts'

/** The list of a partner's employees: what its address holds, and what the server is asked. */
export const employeesList = (partnerId: string) =>
  serverList(filterPartnerEmployees, {
    key: 'employees',
    tabs: {
      label: 'Какие сотрудники',
      words: { active: 'Работают', absent: 'Отсутствуют сегодня', inactive: 'Отключены', all: 'Все' },
      asks: { active: { notActive: false }, absent: { absentNow: true }, inactive: { notActive: true } },
      counts: ({ page }) => page && { ...page.totals, inactive: page.totals.notActive },
    },
    filters: [
      search('text', 'Имя или логин'),
      ids('roles', 'Роль', { from: listRoles }, { as: 'userRoleIds' }),
      ids('groups', 'Группа', { from: listWorkgroupNames, params: { partnerId } }, { as: 'workgroupIds' }),
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
    ask: ({ filter, paging, sort }) => ({ params: { partnerId }, query: { ...paging, sort }, body: filter }),
  })
