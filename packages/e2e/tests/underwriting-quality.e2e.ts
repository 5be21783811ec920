import type { QualityCheck, QualityRow } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import type { Scorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { expect, test } from '#fixtures.ts'

test('a number of the statistics opens the list of exactly its applications', async ({ office }) => {
  const page = await office.openAs('uw-head', '/underwriting-all?part=statistics')
  const refused = page.getByRole('link', { name: /Отказано/ }).first()
  const count = Number((await refused.locator('b').innerText()).replaceAll(/\D/g, ''))
  expect(count).toBeGreaterThan(0)
  await refused.click()
  await page.waitForURL('**/underwriting-all?*outcomes=REJECT*')
  const table = page.getByRole('table', { name: 'Сводный журнал заявок' })
  await table.locator('tbody tr').first().waitFor()
  await expect
    .poll(async () => (await page.locator('main').innerText()).replaceAll(/[\u00a0 ]/g, ''))
    .toContain(`из${count}`)
})

test('a sampled decision is opened by its address and graded', async ({ office, bank }) => {
  const page = await office.openAs('uw-head', '/underwriting-all?part=quality')
  await page.getByRole('button', { name: 'Отобрать решения' }).click()
  const drawing = page.getByRole('dialog', { name: 'Отобрать решения' })
  await drawing.getByLabel('Зерно').fill('путешествие')
  await drawing.getByRole('button', { name: 'Отобрать', exact: true }).click()
  await drawing.waitFor({ state: 'hidden' })
  const found = await bank.call<Page<QualityRow>>(
    'POST',
    '/underwriting/quality/checks/search?size=100',
    { tab: 'OPEN' },
    'uw-head',
  )
  const mine = found.content[0]
  expect(mine).toBeDefined()
  const address = `/underwriting-all?part=quality&tab=ALL&check=${mine?.id}`
  await office.go(page, address)
  const dialog = page.getByRole('dialog', { name: 'Проверка качества решения' })
  await dialog.getByRole('radio', { name: 'Верно' }).first().waitFor()
  for (const radio of await dialog.getByRole('radio', { name: 'Верно' }).all()) await radio.check()
  await dialog.getByRole('radio', { name: 'Ошибка' }).first().check()
  await dialog.getByPlaceholder('В чём ошибка').fill('Доход взят без справки')
  await dialog.getByRole('button', { name: 'Оценить' }).click()
  await dialog.getByText('50 из 100').waitFor()

  const check = await bank.call<QualityCheck>(
    'GET',
    `/underwriting/quality/checks/${mine?.id}`,
    undefined,
    'uw-head',
  )
  expect([check.state, check.score]).toEqual(['GRADED', 50])
})

test('versions of the scorecard stand side by side, the one in use beside the one that is computed with it', async ({
  office,
}) => {
  const page = await office.openAs('uw-head', '/underwriting-all?part=scorecards')
  const compared = page.getByRole('table', { name: 'Сравнение по характеристикам' })
  await compared.waitFor()
  const differing = await compared.locator('tbody').count()
  await page.getByRole('checkbox', { name: 'Показывать и то, что не отличается' }).check()
  await expect.poll(() => compared.locator('tbody').count()).toBeGreaterThan(differing)
  await page.getByRole('table', { name: 'Советы на последних решениях' }).waitFor()
  // Nothing is moved on without the words that the move asks for.
  await page.getByRole('button', { name: 'Предложить основной' }).click()
  const dialog = page.getByRole('dialog', { name: /^Предложить основной: версия/ })
  const propose = dialog.getByRole('button', { name: 'Предложить основной' })
  expect(await propose.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByLabel('Комментарий').fill('Советы точнее на решениях за год')
  await propose.click()
  await page.getByText('Предложить основной: готово').waitFor()
  await page
    .getByRole('region', { name: 'Версии скоринговой карты' })
    .getByText('Предложена основной', { exact: true })
    .waitFor()
})

test('a draft of the scorecard is written, comes back from another person with words, and is given up', async ({
  office,
  bank,
}) => {
  const page = await office.openAs('uw-head', '/underwriting-all?part=scorecards')
  const versions = page.getByRole('region', { name: 'Версии скоринговой карты' })
  await versions
    .getByRole('row')
    .filter({ hasText: 'Основная' })
    .getByRole('button', { name: /^\d+\. / })
    .click()
  // The version in use is read, not written.
  await page.getByText(/^Только просмотр\. Меняют только черновик/).waitFor()
  await page.getByRole('button', { name: 'Новая версия на её основе' }).click()
  const card = page.getByRole('form', { name: /^Версия \d+/ })
  await card.getByLabel('Название').fill('Стаж весит больше')
  await card.getByRole('button', { name: /^Стаж на последнем месте/ }).click()
  const part = card.getByRole('group', { name: 'Стаж на последнем месте: часть 2' })
  await part.getByLabel('Баллы').fill('33')
  const bound = part.getByLabel('От, мес.')
  const before = await bound.inputValue()
  await bound.fill('900')
  await page.keyboard.press('Control+s')
  await card.getByText('Границы идут по возрастанию').first().waitFor()
  await bound.fill(before)
  await page.keyboard.press('Control+s')
  await page.getByText('Черновик сохранён').waitFor()
  const id = Number(new URL(page.url()).searchParams.get('version'))
  const saved = await bank.call<Scorecard>('GET', `/underwriting/scorecards/${id}`, undefined, 'uw-head')
  const seniority = saved.content.characteristics.find(({ code }) => code === 'SENIORITY')
  expect([saved.title, seniority?.bins[1]?.points]).toEqual(['Стаж весит больше', 33])

  await page.getByRole('button', { name: 'На подтверждение' }).click()
  const sending = page.getByRole('dialog', { name: /^На подтверждение: версия/ })
  await sending.getByRole('button', { name: 'На подтверждение' }).click()
  await page.getByText('На подтверждение: готово').waitFor()
  // The other head gives it back; the page of the author says so by itself.
  const { version } = await bank.call<Scorecard>(
    'GET',
    `/underwriting/scorecards/${id}`,
    undefined,
    'workload',
  )
  await bank.call(
    'POST',
    `/underwriting/scorecards/${id}/decision`,
    { action: 'decline', version, comment: 'Покажите пробу на решениях года' },
    'workload',
  )
  await page.getByRole('button', { name: 'Отказаться от черновика' }).waitFor()
  await page.getByRole('button', { name: 'История' }).click()
  await page
    .getByRole('dialog', { name: /^История версии/ })
    .getByText('Стаж весит больше')
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Отказаться от черновика' }).click()
  const leaving = page.getByRole('dialog', { name: /^Отказаться от черновика/ })
  await leaving.getByRole('button', { name: 'Отказаться от черновика' }).click()
  await card.getByText('Отозвана', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'К версиям' }).click()
  await versions.waitFor()
})
