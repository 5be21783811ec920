import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import type { Locator, Page } from 'playwright-core'
import { describe } from 'vitest'
import { startDevPages } from '#dev-pages.ts'
import { expect, test } from '#fixtures.ts'
import { ownPartner, partnerTab } from '#partner.ts'

const field = (place: Page | Locator, name: string) => place.getByRole('combobox', { name, exact: true })
/** The list of the field that is open. */
const options = (page: Page) => page.locator('[role="option"]')

/** Types letter by letter and waits for the suggestion that is wanted. */
async function type(page: Page, text: string, wanted: string): Promise<void> {
  await page.keyboard.type(text, { delay: 20 })
  await options(page).filter({ hasText: wanted }).first().waitFor()
}

/** Goes with the arrows to the suggestion that is wanted. */
async function goTo(page: Page, wanted: string): Promise<void> {
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press('ArrowDown')
    await options(page).first().waitFor()
    // The first press may only open a list that was closed meanwhile: nothing is active then.
    const active = options(page).and(page.locator('[role="option"][data-highlighted]'))
    const found = await active.innerText({ timeout: 1_000 }).catch(() => '')
    if (found.includes(wanted)) return
  }
  throw new Error(`No arrow leads to ${wanted}`)
}

async function newEmployee(page: Page): Promise<Locator> {
  // An empty list offers it a second time.
  await page.getByRole('button', { name: 'Создать сотрудника' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Новый сотрудник' })
  await expect
    .poll(() => field(dialog, 'Фамилия').evaluate((one) => one === document.activeElement))
    .toBe(true)
  return dialog
}

const sexOf = (place: Locator) => place.getByLabel('Пол', { exact: true }).inputValue()

describe('a person', () => {
  test('is named by the keyboard alone: every choice fills what it knows, the sex too', async ({
    office,
    bank,
  }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', `/partner-employees/${partner.id}`)
    const dialog = await newEmployee(page)
    await type(page, 'соловь', 'Соловьёва')
    // Nothing is chosen until an arrow goes to it: Enter closes the list, the dialog stays and says nothing.
    await page.keyboard.press('Enter')
    await options(page).first().waitFor({ state: 'hidden' })
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await type(page, 'ё', 'Соловьёва')
    await page.keyboard.press('Escape')
    await options(page).first().waitFor({ state: 'hidden' })
    await dialog.waitFor()
    await type(page, 'в', 'Соловьёва')
    await goTo(page, 'Соловьёва')
    // Tab takes it and goes on to the name.
    await page.keyboard.press('Tab')
    expect(await field(dialog, 'Фамилия').inputValue()).toBe('Соловьёва')
    await expect.poll(() => sexOf(dialog)).toBe('Женский')
    await type(page, 'анн', 'Анна')
    expect(await options(page).filter({ hasText: 'Антон' }).count()).toBe(0)
    await goTo(page, 'Анна')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await type(page, 'ильин', 'Ильинична')
    await office.expectAccessible(page)
    await goTo(page, 'Ильинична')
    await page.keyboard.press('Enter')
    expect(await field(dialog, 'Отчество').inputValue()).toBe('Ильинична')
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.getByRole('heading', { name: 'Соловьёва Анна Ильинична', level: 1 }).waitFor()

    // The next one of that name is told to be here already, and fills all three fields.
    await office.go(page, `/partner-employees/${partner.id}`)
    await newEmployee(page)
    await type(page, 'соловьёва анна ил', 'уже есть среди сотрудников')
    await goTo(page, 'уже есть среди сотрудников')
    await page.keyboard.press('Enter')
    expect(await field(dialog, 'Имя').inputValue()).toBe('Анна')
    expect(await field(dialog, 'Отчество').inputValue()).toBe('Ильинична')
  })

  test('keeps what is typed when suggestions are late or down', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', `/partner-employees/${partner.id}`)
    const dialog = await newEmployee(page)
    let asked = 0
    const late = Promise.withResolvers<void>()
    await page.route('**/api/suggestion/name*', async (route) => {
      asked += 1
      if (asked === 1) await late.promise
      await route.continue().catch(() => undefined)
    })
    await page.keyboard.type('пет')
    await expect.poll(() => asked).toBe(1)
    await type(page, 'рова', 'Петрова')
    // The first answer comes after the second one.
    late.resolve()
    await office.settled(page)
    expect(await field(dialog, 'Фамилия').inputValue()).toBe('петрова')
    expect(await options(page).allInnerTexts()).toEqual(['Петрова'])

    await page.unroute('**/api/suggestion/name*')
    office.faults.allow(/suggestion\/name/)
    await page.route('**/api/suggestion/name*', (route) => route.abort())
    await page.keyboard.press('Tab')
    await page.keyboard.type('ольга')
    await page.getByText('Подсказки сейчас недоступны: заполните поле вручную').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.type('игоревна')
    await page.keyboard.press('Tab')
    // Written as names are, and the sex is known without the service.
    expect(await field(dialog, 'Фамилия').inputValue()).toBe('Петрова')
    expect(await field(dialog, 'Имя').inputValue()).toBe('Ольга')
    expect(await field(dialog, 'Отчество').inputValue()).toBe('Игоревна')
    await expect.poll(() => sexOf(dialog)).toBe('Женский')
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.getByRole('heading', { name: 'Петрова Ольга Игоревна', level: 1 }).waitFor()
  })

  test('has an e-mail address: the domain is offered, a slip is pointed out', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', `/partner-employees/${partner.id}`)
    const dialog = await newEmployee(page)
    const email = field(dialog, 'Эл. почта')
    await email.focus()
    await type(page, 'anton@ya', 'anton@yandex.ru')
    await goTo(page, 'anton@yandex.ru')
    await page.keyboard.press('Enter')
    expect(await email.inputValue()).toBe('anton@yandex.ru')
    await email.fill('anton@gmial.com')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'anton@gmail.com' }).focus()
    await page.keyboard.press('Enter')
    expect(await email.inputValue()).toBe('anton@gmail.com')
  })
})

