/** Tabs of a partner's card: four groups, each opened by its first tab. */
export const tabGroups = [
  {
    key: 'card',
    label: 'Карточка',
    tabs: [
      { key: 'main', label: 'Основное' },
      { key: 'description', label: 'Описание' },
      { key: 'history', label: 'История' },
    ],
  },
  {
    key: 'people',
    label: 'Люди',
    tabs: [
      { key: 'employees', label: 'Сотрудники' },
      { key: 'workgroups', label: 'Группы' },
      { key: 'contacts', label: 'Контакты' },
      { key: 'notifications', label: 'Уведомления' },
    ],
  },
  {
    key: 'terms',
    label: 'Условия',
    tabs: [
      { key: 'roles', label: 'Роли' },
      { key: 'rates', label: 'Ставки' },
      { key: 'regions', label: 'Регионы' },
      { key: 'accounts', label: 'Счета' },
    ],
  },
  {
    key: 'papers',
    label: 'Документы и связи',
    tabs: [
      { key: 'documents', label: 'Документы' },
      { key: 'branches', label: 'Филиалы' },
      { key: 'links', label: 'Связи' },
      { key: 'reassignment', label: 'Переназначение' },
    ],
  },
] as const

export type TabGroup = (typeof tabGroups)[number]
type CardTab = TabGroup['tabs'][number]
/** A tab as the address names it. */
export type TabKey = CardTab['key']

export const isTab = (key: unknown): key is TabKey =>
  tabGroups.some(({ tabs }) => tabs.some((tab) => tab.key === key))
