import type { MenuEntry } from './menu-types.ts'

/** «Управление»: those who decide, and how work is given out to them. */
export const managementEntry: MenuEntry = {
  label: 'Управление',
  icon: 'people',
  items: [
    {
      label: 'Сотрудники',
      to: '/underwriting-employees',
      needs: { Underwriting: ['UndMenuManagingEmployees'] },
      segments: ['underwriting-employees', 'underwriting-employees-origin', 'underwriting-card'],
    },
    {
      label: 'Сотрудники ОИК',
      to: '/list-workload-employees/oic',
      needs: { EmployeeOic: ['Read'] },
      segments: ['list-workload-employees/oic', 'workload-employee/oic'],
    },
    {
      label: 'Сотрудники НИС',
      to: '/list-workload-employees/nis',
      needs: { EmployeeNis: ['Read'] },
      segments: ['list-workload-employees/nis', 'workload-employee/nis'],
    },
    {
      label: 'Группы',
      to: '/underwriting-groups',
      needs: { Underwriting: ['UndMenuManagingGroups'] },
      segments: ['underwriting-groups', 'underwriting-groups-origin', 'underwriting-group-card'],
    },
    {
      label: 'Правила назначения QR-заявок',
      to: '/assignment-rules',
      needs: { Partner: ['AssignmentRuleConfigurationRead'] },
      segments: ['assignment-rules'],
    },
    {
      label: 'Контроль предельной ставки',
      to: '/max-rate-control',
      needs: { Rule: ['MaxRateCalculationRead'] },
      segments: ['max-rate-control'],
    },
  ],
}
