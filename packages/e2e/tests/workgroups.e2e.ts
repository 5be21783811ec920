import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

const partner = 2
const tabPath = (tab: string) => `/partner-edit/${partner}?tab=${tab}`
const dialog = (page: Page) => page.getByRole('dialog')
const part = (page: Page, name: RegExp) => dialog(page).getByRole('tab', { name })

/** Finds somebody in a field that searches on the server, and takes the first one found. */
async function lookUp(page: Page, label: string, text: string): Promise<void> {
  const field = dialog(page).getByRole('combobox', { name: label, exact: true })
  await field.click()
  await field.fill(text)
  const list = page.locator(
    `[id="${await field.and(page.locator('[aria-controls]')).getAttribute('aria-controls')}"]`,
  )
  await list.locator('[role="option"]').first().click()
}

describe('workgroups of a partner', () => {
  test('a group is made, gets a member and a role, and gives rights', async ({ office, bank }) => {
    const page = await office.openAs('admin', tabPath('workgroups'))
    await page.getByRole('button', { name: 'Создать группу' }).first().click()
    await dialog(page).getByLabel('Название').fill('Сопровождение сделок Поволжья')
    await dialog(page).getByRole('button', { name: 'Создать', exact: true }).click()
    await part(page, /^Сотрудники/).click()
    await dialog(page).getByText('В группе никого нет').waitFor()
    const place = await part(page, /^Роли/).boundingBox()
    await lookUp(page, 'Добавить сотрудника', 'Алёшина')
    await page.getByText('Сотрудник добавлен в группу').waitFor()
    await dialog(page)
      .getByRole('cell', { name: /Алёшина/ })
      .first()
      .waitFor()
    // What a person is about to press stays where it is when a row comes in.
    expect((await part(page, /^Роли/).boundingBox())?.y).toBe(place?.y)
    await part(page, /^Роли/).click()
    const role = dialog(page).getByRole('checkbox').and(page.locator(':enabled')).first()
    await role.click()
    await part(page, /^Роли\s*1$/).waitFor()
    await part(page, /^Права/).click()
    await dialog(page).getByRole('checkbox', { name: 'Агент партнёра' }).click()
    await part(page, /^Права\s*1$/).waitFor()
    const { content } = await bank.call<{
      content: { name: string; employeesCount: number; roles: unknown[]; userRoles: { name: string }[] }[]
    }>('GET', `/partner/${partner}/workgroup?size=100&name=${encodeURIComponent('Поволжья')}`)
    expect(content[0]).toMatchObject({ employeesCount: 1, userRoles: [{ name: 'Агент партнёра' }] })
    expect(content[0]?.roles).toHaveLength(1)
  })

  test('a partner’s administrator sees the rights of a group and cannot change them', async ({ office }) => {
    const page = await office.openAs('partner-admin', '/partner-edit/4?tab=workgroups')
    await page.getByRole('button', { name: 'Создать группу' }).first().click()
    await dialog(page).getByLabel('Название').fill('Своя группа')
    await dialog(page).getByRole('button', { name: 'Создать', exact: true }).click()
    await part(page, /^Права/).click()
    await dialog(page)
      .getByText(/^Только просмотр/)
      .waitFor()
    const boxes = dialog(page).getByRole('checkbox')
    await boxes.first().waitFor()
    for (const box of await boxes.all()) expect(await box.isDisabled()).toBe(true)
  })
})

describe('roles of groups', () => {
  test('a role is made with its operations in processes', async ({ office, bank }) => {
    const page = await office.openAs('admin', '/roles?mode=groups')
    await page.getByRole('button', { name: 'Создать роль групп' }).click()
    await dialog(page).getByLabel('Название').fill('Приём документов по оценке')
    await dialog(page).getByRole('checkbox', { name: 'Оценка: Просмотр' }).check()
    await dialog(page).getByRole('checkbox', { name: 'Оценка: Создание' }).check()
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('button', { name: 'Приём документов по оценке', exact: true }).waitFor()
    const roles = await bank.call<{ name: string; operations: unknown[] }[]>('GET', '/workgroupRole')
    expect(roles.find(({ name }) => name === 'Приём документов по оценке')?.operations).toHaveLength(2)
  })
})

describe('notifications of a partner', () => {
  test('an address is checked by its channel and kept', async ({ office }) => {
    const page = await office.openAs('admin', tabPath('notifications'))
    await page.getByRole('button', { name: 'Добавить уведомление' }).click()
    await dialog(page).getByLabel('Адрес').fill('не адрес')
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
    await dialog(page).getByText('Укажите адрес вида name@bank.ru').waitFor()
    await dialog(page).getByLabel('Адрес').fill('zayavki@volga.example')
    await dialog(page).getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('zayavki@volga.example').waitFor()
  })
})

describe('transfer of a partner’s work', () => {
  test('is planned with its counts, started, and answers every object', async ({ office }) => {
    const page = await office.openAs('admin', '/partner-edit/3?tab=reassignment')
    await page.getByRole('button', { name: 'Передать работу' }).first().click()
    await dialog(page)
      .getByText(/^Будет передано /)
      .waitFor()
    await lookUp(page, 'Кому', 'Волга')
    await dialog(page).getByRole('button', { name: 'Сохранить план' }).click()
    await page.getByText('Запланирована').waitFor()
    await page.getByRole('button', { name: 'Запустить' }).click()
    await dialog(page).getByRole('button', { name: 'Запустить' }).click()
    await page.getByText('Выполнена', { exact: true }).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: 'Ответы' }).click()
    // Each object has its own answer: it went over, or why it did not.
    await dialog(page)
      .locator('tbody tr')
      .filter({ hasText: /Передан|не работает|Отказ/ })
      .first()
      .waitFor()
  })
})
