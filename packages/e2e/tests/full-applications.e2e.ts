import { spawnSync } from 'node:child_process'
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
import { makeKnown } from '#journeys/clients.ts'
import { mortgageOfKnown } from '#journeys/journeys.ts'
import { answer, choose, press, type } from '#keyboard.ts'
import { knownClientLimits } from '../../server/bench/journeys/journeys.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: new RegExp(`^${name}`) })
/** Saves the form of a section from the keyboard and waits until the server has it. */
async function save(page: Page, form: string): Promise<void> {
  await page.keyboard.press('Control+s')
  const submit = page
    .getByRole('form', { name: form })
    .getByRole('button', { name: 'Сохранить', exact: true })
  // Shut while it is under way too: leaving then is asked about.
  await expect
    .poll(() => submit.and(page.locator(':not([aria-busy])')).getAttribute('aria-disabled'))
    .toBe('true')
}

describe('a full application', () => {
  // The longest journey of all: two people, a whole questionnaire and every paper of it.
  const whole = { timeout: 150_000 }
  test(
    'is filled by sections from the keyboard alone, sent, taken by the chosen approver, sent back, corrected and sent again',
    whole,
    async ({ office, bank }) => {
      const { id, number, borrower } = await ownFullApplication(bank)
      await fillPerson(bank, id, borrower)
      const page = await office.openAs('agent', `/full-app-edit/${id}`)

      await choose(page, select(page, 'Цель кредита'), 'вторичн')
      await type(page, page.getByLabel('Стоимость объекта, ₽'), '8265000')
      await type(page, page.getByLabel('Первоначальный взнос, ₽'), '1785000')
      await choose(page, select(page, 'Источник взноса'), 'Накопления')
      await type(page, page.getByLabel('Сумма кредита, ₽'), '6480000')
      await type(page, page.getByLabel('Срок кредита, мес.'), '240')
      await type(page, page.getByLabel('Ставка, %'), '17.35')
      await answer(page, 'Материнский капитал', 'Нет')
      await answer(page, 'Личное страхование', 'Да')
      // What is typed is computed before it is saved.
      await button(page, '240 платежей').waitFor()
      await page.getByRole('list', { name: 'Условия программы' }).getByText('взнос 21,59 %').waitFor()
      await page.keyboard.press('Control+s')
      await section(page, 'Параметры кредита').getByText(', заполнен').waitFor({ state: 'attached' })

      await press(page, section(page, 'Заёмщик'))
      // A gap leads to its field.
      const gaps = page.getByRole('list', { name: 'Не заполнено' })
      await press(page, gaps.getByRole('button', { name: 'Образование' }))
      await expect
        .poll(() =>
          page.getByLabel('Образование', { exact: true }).evaluate((one) => one === document.activeElement),
        )
        .toBe(true)
      await choose(page, select(page, 'Образование'), 'бакалавриат')
      await save(page, 'Личные данные: Проверкина Злата Аркадьевна')

      await press(page, section(page, 'Доходы и занятость'))
      await answer(page, 'Есть доходы', 'Да')
      await press(page, button(page, 'Добавить доход'))
      await choose(page, select(page, 'Вид дохода'), 'основн')
      await choose(page, select(page, 'Подтверждение'), 'НДФЛ')
      await type(page, page.getByLabel('Доход в месяц, заявлен, ₽'), '380000')
      await save(page, 'Доходы: Проверкина Злата Аркадьевна')
      await press(page, section(page, 'Обязательства'))
      await answer(page, 'Есть кредиты и займы', 'Нет')
      await save(page, 'Обязательства и расходы: Проверкина Злата Аркадьевна')
      await press(page, section(page, 'Имущество'))
      await answer(page, 'Есть имущество', 'Нет')
      await save(page, 'Имущество: Проверкина Злата Аркадьевна')
      await press(page, section(page, 'Согласия'))
      await answer(page, 'Согласие на обработку персональных данных', 'Да')
      await answer(page, 'Согласие на запрос кредитной истории', 'Да')
      // «Да» fills the day and the paper beside it: two answers are all.
      await expect
        .poll(() => page.getByLabel('Дата согласия на запрос истории').inputValue())
        .toMatch(/\d{4}$/)
      await save(page, 'Согласия: Проверкина Злата Аркадьевна')
      await press(page, section(page, 'Объект'))
      await answer(page, 'Объект выбран', 'Нет')
      await save(page, 'Объект')

      await press(page, section(page, 'Проверка и отправка'))
      const send = button(page, 'Отправить на проверку комплекта')
      // Nothing but documents lacks now, and the button says so.
      await page.getByRole('note').getByText('Не хватает документов').waitFor()
      await putNeededDocuments(bank, id)
      // The last document lets it go, in the head and here, without reading the page anew.
      await expect.poll(() => send.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe(null)
      await page.getByText('Всё готово: кнопка').waitFor()
      await whileOnlyUnderwriter(bank, async () => {
        await press(page, send)
        await press(page, inDialog(page, 'Отправить на проверку комплекта'))
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
      })

      const checker = await office.openAs('underwriter', `/application-checks?search=${number}`)
      await press(checker, button(checker, `Почему я? Заявка ${number}`))
      await checker.getByRole('dialog').getByText('единственный подходящий').waitFor()
      await checker.keyboard.press('Escape')
      await press(checker, checker.getByRole('link', { name: number }))
      await checker.getByRole('heading', { name: 'Проверкина Злата Аркадьевна' }).waitFor()
      await bank.call(
        'POST',
        `/case/${id}/remarks`,
        { section: 'INCOME', type: 'DOC_MISSING', text: 'Доход указан до вычета налога' },
        'underwriter',
      )
      const back = button(checker, 'Вернуть на доработку')
      await expect.poll(() => back.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe(null)
      await press(checker, back)
      await press(checker, inDialog(checker, 'Вернуть на доработку'))

      // The agent's page has stayed open: the stage and the remark arrive by themselves.
      const again = button(page, 'Отправить повторно')
      await again.waitFor()
      await press(page, section(page, 'Доходы и занятость'))
      await page.getByRole('list', { name: 'Замечания к разделу' }).getByText('до вычета налога').waitFor()
      await type(page, page.getByLabel('Доход в месяц, заявлен, ₽'), '330600')
      await save(page, 'Доходы: Проверкина Злата Аркадьевна')
      const remarks = await bank.call<{ id: number; version: number }[]>('GET', `/case/${id}/remarks`)
      await bank.call(
        'PUT',
        `/case/${id}/remarks/${remarks[0]?.id}`,
        { change: 'ANSWER', answer: 'Исправлено', version: remarks[0]?.version },
        'agent',
      )
      await expect.poll(() => again.getAttribute('aria-disabled'), { timeout: 10_000 }).toBe(null)
      await press(page, again)
      await press(page, inDialog(page, 'Отправить повторно'))
      await page.getByRole('dialog').waitFor({ state: 'hidden' })

      await office.go(checker, `/full-app-edit/${id}?section=REVIEW`)
      await checker.getByRole('heading', { name: 'Изменено при доработке' }).waitFor()
      await checker.getByRole('cell', { name: /330\s600/ }).waitFor()
      expect(await back.count()).toBe(1)
    },
  )

  test('those who take part are added, put in order, taken away and brought back with what they said', async ({
    office,
    bank,
  }) => {
    const { id } = await ownFullApplication(bank)
    const page = await office.openAs('agent', `/full-app-edit/${id}`)
    await press(page, section(page, 'Созаёмщики'))
    const people = page.getByRole('region', { name: 'Созаёмщики и участники' })
    const names = () => people.getByRole('listitem').locator('button[aria-label^="Действия"]')
    const order = () => names().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    for (const name of ['Горлица', 'Синица']) {
      await press(page, button(page, 'Добавить участника'))
      const dialog = page.getByRole('dialog', { name: 'Новый участник' })
      await type(page, dialog.getByLabel('Фамилия', { exact: true }), name)
      await press(page, inDialog(page, 'Добавить'))
      await people.getByRole('button', { name: `Действия: ${name}` }).waitFor()
    }
    expect(await order()).toEqual(['Действия: Горлица', 'Действия: Синица'])

    const act = async (name: string, action: string) => {
      await press(page, people.getByRole('button', { name: `Действия: ${name}` }))
      await press(page, button(page, action))
    }
    await act('Синица', 'Поднять выше')
    await expect.poll(order).toEqual(['Действия: Синица', 'Действия: Горлица'])
    await people.getByRole('button', { name: 'Горлица', exact: true }).press('Enter')
    const firstName = page.getByLabel('Имя', { exact: true })
    await type(page, firstName, 'Вера')
    await page.keyboard.press('Control+s')
    await page.getByText('Сохранено').first().waitFor()

    await act('Горлица', 'Убрать из заявки')
    await press(page, inDialog(page, 'Убрать'))
    await expect.poll(order).toEqual(['Действия: Синица'])
    await press(page, people.getByText('Убранные участники: 1'))
    await press(page, people.getByRole('button', { name: /^Вернуть: Горлица/ }))
    await expect.poll(async () => (await order()).length).toBe(2)
    await people.getByRole('button', { name: /^Горлица/ }).press('Enter')
    await expect.poll(() => firstName.inputValue()).toBe('Вера')
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
    await page.getByText('Запись уже изменена').waitFor()
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

  test('of a known client takes what was ticked from the application before', async ({ office, bank }) => {
    const name = {
      lastName: 'Знакомцева',
      firstName: 'Раиса',
      middleName: 'Егоровна',
      birthDate: '1988-03-02',
    }
    const numbers = { passport: '3611777001', inn: null, snils: null, phone: '+79270007701' }
    const before = await ownFullApplication(bank)
    await fillPerson(bank, before.id, before.borrower)
    const participant = before.borrower
    await saveSection(bank, before.id, 'PERSONAL', { ...name, ...numbers }, { participant })
    const { id, borrower } = await ownFullApplication(bank)
    const page = await office.openAs('agent', `/full-app-edit/${id}?section=BORROWER`)
    const known = page.getByRole('region', { name: 'Прежняя анкета' })
    await page.getByLabel('Фамилия', { exact: true }).waitFor()
    expect(await known.count()).toBe(0)

    // Who the client is becomes known while the page is open.
    const who = { ...name, maritalStatus: 'MARRIED' }
    await saveSection(bank, id, 'PERSONAL', who, { participant: borrower })
    await press(page, known.getByRole('button', { name: `Взять из заявки № ${before.number}` }))
    const dialog = page.getByRole('dialog')
    const tick = (label: RegExp) => dialog.getByRole('checkbox', { name: label })
    expect(await tick(/^Семейное положение: .* → /).isChecked()).toBe(false)
    expect(await tick(/^Работодатель: /).isChecked()).toBe(true)
    await tick(/^Место рождения: /).uncheck()
    await press(page, dialog.getByRole('button', { name: /^Взять \d+ / }))
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => select(page, 'Кем выдан').inputValue()).toContain('ОУФМС')
    expect(await page.getByLabel('Место рождения').inputValue()).toBe('')
    await press(page, section(page, 'Доходы и занятость'))
    await expect.poll(() => page.getByLabel('Должность', { exact: true }).inputValue()).toBe('Инженер')
  })
})

const languages = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' })
const isMissing = languages.stdout?.split('\n').includes('rus') !== true

describe.skipIf(isMissing)('the clerk’s time', { timeout: 180_000 }, () => {
  test('a known client with scans becomes a sent mortgage with few fields typed and a click for each consent', async ({
    office,
    bank,
  }) => {
    // Cases that look the same are told by a refusal.
    office.faults.allow(/409/)
    await makeKnown(bank)
    const { costs } = await mortgageOfKnown({ bank, openAs: (login, path) => office.openAs(login, path) })
    expect(costs.typed).toBeLessThanOrEqual(knownClientLimits.typed)
    expect(costs.chosen).toBeLessThanOrEqual(knownClientLimits.chosen)
    expect(costs.clicks).toBeLessThanOrEqual(knownClientLimits.clicks)
  })
})
