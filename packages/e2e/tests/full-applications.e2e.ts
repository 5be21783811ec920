import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import {
  fillPerson,
  ownFullApplication,
  putNeededDocuments,
  saveSection,
  whileOnlyUnderwriter,
} from '#full-application.ts'
import { pick } from '#partner.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: new RegExp(`^${name}`) })
const answer = (page: Page, question: string, text: 'Да' | 'Нет') =>
  page.getByRole('radiogroup', { name: question }).getByText(text, { exact: true }).click()
/** Saves the form of a section and waits until the server has it. */
async function save(page: Page, form: string): Promise<void> {
  const place = page.getByRole('form', { name: form })
  await place.getByRole('button', { name: 'Сохранить', exact: true }).click()
  await expect
    .poll(() => place.getByRole('button', { name: 'Сохранить', exact: true }).getAttribute('aria-disabled'))
    .toBe('true')
}

describe('a full application', () => {
  test('is filled by sections, sent, taken by the chosen approver, sent back, corrected and sent again', async ({
    office,
    bank,
  }) => {
    const { id, number, borrower } = await ownFullApplication(bank)
    await fillPerson(bank, id, borrower)
    const page = await office.openAs('agent', `/full-app-edit/${id}`)

    await pick(page, 'Цель кредита', 'вторичном рынке', 'вторичн')
    await page.getByLabel('Стоимость объекта, ₽').fill('8265000')
    await page.getByLabel('Первоначальный взнос, ₽').fill('1785000')
    await pick(page, 'Источник взноса', 'Накопления')
    await page.getByLabel('Сумма кредита, ₽').fill('6480000')
    await page.getByLabel('Срок кредита, мес.').fill('240')
    await page.getByLabel('Ставка, %').fill('17.35')
    await answer(page, 'Материнский капитал', 'Нет')
    await answer(page, 'Личное страхование', 'Да')
    // What is typed is computed before it is saved.
    await button(page, '240 платежей').waitFor()
    await page.getByRole('list', { name: 'Условия программы' }).getByText('взнос 21,59 %').waitFor()
    await page.keyboard.press('Control+s')
    await section(page, 'Параметры кредита').getByText(', заполнен').waitFor({ state: 'attached' })

    await section(page, 'Заёмщик').click()
    // A gap leads to its field.
    await page
      .getByRole('list', { name: 'Не заполнено' })
      .getByRole('button', { name: 'Образование' })
      .click()
    await expect
      .poll(() =>
        page.getByLabel('Образование', { exact: true }).evaluate((one) => one === document.activeElement),
      )
      .toBe(true)
    await pick(page, 'Образование', 'бакалавриат')
    await save(page, 'Личные данные: Проверкина Злата Аркадьевна')

    await section(page, 'Доходы и занятость').click()
    await button(page, 'Добавить доход').click()
    await pick(page, 'Вид дохода', 'основному месту', 'основн')
    await pick(page, 'Подтверждение', '2-НДФЛ', 'НДФЛ')
    await page.getByLabel('Доход в месяц, заявлен, ₽').fill('380000')
    await save(page, 'Доходы: Проверкина Злата Аркадьевна')
    await section(page, 'Обязательства').click()
    await answer(page, 'Кредитов и займов нет', 'Да')
    await save(page, 'Обязательства и расходы: Проверкина Злата Аркадьевна')
    await section(page, 'Имущество').click()
    await answer(page, 'Имущества нет', 'Да')
    await save(page, 'Имущество: Проверкина Злата Аркадьевна')
    await section(page, 'Согласия').click()
    await answer(page, 'Согласие на обработку персональных данных', 'Да')
    await page.getByLabel('Дата согласия на обработку данных').fill('20.11.2026')
    await answer(page, 'Согласие на запрос кредитной истории', 'Да')
    await page.getByLabel('Дата согласия на запрос истории').fill('20.11.2026')
    await pick(page, 'Как подписаны согласия', 'На бумаге')
    await save(page, 'Согласия: Проверкина Злата Аркадьевна')
    await section(page, 'Объект').click()
    await answer(page, 'Объект выбран', 'Нет')
    await save(page, 'Объект')

    await section(page, 'Проверка и отправка').click()
    const send = button(page, 'Отправить на проверку комплекта')
    // Nothing but documents lacks now, and the button says so.
    await page.getByRole('note').getByText('Не хватает документов').waitFor()
    await putNeededDocuments(bank, id)
    await page.reload()
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe(null)
    await whileOnlyUnderwriter(bank, async () => {
      await send.click()
      await page.getByRole('dialog').getByRole('button', { name: 'Отправить на проверку комплекта' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    })

    const checker = await office.openAs('underwriter', `/application-checks?search=${number}`)
    await button(checker, `Почему я? Заявка ${number}`).click()
    await checker.getByRole('dialog').getByText('единственный подходящий').waitFor()
    await checker.keyboard.press('Escape')
    await checker.getByRole('link', { name: number }).click()
    await checker.getByRole('heading', { name: 'Проверкина Злата Аркадьевна' }).waitFor()
    await bank.call(
      'POST',
      `/case/${id}/remarks`,
      { section: 'INCOME', type: 'DOC_MISSING', text: 'Доход указан до вычета налога' },
      'underwriter',
    )
    const back = button(checker, 'Вернуть на доработку')
    await expect.poll(() => back.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe(null)
    await back.click()
    await checker.getByRole('dialog').getByRole('button', { name: 'Вернуть на доработку' }).click()

    // The agent's page has stayed open: the stage and the remark arrive by themselves.
    const again = button(page, 'Отправить повторно')
    await again.waitFor()
    await section(page, 'Доходы и занятость').click()
    await page.getByRole('list', { name: 'Замечания к разделу' }).getByText('до вычета налога').waitFor()
    await page.getByLabel('Доход в месяц, заявлен, ₽').fill('330600')
    await save(page, 'Доходы: Проверкина Злата Аркадьевна')
    const remarks = await bank.call<{ id: number; version: number }[]>('GET', `/case/${id}/remarks`)
    await bank.call(
      'PUT',
      `/case/${id}/remarks/${remarks[0]?.id}`,
      { change: 'ANSWER', answer: 'Исправлено', version: remarks[0]?.version },
      'agent',
    )
    await expect.poll(() => again.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe(null)
    await again.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отправить повторно' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })

    await checker.goto(`/full-app-edit/${id}?section=REVIEW`)
    await checker.getByRole('heading', { name: 'Изменено при доработке' }).waitFor()
    await checker.getByRole('cell', { name: /330\s600/ }).waitFor()
    expect(await back.count()).toBe(1)
  })

  test('two people on one section lose nothing: what a colleague saved arrives, a late save is compared', async ({
    office,
    bank,
  }) => {
    office.faults.allow(/409|Conflict/)
    const { id } = await ownFullApplication(bank)
    const page = await office.openAs('agent', `/full-app-edit/${id}`)
    const price = page.getByLabel('Стоимость объекта, ₽')
    await price.waitFor()
    await saveSection(bank, id, 'CREDIT', { propertyPrice: '8000000' }, { login: 'admin' })
    await page.getByRole('status').getByText('8 000 000 ₽').waitFor()
    await expect.poll(() => price.inputValue()).toContain('000,00')

    await price.fill('9000000')
    await page.getByLabel('Сумма кредита, ₽').fill('5000000')
    await saveSection(bank, id, 'CREDIT', { propertyPrice: '8500000', termMonths: 180 }, { login: 'admin' })
    await page.getByText('Пока вы вводили, раздел изменён').waitFor()
    await page.keyboard.press('Control+s')
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    // Only the field that both have changed is asked about.
    await dialog.getByRole('radio', { name: /^Срок кредита, на сервере/, checked: true }).waitFor()
    await dialog.getByRole('radio', { name: /^Сумма кредита, ваше/, checked: true }).waitFor()
    expect(await dialog.getByRole('radio', { name: /^Стоимость объекта/, checked: true }).count()).toBe(0)
    await dialog.getByRole('radio', { name: /^Стоимость объекта, ваше/ }).check()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect
      .poll(async () => {
        const { data } = await bank.call<{ data: object }>('GET', `/case/${id}/section/CREDIT`)
        return data
      })
      .toMatchObject({ propertyPrice: '9000000', amount: '5000000', termMonths: 180 })
  })
})
