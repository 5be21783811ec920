import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import { typedDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { pick } from '#partner.ts'

describe('those who decide', () => {
  test('an authority is changed by two people, and the one who asked does not agree to it', async ({
    office,
  }) => {
    const head = await office.openAs('uw-head', '/underwriting-employees-origin')
    await head.locator('main[data-look="former"]').waitFor()
    await head.getByRole('searchbox').fill('Соловьёва')
    await head.waitForURL(/text=/)
    await head.getByRole('link', { name: 'Соловьёва Анна Игоревна' }).click()
    await head.waitForURL(/underwriting-card\/3$/)
    await head.getByRole('button', { name: 'Изменить: Ипотека' }).click()
    const dialog = head.getByRole('dialog')
    const sum = dialog.getByRole('textbox', { name: 'Экспозиция до' })
    await sum.fill('9000000')
    await dialog.getByRole('textbox', { name: 'Основание' }).fill('Приказ № 17')
    await dialog.getByRole('button', { name: 'Отправить на подтверждение' }).click()
    const own = head.getByRole('article', { name: /изменение полномочий/ }).first()
    await own.waitFor()
    expect(await own.getByRole('button', { name: 'Подтвердить' }).getAttribute('aria-disabled')).toBe('true')

    const second = await office.openAs('workload', '/underwriting-card/3')
    const asked = second.getByRole('article', { name: /изменение полномочий/ }).first()
    await asked.getByText('Приказ № 17').waitFor()
    await asked.getByRole('button', { name: 'Подтвердить' }).click()
    await second.getByRole('dialog').getByRole('button', { name: 'Подтвердить', exact: true }).click()
    await second.getByText(/Ипотека: до 9\s000\s000/).waitFor()
    // The page of the one who asked hears of it by itself.
    await head.getByText(/Ипотека: до 9\s000\s000/).waitFor()
  })

  test('a group has its people with their work, and a plan for the day', async ({ office }) => {
    const page = await office.openAs('uw-head', '/underwriting-groups')
    await page.getByRole('link', { name: 'Согласование ОИК' }).click()
    await page.waitForURL(/underwriting-group-card\/1$/)
    await page.getByRole('button', { name: 'Задать план' }).click()
    await page.getByRole('dialog').getByLabel('План решений на день').fill('45')
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText(/из 45/).waitFor()
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(page.url().replace('group-card/1', 'groups-origin'))
    await page.getByRole('link', { name: 'Согласование НИС' }).waitFor()
  })

  test('one of a group helps another until an hour, and a queue is handed over to it', async ({
    office,
    bank,
  }) => {
    const asked = { tab: 'GROUPS', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], unassigned: true }
    const free = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', asked, 'underwriter')
    const task = free.content.find(({ may }) => may.transfer) ?? expect.unreachable('No application is free')
    const to = { version: task.version, workgroupId: 1, comment: 'В очередь группы' }
    await bank.call('POST', `/case-task/${task.id}/transfer`, to, 'underwriter')

    const page = await office.openAs('uw-head', '/underwriting-group-card/1')
    const person = page.getByRole('row').filter({ hasText: 'Соловьёва Анна Игоревна' })
    await person.getByRole('button', { name: /^Действия: / }).click()
    await page.getByRole('button', { name: 'Помощь другой группе' }).click()
    const dialog = page.getByRole('dialog')
    await pick(page, 'Какой группе', 'Согласование НИС')
    await dialog.getByLabel('До какого дня').fill(typedDay(1))
    await dialog.getByLabel('Причина').fill('Завалы перед праздниками')
    await dialog.getByRole('button', { name: 'Начать помощь' }).click()
    await person.getByText(/помогает группе «Согласование НИС» до .*18:00/).waitFor()

    const queue = page.getByRole('region', { name: 'Очередь группы' })
    await queue.getByRole('button', { name: /^Передать: Андеррайтинг/ }).click()
    await pick(page, 'Какой группе', 'Согласование НИС')
    await dialog.getByLabel('Сколько заявок').fill('1')
    await dialog.getByRole('button', { name: 'Передать', exact: true }).click()
    await page.getByText('Передано: 1 заявка').waitFor()
    await office.expectAccessible(page)

    // Whoever helps finds it among what is free for them.
    const found = await bank.call<PageOf<CaseTask>>(
      'POST',
      '/case-task/search',
      { ...asked, search: task.caseNumber },
      'underwriter',
    )
    expect(found.content).toMatchObject([{ id: task.id, workgroup: { id: 2 }, may: { take: true } }])
    await office.go(page, '/underwriting-group-card/2')
    const helper = page.getByRole('row').filter({ hasText: 'Соловьёва Анна Игоревна' })
    await helper.getByText(/помогает до/).waitFor()
    await helper.getByRole('button', { name: /^Действия: / }).click()
    await page.getByRole('button', { name: 'Закончить помощь' }).click()
    await helper.waitFor({ state: 'detached' })
  })

  test('whoever decides is put among those to whom cases are given, and gets a load', async ({
    office,
    bank,
  }) => {
    interface Row {
      readonly id: number
      readonly login: string | null
    }
    const { content } = await bank.call<{ content: Row[] }>(
      'POST',
      '/underwriting/employees/search?size=100',
      { tab: 'all', text: 'uw-head', groupIds: [] },
      'workload',
    )
    const head = content.find(({ login }) => login === 'uw-head')
    const page = await office.openAs('workload', `/underwriting-card/${head?.id}`)
    await page.getByRole('button', { name: 'Включить в распределение' }).click()
    await page.waitForURL(/workload-employee\/uw\/\d+$/)
    await page.getByText('Неактивный').first().waitFor()
    // The way back leads to the list of those who decide, where what nobody may take is seen.
    await page.getByRole('link', { name: 'Сотрудники андеррайтинга' }).click()
    await page.waitForURL(/underwriting-employees/)
    await page.getByRole('button', { name: /^Нераспределённые/ }).click()
    await page.getByRole('dialog', { name: 'Нераспределённые заявки' }).waitFor()
  })
})
