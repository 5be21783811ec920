import type { Employee, EmployeeRow } from '@ipoteka-office/contract/employees/employees.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { typedDay } from '#bank-days.ts'
import { pdfOf } from '#documents.ts'
import { expect, test } from '#fixtures.ts'

/** A partner of the demo bank with some twenty people. */
const partner = 2
/** The delivered role of an underwriter. */
const underwriterRole = 3
const listPath = `/partner-employees/${partner}`
const cardPath = (id: number, tab?: string) => `/partner/${partner}/employee/${id}${tab ? `?tab=${tab}` : ''}`
const dialog = (page: Page) => page.getByRole('dialog')
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Сохранить', exact: true })

interface Found {
  content: EmployeeRow[]
  totalElements: number
}
const findEmployees = (bank: Bank, body: Record<string, unknown> = {}) =>
  bank.call<Found>('POST', `/partner/${partner}/employee/filtered?size=100`, body)
const cardOf = (bank: Bank, id: number) => bank.call<Employee>('GET', `/partner/${partner}/employee/${id}`)

/** An active person of the partner; tests that change people take different ones. */
async function someone(bank: Bank, index: number): Promise<EmployeeRow> {
  const { content } = await findEmployees(bank, { notActive: false })
  const row = content.filter(({ jobTitle }) => /менеджер/i.test(jobTitle))[index]
  if (!row) throw new Error(`The demo partner has fewer than ${index + 1} managers`)
  return row
}

