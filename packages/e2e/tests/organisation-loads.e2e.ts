import { employeeHeadings } from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { randomInt } from 'node:crypto'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { ownPartner } from '#partner.ts'

describe('loading of partners and employees', () => {
  test('a file of people is looked at, loaded, and their first passwords are shown once', async ({
    office,
    bank,
  }) => {
    const partner = await ownPartner(bank)
    const login = `load${randomInt(1_000_000_000)}`
    const person = {
      partnerInn: partner.inn,
      partnerKpp: partner.kpp ?? '',
      lastName: 'Загружаева',
      firstName: 'Анна',
      login,
      userRoles: 'PARTNER_AGENT',
      account: 'да',
    }
    const fileOf = (change: Partial<typeof person>) => {
      const row: Record<string, string> = { ...person, ...change }
      const cells = Object.keys(employeeHeadings).map((column) => row[column] ?? '')
      const text = [Object.values(employeeHeadings), cells].map((line) => line.join(';')).join('\r\n')
      return { name: 'сотрудники.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    }
    const page = await office.openAs('admin', '/organisation-loads')
    const drop = page.getByRole('region', { name: 'Сотрудники' }).locator('input[type=file]')
    await drop.setInputFiles(fileOf({ userRoles: 'Нет такой' }))
    await page.getByText('Роли: Нет таких ролей: Нет такой').waitFor()
    await expect
      .poll(() => page.getByRole('button', { name: 'Загрузить', exact: true }).getAttribute('aria-disabled'))
      .toBe('true')

    await page.getByRole('link', { name: 'Все загрузки' }).click()
    await drop.setInputFiles(fileOf({}))
    await page.getByText('Будет заведён вход').waitFor()
    await page.getByRole('button', { name: 'Загрузить', exact: true }).click()
    const access = page.getByRole('region', { name: 'Вход' })
    await access.getByRole('button', { name: 'Выдать пароли: 1 сотрудник' }).click()
    await access.getByText(login, { exact: true }).waitFor()
    await access.getByText('Пароли показаны один раз').waitFor()
    await page.getByRole('link', { name: 'Загружаева Анна' }).click()
    await page.waitForURL(/\/partner\/\d+\/employee\/\d+/)
    await page
      .getByRole('heading', { name: /Загружаева/ })
      .first()
      .waitFor()
    // Whoever comes back finds no passwords.
    await page.goBack()
    await access.getByText('Создано: 1').waitFor()
    await expect.poll(() => access.getByRole('button').count()).toBe(0)
    expect(await access.getByText(login, { exact: true }).count()).toBe(0)
  })

  test('who makes no such cards finds neither the page nor its entry in the menu', async ({ office }) => {
    const page = await office.openAs('underwriter', '/organisation-loads')
    await page.getByText('Нет прав').first().waitFor()
  })
})
