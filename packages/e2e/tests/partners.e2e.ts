import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import { withAccountKey } from '@ipoteka-office/contract/common/bank-account.ts'
import { describe } from 'vitest'
import { typedDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { chooseInFilter, tabCount, totalShown } from '#list.ts'
import { changePartner, ownPartner, partnerTab, pick, takeSuggestion } from '#partner.ts'

/** Of Сбербанк. */
const bic = '044525225'

/** ИНН of a well-known company in Moscow, which is not a partner of the demo bank. */
const knownCompany = '7736207543'

describe('list of partners', () => {
  test('search, filters and tabs count what they open; «Назад» returns to them', async ({ office, bank }) => {
    const partner = await ownPartner(bank, { roleCodes: ['Insurer'] })
    const page = await office.openAs('admin', '/partners')
    await page.locator('tbody tr').first().waitFor()
    for (const tab of ['Отключённые', 'Все', 'Действующие']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect.poll(async () => (await totalShown(page)) === (await tabCount(page, tab))).toBe(true)
    }
    await chooseInFilter(page, 'Роль', 'Страховщик')
    await page.waitForURL(/roles=Insurer/)
    await page.getByRole('searchbox').fill(partner.inn)
    await page.waitForURL((url) => url.searchParams.get('text') === partner.inn)
    await expect.poll(() => totalShown(page)).toBe(1)
    expect(await tabCount(page, 'Действующие')).toBe(1)
    await page.getByRole('link', { name: new RegExp(partner.shortName) }).click()
    await page.waitForURL(`**/partner/${partner.id}`)
    await page.getByRole('button', { name: 'Назад' }).click()
    await page.waitForURL((url) => url.searchParams.get('text') === partner.inn)
    await page.getByRole('searchbox').fill('нет такого партнёра')
    await page.getByText('Ничего не подошло под фильтры').waitFor()
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect.poll(() => totalShown(page)).toBeGreaterThan(100)
  })

  test('is exported as it is filtered', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', `/partners?text=${partner.inn}`)
    await page.locator('tbody tr').first().waitFor()
    await page.getByRole('button', { name: 'Выгрузить' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    expect((await file).suggestedFilename()).toMatch(/\.csv$/)
  })

  test('a partner is created from one choice by the keyboard', async ({ office, bank }) => {
    const inn = knownCompany
    const page = await office.openAs('admin', '/partners')
    await page.getByRole('button', { name: 'Создать партнёра' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый партнёр' })
    await dialog.getByLabel('Найти организацию').pressSequentially(inn)
    await page
      .locator('[role="option"]')
      .filter({ hasText: `ИНН ${inn}` })
      .waitFor()
    await page.getByText('внешняя служба подсказок не подключена').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.getByLabel('ИНН', { exact: true }).inputValue()).toBe(inn)
    expect(await dialog.getByLabel('ОГРН', { exact: true }).inputValue()).toMatch(/^\d{13}$/)
    expect(await dialog.getByLabel('Юридический адрес').inputValue()).not.toBe('')
    // «Выбрать все» cannot give the role that shows every partner: it is not among these.
    await page.getByRole('combobox', { name: 'Роли', exact: true }).fill('Оператор')
    const offered = page.locator('[role="option"]')
    await offered.filter({ hasText: 'Региональный оператор' }).waitFor()
    expect(await offered.filter({ hasText: /^Оператор$/ }).count()).toBe(0)
    await pick(page, 'Роли', 'Оценщик')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.waitForURL(/\/partner-edit\/\d+$/)
    const id = Number(/\d+$/.exec(page.url())?.[0])
    const created = await bank.call<Partner>('GET', `/partner/${id}`)
    expect(created).toMatchObject({ inn, regionCode: '77', roles: [{ code: 'Appraiser' }] })

    office.faults.allow(/400/)
    await office.go(page, '/partners')
    await page.getByRole('button', { name: 'Создать партнёра' }).click()
    await takeSuggestion(page, 'Найти организацию', inn, `ИНН ${inn}`)
    await dialog.getByText('Такой партнёр уже есть').waitFor()
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await dialog.getByRole('alert').first().waitFor()
  })
})

describe('main data', () => {
  test('are checked, saved and told in the history', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id))
    const inn = page.getByLabel('ИНН', { exact: true })
    await inn.fill(`${partner.inn.slice(0, -1)}${(Number(partner.inn.at(-1)) + 1) % 10}`)
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('ИНН не проходит проверку контрольной цифры').waitFor()
    await inn.fill(partner.inn)
    await page.getByLabel('Краткое наименование').fill('Новое имя')
    await takeSuggestion(page, 'Фактический адрес', 'Москва', 'Москва')
    await page.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Данные сохранены').waitFor()
    await page.getByRole('heading', { name: 'Новое имя', level: 1 }).waitFor()
    const saved = await bank.call<Partner>('GET', `/partner/${partner.id}`)
    expect(saved.actualAddress).toMatchObject({ regionCode: '77' })
    await page.getByRole('tab', { name: 'История' }).click()
    await page.getByText(`Краткое наименование ${partner.shortName}`).waitFor()
  })

  test('leaving asks; a late save opens the comparison', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id))
    office.faults.allow(/409/)
    await page.getByLabel('Полное наименование').fill('Моё')
    await page.getByRole('tab', { name: 'Условия' }).click()
    await page.getByRole('button', { name: 'Остаться' }).click()
    await changePartner(bank, partner.id, { fullName: 'Чужое' })
    await page.getByText('Запись уже изменил кто-то другой').waitFor()
    await page.getByRole('button', { name: 'Сохранить' }).click()
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.getByText('Чужое').waitFor()
    await dialog.getByRole('radio', { name: /Полное наименование, ваше/ }).check()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await page.getByText('Данные сохранены').waitFor()
    expect((await bank.call<Partner>('GET', `/partner/${partner.id}`)).fullName).toBe('Моё')
  })

  test('somebody else’s change reaches the open card by itself', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', `/partner/${partner.id}`)
    await page.getByRole('heading', { name: partner.shortName }).waitFor()
    await changePartner(bank, partner.id, { shortName: 'Переименован' })
    await page.getByRole('heading', { name: 'Переименован' }).waitFor()
  })

  test('deactivation says what depends on the partner; it comes back', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    await ownPartner(bank, { parentId: partner.id, branchTypeCode: 'BRANCH' })
    const page = await office.openAs('admin', `/partner/${partner.id}`)
    await page.getByRole('button', { name: 'Отключить', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Отключить партнёра' })
    await question.getByText('1 действующий филиал').waitFor()
    await question.getByRole('button', { name: 'Отключить' }).click()
    await page.getByText(/^Отключён с \d/).waitFor()
    await page.getByRole('button', { name: 'Включить', exact: true }).click()
    await page.getByText('Партнёр включён').waitFor()
    expect((await bank.call<Partner>('GET', `/partner/${partner.id}`)).notActive).toBe(false)
  })
})