describe('employees of a partner', () => {
  test('the counts of the tabs are those of the rows they open', async ({ office, bank }) => {
    const page = await office.openAs('admin', listPath)
    const active = await findEmployees(bank, { notActive: false })
    const off = await findEmployees(bank, { notActive: true })
    await tab(page, new RegExp(`^Работают\\s*${active.totalElements}$`)).waitFor()
    await tab(page, new RegExp(`^Отключены\\s*${off.totalElements}$`)).click()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(Math.min(20, off.totalElements))
  })

  test('are found by a part of the name, and the address opens the same list', async ({ office, bank }) => {
    const person = await someone(bank, 0)
    const [lastName = ''] = person.fullName.split(' ')
    const page = await office.openAs('admin', listPath)
    await page.getByLabel('Имя или логин').fill(lastName.toLowerCase())
    await page.getByRole('link', { name: person.fullName }).waitFor()
    const found = await findEmployees(bank, { notActive: false, text: lastName })
    await expect.poll(() => page.locator('tbody tr').count()).toBe(found.totalElements)
    const other = await office.tab(page, page.url())
    await other.getByRole('link', { name: person.fullName }).waitFor()
  })

  test('a new one gets a card and a sign-in that works with the password shown once', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('admin', listPath)
    await page.getByRole('button', { name: 'Создать сотрудника' }).click()
    await dialog(page).getByLabel('Фамилия').fill('Тихомирова')
    await dialog(page).getByLabel('Имя', { exact: true }).fill('Злата')
    await dialog(page).getByLabel('Отчество').fill('Аркадьевна')
    await dialog(page).getByLabel('Логин', { exact: true }).fill('tihomirova')
    await dialog(page).getByText('Логин свободен').waitFor()
    await dialog(page).getByRole('button', { name: 'Создать', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Тихомирова Злата Аркадьевна' }).waitFor()
    const id = Number(/employee\/(\d+)/.exec(page.url())?.[1])
    await expect.poll(async () => (await cardOf(bank, id)).accountState).toBe('ACTIVE')
    expect((await cardOf(bank, id)).sex).toBe('FEMALE')
    await tab(page, 'Вход и роли').click()
    await page.getByRole('button', { name: 'Выдать новый пароль' }).click()
    await page.getByText('Показывается один раз').waitFor()
    const password = await page.locator('[role="status"] b').nth(1).textContent()
    expect(password?.length).toBeGreaterThan(8)
  })

  test('an administrator of a partner takes somebody on, who signs in and works', async ({ office }) => {
    const page = await office.openAs('partner-admin', '/partner-employees/4')
    await page.getByRole('button', { name: 'Создать сотрудника' }).click()
    await dialog(page).getByLabel('Фамилия').fill('Заречная')
    await dialog(page).getByLabel('Имя', { exact: true }).fill('Нина')
    await dialog(page).getByLabel('Логин', { exact: true }).fill('zarechnaya')
    await dialog(page).getByText('Логин свободен').waitFor()
    const offered = dialog(page).getByRole('group', { name: 'Роли' }).getByRole('checkbox')
    await dialog(page).getByLabel('Агент партнёра').check()
    expect(await offered.count()).toBe(2)
    await dialog(page).getByRole('button', { name: 'Создать', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Заречная Нина' }).waitFor()
    await tab(page, 'Вход и роли').click()
    await page.getByRole('button', { name: 'Выдать новый пароль' }).click()
    await page.getByText('Показывается один раз').waitFor()
    const given = (await page.locator('[role="status"] b').nth(1).textContent()) ?? ''

    const own = await office.window()
    await own.goto('/')
    await own.getByLabel('Логин').fill('zarechnaya')
    await own.getByLabel('Пароль', { exact: true }).fill(given)
    await own.getByRole('button', { name: 'Войти' }).click()
    await own.getByLabel('Новый пароль', { exact: true }).fill('Чайка-1896-года')
    await own.getByLabel('Ещё раз').fill('Чайка-1896-года')
    await own.getByRole('button', { name: 'Сохранить и войти' }).click()
    await office.ready(own)
    await own.getByRole('link', { name: 'Лиды' }).first().waitFor()

    // From a second device; the first one shows the way out there.
    office.faults.allow(/401/, /400.*openid-connect\/token/)
    const second = await office.window()
    await second.goto('/')
    await second.getByLabel('Логин').fill('zarechnaya')
    await second.getByLabel('Пароль', { exact: true }).fill('Чайка-1896-года')
    await second.getByRole('button', { name: 'Войти' }).click()
    await office.ready(second)
    await own.getByRole('button', { name: /^Профиль/ }).click()
    await own.getByRole('button', { name: 'Мои сеансы' }).click()
    await expect.poll(() => dialog(own).locator('tbody tr').count()).toBe(2)
    await dialog(own).getByRole('row').filter({ hasText: 'это вы' }).getByText('Chrome, Linux').waitFor()
    await dialog(own).getByRole('button', { name: 'Выйти на других устройствах' }).click()
    await second.getByText('Сеанс завершён. Войдите снова').waitFor()
    await expect.poll(() => dialog(own).locator('tbody tr').count()).toBe(1)
    await office.expectAccessible(own)

    // Whoever administers the account ends the session that is left, and it is told there at once.
    const sessions = page.getByRole('table', { name: 'Открытые сеансы' })
    await sessions.getByRole('button', { name: 'Завершить' }).click()
    await dialog(page).getByRole('button', { name: 'Завершить', exact: true }).click()
    await own.getByText('Сеанс завершён. Войдите снова').waitFor()
    await page.getByText('Открытых сеансов нет').waitFor()
  })

  test('a refusal of the server is said, whatever its number', async ({ office }) => {
    office.faults.allow(/403/)
    const page = await office.openAs('partner-admin', '/partner-employees/4')
    await page.route('**/api/partner/4/employee', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { type: 'ER_VALIDATION', message: 'Нет права на создание' } })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Создать сотрудника' }).click()
    await dialog(page).getByLabel('Фамилия').fill('Отказова')
    await dialog(page).getByLabel('Имя', { exact: true }).fill('Нина')
    await page.keyboard.press('Tab')
    await dialog(page).getByRole('button', { name: 'Создать', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Нет права на создание' }).waitFor()
    await page.unroute('**/api/partner/4/employee')
  })

  test('a wrong form says so at its fields and sends nothing', async ({ office, bank }) => {
    const before = await findEmployees(bank)
    const page = await office.openAs('admin', listPath)
    await page.getByRole('button', { name: 'Создать сотрудника' }).click()
    await dialog(page).getByLabel('Телефон').fill('123')
    await dialog(page).getByRole('button', { name: 'Создать', exact: true }).click()
    await dialog(page).getByText('Поле должно быть заполнено').first().waitFor()
    await dialog(page).getByText('Укажите телефон в виде +79991234567').waitFor()
    expect((await findEmployees(bank)).totalElements).toBe(before.totalElements)
  })
})

describe('card of an employee', () => {
  test('a change is saved and stands in the history', async ({ office, bank }) => {
    const person = await someone(bank, 1)
    const page = await office.openAs('admin', cardPath(person.id))
    await page.getByLabel('Должность').fill('Наставник новых сотрудников')
    await saveButton(page).click()
    await page.getByText('Карточка сохранена').waitFor()
    expect((await cardOf(bank, person.id)).jobTitle).toBe('Наставник новых сотрудников')
    await tab(page, 'История').click()
    await page.getByText('Наставник новых сотрудников').first().waitFor()
  })

  test('a save that comes late is compared field by field and loses nothing', async ({ office, bank }) => {
    office.faults.allow(/409/)
    const person = await someone(bank, 2)
    const page = await office.openAs('admin', cardPath(person.id))
    await page.getByLabel('Должность').fill('Моя должность')
    const now = await cardOf(bank, person.id)
    await bank.call('PUT', `/partner/${partner}/employee/${person.id}`, {
      lastName: now.lastName,
      firstName: now.firstName,
      middleName: now.middleName,
      sex: now.sex,
      jobTitle: 'Чужая должность',
      birthDate: now.birthDate,
      email: now.email,
      phone: now.phone,
      login: now.login,
      headId: now.head?.id ?? null,
      notActive: false,
      version: now.version,
    })
    await saveButton(page).click()
    await dialog(page).getByText('Чужая должность').waitFor()
    expect((await cardOf(bank, person.id)).jobTitle).toBe('Чужая должность')
    await dialog(page)
      .getByRole('radio', { name: /Должность, ваше/ })
      .check()
    await dialog(page)
      .getByRole('button', { name: /Сохранить|Применить/ })
      .click()
    await expect.poll(async () => (await cardOf(bank, person.id)).jobTitle).toBe('Моя должность')
  })

  test('a procuracy with its file, and a contact', async ({ office, bank }) => {
    const person = await someone(bank, 3)
    const page = await office.openAs('admin', cardPath(person.id, 'procuracies'))
    await page.getByRole('button', { name: 'Добавить доверенность' }).click()
    await dialog(page).getByLabel('Номер').fill('Д-77/П')
    await dialog(page).getByLabel('Действует с').fill(typedDay(-20))
    await dialog(page).getByLabel('по', { exact: true }).fill(typedDay(345))
    await dialog(page).getByLabel('Полномочия').fill('Подписание кредитных договоров')
    await saveButton(page).click()
    await page.getByText('Подписание кредитных договоров').waitFor()
    await page.getByLabel('Файл: Д-77/П').setInputFiles({
      name: 'доверенность.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfOf(page, ['Доверенность']),
    })
    await page.getByRole('button', { name: 'доверенность.pdf' }).waitFor()
    await tab(page, 'Контакты').click()
    await page.getByRole('button', { name: 'Добавить контакт' }).click()
    await dialog(page).getByLabel('Контакт', { exact: true }).fill('8 (999) 765-43-21')
    await saveButton(page).click()
    await page.getByText('+79997654321').waitFor()
  })

  test('an absence pauses nothing of others and can be called off', async ({ office, bank }) => {
    const person = await someone(bank, 4)
    const page = await office.openAs('admin', cardPath(person.id, 'absences'))
    await page.getByRole('button', { name: 'Добавить отсутствие' }).click()
    await dialog(page).getByLabel('С', { exact: true }).fill(typedDay(30))
    await dialog(page).getByLabel('По', { exact: true }).fill(typedDay(44))
    await saveButton(page).click()
    await page.getByText('Запланировано').waitFor()
    await page.getByRole('button', { name: 'Отменить' }).click()
    await dialog(page).getByRole('button', { name: 'Да' }).click()
    await page.getByText('Отменено', { exact: true }).waitFor()
  })

  test('a role that is given is held from then on', async ({ office, bank }) => {
    const person = await someone(bank, 5)
    const page = await office.openAs('admin', cardPath(person.id, 'access'))
    // A role that the bank has marked for partners needs no second person, whatever the tests of roles switch on meanwhile.
    await page.getByRole('checkbox', { name: 'Администратор партнёра' }).click()
    await page.getByText('Роли сохранены: действуют со следующего запроса').waitFor()
    expect((await cardOf(bank, person.id)).userRoles.map(({ name }) => name)).toContain(
      'Администратор партнёра',
    )
  })

  test('somebody of the bank who may check is put among the approvers, whose load is set next', async ({
    office,
    bank,
  }) => {
    const { id } = await bank.call<Employee>('POST', '/partner/1/employee', {
      lastName: 'Проверкина',
      firstName: 'Ася',
      login: `checker-${Date.now()}`,
      userRoleIds: [underwriterRole],
    })
    const page = await office.openAs('admin', `/partner/1/employee/${id}`)
    await page.getByRole('button', { name: 'Включить в согласующие ОИК' }).click()
    await page.waitForURL(/\/workload-employee\/oic\/\d+$/)
    await page.getByRole('heading', { name: /Проверкина/ }).waitFor()
    await page.getByText('Неактивный').first().waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Настройки согласующего ОИК' }).waitFor()
    await page.getByRole('button', { name: 'Включить в согласующие НИС' }).waitFor()
    expect(await page.getByRole('button', { name: 'Включить в согласующие ОИК' }).count()).toBe(0)
  })

  test('switching off says what depends on the person and asks', async ({ office, bank }) => {
    const person = await someone(bank, 6)
    const page = await office.openAs('admin', cardPath(person.id))
    await page.getByRole('button', { name: 'Отключить' }).click()
    await dialog(page).getByText(`Отключить сотрудника «${person.fullName}»?`).waitFor()
    await dialog(page).getByRole('button', { name: 'Отключить' }).click()
    await page.getByText('Отключён', { exact: true }).first().waitFor()
    expect((await cardOf(bank, person.id)).notActive).toBe(true)
  })

  test('of another partner is not found by a partner’s administrator', async ({ office, bank }) => {
    office.faults.allow(/404/)
    const person = await someone(bank, 0)
    const page = await office.openAs('partner-admin', '/')
    await office.go(page, cardPath(person.id))
    await page
      .getByText(/не найден/i)
      .first()
      .waitFor()
  })
})
