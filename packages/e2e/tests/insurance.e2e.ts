import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Distribution, DistributionCard } from '@ipoteka-office/contract/insurance/distributions.ts'
import type { CaseInsurance } from '@ipoteka-office/contract/insurance/agreements.ts'
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
  // The window that asks names the state too: only the tag says that it has come.
  await head.getByText('Отозвана', { exact: true }).first().waitFor()
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

test('a partner’s agent takes another insurer than was offered, and the choice is recorded', async ({
  office,
  bank,
}) => {
  const { id } = await bank.call<{ id: number }>(
    'POST',
    '/fullApp',
    {
      ...{ programme: '2', regionCode: '77', lastName: 'Полисова', firstName: 'Злата', amount: '4000000' },
      ...{ birthDate: '1990-05-05', sex: 'FEMALE' },
    },
    'agent',
  )
  const page = await office.openAs('agent', `/full-app-edit/${id}?section=INSURANCE`)
  await page.getByRole('button', { name: 'Предложить страховщика: Личное страхование' }).click()
  await page.getByText('Предложено', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Выбрать страховщика' }).click()
  const dialog = page.getByRole('dialog')
  // Whom the distribution has offered stands first and is chosen already.
  const others = dialog.getByRole('radio', { checked: false })
  await others.first().waitFor()
  await others.first().check()
  const take = dialog.getByRole('button', { name: 'Выбрать', exact: true })
  await expect.poll(() => take.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByLabel('Почему клиент выбрал другого').fill('У клиента там уже есть полис')
  await take.click()
  await page.getByText(/^выбор клиента, предлагали/).waitFor()
  await page.getByText('Страховщик выбран', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Данные договора' }).click()
  await dialog.getByLabel('Номер').fill('П-17/2026')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('№ П-17/2026').waitFor()
  // The policy is a paper of the application: it is attached to its agreement, and opened from there.
  const policy = { ownerType: 'APPLICATION', ownerId: id, typeCode: 'POLICY_LIFE' }
  await bank.call('POST', '/document', policy, 'agent')
  await page.getByRole('button', { name: 'Документы договора' }).click()
  await dialog.getByRole('checkbox', { name: /личного страхования/ }).check()
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  const paper = page.getByRole('link', { name: 'Договор (полис) личного страхования' })
  await paper.waitFor()
  // What becomes of the paper elsewhere shows here at once.
  const document = Number(/document=(\d+)/.exec((await paper.getAttribute('href')) ?? '')?.[1])
  const { version } = await bank.call<{ version: number }>('GET', `/document/${document}`)
  await bank.call('POST', `/document/${document}/markDeleted`, { version })
  await paper.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Отправить страховщику' }).click()
  await dialog.getByRole('button', { name: 'Отправить страховщику' }).click()
  // The stand-in of insurers answers by a job, and says that it is one.
  await page.getByText('Рассчитано', { exact: true }).first().waitFor({ timeout: 60_000 })
  await page.getByText('имитатор').waitFor()
  const { agreements } = await bank.call<CaseInsurance>('GET', `/insurance/cases/${id}`, undefined, 'agent')
  expect(agreements[0]).toMatchObject({ ownChoice: true, state: 'CALCULATED', number: 'П-17/2026' })
})
