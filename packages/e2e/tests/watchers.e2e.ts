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
