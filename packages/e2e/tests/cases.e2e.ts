import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { UserData } from '@ipoteka-office/contract/session/session.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownFullApplication, saveSection } from '#full-application.ts'
import { scroll } from '#scroll.ts'

/** An open task of a full application that the underwriter works on and nobody has remarked on. */
async function ownTask(bank: Bank): Promise<CaseTask> {
  const body = { tab: 'MY', caseType: 'FULL_APPLICATION', stages: ['DOCS_CHECK'], sort: 'createdAt,desc' }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  for (const task of tasks.content)
    if ((await bank.call<unknown[]>('GET', `/case/${task.caseId}/remarks`)).length === 0) return task
  throw new Error('The underwriter of the demo bank has no task without remarks')
}

describe('a case', () => {
  test('is sent back with a remark by the keyboard; the dialog asks, the page shows the new stage', async ({
    office,
    bank,
  }) => {
    const task = await ownTask(bank)
    const page = await office.openAs('underwriter', `/full-app-edit/${task.caseId}`)
    const back = page.getByRole('button', { name: 'Вернуть на доработку' })
    await back.waitFor()
    // Nothing to send back for yet: the button stays in reach and says why.
    expect(await back.getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'Новое замечание' }).press('Enter')
    const dialog = page.getByRole('dialog')
    for (const field of ['Раздел', 'Вид замечания']) {
      await dialog.getByLabel(field).focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await dialog.getByLabel('Что исправить').fill('Приложите справку о доходах')
    await dialog.getByRole('button', { name: 'Добавить' }).press('Enter')
    const remarks = page.getByRole('region', { name: 'Замечания', exact: true })
    await remarks.getByText('Приложите справку о доходах').waitFor()

    await expect.poll(() => back.getAttribute('aria-disabled')).toBe(null)
    await back.press('Enter')
    await dialog.getByLabel(/^Комментарий/).fill('Нет справки о доходах')
    await dialog.getByRole('button', { name: 'Вернуть на доработку' }).press('Enter')
    await page.getByText('Вернуть на доработку: готово. Этап: Доработка').waitFor()
    await page.getByRole('button', { name: 'Проверка комплекта: пройден' }).press('Enter')
    await page
      .getByRole('dialog', { name: 'Этап «Проверка комплекта»' })
      .getByText('Нет справки о доходах')
      .waitFor()
  })

  test('keeps who, what and what can be done in 64 px while it is scrolled, and moves nothing below', async ({
    office,
    bank,
  }) => {
    const task = await ownTask(bank)
    const page = await office.openAs('underwriter', `/full-app-edit/${task.caseId}?section=CREDIT`, {
      viewport: { width: 1440, height: 700 },
    })
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) })
    await head.getByText('Проверяет').waitFor()
    await office.settled(page)
    const height = async () => (await head.boundingBox())?.height ?? 0
    expect(await height()).toBeGreaterThan(100)
    const field = page.getByRole('main').getByRole('combobox').first()
    await field.waitFor()
    const before = (await field.boundingBox())?.y ?? 0
    // A busy browser loses a turn of the wheel: it is turned until the head is slim.
    const slowly = { interval: 1_000, timeout: 15_000 }
    const turned = async (by: number, isThere: (now: number) => boolean) => {
      if (!isThere(await height())) await page.mouse.wheel(0, by)
      return isThere(await height())
    }
    await page.mouse.move(700, 500)
    await expect.poll(() => turned(120, (now) => now <= 66), slowly).toBe(true)
    const moved = async () => before - ((await field.boundingBox())?.y ?? 0)
    const top = () => page.evaluate(() => document.documentElement.scrollTop)
    await expect.poll(async () => (await moved()) - (await top())).toBe(0)
    await head.getByRole('button', { name: 'Вернуть на доработку' }).waitFor()
    await expect.poll(() => turned(-2_000, (now) => now > 100), slowly).toBe(true)
  })

  test('a comment with a mention arrives in the colleague’s open window and in their notifications', async ({
    office,
    bank,
  }) => {
    const { caseId } = await ownTask(bank)
    const words = `проверьте доход ${Date.now()}`
    const path = `/business-process/${caseId}`
    const [mine, theirs] = [await office.openAs('underwriter', path), await office.openAs('workload', path)]
    for (const page of [mine, theirs])
      await page.getByRole('button', { name: 'Показать: Комментарии' }).click()
    await theirs.getByText('Сейчас открыто ещё:').waitFor()
    // In the slim head of a scrolled page as well.
    await office.settled(theirs)
    await scroll(theirs, 200)
    await theirs.getByTitle('Сейчас открыто ещё:').waitFor()
    await scroll(theirs, -400)

    const field = mine.getByLabel('Новый комментарий')
    const { descriptor: person } = await bank.call<UserData>(
      'GET',
      '/employee/getUserByLogin?login=workload',
      undefined,
      'workload',
    )
    await field.pressSequentially(`@${person.split(' ')[0]}`)
    await mine.getByRole('option', { name: person }).waitFor()
    await field.press('Enter')
    await field.pressSequentially(words)
    await field.press('Control+Enter')

    await theirs.getByText(words).waitFor()
    const told = async () => {
      const path = '/notifications'
      const { content } = await bank.call<PageOf<{ text: string }>>('GET', path, undefined, 'workload')
      return content.map(({ text }) => text)
    }
    await expect.poll(told).toContainEqual(expect.stringContaining(words))
  })
})

