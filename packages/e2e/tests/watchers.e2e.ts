import { describe } from 'vitest'
import { findViolations } from '#accessibility.ts'
import { Faults } from '#faults.ts'
import { expect, test } from '#fixtures.ts'
import { signIn } from '#sign-in.ts'

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

  test('an exception of a page is reported to the server where the bank wants that, and nowhere else', async ({
    office,
  }) => {
    office.faults.allow(/planted exception/)
    const page = await office.window()
    // As the server marks the page when a service is connected, before its scripts begin.
    await page.addInitScript(() =>
      document.addEventListener('readystatechange', () =>
        document.querySelector('meta[name="error-reports"]')?.setAttribute('content', 'on'),
      ),
    )
    await page.goto('/partners')
    await signIn(page, 'admin')
    await office.settled(page)
    const reports: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/error-report')) reports.push(request.postDataJSON())
    })
    const told = page.waitForResponse((response) => response.url().endsWith('/api/error-report'))
    await page.evaluate(() => {
      for (let n = 0; n < 3; n += 1)
        setTimeout(() => {
          throw new RangeError('planted exception')
        })
    })
    expect((await told).status()).toBe(204)
    await office.settled(page)
    expect(reports).toMatchObject([
      {
        type: 'RangeError',
        message: 'planted exception',
        crumbs: expect.arrayContaining([expect.objectContaining({ kind: 'page', text: '/partners' })]),
      },
    ])
  })
})
