import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

const path = '/application-assignment-config?scope=LOAN_APPLICATION'
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })
const state = (page: Page) => page.getByRole('region', { name: 'Версии правил' })

describe('rules of assignment', () => {
  test('are drafted, tried, put into force by another person and rolled back', async ({ office }) => {
    const page = await office.openAs('admin', path)
    await page.getByRole('button', { name: 'Изменить правила' }).click()
    await page.getByRole('tab', { name: /^Черновик/, selected: true }).waitFor()
    await page.getByRole('button', { name: 'Правило', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Новое правило' })
    await dialog.getByLabel('Название').fill('Проверочное правило')
    await inDialog(page, 'Сохранить').click()
    await dialog.getByText('Укажите, кому отдавать').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Добавить: сотрудник' }).fill('Ким Олег')
    await page.getByRole('option', { name: /^Ким Олег Романович/ }).click()
    await dialog
      .getByRole('status', { name: 'Правило словами' })
      .filter({ hasText: 'Любое дело отдать по кругу: Ким Олег Романович.' })
      .waitFor()
    // The rule warns people of its own when nobody fits, and they are known by name when it is opened again.
    await dialog.getByLabel('Когда отдать некому — по-своему').check()
    await inDialog(page, 'Сохранить').click()
    await dialog.getByText('Укажите, кого предупредить, когда отдать некому').first().waitFor()
    await dialog.getByRole('combobox', { name: 'Кому сообщить сразу' }).fill('Ким Олег')
    await page.getByRole('option', { name: /^Ким Олег Романович/ }).click()
    await page.keyboard.press('Escape')
    await dialog
      .getByRole('status', { name: 'Правило словами' })
      .filter({ hasText: 'предупредить тех, кого называет само правило' })
      .waitFor()
    await inDialog(page, 'Сохранить').click()
    const rows = page.getByRole('table', { name: 'Правила по порядку' }).getByRole('row')
    await rows.last().getByText('Проверочное правило').waitFor()
    // It is asked after the rule that takes everything, and moves by the keyboard.
    const last = await rows.count()
    await page.getByRole('button', { name: 'Переставить стрелками: Проверочное правило' }).press('ArrowUp')
    await rows
      .nth(last - 2)
      .getByText('Проверочное правило')
      .waitFor()

    await page.getByRole('tab', { name: 'Проверка' }).click()
    await page.getByRole('button', { name: 'Проверить на вчерашних делах' }).click()
    await page.getByRole('table', { name: 'Дела: старые правила против новых' }).waitFor()
    await state(page).getByText('Проверена').waitFor()
    await page.getByRole('button', { name: 'На подтверждение' }).click()
    await page.getByLabel('Что меняется и зачем').fill('Проверяем порядок')
    await inDialog(page, 'На подтверждение').click()
    // Whoever wrote it does not put it into force.
    const own = page.getByRole('button', { name: 'Ввести в действие' })
    await own.waitFor()
    expect(await own.getAttribute('aria-disabled')).toBe('true')

    const other = await office.openAs('workload', path)
    await state(other).getByText('Что меняется: Проверяем порядок').waitFor()
    const number = /Версия (\d+)/.exec((await state(other).textContent()) ?? '')?.[1]
    await other.getByRole('button', { name: 'Ввести в действие' }).click()
    await inDialog(other, 'Ввести в действие').click()
    await state(other).getByText(`Действует версия ${number}`).waitFor()
    await other.getByRole('button', { name: 'Откатить к прежней версии' }).click()
    await other.getByLabel('Почему возвращаем прежние правила').fill('Проверка окончена')
    await inDialog(other, 'Откатить к прежней версии').click()
    await state(other).getByText('Действует версия 2').waitFor()
    await other.getByRole('tab', { name: 'Версии' }).click()
    await other.getByRole('table', { name: 'Версии правил' }).getByText('Откачена').first().waitFor()
  })

  test('a case says who got it by which rule, and no rule to people of the partner', async ({
    office,
    bank,
  }) => {
    const phone = `7916${String(Date.now()).slice(-7)}`
    const body = { lastName: 'Правилов', firstName: 'Егор', phone, partnerId: null }
    const { id } = await bank.call<{ id: number }>('POST', '/lead', body, 'agent')
    const why = async (page: Page) => {
      // What the page reads late puts its blocks in their places.
      await page.getByRole('button', { name: 'Вся история' }).waitFor()
      await office.settled(page)
      await page.getByRole('button', { name: 'Вся история' }).click()
      const dialog = page.getByRole('dialog', { name: /^История/ })
      await dialog.getByRole('tab', { name: 'Почему я?' }).click()
      return dialog
    }
    const rule = 'Лиды Волга-Ипотеки по очереди'
    const seen = await why(await office.openAs('admin', `/lead/${id}`))
    await seen.getByText(rule).waitFor()
    await seen.getByText('следующий по кругу').waitFor()
    const own = await why(await office.openAs('agent', `/lead/${id}`))
    await own.getByText('По правилам назначения банка').waitFor()
    expect(await own.getByText(rule).count()).toBe(0)
  })
})
