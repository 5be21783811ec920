import { describe } from 'vitest'
import { findViolations } from '#accessibility.ts'
import { Faults } from '#faults.ts'
import { expect, test } from '#fixtures.ts'

describe('what watches over every journey can fail', () => {
  test('a picture without words and a pale text are found', async ({ office }) => {
    const page = await office.window()
    await page.goto('/')
    await page.getByLabel('Логин').waitFor()
    await page.evaluate(() => {
      const picture = document.createElement('img')
      picture.src = 'data:,'
      const pale = document.createElement('p')
      pale.textContent = 'Бледный текст'
      pale.style.color = '#bbbbbb'
      pale.style.background = '#ffffff'
      document.querySelector('main')?.append(picture, pale)
    })
    const found = await findViolations(page)
    expect(found.some((line) => line.startsWith('image-alt'))).toBe(true)
    expect(found.some((line) => line.startsWith('color-contrast'))).toBe(true)
  })

  test('a pale text is found in a long table too, where equal cells are judged once', async ({ office }) => {
    const page = await office.window()
    await page.goto('/')
    await page.getByLabel('Логин').waitFor()
    const found = async (pale: string) => {
      await page.evaluate((where) => {
        document.querySelector('table')?.remove()
        const table = document.createElement('table')
        for (let n = 0; n < 60; n += 1) table.insertRow().insertCell().textContent = `Строка ${n}`
        for (const cell of table.querySelectorAll<HTMLElement>(where)) {
          cell.style.color = '#bbbbbb'
          cell.style.background = '#ffffff'
        }
        document.querySelector('main')?.append(table)
      }, pale)
      return (await findViolations(page)).filter((line) => line.startsWith('color-contrast')).length
    }
    expect(await found('caption')).toBe(0)
    expect(await found('tr:nth-child(37) td')).toBe(1)
    // Of a class of cells that are all alike the first two in even and odd rows, and the last.
    expect(await found('td')).toBe(6)
  })

  test('an exception, a console error and a refusal of the security policy are collected', async ({
    office,
  }) => {
    office.faults.allow(/planted|Content Security Policy/)
    const page = await office.window()
    const faults = new Faults()
    faults.watch(page)
    await page.goto('/')
    await page.getByLabel('Логин').waitFor()
    await page.evaluate(() => {
      console.error('planted error')
      setTimeout(() => {
        throw new Error('planted exception')
      })
      const style = document.createElement('style')
      style.textContent = 'body { color: red }'
      document.head.append(style)
    })
    await expect.poll(() => faults.all.length).toBeGreaterThanOrEqual(3)
    expect(faults.all.join('\n')).toMatch(/planted error/)
    expect(faults.all.join('\n')).toMatch(/planted exception/)
    expect(faults.all.join('\n')).toMatch(/Content Security Policy/)
  })
})
