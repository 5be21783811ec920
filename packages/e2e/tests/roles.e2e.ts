import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import type { findWhoCan } from '@ipoteka-office/contract/roles/role-insight.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose } from '#approver.ts'
import { expect, test } from '#fixtures.ts'
import { newRole, people, roleOf, setFourEyes, setRole } from '#role.ts'

const box = (page: Page, name: string | RegExp) => page.getByRole('checkbox', { name })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const changes = (page: Page) => page.getByRole('group', { name: 'Несохранённые изменения' })

/** Chooses in a long list, which shows only a part of itself, by typing. */
async function pick(page: Page, name: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name, exact: true })
  await field.click()
  await field.fill(option)
  await page.locator('[role="option"]').filter({ hasText: option }).first().click()
}

describe('the list of roles', () => {
  test('finds by name and shows the disabled ones on demand; both are in the address', async ({ office }) => {
    const page = await office.openAs('admin', '/roles')
    const list = page.getByRole('navigation', { name: 'Роли' })
    await list.getByRole('link', { name: /^Андеррайтер/ }).waitFor()
    expect(await list.getByRole('link', { name: /^Практикант/ }).count()).toBe(0)
    await list.getByRole('button', { name: /^Отключённые/ }).click()
    await list.getByRole('link', { name: /^Практикант/ }).waitFor()
    await page.getByRole('searchbox', { name: 'Найти роль' }).fill('нетакой')
    await page.waitForURL(/find=/)
    await page.getByText('Таких ролей нет').waitFor()
    await list.getByRole('button', { name: /^Все/ }).click()
    await page.getByRole('searchbox', { name: 'Найти роль' }).fill('TRAINEE')
    await list.getByRole('link', { name: /^Практикант/ }).waitFor()
  })

  test('is not for everybody, and an auditor only looks', async ({ office }) => {
    const agent = await office.openAs('agent', '/roles')
    await agent.getByText('Нет прав на совершение операции').waitFor()
    const page = await office.openAs('viewer', '/roles?role=3')
    await page.getByText('Только просмотр.').waitFor()
    expect(await box(page, 'Все операции: Партнёры').isDisabled()).toBe(true)
    expect(await button(page, 'Новая роль').getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the matrix of a role', () => {
  test('rows and columns change together, only what is changed can be shown, a save counts it', async ({
    office,
    bank,
  }) => {
    const role = await newRole(bank, { operations: { Qr: ['Check'], Deal: ['List'] } })
    const page = await office.openAs('admin', `/roles?role=${role.id}&state=all`)
    await box(page, 'Все операции: Рабочие группы').check()
    await box(page, /^Сделки рефинансирования: Список/).uncheck()
    await changes(page).getByText('+2 / −1').waitFor()
    await page.getByRole('searchbox', { name: 'Найти объект или операцию' }).fill('Чёрный список')
    await expect.poll(() => page.locator('tbody tr').count()).toBe(3)
    await box(page, 'Все строки: Список').check()
    await changes(page).getByText('+5 / −1').waitFor()
    await page.getByRole('searchbox', { name: 'Найти объект или операцию' }).fill('')
    await button(page, 'Только изменённые').click()
    await expect.poll(() => page.locator('tbody tr').count()).toBe(5)
    await button(page, 'Сохранить').click()
    await page.getByText('Данные сохранены').waitFor()
    await expect.poll(() => changes(page).count()).toBe(0)
    const saved = await roleOf(bank, role.id)
    expect(saved.operations).toMatchObject({ Workgroup: ['Read', 'Update'], PhoneBlacklist: ['List'] })
    expect(saved.operations.Deal).toBeUndefined()
    await button(page, 'История').click()
    await page
      .getByRole('dialog')
      .getByText(/Сделки рефинансирования/)
      .first()
      .waitFor()
  })

  test('warns of duties that one person should not have, and leaving asks', async ({ office, bank }) => {
    const role = await newRole(bank)
    const page = await office.openAs('admin', `/roles?role=${role.id}&state=all`)
    await box(page, /^Роли и права: Роли: изменение/).check()
    await box(page, /^Роли и права: Роли: подтверждение/).check()
    await changes(page).getByText('Несовместимые обязанности').waitFor()
    await page.getByRole('tab', { name: 'Сравнение' }).click()
    await inDialog(page, 'Остаться')
    await changes(page).getByText('+2 / −0').waitFor()
    await button(page, 'Отменить').click()
    await expect.poll(() => changes(page).count()).toBe(0)
  })

  test('a late save is compared object by object', async ({ office, bank }) => {
    const role = await newRole(bank, { operations: { Deal: ['List'] } })
    const page = await office.openAs('admin', `/roles?role=${role.id}&state=all`)
    office.faults.allow(/409/)
    await box(page, /^QR-коды: Генерация/).check()
    const { id, version, code, name, description, isDisabled } = role
    const theirs = {
      version,
      code,
      name,
      description,
      isDisabled,
      operations: { Deal: ['List'], Rule: ['Read'] },
    }
    await bank.call('PUT', `/userRole/${id}`, theirs)
    await button(page, 'Сохранить').click()
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.getByRole('radio', { name: /^QR-коды, ваше/ }).check()
    await dialog.getByRole('radio', { name: /^Правила комплектности, на сервере/ }).check()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await page.getByText('Данные сохранены').waitFor()
    expect((await roleOf(bank, id)).operations).toEqual({ Deal: ['List'], Qr: ['Check'], Rule: ['Read'] })
  })

  test('a role is created, copied, renamed, disabled after its people are shown, and switched on again', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('admin', '/roles')
    const name = `Новая ${Date.now()}`
    await button(page, 'Новая роль').click()
    await page.getByLabel('Название', { exact: true }).fill(name)
    await page.getByLabel('Код', { exact: true }).fill('свой код')
    await inDialog(page, 'Создать')
    await page.getByText(/^Код: латинские заглавные/).waitFor()
    await page.getByLabel('Код', { exact: true }).fill(`NEW_${Date.now()}`)
    await inDialog(page, 'Создать')
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await button(page, 'Переименовать').click()
    await page.getByLabel('Описание', { exact: true }).fill('Для проверки')
    await inDialog(page, 'Сохранить')
    await page.getByText('Для проверки').waitFor()
    await button(page, 'Копировать').click()
    await inDialog(page, 'Создать')
    await page.getByRole('heading', { name: `${name} (копия)` }).waitFor()
    const copied = Number(new URL(page.url()).searchParams.get('role'))
    await setRole(bank, people.underwriter, copied, true)
    await page.reload()
    await button(page, 'Отключить').click()
    await page.getByRole('dialog').getByRole('link', { name: 'Соловьёва Анна Игоревна' }).waitFor()
    await inDialog(page, 'Отключить')
    await button(page, 'Включить').click()
    await button(page, 'Отключить').waitFor()
    expect((await roleOf(bank, copied)).isDisabled).toBe(false)
    await setRole(bank, people.underwriter, copied, false)
  })

  test('is given out as a file', async ({ office }) => {
    const page = await office.openAs('admin', '/roles')
    const waiting = page.waitForEvent('download')
    await button(page, 'Выгрузить').click()
    await button(page, 'Текст с разделителями (CSV)').click()
    expect((await waiting).suggestedFilename()).toMatch(/\.csv$/)
  })
})

describe('questions about rights', () => {
  test('by person: operations and the roles and groups that give them', async ({ office, bank }) => {
    const path = '/userRole/whoCan?objectType=EmployeeOic&operation=Read&size=100'
    const able = await bank.call<ResponseOf<typeof findWhoCan>>('GET', path)
    const member = able.content.find(({ paths }) => paths.some(({ workgroup }) => workgroup !== null))
    if (!member) throw new Error('nobody has the operation through a group')
    const page = await office.openAs('admin', '/roles')
    await page.getByRole('tab', { name: 'По сотруднику' }).click()
    await page.getByRole('combobox', { name: 'Сотрудник' }).fill(member.fullName)
    await page.locator('[role="option"]').filter({ hasText: member.partner.shortName }).first().click()
    await page.waitForURL(/person=\d/)
    await page.getByRole('searchbox', { name: /^Найти объект/ }).fill('Участник согласования')
    await page
      .getByText(/через группу «/)
      .first()
      .waitFor()
    await office.go(page, '/roles?mode=person&person=3')
    await page.getByText('Назначено, но сейчас ничего не даёт').waitFor()
  })

  test('who can: people with their roles, by name, each a link to the card', async ({ office }) => {
    const page = await office.openAs('admin', '/roles?mode=who')
    await pick(page, 'Тип объекта', 'Роли и права')
    await choose(page, 'Операция', 'Роли: изменение')
    const row = page.locator('tbody tr').filter({ hasText: 'Кузнецова Мария Викторовна' })
    await row.getByText('Администратор', { exact: true }).waitFor()
    expect(await row.getByRole('link').first().getAttribute('href')).toBe('/partner/1/employee/1')
    await page.getByRole('searchbox', { name: 'Найти по имени' }).fill('нетакого')
    await page.getByRole('button', { name: 'Сбросить фильтры' }).waitFor()
  })

  test('why not: what is missing and who may give it', async ({ office }) => {
    const page = await office.openAs('admin', '/roles?mode=why&person=3')
    await pick(page, 'Тип объекта', 'QR-коды')
    await choose(page, 'Операция', 'Генерация QR-кода')
    await page.getByText('Доступа нет').waitFor()
    await page.getByRole('heading', { name: 'Кто может назначить роль' }).waitFor()
    await page.getByRole('link', { name: 'Кузнецова Мария Викторовна' }).waitFor()
    await office.go(page, '/roles?mode=why&person=1&objectType=Qr&operation=Check')
    await page.getByText('Доступ есть').waitFor()
  })

  test('comparison and the menu of a role', async ({ office }) => {
    const page = await office.openAs('admin', '/roles?mode=compare')
    await choose(page, 'Первая роль', 'Аудитор')
    await choose(page, 'Вторая роль', 'Администратор')
    await page.getByText(/^Только «Аудитор»/).waitFor()
    await page.getByRole('row', { name: /Роли: изменение/ }).waitFor()
    await button(page, 'Поменять местами').click()
    await page.getByText(/^Только «Администратор/).waitFor()
    await page.getByRole('tab', { name: 'Меню как роль' }).click()
    await choose(page, 'Роль', 'Андеррайтер')
    const menu = page.getByRole('region', { name: 'Меню роли' })
    await menu.getByText('База знаний').waitFor()
    expect(await menu.getByText('Партнёры', { exact: true }).count()).toBe(0)
    await page
      .getByRole('region', { name: 'Чего нет в меню' })
      .getByText('Партнёры', { exact: true })
      .waitFor()
  })
})

describe('four eyes', () => {
  test('a change waits for another person; its maker cannot approve it; a refusal needs its reason', async ({
    office,
    bank,
  }) => {
    const checker = await newRole(bank, { operations: { UserRole: ['List', 'Approve'] } })
    const role = await newRole(bank, { operations: { Deal: ['List'] } })
    await setRole(bank, people.workload, checker.id, true)
    await setFourEyes(bank, true)
    try {
      const maker = await office.openAs('admin', `/roles?role=${role.id}&state=all`)
      await box(maker, /^QR-коды: Генерация/).check()
      await button(maker, 'Отправить на подтверждение').click()
      const mine = maker.getByRole('article')
      await mine.getByText('Ожидает подтверждения').waitFor()
      await mine
        .locator('p')
        .filter({ hasText: 'Это ваша заявка: её подтверждает другой сотрудник' })
        .waitFor()
      expect(await mine.getByRole('button', { name: 'Подтвердить' }).getAttribute('aria-disabled')).toBe(
        'true',
      )
      expect(await box(maker, 'Все операции: Партнёры').isDisabled()).toBe(true)
      expect((await roleOf(bank, role.id)).operations).toEqual({ Deal: ['List'] })

      const second = await office.openAs('workload', '/roles?mode=requests')
      const theirs = second.getByRole('article').filter({ hasText: role.name })
      await theirs.getByRole('button', { name: 'Отклонить' }).click()
      const refuse = second.getByRole('dialog').getByRole('button', { name: 'Отклонить', exact: true })
      expect(await refuse.getAttribute('aria-disabled')).toBe('true')
      await second.getByLabel('Причина').fill('Нет основания')
      await refuse.click()
      await second.getByText('Изменение отклонено').waitFor()

      await maker.reload()
      await box(maker, /^QR-коды: Генерация/).check()
      await button(maker, 'Отправить на подтверждение').click()
      await mine.getByText('Ожидает подтверждения').waitFor()
      await second.reload()
      await theirs.getByRole('button', { name: 'Подтвердить' }).click()
      await inDialog(second, 'Подтвердить')
      await second.getByText('Изменение подтверждено и действует').waitFor()
      expect((await roleOf(bank, role.id)).operations).toEqual({ Deal: ['List'], Qr: ['Check'] })

      const name = `Группа ${role.code}`
      await bank.call('POST', '/partner/1/workgroup', { name })
      await office.go(maker, '/partner-edit/1?tab=workgroups')
      await maker.getByRole('button', { name, exact: true }).click()
      const group = maker.getByRole('dialog')
      await group.getByRole('tab', { name: /^Права/ }).click()
      await group.getByRole('checkbox', { name: role.name, exact: true }).click()
      await group.getByText('Ждёт подтверждения').waitFor()
      expect(await group.getByRole('checkbox', { name: role.name, exact: true }).isDisabled()).toBe(true)
      await office.go(second, '/roles?mode=requests')
      await second
        .getByRole('article')
        .filter({ hasText: name })
        .getByRole('button', { name: 'Подтвердить' })
        .click()
      await inDialog(second, 'Подтвердить')
      // The page of who asked knows it without being opened anew.
      await group.getByText('Ждёт подтверждения').waitFor({ state: 'detached' })
      expect(await group.getByRole('checkbox', { name: role.name, exact: true }).isChecked()).toBe(true)
    } finally {
      // The open page of the second person may ask once more just as the right goes.
      office.faults.allow(/403 .*\/api\/userRole\/settings/)
      await setFourEyes(bank, false)
      await setRole(bank, people.workload, checker.id, false)
    }
  })
})

describe('a change of rights', () => {
  test('reaches the menu and the page of an open browser', async ({ office, bank }) => {
    const role = await newRole(bank, { operations: { UserRole: ['List'] } })
    await setRole(bank, people.underwriter, role.id, true)
    const theirs = await office.openAs('underwriter', '/roles')
    await theirs.getByRole('heading', { name: 'Роли', exact: true }).waitFor()
    await office.settled(theirs)
    office.faults.allow(/403/)
    await setRole(bank, people.underwriter, role.id, false)
    await theirs.getByText('Нет прав на совершение операции').waitFor({ timeout: 5_000 })
    await setRole(bank, people.underwriter, role.id, true)
    await theirs.getByRole('heading', { name: 'Роли', exact: true }).waitFor({ timeout: 5_000 })
    await setRole(bank, people.underwriter, role.id, false)
  })
})
