import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('a consumer loan', () => {
  test('shows its cooling-off period while the sum is typed, asks the bureaus, and is not signed without their answer', async ({
    office,
  }) => {
    const page = await office.openAs('agent', '/loan-applications/')
    await page.getByRole('button', { name: 'Новая заявка' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Фамилия').fill('Ветрова')
    await dialog.getByLabel('Имя', { exact: true }).fill('Ольга')
    for (const [label, text] of [
      ['Тип продукта', 'базовый'],
      ['Цель кредита', 'Ремонт'],
      ['Регион', 'Татарстан'],
    ] as const) {
      await dialog.getByLabel(label, { exact: true }).fill(text)
      await page.keyboard.press('Enter')
    }
    await dialog.getByLabel('Сумма, ₽').fill('300000')
    await dialog.getByLabel('Срок, мес.').fill('24')
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.waitForURL(/\/loan-app-edit\/\d+/)

    const period = page.getByRole('status').filter({ hasText: 'Период охлаждения' })
    await period.filter({ hasText: '48 ч' }).waitFor()
    await page.getByLabel('Сумма кредита, ₽').fill('200000')
    await period.filter({ hasText: '4 часа' }).waitFor()
    await page.getByLabel('Сумма кредита, ₽').fill('49999,99')
    await period.filter({ hasText: 'нет' }).waitFor()
    await page.getByLabel('Сумма кредита, ₽').fill('200000')
    const save = page.getByRole('button', { name: 'Сохранить', exact: true })
    await save.click()
    await page.getByText('Сохранено: параметры кредита').waitFor()

    await page.getByRole('link', { name: 'Проверка и отправка' }).click()
    await page.getByText('Самозапрет не проверен: Ветрова Ольга').waitFor()
    await page.getByRole('button', { name: 'Проверить самозапрет' }).click()
    const answers = page.getByRole('list', { name: 'Ответы бюро кредитных историй' })
    // The stand-in answers in seconds, and now and then only at the second attempt.
    await answers.getByText(/Запрета нет|Установлен самозапрет/).waitFor({ timeout: 25_000 })
    await answers.getByText('имитатор бюро').waitFor()
    expect(
      await page.getByRole('button', { name: 'Отправить на проверку' }).getAttribute('aria-disabled'),
    ).toBe('true')
  })
})
