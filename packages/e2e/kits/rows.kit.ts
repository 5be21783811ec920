import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, type OpenKit, test } from '#kits/fixtures.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const filters = (page: Page) => page.getByRole('group', { name: 'Фильтры' })

async function open(openKit: OpenKit): Promise<Page> {
  const page = await openKit('/dev/rows')
  await filters(page).getByRole('button', { name: /^Ещё/ }).waitFor()
  return page
}

describe('the focus of a row of filters', () => {
  test('goes to «Ещё» with a cleared chip that has no room', async ({ openKit }) => {
    const page = await open(openKit)
    const group = filters(page).getByRole('button', { name: /^Группа/ })
    await group.waitFor()
    await button(page, 'Убрать фильтр «Группа»').click()
    await group.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Ещё/)
  })

  test('stays on a cleared chip that has room', async ({ openKit }) => {
    const page = await open(openKit)
    await button(page, 'Уровень').click()
    await button(page, 'Выбрать «Уровень»').click()
    await page.keyboard.press('Escape')
    await button(page, 'Убрать фильтр «Уровень»').click()
    await expect.poll(() => focused(page)).toBe('Уровень')
  })

  test('is not lost with «Сбросить», which goes', async ({ openKit }) => {
    const page = await open(openKit)
    await button(page, 'Сбросить').click()
    await button(page, 'Сбросить').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(/^Ещё/)
  })
})

test('all of several values are reached by the keyboard', async ({ openKit }) => {
  const page = await open(openKit)
  await button(page, 'и ещё 2').press('Enter')
  const all = page.getByRole('dialog', { name: 'Все значения' })
  await all.getByText('Паспорт, СНИЛС, Справка о доходах').waitFor()
  await page.keyboard.press('Escape')
  await all.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('и ещё 2')
})

/** Its code does not come at the first time. */
async function openLate(page: Page) {
  await button(page, 'Позднее окно').click()
  await page.getByText('Проверьте сеть и откройте его ещё раз или обновите страницу').waitFor()
  const late = page.getByRole('dialog', { name: 'Позднее окно' })
  expect(await late.count()).toBe(0)
  await button(page, 'Позднее окно').click()
  await late.waitFor()
  return late
}

test('a window whose code did not come says so, and is asked for again when it is opened again', async ({
  openKit,
}) => {
  await openLate(await open(openKit))
})

test('a window has the focus when it appears: whoever sees it may press Enter at once', async ({
  openKit,
}) => {
  const page = await open(openKit)
  const late = await openLate(page)
  await page.keyboard.press('Escape')
  await late.waitFor({ state: 'detached' })
  const hasFocus = await button(page, 'Позднее окно').evaluate(async (opener: HTMLElement) => {
    const appeared = new Promise<boolean>((resolve) => {
      const observer = new MutationObserver(() => {
        const window = document.querySelector('[role="dialog"]')
        if (!window) return
        observer.disconnect()
        resolve(window.contains(document.activeElement))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    opener.click()
    return appeared
  })
  expect(hasFocus).toBe(true)
})

/** The field of a list has the focus, which its choices follow. */
async function openLateList(openKit: OpenKit) {
  const page = await open(openKit)
  const field = page.getByRole('combobox', { name: 'Разряд' })
  await field.focus()
  return { page, field }
}

describe('Enter in a list that is not there yet', () => {
  test('chooses what comes first, and does not send the form', async ({ openKit }) => {
    const { page, field } = await openLateList(openKit)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Первый')
    await page.getByText('Отправлено: 0').waitFor()
    // Closed with its choice: the next Enter is for the form.
    await page.keyboard.press('Enter')
    await page.getByText('Отправлено: 1').waitFor()
  })

  test('has chosen for whoever has gone on to the next field at once', async ({ openKit }) => {
    const { page, field } = await openLateList(openKit)
    for (const key of ['ArrowDown', 'Enter', 'Tab']) await page.keyboard.press(key)
    await expect.poll(() => focused(page)).toBe('Отправить разряд')
    await expect.poll(() => field.inputValue()).toBe('Первый')
    await page.getByText('Отправлено: 0').waitFor()
  })

  test('does not call back whoever has gone on before the list was drawn', async ({ openKit }) => {
    const { page, field } = await openLateList(openKit)
    await page.keyboard.press('ArrowDown')
    await page.getByRole('listbox').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    // A busy machine draws late: what waits for a frame happens after the next key.
    await page.evaluate(() => {
      const draw = requestAnimationFrame
      const waiting: FrameRequestCallback[] = []
      globalThis.requestAnimationFrame = (step) => waiting.push(step)
      addEventListener('drawn', () => {
        globalThis.requestAnimationFrame = draw
        for (const step of waiting) draw(step)
      })
    })
    for (const key of ['ArrowDown', 'Tab']) await page.keyboard.press(key)
    expect(await focused(page)).toBe('Отправить разряд')
    await page.evaluate(async () => {
      dispatchEvent(new Event('drawn'))
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    })
    expect(await focused(page)).toBe('Отправить разряд')
    expect(await field.inputValue()).toBe('')
  })

  test('chooses by what was typed, however fast', async ({ openKit }) => {
    const { page, field } = await openLateList(openKit)
    await page.keyboard.type('тр')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Третий')
    await page.getByText('Отправлено: 0').waitFor()
  })

  test('leaves what the arrows have reached to them', async ({ openKit }) => {
    const { page, field } = await openLateList(openKit)
    const lit = page.locator('[role="option"][data-highlighted]')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Первый')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Первый' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await lit.filter({ hasText: 'Второй' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field.inputValue()).toBe('Второй')
    // What was chosen stays with an Enter in the list that has just been opened again.
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('Второй')
    await page.getByText('Отправлено: 0').waitFor()
  })
})
