import { describe } from 'vitest'
import { cutHeadings, findViolations, numbersWithDots } from '#accessibility.ts'
import { activeApprover, editPath } from '#approver.ts'
import { documentsPath, noise, ownApplication, pdfOf, putFile } from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { underwrittenApplication } from '#full-application.ts'
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
  test.concurrent.for([
    '/',
    '/access-log',
    '/system',
    '/bank-readiness',
    '/organisation-loads',
    '/notifications',
    '/leads',
    '/lead/new',
    '/applications/all/false',
    '/short-app-edit/new',
    '/application-checks',
    '/full-app-edit/{case}?section=REVIEW',
    '/full-app-edit/{case}',
    '/list-workload-employees/oic',
    '/list-workload-employees/nis',
    '/references',
    '/references?dictionary=docType',
    '/references?dictionary=landUsageType',
    '/references?dictionary=currency&load=new',
    '/underwriting-card/3',
    '/underwriting-employees',
    '/underwriting-groups',
    '/insurance-distribution',
    '/insurance-distribution?tab=versions',
    '/insurance-distribution?tab=tariffs',
    '/insurance-loan-distribution',
    '/compliance',
    '/blacklist-load/authority/new',
    '/underwriting-group-card/1',
    '/underwriting',
    '/underwriting-origin',
    '/underwriting-all',
    '/underwriting-all?part=statistics',
    '/underwriting-all?part=vintages',
    '/underwriting-all?part=quality',
    '/underwriting-all?part=scorecards',
    '/underwriting-all?part=scorecards&version=1',
    '/blacklist/individuals/viewAll',
    '/blacklist/individuals/view/1',
    '/blacklist/individuals/edit/new',
    '/blacklist/legalPersons/edit/new',
    '/blacklist/phones/edit/new',
    '/parameters',
    '/responsible-assignment-config',
    '/application-assignment-config?tab=trial',
    '/application-assignment-config?tab=versions',
    '/assignment-rules?tab=open',
    '/max-rate-control',
    '/max-rate-control?part=check',
    '/max-rate-control?part=forecast',
    '/parameters/compare',
    '/parameter/cooling-off',
    '/products',
    '/loan-products',
    '/featureToggle',
    '/featureToggle/new',
    '/partner-employees/2',
    '/partner-edit/2?tab=employees',
    '/partner-edit/2?tab=workgroups',
    '/partner-edit/2?tab=notifications',
    '/partner-edit/2?tab=reassignment',
    '/partner/1/employee/2',
    '/partner/1/employee/2?tab=access',
    '/partner/1/employee/2?tab=procuracies',
    '/partner/1/employee/2?tab=documents',
    '/partner/1/employee/2?tab=absences',
    '/documentAdmin',
    '/documentAdmin?mode=coverage',
    '/documentAdmin?mode=check&number={number}',
    '/documentAdmin?mode=issues&drafts=1',
    '/document-edit/new/COMPLETENESS',
    '/document-edit/15/COMPLETENESS',
    '/document-edit/101/VALIDITY',
    '/document-edit/115/SIGNERS',
    '/findInProductCatalog?amount=6000000&propertyPrice=9000000&termMonths=240&region=77&goal=SECONDARY_MARKET',
    '/calculator',
    '/calculator?tab=borrower',
    '/calculator?tab=saved',
    '/calculator?tab=batch',
    '/calendar?year=2026',
    '/roles',
    '/roles?role=3',
    '/roles?mode=person&person=3',
    '/roles?mode=who&objectType=UserRole&operation=Update',
    '/roles?mode=why&person=3&objectType=Qr&operation=Check',
    '/roles?mode=compare&first=1&second=7',
    '/roles?mode=menu&role=3',
    '/roles?mode=requests',
    '/roles?mode=groups',
    '/qr',
    '/qr/1',
    '/qr/new',
    '/partners',
    '/partner/2',
    ...[
      'main',
      'branches',
      'accounts',
      'contacts',
      'regions',
      'roles',
      'rates',
      'links',
      'description',
      'history',
    ].map((tab) => `/partner-edit/2?tab=${tab}`),
    '/tasks?tab=ALL',
    '/business-process/{case}',
    '/underwriting-total/{case}',
    '/underwriting-summary/{case}',
    '/underwriting-auto-checks/{case}',
    '/underwriting-fraud/{case}',
    '/underwriting-fraud/{case}?part=connections',
    '/underwriting-fraud/{case}?part=verdicts',
    '/underwriting-form/{case}',
    '/underwriting-mortgage/{case}',
    '/underwriting-form/{case}/spr_answers',
    '/compliance',
    '/case-versions/{case}?all=true',
    '/contracts',
    '/no-such-page',
  ])('%s', async (pattern, { office, bank }) => {
    const shown = pattern.includes('{') ? await underwrittenApplication(bank) : { id: 0, number: '' }
    const path = pattern.replace('{case}', String(shown.id)).replace('{number}', shown.number)
    const page = await office.openAs('admin', path)
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
