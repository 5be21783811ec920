import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('looks of a page', () => {
  test('are told by the address, and the choice is kept for links', async ({ office, bank }) => {
    const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 1 }
    const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
    const id = tasks.content[0]?.caseId
    const page = await office.openAs('underwriter', `/underwriting-total-refactor/${id}`)
    await page.locator('main[data-look="present"]').getByRole('form', { name: 'Решение' }).waitFor()
    await page.getByRole('button', { name: /^Профиль/ }).click()
    const looks = page.getByRole('group', { name: 'Вид страниц' })
    await looks.getByText('Прежний').click()
    await page.waitForURL(`**/underwriting-total-origin/${id}`)
    await page.locator('main[data-look="former"]').getByRole('form', { name: 'Решение' }).waitFor()
    await page.reload()
    await page.locator('main[data-look="former"]').getByRole('form', { name: 'Решение' }).waitFor()
    await page.getByRole('button', { name: /^Профиль/ }).click()
    await looks.getByText('Новый').click()
    await page.waitForURL(`**/underwriting-total/${id}`)
    expect(await page.locator('main').getAttribute('data-look')).toBe('present')
  })
})

describe('the journal of applications', () => {
  test('opens by its presets, in both looks, and a row leads to the decision', async ({ office }) => {
    const page = await office.openAs('underwriter', '/underwriting')
    const table = page.getByRole('table', { name: 'Журнал заявок' })
    await table.locator('tbody tr').first().waitFor()
    const counted = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
    await counted('Ждут моей подписи').click()
    await page.waitForURL('**/underwriting?tab=SIGN')
    await page.getByRole('tab', { name: /^Ждут моей подписи\s*[1-9]/ }).waitFor()
    await page.goto(page.url().replace('/underwriting', '/underwriting-origin'))
    const former = page.locator('main[data-look="former"]').getByRole('table', { name: 'Журнал заявок' })
    const first = former.locator('tbody tr').first()
    await first.waitFor()
    expect((await first.boundingBox())?.height).toBeLessThan(36)
    await first.getByRole('link').first().click()
    await page.waitForURL('**/underwriting-total/*')
    await page.getByRole('form', { name: 'Решение' }).waitFor()
    await page.getByRole('link', { name: 'Сводка', exact: true }).click()
    await page.waitForURL('**/underwriting-summary/*')
    await page.getByRole('region', { name: 'Показатели' }).getByText('ПДН').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Печать' }).isVisible()).toBe(false)
  })

  test('shows whose client it is and what the engine said, filtered and ordered by the server', async ({
    office,
  }) => {
    const page = await office.openAs(
      'underwriter',
      '/underwriting-all?engineResults=REJECT&sort=clientCategories:asc',
    )
    const table = page.getByRole('table', { name: 'Сводный журнал заявок' })
    await table.locator('tbody tr').first().waitFor()
    const choose = async () => {
      await page.getByRole('button', { name: 'Столбцы' }).click()
      const dialog = page.getByRole('dialog', { name: 'Столбцы' })
      for (const name of ['Категория клиента', 'Результат СПР'])
        await dialog.getByRole('checkbox', { name, exact: true }).click()
      await dialog.getByRole('button', { name: 'Сохранить' }).click()
    }
    await choose()
    try {
      await table.getByRole('columnheader', { name: 'Результат СПР' }).waitFor()
      await table.locator('tbody tr').filter({ hasText: 'Отказать' }).first().waitFor()
      const rows = table.locator('tbody tr')
      expect(await rows.filter({ hasNotText: 'Отказать' }).count()).toBe(0)
      await table
        .getByText(/Клиент партнёра|Зарплатный клиент|Сотрудник банка|бюджетной|Пенсионер|Повторный/)
        .first()
        .waitFor()
    } finally {
      await choose()
    }
  })

  test('does the same with the tasks of chosen rows, and hands one up with a reason', async ({
    office,
    bank,
  }) => {
    const body = {
      ...{
        tab: 'GROUPS',
        caseType: 'FULL_APPLICATION',
        stages: ['UNDERWRITING'],
        unassigned: true,
        size: 20,
      },
    }
    const free = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
    const task = free.content.find(({ may }) => may.take)
    if (task === undefined) throw new Error('No application is free')
    const page = await office.openAs('underwriter', `/underwriting?search=${task.caseNumber}`)
    const row = page
      .getByRole('table', { name: 'Журнал заявок' })
      .locator('tbody tr')
      .filter({ hasText: task.caseNumber })
    const choose = async (action: string) => {
      await row.getByRole('checkbox').check()
      await page
        .getByRole('group', { name: 'Действия с выбранными' })
        .getByRole('button', { name: action, exact: true })
        .click()
    }
    await choose('Взять')
    await page.getByRole('button', { name: 'Применить' }).click()
    await row
      .getByText('Вернуть')
      .or(row.getByRole('button', { name: 'Завершить' }))
      .first()
      .waitFor()
    await choose('Отложить')
    const days = page.getByRole('dialog', { name: 'Отложить' })
    await days.getByLabel('На сколько дней').fill('3')
    await days.getByRole('button', { name: 'Применить' }).click()
    await expect
      .poll(async () => {
        const own = { ...body, tab: 'MY', unassigned: false, postponed: true, search: task.caseNumber }
        const mine = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', own, 'underwriter')
        return mine.content[0]?.followUpAt ?? null
      })
      .not.toBeNull()
    // One by one too, in the menu of the row.
    await row.getByRole('button', { name: /^Действия с задачей/ }).press('Enter')
    await page.getByRole('button', { name: 'Эскалировать', exact: true }).press('Enter')
    const up = page.getByRole('dialog', { name: 'Эскалировать руководителю' })
    await up.getByRole('textbox', { name: 'Причина' }).fill('Доход от трёх работодателей')
    await up.getByRole('button', { name: 'Отмена' }).click()
    await choose('Вернуть в очередь')
    await page.getByRole('button', { name: 'Применить' }).click()
    await row.getByRole('button', { name: 'Взять' }).click()
    await row.getByRole('button', { name: 'Завершить' }).waitFor()
    await row.getByRole('button', { name: /^Действия с задачей/ }).press('Enter')
    await page.getByRole('button', { name: 'Эскалировать', exact: true }).press('Enter')
    await up.getByRole('textbox', { name: 'Причина' }).fill('Доход от трёх работодателей')
    // A colleague changes the task meanwhile: what was written stays, and goes with the next press.
    office.faults.allow(/409/)
    const mine = { tab: 'MY', caseType: 'FULL_APPLICATION', search: task.caseNumber, size: 20 }
    const [now] = (await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', mine, 'underwriter'))
      .content
    await bank.call(
      'POST',
      `/case-task/${now?.id}/priority`,
      { version: now?.version, priority: 'HIGH' },
      'underwriter',
    )
    const press = () => up.getByRole('button', { name: 'Эскалировать', exact: true }).click()
    const changed = page.getByText('Запись изменена другим пользователем')
    await press()
    await expect.poll(async () => (await up.count()) === 0 || (await changed.count()) > 0).toBe(true)
    await office.settled(page)
    if ((await up.count()) > 0) await press()
    await up.waitFor({ state: 'detached' })
    // The head of the group has the task, with the reason in its history.
    await row.getByRole('button', { name: 'Завершить' }).waitFor({ state: 'detached' })
    const all = { tab: 'ALL', caseType: 'FULL_APPLICATION', search: task.caseNumber, size: 20 }
    const held = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', all, 'uw-head')
    expect(held.content[0]?.assignee?.fullName).not.toMatch(/^Соловьёва/)
  })
})
