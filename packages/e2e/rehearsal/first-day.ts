import {
  employeeHeadings,
  partnerHeadings,
} from '@ipoteka-office/contract/organisation-loads/organisation-loads.ts'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../src/browser.ts'
import type { RealBank } from './people.ts'
import type { Place } from './place.ts'

const bankInn = '7701000019'
/** What `bank:create` is told. */
export const bankArguments = (adminIdentityId: string): string[] => [
  ...['--name', 'АО «Учебный Банк»', '--short-name', 'Учебный Банк', '--inn', bankInn, '--bik', '044525999'],
  ...['--license', '1234', '--time-zone', 'Europe/Moscow', '--admin-login', 'admin'],
  ...['--admin-name', 'Иванова Мария Петровна', '--admin-identity-id', adminIdentityId],
]

const agency = { inn: '7709990015', kpp: '770901001', ogrn: '1027700990019' }
const partners = [
  {
    ...agency,
    shortName: 'Дом и право',
    fullName: 'Общество с ограниченной ответственностью «Дом и право»',
    regionCode: '77',
    legalAddress: 'г Москва, ул Солянка, д 1',
    roleCodes: 'LeadCreator;IssueAgent',
  },
]
const person = (
  login: string,
  lastName: string,
  userRoles: string,
  organisation: object = { partnerInn: bankInn },
) => ({
  ...organisation,
  lastName,
  firstName: 'Анна',
  login,
  email: `${login}@bank.example`,
  userRoles,
  account: 'да',
})
const people = [
  person('underwriter', 'Соловьёва', 'UNDERWRITER'),
  person('product', 'Продуктова', 'PRODUCT_MANAGER'),
  person('product-head', 'Главная', 'PRODUCT_HEAD'),
  person('agent', 'Агентова', 'PARTNER_AGENT', { partnerInn: agency.inn, partnerKpp: agency.kpp }),
]

function csv(name: string, headings: Readonly<Record<string, string>>, rows: readonly object[]) {
  const cells = (row: object) =>
    Object.keys(headings).map((column) => (row as Record<string, string>)[column] ?? '')
  const quoted = (line: readonly string[]) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')
  const text = [Object.values(headings), ...rows.map(cells)].map(quoted).join('\r\n')
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
}

async function load(page: Page, what: string, file: ReturnType<typeof csv>): Promise<void> {
  await page.getByRole('region', { name: what }).locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: 'Загрузить', exact: true }).click({ timeout: 60_000 })
  await page.getByText('Загружен', { exact: true }).first().waitFor()
}

/** Temporary passwords, which the page shows once. */
async function readPasswords(page: Page, bank: RealBank, next: string): Promise<void> {
  await page
    .getByRole('button', { name: `Выдать пароли: ${people.length} сотрудника` })
    .click({ timeout: 60_000 })
  const rows = page.getByRole('table', { name: 'Выданные пароли' }).getByRole('row')
  await rows.nth(people.length).waitFor()
  for (const row of (await rows.all()).slice(1)) {
    const [, , login = '', password = ''] = await row.getByRole('cell').allInnerTexts()
    if (!/^\w{14}$/.test(password.trim())) throw new Error(`Пароль ${login} не выдан: ${password}`)
    bank.knows(login.trim(), password.trim(), next)
  }
}

/** The administrator's first hour, in a browser: signs in, reads what is missing, loads a partner and people. */
export async function firstHour(place: Place, bank: RealBank): Promise<void> {
  const browser = await launchBrowser()
  try {
    // The certificate is checked by everything else here; Chromium would want it in a store of its own.
    const page = await browser.newPage({ ignoreHTTPSErrors: true })
    page.setDefaultTimeout(90_000)
    const failures: string[] = []
    page.on('console', (line) => line.type() === 'error' && failures.push(line.text()))
    try {
      await work(page, place, bank)
    } catch (failure) {
      const picture = join(place.folder, 'log/first-hour.png')
      await page.screenshot({ path: picture })
      throw new Error(`Что было на экране: ${picture}\n${failures.join('\n')}`, { cause: failure })
    }
    if (failures.length > 0) throw new Error(`Браузер сообщил об ошибках:\n${failures.join('\n')}`)
  } finally {
    await browser.close()
  }
}

async function work(page: Page, place: Place, bank: RealBank): Promise<void> {
  await page.goto(`${place.url}/bank-readiness`)
  await page.locator('#username').fill('admin')
  await page.locator('#password').fill(place.passwords.admin)
  await page.locator('#kc-login').click()
  await page.getByText('Некому проверять заявки: ОИК').waitFor()
  await page.goto(`${place.url}/organisation-loads`)
  await load(page, 'Партнёры и филиалы', csv('partners.csv', partnerHeadings, partners))
  await page.getByRole('link', { name: 'Все загрузки' }).click()
  await load(page, 'Сотрудники', csv('employees.csv', employeeHeadings, people))
  await readPasswords(page, bank, place.passwords.people)
}
