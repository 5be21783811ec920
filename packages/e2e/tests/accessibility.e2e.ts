import { describe } from 'vitest'
import { cutHeadings, findViolations, numbersWithDots } from '#accessibility.ts'
import { activeApprover, editPath } from '#approver.ts'
import { documentsPath, noise, ownApplication, pdfOf, putFile } from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { underwrittenApplication } from '#full-application.ts'
import { everyPage, pathOf } from '#journeys/every-page.ts'
import { scroll } from '#scroll.ts'

describe('WCAG 2.2 A and AA, light and dark', () => {
  test('the sign-in page', async ({ office }) => {
    const page = await office.window()
    await page.goto('/')
    await page.getByLabel('Логин').waitFor()
    await office.expectAccessible(page)
  })

  test('the look for numbers with dots sees one', async ({ office }) => {
    const page = await office.window()
    await page.setContent('<p>ПДН 16.9 %, версия 1.2.3, 16,9 %, 12.05.2026 с утра</p>')
    expect(await numbersWithDots(page)).toEqual(['ПДН 16.9 %, версия 1.2.3'])
  })

  test('the look for headings that are cut sees one', async ({ office }) => {
    const page = await office.window()
    const style = 'table-layout:fixed;width:120px;white-space:nowrap'
    await page.setContent(
      `<table style="${style}"><tr><th style="overflow:hidden">Следующий контакт</th><th>№</th></tr></table>`,
    )
    expect(await cutHeadings(page)).toEqual([expect.stringContaining('Следующий контакт')])
  })

  // Two at a time: while one page comes to rest, the other is judged.
  test.concurrent.for(everyPage)('%s', async (pattern, { office, bank }) => {
    const page = await office.openAs('admin', await pathOf(bank, pattern))
    await office.settled(page)
    await office.expectAccessible(page)
  })

  test('pages of a case that are scrolled: the head is one line', async ({ office, bank }) => {
    const { id } = await underwrittenApplication(bank)
    const paths = [`/full-app-edit/${id}`, `/underwriting-total/${id}`, `/underwriting-form/${id}`]
    for (const path of paths) {
      const page = await office.openAs('admin', path)
      await office.settled(page)
      const rail = page.getByRole('list', { name: 'Этапы дела' })
      await scroll(page, 300)
      await rail.getByRole('button', { name: / · \d+ из \d+: сейчас$/ }).waitFor()
      await office.expectAccessible(page)
    }
  })

  test('the card of an approver, whole and with mistakes', async ({ office, bank }) => {
    const approver = await activeApprover(bank, 'nis', 6)
    const page = await office.openAs('admin', editPath('nis', approver.id))
    await page.getByLabel('Лимит', { exact: true }).fill('')
    await office.settled(page)
    await office.expectAccessible(page)
  })

  test('dialogs of the list', async ({ office }) => {
    const page = await office.openAs('admin', '/list-workload-employees/nis')
    await page.locator('tbody tr').first().waitFor()
    for (const name of ['Столбцы', /^Нераспределённые/]) {
      await page.getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      expect(await findViolations(page), String(name)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('a dictionary: a row that is edited with a mistake, the card of an item, the description', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/references?dictionary=decisionLimit')
    await page
      .getByRole('button', { name: /^Изменить: / })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Название: / }).fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Поле должно быть заполнено').waitFor()
    await office.expectAccessible(page)
    await page.keyboard.press('Escape')
    for (const name of ['Добавить', 'Описание', 'История', 'До 3 млн ₽']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await office.settled(page)
      expect(await findViolations(page), name).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('documents of an application and of a partner, one that is open, the page of a file', async ({
    office,
    bank,
  }) => {
    const owner = await ownApplication(bank)
    const page = await office.openAs('admin', '/')
    const bytes = await pdfOf(page, ['Договор', 'Приложение'])
    const { id, files } = await putFile(bank, owner, { name: 'договор.pdf', bytes })
    await putFile(bank, owner, { name: 'паспорт.png', bytes: noise(60, 80) }, { typeCode: 'PASSPORT_RF' })
    const paths = [
      documentsPath(owner),
      '/partner-edit/2?tab=documents',
      documentsPath(owner, id),
      `/fileView/${id}/${files[0]?.storageId}`,
    ]
    for (const path of paths) {
      await office.go(page, path)
      await page.locator('[data-document], canvas').first().waitFor()
      await office.settled(page)
      await office.expectAccessible(page)
    }
    await office.go(page, documentsPath(owner))
    await page.getByLabel('Выбрать все: Неразобранные').check()
    await page.getByRole('button', { name: 'Действия: договор.pdf' }).click()
    expect(await findViolations(page), 'menu').toEqual([])
    await page.getByRole('button', { name: 'Разделить на части' }).click()
    await page.getByRole('dialog').locator('canvas').first().waitFor()
    expect(await findViolations(page), 'split').toEqual([])
  })

  test('dialogs of partners', async ({ office }) => {
    const page = await office.openAs('admin', '/partners')
    const dialogs: [path: string, button: string][] = [
      ['/partners', 'Создать партнёра'],
      ['/partner/2', 'Отключить'],
      ['/partner-edit/2?tab=branches', 'Присоединить'],
      ['/partner-edit/2?tab=branches', 'Подобрать'],
      ['/partner-edit/2?tab=accounts', 'Добавить счёт'],
      ['/partner-edit/2?tab=contacts', 'Добавить контакт'],
    ]
    for (const [path, button] of dialogs) {
      await office.go(page, path)
      await page.getByRole('button', { name: button, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await office.settled(page)
      expect(await findViolations(page), `${path}, ${button}`).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })

  test('screens of a failed sign-in and of a finished session', async ({ office }) => {
    const page = await office.window()
    await page.goto('/logout')
    await page.getByText('Пользователь завершил сеанс').waitFor()
    await office.expectAccessible(page)
  })
})
