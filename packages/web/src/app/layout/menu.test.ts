import { caseListPath } from '@ipoteka-office/contract/cases/list-links.ts'
import { CaseList, caseLists, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { operations, type RequiredOperations } from '@ipoteka-office/contract/operations.ts'
import { describe, expect, it } from 'vitest'
import { rightsOf } from '#api/rights.ts'
import { currentPage, isGroup, menuPages, soonLast, visibleMenu } from '#widgets/menu/menu.ts'
import { menuEntries } from '#widgets/menu/menu-entries.ts'
import { routes } from '../../../routes.ts'
import { absentScreenAt } from '../absent-screens.ts'

const everything = Object.fromEntries(
  Object.entries(operations).map(([object, list]) => [object, Object.keys(list)]),
)
const menuFor = (held: Record<string, readonly string[]>) =>
  visibleMenu(menuEntries, (required: RequiredOperations) => rightsOf(held, null, false).all(required))
const labels = (held: Record<string, readonly string[]>) => menuFor(held).map(({ label }) => label)

describe('the menu', () => {
  it('shows all entries of the specification, in its order, and the tasks to somebody with every right', () => {
    expect(labels(everything)).toEqual([
      'Рабочий стол',
      'Мои задачи',
      'Авторизация ипотечных кредитов',
      'Ипотечные кредиты',
      'Сопровождение',
      'Обращения',
      'Администратор мониторинга',
      'Сделки рефинансирования',
      'Настройка комплектности кредитного дела',
      'Потребительские кредиты',
      'Внешние электронные регистрации',
      'Продукты',
      'Калькулятор',
      'Партнёры',
      'Генерация QR-кода',
      'Договоры',
      'Справочники',
      'Вознаграждения',
      'Администрирование',
      'Страхование',
      'Журналы заявок',
      'Чёрные списки',
      'Управление',
      'Шаблоны',
      'База знаний',
    ])
  })

  it('leaves only the desktop to somebody without rights', () => {
    expect(labels({})).toEqual(['Рабочий стол'])
  })

  it('shows the tasks to whoever reads cases of some type', () => {
    for (const { object } of Object.values(caseTypes))
      expect(labels({ [object]: ['Read'] })).toContain('Мои задачи')
  })

  it('has every list of cases once, in the group that its type names', () => {
    const pages = menuPages(menuEntries).map(({ group, page }) => ({ group, label: page.label, to: page.to }))
    for (const code of CaseList.options) {
      const { menu, title } = caseLists[code]
      const page = { group: menu.group, label: menu.label ?? title, to: caseListPath(code) }
      expect(pages.filter(({ to }) => to === page.to)).toEqual([page])
    }
  })

  it('keeps of a group the permitted pages', () => {
    const [, management] = menuFor({ EmployeeNis: ['Read'] })
    expect(management && isGroup(management) && management.items.map(({ label }) => label)).toEqual([
      'Сотрудники НИС',
    ])
  })

  it('drops a group whose pages are all forbidden', () => {
    expect(labels({ EmployeeOic: ['Update'] })).toEqual(['Рабочий стол'])
  })

  it('collapses a group with a permission of its own into one entry', () => {
    const group = {
      label: 'Журналы',
      icon: 'journal',
      to: '/journals',
      needs: { Underwriting: ['List'] },
      items: [{ label: 'Свой', to: '/own', needs: { Underwriting: ['UndMenuJournal'] }, segments: ['own'] }],
    } as const
    const holds = ({ Underwriting = [] }: RequiredOperations) => Underwriting.every((one) => one === 'List')
    const [journals] = visibleMenu([group], holds)
    expect(journals).toMatchObject({ label: 'Журналы', to: '/journals' })
    expect(journals && isGroup(journals)).toBe(false)
  })

  it('needs all the listed operations: completeness rules need five', () => {
    expect(labels({ Rule: ['Read', 'List', 'Update', 'Create'] })).toEqual(['Рабочий стол'])
    expect(labels({ Rule: ['Read', 'List', 'Update', 'Create', 'Delete'] })).toHaveLength(2)
  })

  it('guards the blacklist of phones by the right to individuals', () => {
    expect(labels({ PhoneBlacklist: ['List'] })).toEqual(['Рабочий стол'])
    expect(menuPages(menuFor({ IndividualBlacklist: ['List'] })).map(({ page }) => page.label)).toEqual([
      'Рабочий стол',
      'Физлица',
      'Телефоны',
    ])
  })

  it('leads only to addresses that exist', () => {
    const built = (routes.children ?? []).flatMap((node) => ('path' in node ? [node.path ?? ''] : ['/']))
    const isBuilt = (to: string) =>
      built
        .filter((template) => template !== '/$')
        .some((template) => new RegExp(`^${template.replace(/\$\w+/g, '[^/]+')}/?$`).test(to))
    const lost = menuPages(menuEntries)
      .map(({ page }) => page.to)
      .filter((to) => !isBuilt(to) && absentScreenAt(to) === null)
    expect(lost).toEqual([])
  })
})

describe('screens to come', () => {
  it('are marked in the menu exactly where the address has no page yet', () => {
    const pages = menuPages(menuEntries).map(({ page }) => page)
    const absent = pages.filter(({ to }) => absentScreenAt(to) !== null).map(({ to }) => to)
    expect(pages.filter(({ soon }) => soon).map(({ to }) => to)).toEqual(absent)
  })

  it('stand under one entry at the end, with the name of the group they come from', () => {
    const entries = soonLast(menuEntries)
    const soon = entries.at(-1)
    expect(soon).toMatchObject({ label: 'Скоро' })
    const before = menuPages(entries.slice(0, -1)).map(({ page }) => page)
    expect(before.filter((page) => page.soon)).toEqual([])
    expect(menuPages(entries)).toHaveLength(menuPages(menuEntries).length)
    const labels = menuPages(entries.slice(-1)).map(({ page }) => page.label)
    expect(new Set(labels).size).toBe(labels.length)
  })
})

describe('the current entry', () => {
  it.each([
    ['/', 'Рабочий стол'],
    ['/full-app-edit/7', 'Заявки на ипотеку'],
    ['/refinancing', 'Сделки рефинансирования'],
    ['/refinancing/deal/7/credit/8', 'Сделки рефинансирования'],
    ['/refinancing/mortgage/7/credit/8', 'Кредитные дела'],
    ['/list-workload-employees/oic', 'Сотрудники ОИК'],
    ['/workload-employee/nis/12', 'Сотрудники НИС'],
    ['/blacklist/phones/view/3', 'Телефоны'],
    ['/template/kod/list', 'Шаблоны КОД'],
    ['/partner/5/employee/6', 'Партнёры'],
    ['/references', 'Справочники'],
    ['/featureToggle/3', 'Переключатели функций'],
  ])('of %s is «%s»', (path, label) => {
    expect(currentPage(menuEntries, path)?.label).toBe(label)
  })

  it('is none for pages outside the menu', () => {
    expect(currentPage(menuEntries, '/dev/ui')).toBeNull()
  })
})