describe('an address', () => {
  test('is led from the city to the street, and keeps its identifiers when the flat is written on', async ({
    office,
    bank,
  }) => {
    const partner = await ownPartner(bank, { regionCode: '77' })
    const page = await office.openAs('admin', partnerTab(partner.id))
    const address = field(page, 'Фактический адрес')
    await address.focus()
    await type(page, 'казань', 'г Казань')
    await goTo(page, 'г Казань')
    await page.keyboard.press('Enter')
    // The list goes on with the streets of the city.
    await options(page).filter({ hasText: ' ул ' }).first().waitFor()
    await page.keyboard.type(', пушк', { delay: 20 })
    await options(page).filter({ hasText: 'ул Пушкина' }).first().waitFor()
    await goTo(page, 'ул Пушкина')
    await page.keyboard.press('Enter')
    expect(await address.inputValue()).toContain('ул Пушкина')
    await page.keyboard.type(', д 12, кв 7', { delay: 20 })
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await page
      .getByText(/^Индекс \d{6}/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Данные сохранены').waitFor()
    const { actualAddress } = await bank.call<Partner>('GET', `/partner/${partner.id}`)
    expect(actualAddress).toMatchObject({
      regionCode: '16',
      level: 'street',
      parts: { house: { type: 'д', name: '12' }, flat: { type: 'кв', name: '7' } },
    })
    expect(actualAddress?.value).toMatch(/Казань, ул Пушкина, д 12, кв 7$/)
    expect(actualAddress?.fiasId).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('a passport', () => {
  test('gets its issuer by the code of the unit, and its doubts are told', { timeout: 240_000 }, async ({
    office,
  }) => {
    // Not handed on: pages of developers are gone with this test.
    const page = await office.openAs('admin', '/', { fresh: true })
    // A page that was put in place of another has no network of its own: live updates are refused to it.
    office.faults.allow(/ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS/)
    const dev = await startDevPages()
    try {
      await dev.serve(page)
      await page.goto('/dev/ui', { timeout: 120_000 })
      const form = page.getByRole('form', { name: 'Человек' })
      await form.waitFor({ timeout: 60_000 })
      await form.getByLabel('Серия и номер паспорта').focus()
      await page.keyboard.type('4509235857')
      expect(await form.getByLabel('Серия и номер паспорта').inputValue()).toBe('45 09 235857')
      await page.keyboard.press('Tab')
      await page.keyboard.type('20052019')
      await form.getByText('Год бланка в серии далёк от года выдачи').waitFor()
      await page.keyboard.press('Tab')
      await type(page, '772053', 'ОВД ЗЮЗИНО Г. МОСКВЫ')
      await goTo(page, 'ОВД ЗЮЗИНО Г. МОСКВЫ')
      await page.keyboard.press('Enter')
      expect(await field(form, 'Код подразделения').inputValue()).toBe('772-053')
      expect(await field(form, 'Кем выдан').inputValue()).toBe('ОВД ЗЮЗИНО Г. МОСКВЫ')
      // And the other way round.
      await page.keyboard.press('Tab')
      await field(form, 'Кем выдан').fill('')
      await type(page, 'тульской умвд', 'УМВД РОССИИ ПО ТУЛЬСКОЙ ОБЛАСТИ')
      await page.getByText('Учебные данные').first().waitFor()
      await goTo(page, 'УМВД РОССИИ ПО ТУЛЬСКОЙ ОБЛАСТИ')
      await page.keyboard.press('Enter')
      expect(await field(form, 'Код подразделения').inputValue()).toBe('710-001')
      await office.expectAccessible(page)
    } finally {
      dev.stop()
    }
  })
})
