import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose, save } from '#approver.ts'
import { expect, test } from '#fixtures.ts'
import { rowCount, tabCount } from '#list.ts'

const list = '/featureToggle'
const row = (page: Page, key: string) => page.locator('tbody tr').filter({ hasText: key })
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true })
const freeKey = (name: string) => `e2e.${name}${Date.now()}`
const create = (key: string, change: Partial<FeatureToggle> = {}) => ({
  key,
  title: `Проверка ${key}`,
  ...change,
})
const approve = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

describe('list of feature toggles', () => {
  test('tabs carry the counts of the rows they open', async ({ office }) => {
    const page = await office.openAs('admin', list)
    await page.locator('tbody tr').first().waitFor()
    for (const tab of ['Все', 'Включённые', 'Выключенные', 'С правилами', 'Срок истёк']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect.poll(() => rowCount(page)).toBe(await tabCount(page, tab))
    }
  })

  test('the search is in the address, and an empty list offers to drop it', async ({ office }) => {
    const page = await office.openAs('admin', list)
    await page.getByRole('searchbox', { name: /^Найти/ }).fill('fourEyes')
    await page.waitForURL(/text=fourEyes/)
    await expect.poll(() => rowCount(page)).toBe(1)
    const other = await office.tab(page, `${list}?text=нетакого`)
    await other.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await row(other, 'roles.fourEyes').waitFor()
  })

  test('is not for everybody', async ({ office }) => {
    const page = await office.openAs('agent', list)
    await page.getByText('Нет прав на совершение операции').waitFor()
  })
})

describe('card of a feature toggle', () => {
  test('a new one: the key is checked, rules act in order, the history remembers', async ({ office }) => {
    const page = await office.openAs('admin', list)
    await page.getByRole('button', { name: 'Новый переключатель' }).click()
    await page.waitForURL(/featureToggle\/new$/)
    const key = freeKey('new')
    await label(page, 'Ключ').fill('Мой ключ')
    await label(page, 'Название').fill('Новая функция')
    await page.getByRole('button', { name: 'Создать' }).click()
    await page.getByText(/^Ключ: латинские буквы/).waitFor()
    await label(page, 'Ключ').fill(key)
    await page.getByRole('button', { name: 'Добавить правило' }).click()
    await choose(page, 'Роль', 'Андеррайтер')
    await page.getByRole('button', { name: 'Добавить правило' }).click()
    await page.getByRole('combobox', { name: 'Для кого' }).nth(1).click()
    await page.locator('[role="option"]').filter({ hasText: 'Доля сотрудников' }).first().click()
    await page.getByRole('textbox', { name: 'Доля сотрудников' }).fill('150')
    await page.getByRole('button', { name: 'Создать' }).click()
    await page.getByText('От 0 до 100').waitFor()
    await page.getByRole('textbox', { name: 'Доля сотрудников' }).fill('100')
    const side = page.getByRole('complementary', { name: 'Сведения о переключателе' })
    await side.getByText('100 % сотрудников').waitFor()
    await page.getByRole('button', { name: 'Создать' }).click()
    await page.waitForURL(/featureToggle\/\d+$/)
    await side.getByText('Запись создана').waitFor()
    // Everybody is in a share of 100 %.
    await expect.poll(() => side.getByText('Для вас сейчас').locator('..').innerText()).toMatch(/включено/)
    await page.getByRole('button', { name: 'Назад' }).click()
    await expect.poll(() => row(page, key).innerText()).toMatch(/2 правила/)
    await row(page, key).getByRole('link').click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await approve(page, 'Удалить')
    await page.waitForURL(/featureToggle$/)
    await expect.poll(() => row(page, key).count()).toBe(0)
  })

  test('a late save opens the comparison and overwrites nothing silently', async ({ office, bank }) => {
    const made = await bank.call<FeatureToggle>('POST', '/feature-toggles', create(freeKey('late')))
    const page = await office.openAs('admin', `${list}/${made.id}`)
    office.faults.allow(/409/)
    await label(page, 'Владелец').fill('Мой отдел')
    const { id, key: _, killed: __, stale: ___, delivered: ____, ...fields } = made
    await bank.call('PUT', `/feature-toggles/${id}`, { ...fields, owner: 'Чужой отдел' })
    await page.getByText('Запись уже изменил кто-то другой').waitFor()
    await save(page)
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.getByText('Чужой отдел').waitFor()
    await dialog.getByRole('radio', { name: /Владелец, ваше/ }).check()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await page.getByText('Данные сохранены').waitFor()
    expect((await bank.call<FeatureToggle>('GET', `/feature-toggles/${id}`)).owner).toBe('Мой отдел')
  })

  test('a change acts within 2 s in a page that somebody else has open', async ({ office, bank }) => {
    const made = await bank.call<FeatureToggle>('POST', '/feature-toggles', create(freeKey('live')))
    const mine = await office.openAs('admin', `${list}/${made.id}`)
    const theirs = await office.openAs('viewer', list)
    const state = row(theirs, made.key)
    await expect.poll(() => state.innerText()).toMatch(/Все: выключено/)
    await office.settled(theirs)
    await choose(mine, 'По умолчанию', 'Включено')
    await save(mine)
    await mine.getByText('Данные сохранены').waitFor()
    const saved = Date.now()
    await expect.poll(() => state.innerText(), { timeout: 5_000, interval: 50 }).toMatch(/Все: включено/)
    await expect.poll(() => state.getByText('включено', { exact: true }).count(), { interval: 50 }).toBe(1)
    expect(Date.now() - saved).toBeLessThan(2_000)
    await mine.getByRole('button', { name: 'Выключить для всех' }).click()
    await approve(mine, 'Выключить для всех')
    // A second change may wait for the end of the two seconds that the first one began.
    await expect.poll(() => state.innerText()).toMatch(/Аварийно выключено/)
  })

  test('who may only look sees no way to change', async ({ office, bank }) => {
    const { content } = await bank.call<{ content: FeatureToggle[] }>('GET', '/feature-toggles')
    const page = await office.openAs('viewer', `${list}/${content[0]?.id}`)
    await page.getByText('Только просмотр.').waitFor()
    expect(await label(page, 'Название').isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Сохранить' }).getAttribute('aria-disabled')).toBe('true')
  })
})
