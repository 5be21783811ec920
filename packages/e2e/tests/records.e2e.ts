import type { Employee, EmployeeRow } from '@ipoteka-office/contract/employees/employees.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { activeApprover, editPath, save } from '#approver.ts'
import { expect, test } from '#fixtures.ts'
import { newRole, roleOf } from '#role.ts'

const limit = (page: Page) => page.getByLabel('Лимит', { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Holds the next save back until it is let go. */
async function holdSave(page: Page, url: RegExp) {
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  await page.route(
    url,
    async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      asked.resolve()
      await go.promise
      return route.continue()
    },
    { times: 1 },
  )
  return { asked: asked.promise, go: go.resolve }
}

/** Until the draft of a record is in the browser. */
const kept = (page: Page, record: string) =>
  page.waitForFunction(
    (end) => Object.keys(localStorage).some((key) => key.startsWith('draft') && key.endsWith(end)),
    record,
  )

describe('what is typed in a record', () => {
  test('while a save is under way stays, and goes with the next one', async ({ office, bank }) => {
    const { id } = await activeApprover(bank, 'nis', 9)
    const page = await office.openAs('admin', editPath('nis', id))
    await limit(page).fill('41')
    const held = await holdSave(page, /\/partner\/nis\/\d+$/)
    await save(page)
    await held.asked
    await limit(page).fill('77')
    held.go()
    await page.getByText('Данные сохранены').waitFor()
    expect(await limit(page).inputValue()).toBe('77')
    expect((await bank.approver('nis', id)).mortgageApplicationsLimit).toBe(41)
    await save(page)
    await expect.poll(async () => (await bank.approver('nis', id)).mortgageApplicationsLimit).toBe(77)
  })

  test('of a role and restored later does not give back what a colleague has revoked', async ({
    office,
    bank,
  }) => {
    const role = await newRole(bank, { operations: { Qr: ['Check'], Deal: ['List'] } })
    const page = await office.openAs('admin', `/roles?role=${role.id}`)
    await page.getByRole('checkbox', { name: 'Все операции: Рабочие группы' }).check()
    await kept(page, `roles/${role.id}`)
    await bank.call('PUT', `/userRole/${role.id}`, { ...role, operations: { Qr: ['Check'] } })
    await page.reload()
    await button(page, 'Восстановить').click()
    office.faults.allow(/409/)
    await button(page, 'Сохранить').click()
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.waitFor()
    expect((await roleOf(bank, role.id)).operations).toEqual({ Qr: ['Check'] })
  })

  test('of an employee and restored later does not put back an old phone', async ({ office, bank }) => {
    const { content } = await bank.call<{ content: EmployeeRow[] }>(
      'POST',
      '/partner/2/employee/filtered?size=100',
      { notActive: false },
    )
    const path = `/partner/2/employee/${content.at(-1)?.id}`
    const page = await office.openAs('admin', path)
    const { head, ...before } = await bank.call<Employee>('GET', path)
    await page.getByLabel('Должность').fill('Ведущий специалист')
    await kept(page, `employee/${before.id}`)
    await bank.call('PUT', path, { ...before, headId: head?.id ?? null, phone: '+79990001122' })
    await page.reload()
    await button(page, 'Восстановить').click()
    office.faults.allow(/409/)
    await button(page, 'Сохранить').click()
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.getByRole('row', { name: /Телефон/ }).waitFor()
    expect((await bank.call<Employee>('GET', path)).phone).toContain('1122')
    await dialog.getByRole('button', { name: 'Всё с сервера' }).click()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('can be saved on the way out', async ({ office, bank }) => {
    const { id, mortgageApplicationsLimit } = await activeApprover(bank, 'nis', 10)
    const next = (mortgageApplicationsLimit ?? 0) + 3
    const page = await office.openAs('admin', editPath('nis', id))
    await limit(page).fill(String(next))
    await button(page, 'Назад').click()
    const dialog = page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
    await dialog.getByRole('button', { name: 'Остаться' }).click()
    await dialog.waitFor({ state: 'detached' })
    await limit(page).fill('')
    await button(page, 'Назад').click()
    await dialog.getByRole('button', { name: 'Сохранить и уйти' }).click()
    // What cannot be saved keeps the person here.
    await page.getByText('Поле должно быть заполнено').first().waitFor()
    await limit(page).fill(String(next))
    await button(page, 'Назад').click()
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/list-workload-employees/)
    expect((await bank.approver('nis', id)).mortgageApplicationsLimit).toBe(next)
  })
})
