import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { activeApprover, choose, editPath, save, tick } from '#approver.ts'
import { expect, test } from '#fixtures.ts'

const labels = [
  'Статус',
  'Лимит',
  'Уровень кредитных заявок',
  'Рассматриваемые партнеры',
  'Рассматриваемые регионы',
  'Смена (с)',
  'Смена (по)',
]
const limit = (page: Page) => page.getByLabel('Лимит', { exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

describe('card of an approver', () => {
  test('shows the name as a heading, the role, and every field with its label', async ({ office, bank }) => {
    for (const type of ['oic', 'nis'] as const) {
      const approver = await activeApprover(bank, type, 0)
      const page = await office.openAs('admin', editPath(type, approver.id))
      const name = [approver.lastName, approver.firstName, approver.middleName].filter(Boolean).join(' ')
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByText(`Роль: ${approver.role}`).waitFor()
      for (const label of labels) await page.getByLabel(label, { exact: true }).first().waitFor()
      const statuses = page.getByLabel('Статус кредитных заявок', { exact: true })
      expect(await statuses.count()).toBe(type === 'nis' ? 1 : 0)
    }
  })

  test('a change is saved, shown in the history and kept after a reload', async ({ office, bank }) => {
    const approver = await activeApprover(bank, 'nis', 1)
    const next = (approver.mortgageApplicationsLimit ?? 0) + 7
    const page = await office.openAs('admin', editPath('nis', approver.id))
    await limit(page).fill(String(next))
    await save(page)
    await page.getByText('Данные сохранены').waitFor()
    await page.getByRole('complementary').getByText(`${approver.mortgageApplicationsLimit}`).first().waitFor()
    await page.getByRole('complementary').getByText(String(next)).first().waitFor()
    await page.reload()
    await expect.poll(() => limit(page).inputValue()).toBe(String(next))
    expect((await bank.approver('nis', approver.id)).mortgageApplicationsLimit).toBe(next)
  })

  test('an ACTIVE approver needs every field, a bad time is named, and the first wrong field has the focus', async ({
    office,
    bank,
  }) => {
    const approver = await activeApprover(bank, 'nis', 2)
    const page = await office.openAs('admin', editPath('nis', approver.id))
    await limit(page).fill('')
    await page.getByLabel('Смена (с)', { exact: true }).fill('2560')
    await page.getByText('Некорректный формат времени').first().waitFor()
    await page.getByText('Поле должно быть заполнено').first().waitFor()
    await save(page)
    await page
      .getByRole('region', { name: 'Уведомления' })
      .getByText(/Ошибка/)
      .first()
      .waitFor()
    expect((await bank.approver('nis', approver.id)).version).toBe(approver.version)
    // On pause nothing is required.
    await choose(page, 'Статус', 'На паузе')
    await expect.poll(() => page.getByText('Поле должно быть заполнено').count()).toBe(0)
  })

  test('«Выбрать все» sends the flag with empty lists, and a reload shows the one chip', async ({
    office,
    bank,
  }) => {
    const approver = await bank.save('oic', (await activeApprover(bank, 'oic', 1)).id, {
      allRegions: false,
      regions: [{ code: '77' }],
      allPartners: false,
      partners: [{ partnerId: (await bank.call<{ id: number }[]>('GET', '/partner'))[0]?.id ?? 1 }],
    })
    const page = await office.openAs('admin', editPath('oic', approver.id))
    await tick(page, 'Рассматриваемые регионы', 'Выбрать все')
    await tick(page, 'Рассматриваемые партнеры', 'Выбрать все')
    const [request] = await Promise.all([
      page.waitForRequest(
        (each) => each.method() === 'PUT' && each.url().includes(`/partner/oic/${approver.id}`),
      ),
      save(page),
    ])
    expect(request.postDataJSON()).toMatchObject({
      regions: [],
      allRegions: true,
      partners: [],
      allPartners: true,
    })
    await page.getByText('Данные сохранены').waitFor()
    await page.reload()
    await page.getByText('Все регионы').first().waitFor()
    await page.getByText('Все партнеры').first().waitFor()
  })

  test('becoming INACTIVE asks; a refusal restores the status, a consent hands the applications over', async ({
    office,
    bank,
  }) => {
    const { content } = await bank.approvers(
      'nis',
      { workStatus: 'ACTIVE' },
      'page=0&size=100&sort=load,desc',
    )
    const approver = content.find((one) => one.openApplicationsCount > 0)
    if (approver === undefined) throw new Error('nobody has applications')
    const page = await office.openAs('admin', editPath('nis', approver.id))
    const status = () =>
      page
        .locator('form')
        .getByText(/^(Активный|Неактивный|На паузе)$/)
        .first()
        .innerText()
    await choose(page, 'Статус', 'Неактивный')
    await save(page)
    const question = 'Вы уверены, что хотите распределить все заявки данного пользователя?'
    await dialog(page).getByText(question).waitFor()
    await dialog(page).getByRole('button', { name: 'Отмена' }).click()
    await expect.poll(status).toBe('Активный')
    expect((await bank.approver('nis', approver.id)).workStatus).toBe('ACTIVE')

    await choose(page, 'Статус', 'Неактивный')
    await save(page)
    await dialog(page).getByText(question).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(status).toBe('Активный')

    await choose(page, 'Статус', 'Неактивный')
    await save(page)
    await dialog(page).getByRole('button', { name: 'Да, распределить' }).click()
    await page.getByText('Данные сохранены').waitFor()
    const after = await bank.approver('nis', approver.id)
    expect(after.workStatus).toBe('INACTIVE')
    expect(after.openApplicationsCount).toBe(0)
    // Who received what is told at once, and stays in the history.
    const count = approver.openApplicationsCount
    const told = page.getByRole('dialog', { name: 'Кому ушли заявки' })
    const rows = told.getByRole('table', { name: 'Распределённые заявки' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(Math.min(count, 10) + 1)
    await told.getByText(new RegExp(`^${count} заяв`)).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: new RegExp(`^Кому ушли заявки: ${count},`) }).click()
    await told.getByRole('link', { name: /^И-/ }).first().waitFor()
  })

  test('a stale save opens the comparison, and nothing is overwritten before a side is chosen', async ({
    office,
    bank,
  }) => {
    office.faults.allow(/409/)
    const approver = await activeApprover(bank, 'nis', 3)
    const first = await office.openAs('admin', editPath('nis', approver.id))
    const second = await office.openAs('workload', editPath('nis', approver.id))
    await limit(second).fill('61')
    await limit(first).fill('60')
    await save(first)
    await first.getByText('Данные сохранены').waitFor()
    await save(second)
    const compare = dialog(second).filter({ hasText: 'Запись изменена' })
    await compare.getByText(/Кузнецова/).waitFor()
    expect((await bank.approver('nis', approver.id)).mortgageApplicationsLimit).toBe(60)
    await compare.getByRole('radio', { name: /Лимит, ваше/ }).check()
    await compare.getByRole('button', { name: 'Применить и сохранить' }).click()
    await second.getByText('Данные сохранены').waitFor()
    expect((await bank.approver('nis', approver.id)).mortgageApplicationsLimit).toBe(61)
  })

  test('earlier values are taken from the history into the form, looked at and saved', async ({
    office,
    bank,
  }) => {
    const { id, mortgageApplicationsLimit: was } = await activeApprover(bank, 'oic', 5)
    await bank.save('oic', id, {
      mortgageApplicationsLimit: 71,
      regions: [{ code: '77' }],
      allRegions: false,
    })
    await bank.save('oic', id, { workStatus: 'PAUSE', workingShiftFrom: '03:00' })
    const page = await office.openAs('admin', editPath('oic', id))
    await limit(page).fill('99')
    await page.getByRole('button', { name: 'Вся история' }).click()
    const history = dialog(page).filter({ hasText: 'История изменений' })
    const back = history.getByRole('button', { name: /^Вернуть прежние значения/ })
    // The older of the two changes: both are taken back.
    await back.nth(1).click()
    const question = dialog(page).filter({ hasText: 'несохранённые изменения' })
    await question.getByRole('button', { name: 'Отмена' }).click()
    await question.waitFor({ state: 'detached' })
    await history.waitFor()
    await back.nth(1).click()
    await question.getByRole('button', { name: 'Заменить' }).click()
    await history.waitFor({ state: 'detached' })
    await page.getByText(/На форме прежние значения/).waitFor()
    expect(await limit(page).inputValue()).toBe(String(was))
    expect((await bank.approver('oic', id)).mortgageApplicationsLimit).toBe(71)
    await save(page)
    await page.getByText('Данные сохранены').waitFor()
    await page.getByText(/На форме прежние значения/).waitFor({ state: 'detached' })
    const after = await bank.approver('oic', id)
    expect(after).toMatchObject({ mortgageApplicationsLimit: was, workStatus: 'ACTIVE' })
    expect(after.workingShiftFrom).not.toBe('03:00')
    await page.getByRole('complementary').getByText('На паузе').first().waitFor()
  })

  test('an approver that does not exist shows the error block', async ({ office }) => {
    office.faults.allow(/404/)
    const page = await office.openAs('admin', editPath('nis', 2_000_000_000))
    await page.getByText('Что-то пошло не так').waitFor()
    await page.getByText('Ошибка', { exact: true }).first().waitFor()
  })

  test('the limit takes whole numbers from 0', async ({ office, bank }) => {
    const approver = await activeApprover(bank, 'oic', 3)
    const page = await office.openAs('admin', editPath('oic', approver.id))
    await limit(page).fill('')
    await limit(page).pressSequentially('-1a2,5')
    await limit(page).blur()
    expect(Number(await limit(page).inputValue())).toBeGreaterThanOrEqual(0)
    expect(await limit(page).inputValue()).toMatch(/^\d+$/)
  })

  test('what is pasted and does not fit whole is not taken, and the last refusal is told', async ({
    office,
    bank,
  }) => {
    const approver = await activeApprover(bank, 'oic', 3)
    const page = await office.openAs('admin', editPath('oic', approver.id))
    const from = page.getByLabel('Смена (с)', { exact: true })
    const told = page.getByRole('alert').filter({ hasText: 'Не вставлено' })
    const before = await from.inputValue()
    await from.selectText()
    await page.keyboard.insertText('09:30:15')
    await told.filter({ hasText: '«09:30:15»: сюда помещается время ЧЧ:ММ' }).waitFor()
    expect(await from.inputValue()).toBe(before)
    await page.keyboard.insertText('7:05')
    expect(await from.inputValue()).toBe('07:05')

    await limit(page).fill('12')
    await limit(page).selectText()
    await limit(page).evaluate((field) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', '1 500,50')
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await told.filter({ hasText: '«1 500,50»: нужно целое число от 0' }).waitFor()
    expect(await told.count()).toBe(1)
    expect(await limit(page).inputValue()).toBe('12')
  })
})

describe('card of an approver by keyboard alone', () => {
  test('a status is changed and saved without the mouse', async ({ office, bank }) => {
    const approver: Approver = await activeApprover(bank, 'oic', 4)
    const page = await office.openAs('admin', editPath('oic', approver.id))
    await limit(page).waitFor()
    const reach = async (name: string) => {
      for (let n = 0; n < 60; n += 1) {
        const label = await page.evaluate(() => {
          const element = document.activeElement
          const id = element?.id ?? ''
          const tied =
            id === '' ? '' : (document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ?? '')
          return tied || (element?.textContent ?? '')
        })
        if (label.trim() === name) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`Tab does not reach «${name}»`)
    }
    await reach('Статус')
    await page.keyboard.press('ArrowDown')
    await page.locator('[role="listbox"]').waitFor()
    await page.keyboard.press('End')
    for (let n = 0; n < 3; n += 1) {
      const active = await page.locator('[role="option"][data-highlighted]').first().innerText()
      if (active.includes('На паузе')) break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')
    await reach('Лимит')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('17')
    await page.keyboard.press('Enter')
    await page.getByText('Данные сохранены').waitFor()
    const after = await bank.approver('oic', approver.id)
    expect(after).toMatchObject({ workStatus: 'PAUSE', mortgageApplicationsLimit: 17 })
    await bank.save('oic', approver.id, { workStatus: 'ACTIVE' })
  })
})