test('a task is put off, comes back on demand, and is handed back to the queue', async ({ office, bank }) => {
  const free = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', { tab: 'GROUPS' }, 'agent')
  const task = free.content.find(({ may }) => may.take)
  if (!task) throw new Error('The agent of the demo bank has no task to take')
  const page = await office.openAs('agent', `/tasks?tab=GROUPS&search=${encodeURIComponent(task.caseNumber)}`)
  const row = page.getByRole('row').filter({ hasText: task.caseNumber })
  await row.getByRole('button', { name: 'Взять', exact: true }).press('Enter')
  await page.getByText('Задача ваша').waitFor()

  await page.getByRole('tab', { name: /^Мои/ }).click()
  await row.getByRole('button', { name: /^Действия с задачей/ }).press('Enter')
  await page.getByRole('button', { name: 'Отложить', exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Отложить' }).press('Enter')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'С отложенными' }).click()
  await row.getByText(/^отложена:/).waitFor()
  await row.getByRole('button', { name: /^Действия с задачей/ }).press('Enter')
  await page.getByRole('button', { name: 'Вернуть в очередь' }).press('Enter')
  await page.getByText('Задача возвращена в очередь').waitFor()
})

test('an assignment is given on the page of a case, found among one’s tasks and answered', async ({
  office,
  bank,
}) => {
  const task = await ownTask(bank)
  const page = await office.openAs('workload', `/full-app-edit/${task.caseId}`)
  const panel = page.getByRole('region', { name: 'Задачи', exact: true })
  await panel.getByRole('button', { name: 'Дать поручение' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Поручение по делу' })
  const path = '/employee/getUserByLogin?login=underwriter'
  const { descriptor } = await bank.call<UserData>('GET', path, undefined, 'underwriter')
  const [person = ''] = descriptor.split(' ')
  await dialog.getByLabel('Сотрудник').click()
  await page.keyboard.type(person)
  await page.getByRole('option', { name: new RegExp(person) }).click()
  const words = 'Запросить справку о доходах'
  await dialog.getByLabel('Что сделать').fill(words)
  await dialog.getByLabel('Подробности').fill('За последние полгода')
  await dialog.getByRole('button', { name: 'Поручить' }).press('Enter')
  await panel.getByText('За последние полгода').waitFor()

  const theirs = await office.openAs('underwriter', `/tasks?search=${encodeURIComponent(task.caseNumber)}`)
  const row = theirs.getByRole('row').filter({ hasText: words })
  await row.getByRole('button', { name: 'Выполнено' }).press('Enter')
  const answer = theirs.getByRole('dialog', { name: 'Выполнено' })
  await answer.getByLabel('Что сделано').fill('Справка приложена')
  await answer.getByRole('button', { name: 'Выполнено' }).press('Enter')
  await row.waitFor({ state: 'detached' })

  // Whoever gave it sees the answer come.
  await panel.getByRole('button', { name: /^Завершённые:/ }).press('Enter')
  await panel.getByText('Ответ: Справка приложена').waitFor()
})

test('two versions of a case are chosen and compared by the keyboard, and the address holds them', async ({
  office,
  bank,
}) => {
  const { id } = await ownFullApplication(bank)
  for (const amount of ['6480000', '5500000']) await saveSection(bank, id, 'CREDIT', { amount })
  const page = await office.openAs('agent', `/full-app-edit/${id}`)
  const panel = page.getByRole('region', { name: 'История', exact: true })
  await panel.getByRole('link', { name: 'Сравнить версии' }).press('Enter')
  // What the last save has changed is there at once.
  const table = page.getByRole('table')
  await table
    .getByRole('row', { name: /^Сумма кредита\s?, изменено 6\s480\s000\s₽ 5\s500\s000\s₽$/ })
    .waitFor()

  // Arrows go to the older versions of the left side: to the one before the first save.
  const before = page.getByRole('radio', { name: /^Было: .*Параметры кредита/ })
  await before.last().focus()
  await page.keyboard.press('ArrowDown')
  const whole = table.getByRole('row', { name: /^Сумма кредита\s?, изменено − 5\s500\s000\s₽$/ })
  await whole.waitFor()
  await page.getByRole('button', { name: 'Все поля' }).press('Enter')
  await table.getByRole('rowheader', { name: /^Клиент/ }).waitFor()

  const address = page.url()
  expect(new URL(address).searchParams.get('all')).toBe('true')
  await office.go(page, address)
  await whole.waitFor()
  await table.getByRole('link', { name: 'Параметры кредита' }).press('Enter')
  await page.waitForURL((url) => url.pathname === `/full-app-edit/${id}`)
})
