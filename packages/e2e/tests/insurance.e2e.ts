import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Distribution, DistributionCard } from '@ipoteka-office/contract/insurance/distributions.ts'
import type { Tariff } from '@ipoteka-office/contract/insurance/tariffs.ts'
import { expect, test } from '#fixtures.ts'
import { tabCount } from '#list.ts'

/** A day that no other version or tariff of the demo bank begins on: what begins then changes nothing meanwhile. */
const far = '2098-03-01'

test('shares are drafted, made a whole, agreed to by another and withdrawn before their day', async ({
  office,
  bank,
}) => {
  const page = await office.openAs('workload', '/insurance-loan-distribution')
  await page.getByRole('button', { name: 'Новая версия' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Название').fill('Доли для путешествия')
  await dialog.getByLabel('Действует с').fill('01.03.2098')
  await dialog.getByRole('button', { name: 'Создать' }).click()
  await page.getByRole('heading', { name: /Доли для путешествия/ }).waitFor()

  const shares = page.getByLabel(/^Доля, %\..*Потеря работы/)
  await shares.first().fill('59,5')
  await page.getByText('не хватает 0,5 %').waitFor()
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Черновик сохранён').waitFor()
  const submit = page.getByRole('button', { name: 'На подтверждение' })
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true')

  const row = page.getByRole('row', { name: /^Потеря работы/ })
  await row.getByRole('button', { name: 'Нормализовать' }).click()
  await expect.poll(() => page.getByText('не хватает').count()).toBe(0)
  await page.getByRole('button', { name: 'Сохранить' }).click()
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBeNull()
  await submit.click()
  await page.getByRole('dialog').getByRole('button', { name: 'На подтверждение' }).click()
  // The author agrees to nothing of their own.
  const approve = page.getByRole('button', { name: 'Подтвердить' })
  await expect.poll(() => approve.getAttribute('aria-disabled')).toBe('true')

  const versions = await bank.call<Distribution[]>(
    'GET',
    '/insurance/distributions?lending=LOAN',
    undefined,
    'uw-head',
  )
  const id = versions.find(({ title }) => title === 'Доли для путешествия')?.id
  const head = await office.openAs('uw-head', `/insurance-loan-distribution?version=${id}`)
  await head.getByRole('button', { name: 'Подтвердить' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click()
  await head.getByRole('button', { name: 'Отозвать' }).click()
  await head.getByRole('dialog').getByLabel('Комментарий').fill('Путешествие окончено')
  await head.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await head.getByText('Отозвана').first().waitFor()
  const card = await bank.call<DistributionCard>('GET', `/insurance/distributions/${id}`)
  const made = card.content.rows.find(({ type }) => type === 'JOB_LOSS')
  expect([card.state, made?.cells.reduce((sum, { share }) => sum + share, 0)]).toEqual(['WITHDRAWN', 10_000])
})

test('a tariff with mistakes is refused line by line; the mended one is agreed to by another', async ({
  office,
  bank,
}) => {
  const { insurers } = await bank.call<DistributionCard>('GET', '/insurance/distributions/1')
  const { inn, shortName } = insurers.find(({ isAccredited }) => isAccredited) ?? { inn: '', shortName: '' }
  const file = (...lines: string[]) => ({
    name: 'тариф.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'ИНН страховщика;Вид страхования;Тариф, % в год;Действует с',
        ...lines.map((line) => `${inn};${line}`),
      ].join('\r\n'),
    ),
  })
  office.faults.allow(/400/)
  const page = await office.openAs('workload', '/insurance-distribution?tab=tariffs')
  const input = page.locator('input[type="file"]')
  await input.setInputFiles(file('Каско;0,2;01.03.2098', `LIFE;-1;${far}`))
  await page.getByText('Строка 2. Вид страхования: значения «Каско» нет в справочнике').waitFor()
  await page.getByText(/^Строка 3\. Тариф, % в год/).waitFor()
  await input.setInputFiles(file('LIFE;0,2;01.03.2098'))
  await page.getByRole('tablist', { name: 'Строки файла' }).waitFor()
  expect(await tabCount(page, 'Новые')).toBe(1)
  expect(await tabCount(page, 'Исключены')).toBeGreaterThan(0)
  await page.waitForURL(/tariff=\d+/)
  expect(await page.getByRole('button', { name: 'Подтвердить' }).getAttribute('aria-disabled')).toBe('true')

  const { content } = await bank.call<PageOf<Tariff>>(
    'GET',
    '/insurance/tariffs?size=1',
    undefined,
    'uw-head',
  )
  const head = await office.openAs('uw-head', `/insurance-distribution?tab=tariffs&tariff=${content[0]?.id}`)
  await head.getByRole('heading', { name: new RegExp(shortName.slice(0, 12)) }).waitFor()
  await head.getByRole('button', { name: 'Подтвердить' }).click()
  await head.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click()
  await head.getByRole('button', { name: 'Отозвать' }).click()
  await head.getByRole('dialog').getByLabel('Комментарий').fill('Путешествие окончено')
  await head.getByRole('dialog').getByRole('button', { name: 'Отозвать' }).click()
  await head.getByText('Отозван', { exact: true }).waitFor()
})

test('an agent of a partner finds no shares and no tariffs', async ({ office }) => {
  const page = await office.openAs('agent', '/insurance-distribution')
  await page
    .getByText(/Недостаточно прав|нет прав|Нет доступа/i)
    .first()
    .waitFor()
})
