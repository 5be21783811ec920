import type { SystemState } from '@ipoteka-office/contract/system/system.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { ownPartner } from '#partner.ts'

describe('the state of the system', () => {
  test('an administrator sees the running process, services and queues, and the page follows by itself', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/system')
    const processes = page.getByRole('region', { name: 'Процессы' })
    await processes.getByText('Работает', { exact: true }).first().waitFor()
    const services = page.getByRole('region', { name: 'Внешние службы' })
    await services.getByText('Шлюз страховщиков', { exact: true }).waitFor()
    await services.getByText('Учебный имитатор', { exact: true }).first().waitFor()
    await page.getByText('Восстановить банк не из чего: сделайте копию командой npm run backup').waitFor()
    await page.getByText(/^Открыто сеансов: [1-9]\d*, людей: [1-9]\d*$/).waitFor()
    const ends = page.getByRole('region', { name: 'Сертификаты и лицензии' })
    await ends.getByText('Лицензия Банка России', { exact: true }).waitFor()
    await page.getByText(/^Ещё \d+ очеред(?:ь пуста|и пусты|ей пусты)$/).waitFor()
    // Nobody touches the page: it asks again.
    await page.waitForResponse((answer) => /\/api\/system\?/.test(answer.url()) && answer.ok())
    await page.getByRole('link', { name: 'Переключатели функций' }).click()
    await page.getByRole('heading', { name: 'Переключатели функций', level: 1 }).waitFor()
  })

  test('dead jobs are chosen and tried again, and the page says how many', async ({ office, bank }) => {
    const window = { viewport: { width: 1440, height: 900 } }
    const page = await office.openAs('admin', '/calculator', window)
    const state = await bank.call<SystemState>('GET', '/system')
    const id = '5d0c0de0-0000-4000-8000-0000000000aa'
    const job = { id, title: 'Вопросы СПР о заявках', about: 'runId 12', error: 'СПР не отвечает' }
    // A job dies after minutes of attempts: the page is shown one, the server's part has its own tests.
    let dead = [{ ...job, failedAt: new Date().toISOString() }]
    await page.route('**/api/system?*', (asked) =>
      asked.fulfill({ json: { ...state, deadJobs: dead, deadTotal: dead.length } }),
    )
    const asked: unknown[] = []
    await page.route('**/api/system/dead-jobs/retry', (request) => {
      asked.push(request.request().postDataJSON())
      dead = []
      return request.fulfill({ json: { retried: 1 } })
    })
    await office.go(page, '/system')
    const part = page.getByRole('region', { name: 'Неудавшиеся задания' })
    await part.getByText('СПР не отвечает', { exact: true }).waitFor()
    await part.getByRole('checkbox', { name: 'Вопросы СПР о заявках, runId 12' }).check()
    await page.getByRole('button', { name: 'Повторить', exact: true }).click()
    await page.getByText('Повторяется: 1 задание').waitFor()
    await part.getByText('Неудавшихся заданий нет').waitFor()
    expect(asked).toEqual([{ ids: [id] }])
  })

  test('others find neither the page nor its entry in the menu', async ({ office }) => {
    const page = await office.openAs('underwriter', '/system')
    await page.getByText('Нет прав').first().waitFor()
  })

  test('the readiness of the bank says what is left, leads to where it is done, and follows by itself', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('admin', '/bank-readiness')
    await page.getByText(/^Осталось сделать: \d+, проверить: \d+$/).waitFor()
    const backup = page.getByRole('listitem', { name: 'Резервная копия' })
    await backup.getByText('Не готово', { exact: true }).waitFor()
    await backup.getByText(/npm run backup/).waitFor()
    const partners = page.getByRole('listitem', { name: 'Партнёры', exact: true })
    const before = await partners.textContent()
    await ownPartner(bank)
    // Nobody touches the page: it asks again.
    await expect.poll(() => partners.textContent(), { timeout: 30_000 }).not.toBe(before)
    await page.getByRole('link', { name: 'Резервная копия' }).click()
    await page.getByRole('heading', { name: 'Состояние системы', level: 1 }).waitFor()
  })
})