describe('parts of a card', () => {
  test('branches: a new one, one taken in and let go, the tree, the choice by region', async ({
    office,
    bank,
  }) => {
    const head = await ownPartner(bank)
    const free = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(head.id, 'branches'))
    await page.getByRole('button', { name: 'Создать филиал' }).click()
    const dialog = page.getByRole('dialog', { name: /^Новый филиал/ })
    await dialog.getByLabel('Краткое наименование').fill('Филиал проверки')
    await dialog.getByLabel('Полное наименование').fill('Филиал проверки')
    await dialog.getByLabel('ИНН', { exact: true }).fill(head.inn)
    await dialog.getByLabel('КПП', { exact: true }).fill(`${head.inn.slice(0, 4)}43002`)
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.waitForURL(
      (url) => /\/partner-edit\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${head.id}`),
    )
    await office.go(page, partnerTab(head.id, 'branches'))
    const tree = page.getByRole('list', { name: 'Дерево филиалов' })
    await tree.getByRole('link', { name: 'Филиал проверки' }).waitFor()

    await page.getByRole('button', { name: 'Присоединить' }).click()
    const attach = page.getByRole('dialog', { name: 'Присоединить филиал' })
    await attach.getByRole('searchbox').fill(free.inn)
    await attach.getByRole('button', { name: `Присоединить: ${free.shortName}` }).click()
    await attach.waitFor({ state: 'detached' })
    await expect.poll(() => totalShown(page)).toBe(2)
    await page.getByRole('button', { name: 'Подобрать' }).click()
    const suitable = page.getByRole('dialog', { name: 'Подобрать филиал' })
    await suitable.getByRole('link', { name: `Открыть: ${free.shortName}` }).waitFor()
    await page.keyboard.press('Escape')
    await suitable.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Отсоединить: ${free.shortName}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отсоединить' }).click()
    await expect.poll(() => totalShown(page)).toBe(1)
  })

  test('accounts: the БИК brings the bank, the key is checked', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id, 'accounts'))
    await page.getByRole('button', { name: 'Добавить счёт' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый счёт' })
    await takeSuggestion(page, 'БИК', bic, `БИК ${bic}`)
    await expect.poll(() => dialog.getByRole('group', { name: 'Банк' }).innerText()).toMatch(/СБЕРБАНК/i)
    expect(await dialog.getByRole('group', { name: 'Корреспондентский счёт' }).innerText()).toMatch(
      /301\d{17}/,
    )
    const account = dialog.getByLabel('Номер счёта')
    await account.fill('40702810000000000001')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.getByText('Счёт не проходит проверку ключа для этого БИК').waitFor()
    await account.fill(withAccountKey('40702810000000000001', bic))
    await expect.poll(() => dialog.getByRole('alert').count()).toBe(0)
    await dialog.getByLabel('Основной счёт').check()
    // Enter approves from a tick as from any other field of one line.
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row').getByText('основной', { exact: true }).waitFor()
    await page
      .getByRole('button', { name: /^Удалить: 407/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await page.getByText('Счетов нет').waitFor()
  })

  test('contacts are checked by their type and written in one form', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id, 'contacts'))
    await page.getByRole('button', { name: 'Добавить контакт' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новый контакт' })
    const value = dialog.getByLabel('Контакт', { exact: true })
    await value.fill('12')
    await page.keyboard.press('Enter')
    await dialog.getByText('Укажите телефон вместе с кодом').waitFor()
    await value.fill('8 (495) 000-12-34')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: '+7 495 000-12-34'.replaceAll(/ /g, '\u00a0') }).waitFor()
    // What was chosen and is not in sight is not among those that would be deleted.
    await page.getByRole('button', { name: 'Партнёра и сотрудников' }).click()
    await page.getByRole('checkbox', { name: /^Выбрать: / }).check()
    await page.getByText('Выбрано: 1').waitFor()
    await page.getByRole('button', { name: 'Тип', exact: true }).click()
    await page.getByRole('dialog', { name: 'Тип' }).getByRole('checkbox', { name: 'Сайт' }).check()
    await page.keyboard.press('Escape')
    await page.getByText('Контактов нет').waitFor()
    expect(await page.getByText('Выбрано: 1').count()).toBe(0)
    await page.getByRole('button', { name: 'Вместе с филиалами' }).click()
    await page.getByRole('cell', { name: partner.shortName }).waitFor()
  })

  test('regions are added several at once and taken out by an answer each', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id, 'regions'))
    await page.getByRole('button', { name: 'Добавить регионы' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новые регионы' })
    for (const region of ['Москва', 'Алтайский край']) await pick(page, 'Регионы', region)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    await page.getByRole('checkbox', { name: /Алтайский край/ }).check()
    await page
      .getByRole('group', { name: 'Действия с выбранными' })
      .getByRole('button', { name: 'Удалить' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1)
  })

  test('an accreditation that ends soon is warned about; a role with one is not removed', async ({
    office,
    bank,
  }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id, 'roles'))
    await page.getByRole('button', { name: 'Добавить роль' }).click()
    const dialog = page.getByRole('dialog')
    await pick(page, 'Роль', 'Оценщик')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    const card = page.getByRole('region', { name: 'Оценщик' })
    await card.getByText('без аккредитации').waitFor()
    await card.getByRole('button', { name: 'Добавить аккредитацию' }).click()
    await page.getByRole('combobox', { name: 'Вид' }).click()
    await page.locator('[role="option"]').first().click()
    await dialog.getByLabel('по', { exact: true }).fill(typedDay(12))
    await dialog.getByLabel('Номер документа').fill('А-1')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await card.getByText(/^осталось 1[123] дн/).waitFor()
    office.faults.allow(/40[09]/)
    await card.getByRole('button', { name: 'Убрать роль: Оценщик' }).click()
    await dialog.getByRole('button', { name: 'Убрать' }).click()
    await page
      .getByText(/аккредитац/i)
      .first()
      .waitFor()
    await office.go(page, `/partner/${partner.id}`)
    await page.getByText(/истекает .*, осталось 1[123] дн/).waitFor()
  })

  test('periods of one rate do not overlap', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const page = await office.openAs('admin', partnerTab(partner.id, 'rates'))
    const dialog = page.getByRole('dialog')
    const fill = async () => {
      await page.getByRole('button', { name: 'Добавить ставку' }).click()
      await page.getByRole('combobox', { name: 'Ставка' }).click()
      await page.locator('[role="option"]').first().click()
      await dialog.getByLabel('Значение, %').fill('1,25')
      await dialog.getByRole('button', { name: 'Сохранить' }).click()
    }
    await fill()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: /^1,25\s%$/ }).waitFor()
    office.faults.allow(/400/)
    await fill()
    await dialog.getByText(/Период пересекается с другим периодом этой ставки/).waitFor()
  })

  test('lead generators are linked and stand on the card', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    const leads = await ownPartner(bank, { roleCodes: ['LeadCreator'] })
    const page = await office.openAs('admin', partnerTab(partner.id, 'links'))
    await page.getByRole('button', { name: 'Добавить связь' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая связь' })
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.getByText('Поле должно быть заполнено').waitFor()
    await pick(page, 'Партнёр', leads.shortName, leads.inn)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row').getByRole('link', { name: leads.shortName }).waitFor()
    await office.go(page, `/partner/${partner.id}`)
    await page.getByRole('region', { name: 'Генераторы лидов' }).getByText(leads.shortName).waitFor()
  })

  test('the newest description stands on the card', async ({ office, bank }) => {
    const partner = await ownPartner(bank)
    await bank.call('POST', `/partner/${partner.id}/own/description`, { text: 'Прежнее' })
    const page = await office.openAs('admin', partnerTab(partner.id, 'description'))
    await page.getByRole('button', { name: 'Новое описание' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новое описание' })
    await dialog.getByLabel('Текст').fill('Работает с новостройками')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('row', { name: /Работает с новостройками/ })
      .getByText('действует')
      .waitFor()
    await office.go(page, `/partner/${partner.id}`)
    await page.getByRole('region', { name: 'Описание' }).getByText('Работает с новостройками').waitFor()
  })
})

describe('who may do what', () => {
  test('a partner’s administrator sees and changes the own organisation alone', async ({ office }) => {
    const page = await office.openAs('partner-admin', '/partners')
    await expect.poll(() => totalShown(page)).toBeLessThan(20)
    const create = page.getByRole('button', { name: 'Создать партнёра' })
    expect(await create.getAttribute('aria-disabled')).toBe('true')
    const href = await page.locator('tbody tr a').first().getAttribute('href')
    const own = Number(/\d+$/.exec(href ?? '')?.[0])
    await office.go(page, partnerTab(own))
    await page.getByLabel('Краткое наименование').waitFor()
    expect(await page.getByLabel('ИНН', { exact: true }).isDisabled()).toBe(true)
    await page.getByText('Изменяет только оператор').first().waitFor()
    expect(await page.getByLabel('Полное наименование').isDisabled()).toBe(false)
    for (const tab of ['roles', 'rates']) {
      await office.go(page, partnerTab(own, tab))
      await page.getByText('Только просмотр').waitFor()
      const add = page.getByRole('button', { name: /^Добавить (роль|ставку)/ })
      expect(await add.getAttribute('aria-disabled')).toBe('true')
    }
    office.faults.allow(/404/)
    await office.go(page, '/partner/1')
    await page
      .getByText(/не найден/i)
      .first()
      .waitFor()
  })

  test('the auditor only looks; an agent does not see partners', async ({ office }) => {
    const page = await office.openAs('viewer', partnerTab(2))
    await page.getByText(/Только просмотр/).waitFor()
    expect(await page.getByLabel('Краткое наименование').isDisabled()).toBe(true)
    await page.getByRole('tab', { name: 'Условия' }).click()
    await page.getByRole('tab', { name: 'Счета' }).click()
    expect(await page.getByRole('button', { name: 'Добавить счёт' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    const agent = await office.openAs('agent', '/partners')
    await agent.getByText('Нет прав на совершение операции').waitFor()
  })
})
