import type { Scorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import type { Employee, EmployeeRow } from '@ipoteka-office/contract/employees/employees.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { newRole, roleOf } from '#role.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Until the draft of a record is in the browser. */
const kept = (page: Page, record: string) =>
  page.waitForFunction(
    (end) => Object.keys(localStorage).some((key) => key.startsWith('draft') && key.endsWith(end)),
    record,
  )

describe('what is typed in a record', () => {
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
})

test('a page whose record cannot be read again keeps what is on it and what is typed', async ({
  office,
  bank,
}) => {
  const made = await bank.call<Scorecard>(
    'POST',
    '/underwriting/scorecards',
    { title: 'Проба связи', fromId: 1 },
    'uw-head',
  )
  const path = `/underwriting/scorecards/${made.id}`
  const page = await office.openAs('uw-head', `/underwriting-all?part=scorecards&version=${made.id}`)
  const title = page.getByLabel('Название')
  await title.fill('Набрано до сбоя')
  office.faults.allow(/500/)
  // The list of versions is read beside it: in one request, or each by itself.
  const reads = /\/api\/(?:together|underwriting\/scorecards)/
  await page.route(reads, (route) => route.fulfill({ status: 500, json: { message: 'Сбой' } }))
  const { content, version } = made
  await bank.call('PUT', path, { title: 'Сохранил другой', content, version }, 'workload')
  const line = page.getByText('Обновить страницу не удалось')
  await line.waitFor()
  expect(await title.inputValue()).toBe('Набрано до сбоя')
  await page.unroute(reads)
  await page.getByRole('button', { name: 'Обновить', exact: true }).click()
  await line.waitFor({ state: 'detached' })
  // What the other person has saved is told now, and what is typed stays.
  await page.getByText('Запись уже изменил кто-то другой').waitFor()
  expect(await title.inputValue()).toBe('Набрано до сбоя')
})
