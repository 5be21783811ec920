import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Chooses a value in a field of a closed list. */
async function choose(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: new RegExp(`^${name}`) }).click()
  await page.getByRole('option', { name: value, exact: true }).click()
}

describe('a blacklist', () => {
  test('an entry is written, approved by another, found, appealed against and removed', async ({
    office,
  }) => {
    const writer = await office.openAs('security', '/blacklist/individuals/viewAll')
    await writer.getByRole('button', { name: 'Добавить' }).click()
    await writer.waitForURL(/individuals\/edit\/new$/)
    await choose(writer, 'Уровень', 'СТОП')
    await choose(writer, 'Категория', 'Поддельные документы')
    await field(writer, 'Фамилия').fill('Пробный-Журнальный')
    await field(writer, 'Имя').fill('Тарас')
    await field(writer, 'Отчество').fill('Маркович')
    await field(writer, 'Дата рождения').fill('14.03.1985')
    await field(writer, 'Паспорт').fill('0009777333')
    await choose(writer, 'Источник', 'Служба безопасности')
    await field(writer, 'Основание').fill('Справка не подтверждена работодателем')
    await writer.getByRole('button', { name: 'Сохранить черновик' }).click()
    await writer.waitForURL(/individuals\/view\/\d+$/)
    const path = new URL(writer.url()).pathname
    await writer.getByRole('button', { name: 'На подтверждение' }).click()
    await inDialog(writer, 'На подтверждение').click()
    await writer.getByText('На подтверждении').first().waitFor()
    expect(await writer.getByRole('button', { name: 'Подтвердить' }).count()).toBe(0)

    const second = await office.openAs('compliance', path)
    await second.getByText('Справка не подтверждена работодателем').waitFor()
    await second.getByRole('button', { name: 'Подтвердить' }).click()
    await inDialog(second, 'Подтвердить').click()
    await second.getByText('Действует', { exact: true }).first().waitFor()

    await office.go(writer, '/blacklist/individuals/viewAll')
    await writer.getByRole('searchbox').fill('0009 777333')
    await writer.waitForURL(/text=/)
    await writer.getByRole('link', { name: /Пробный-Журнальный/ }).click()
    await writer.waitForURL(/individuals\/view\/\d+/)
    await writer.getByRole('button', { name: 'Ещё действия с записью' }).click()
    await writer.getByRole('button', { name: 'Принять обжалование…' }).click()
    await writer.getByRole('dialog').getByLabel('Заявитель').fill('Пробный-Журнальный Т. М.')
    await writer.getByRole('dialog').getByLabel('Что оспаривается').fill('Справка подлинная')
    await inDialog(writer, 'Отправить на подтверждение').click()
    const own = writer.getByRole('article', { name: /обжалование/ })
    await own.waitFor()
    expect(await own.getByRole('button', { name: 'Подтвердить' }).getAttribute('aria-disabled')).toBe('true')

    const asked = second.getByRole('article', { name: /обжалование/ })
    await asked.getByRole('button', { name: 'Подтвердить' }).click()
    await inDialog(second, 'Подтвердить').click()
    await second.getByText('Обжалуется').first().waitFor()
    const satisfy = second.getByRole('button', { name: 'Удовлетворить и снять' })
    expect(await satisfy.getAttribute('aria-disabled')).toBe('true')

    const third = await office.openAs('admin', path)
    await third.getByText(/ОБЖ-\d{4}-\d{6}/).waitFor()
    await third.getByRole('button', { name: 'Удовлетворить и снять' }).click()
    await third.getByRole('dialog').getByLabel('Обоснование').fill('Работодатель подтвердил справку')
    await inDialog(third, 'Удовлетворить и снять').click()
    await third.getByText('Снята', { exact: true }).first().waitFor()

    await third.getByRole('button', { name: 'Сравнить версии' }).click()
    const versions = third.getByRole('dialog', { name: 'Сравнение версий записи' })
    await versions.getByRole('radio', { name: /^Было: .*Состояние «Черновик»$/ }).check()
    await versions.getByRole('radio', { name: /^Стало: .*Состояние «Обжалуется»$/ }).check()
    const compared = versions.getByRole('table')
    await compared.getByRole('row', { name: /^Состояние.*Черновик Обжалуется$/ }).waitFor()
    await versions.getByText('Изменено 1 поле в 1 разделе').waitFor()
    await versions.getByRole('button', { name: 'Все поля' }).click()
    await compared.getByRole('row', { name: /^Основание Справка не подтверждена/ }).waitFor()
    await third.keyboard.press('Escape')

    const unread = await office.openAs('underwriter', path)
    await unread.getByRole('button', { name: 'История изменений' }).click()
    await unread.getByRole('button', { name: 'Сравнить с тем, что сейчас' }).last().click()
    const seen = unread.getByRole('dialog', { name: 'Сравнение версий записи' })
    await seen.getByRole('button', { name: 'Все поля' }).click()
    await seen.getByRole('row', { name: /^Фамилия Пробный-Журнальный/ }).waitFor()
    expect(await seen.getByText('Справка не подтверждена').count()).toBe(0)
    expect(await seen.getByText('Основание').count()).toBe(0)
  })

  test('somebody is tried from the list, and the answer goes with who was asked about', async ({
    office,
  }) => {
    const page = await office.openAs('security', '/blacklist/individuals/viewAll')
    await page.getByRole('button', { name: 'Акты об уничтожении' }).click()
    const acts = page.getByRole('dialog', { name: 'Акты об уничтожении' })
    await acts.getByText('сроки хранения не вышли').waitFor()
    await page.keyboard.press('Escape')
    await acts.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Проверить без заявки' }).click()
    await page.waitForURL(/individuals\/check$/)
    const ask = page.getByRole('button', { name: 'Проверить', exact: true })
    await ask.click()
    await page.getByText('Поле должно быть заполнено').waitFor()
    await page.getByText('Укажите фамилию и имя, паспорт').waitFor()
    await field(page, 'Цель проверки').fill('Обращение в офис')
    await field(page, 'Фамилия').fill('Небывалов')
    await field(page, 'Имя').fill('Евстахий')
    await ask.click()
    await page.getByText('Проверили: Имя, наименование: Небывалов Евстахий').waitFor()
    await page.getByText('Совпадений нет').waitFor()
    await field(page, 'Имя').fill('Пётр')
    await page.getByText('Совпадений нет').waitFor({ state: 'hidden' })
  })

  test('who may not read reasons sees who it is and how it acts, and nothing of why', async ({ office }) => {
    const page = await office.openAs('underwriter', '/blacklist/individuals/viewAll?tab=acting')
    await page.getByRole('link', { name: /\S/ }).locator('visible=true').first().waitFor()
    await page.locator('main tbody tr').first().getByRole('link').click()
    await page.waitForURL(/individuals\/view\/\d+/)
    await page.getByText('видны сотрудникам с отдельным правом').waitFor()
    expect(await page.getByRole('heading', { name: 'Основание' }).count()).toBe(0)
    expect(await page.getByRole('heading', { name: 'Вложения' }).count()).toBe(0)
  })
})
