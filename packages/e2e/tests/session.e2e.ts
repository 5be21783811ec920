import { randomInt, randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { type DemoLogin, signIn } from '#sign-in.ts'

const people: [login: DemoLogin, name: RegExp][] = [
  ['admin', /Кузнецова/],
  ['workload', /Орлов/],
  ['underwriter', /Соловьёва/],
  ['agent', /Ким/],
  ['partner-admin', /Гусейнов/],
  ['support', /Белова/],
  ['viewer', /Морозова/],
]

describe('sign-in', () => {
  test.for(people)(
    '%s signs in on the Russian page and is greeted by name',
    async ([login, name], { office }) => {
      const page = await office.window()
      await page.goto('/')
      expect(await page.locator('html').getAttribute('lang')).toBe('ru')
      await signIn(page, login)
      await office.ready(page)
      await page.getByRole('button', { name }).first().waitFor()
    },
  )

  test('norole is told which roles are needed', async ({ office }) => {
    const page = await office.window()
    await page.goto('/')
    await signIn(page, 'norole')
    await page.getByText('Ошибка авторизации. F5 для повтора').waitFor()
    await page.getByText(/apix_user/).waitFor()
  })

  test('blocked is told that user data could not be had', async ({ office }) => {
    office.faults.allow(/40[13]/)
    const page = await office.window()
    await page.goto('/')
    await signIn(page, 'blocked')
    await page.getByText('Ошибка авторизации. F5 для повтора').waitFor()
  })

  test('a wrong password stays on the page and says so', async ({ office }) => {
    office.faults.allow(/422/)
    const page = await office.window()
    await page.goto('/')
    await signIn(page, 'agent', 'не тот')
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Логин').inputValue()).toBe('agent')
  })

  test('the page that was asked for opens after signing in', async ({ office }) => {
    const page = await office.openAs('admin', '/list-workload-employees/oic?tab=pause', { fresh: true })
    await page.waitForURL(/\/list-workload-employees\/oic\?tab=pause/)
    await page.getByRole('heading', { name: /Сотрудники/ }).waitFor()
  })
})

describe('sign-out', () => {
  test('/logout ends the session, says so, and «Дальше» leads back through the sign-in page', async ({
    office,
  }) => {
    const page = await office.openAs('agent', '/', { fresh: true })
    await page.goto('/logout')
    await page.getByText('Пользователь завершил сеанс').waitFor()
    await page
      .getByRole('button', { name: 'Дальше' })
      .or(page.getByRole('link', { name: 'Дальше' }))
      .click()
    await page.getByLabel('Логин').waitFor()
    expect(new URL(page.url()).pathname).toContain('/auth/')
  })

  test('in one tab ends the work in the others: what is typed stays, nothing is called any more', async ({
    office,
  }) => {
    office.faults.allow(/401/)
    // A renewal of the token that is under way just then is refused by the identity server.
    office.faults.allow(/400.*openid-connect\/token/)
    const page = await office.openAs('workload', '/list-workload-employees/oic', { fresh: true })
    const other = await office.tab(page, '/')
    await other.goto('/logout')
    await other.getByText('Пользователь завершил сеанс').waitFor()
    await page.getByText('Сеанс завершён. Войдите снова').waitFor()
    // Reads of one moment go in one request.
    const refused = page.waitForResponse((response) =>
      /\/api\/(partner\/oic\/list|together)/.test(response.url()),
    )
    await page.getByRole('tab', { name: /^На паузе/ }).click()
    expect([(await refused).status(), (await refused).request().headers()['authorization']]).toEqual([
      401,
      undefined,
    ])
  })

  test('the session flag «logout» set before sign-in signs out at once', async ({ office }) => {
    const page = await office.openAs('support', '/', { fresh: true })
    await page.evaluate(() => sessionStorage.setItem('logout', 'true'))
    await page.goto('/')
    await page.getByText('Пользователь завершил сеанс').waitFor()
    await page.goto('/')
    await page.getByLabel('Логин').waitFor()
  })
})

describe('a token that ends in the middle of a form', () => {
  const renewals = '**/auth/realms/*/protocol/openid-connect/token'
  /** A client of one's own, half an hour after the page was opened: no token lives that long. */
  async function typed(page: Page) {
    const letters = Array.from(
      randomUUID().slice(0, 8),
      (one) => 'абвгдежзиклмнопр'[Number.parseInt(one, 16)] ?? 'а',
    )
    const surname = `Загор${letters.join('')}`
    await page.getByLabel('Фамилия', { exact: true }).fill(surname)
    await page.getByLabel('Имя', { exact: true }).fill('Вера')
    await page.getByLabel(/^Телефон/).fill(`+7913${randomInt(1_000_000, 9_999_999)}`)
    await page.keyboard.press('Tab')
    await page.clock.setSystemTime(Date.now() + 1_800_000)
    return surname
  }
  const window = { viewport: { width: 1440, height: 900 } }

  test('is renewed without a word, and the form is saved once', async ({ office }) => {
    const page = await office.openAs('agent', '/lead/new', window)
    const bearers: (string | undefined)[] = []
    const note = (asked: Request) => asked.headers()['authorization']
    const opened = await page.waitForRequest((asked) => note(asked) !== undefined)
    page.on('request', (asked) => {
      if (asked.method() === 'POST' && new URL(asked.url()).pathname === '/api/lead')
        bearers.push(note(asked))
    })
    await typed(page)
    const renewed = page.waitForResponse((answer) => answer.url().endsWith('/openid-connect/token'))
    await page.keyboard.press('Control+s')
    expect((await renewed).status()).toBe(200)
    await page.waitForURL(/\/lead\/\d+$/)
    expect(bearers).toHaveLength(1)
    expect(bearers[0]).not.toBe(note(opened))
  })

  test('and cannot be renewed: what is typed stays, comes back after signing in again, and is saved', async ({
    office,
  }) => {
    office.faults.allow(/40[01]/)
    const page = await office.openAs('agent', '/lead/new', window)
    const surname = await typed(page)
    await page.route(renewals, (asked) => asked.fulfill({ status: 400, json: { error: 'invalid_grant' } }))
    await page.route('**/api/lead', (asked) =>
      asked.fulfill({ status: 401, json: { type: 'ER_UNAUTHORIZED', message: 'Войдите снова' } }),
    )
    await page.keyboard.press('Control+s')
    const ribbon = page.getByRole('alert').filter({ hasText: 'Сеанс завершён. Войдите снова' })
    await ribbon.waitFor()
    expect(await page.getByLabel('Фамилия', { exact: true }).inputValue()).toBe(surname)
    await page.unroute(renewals)
    await page.unroute('**/api/lead')
    await ribbon.getByRole('button', { name: 'Войти' }).click()
    await page.getByRole('button', { name: 'Восстановить' }).click()
    await expect.poll(() => page.getByLabel('Фамилия', { exact: true }).inputValue()).toBe(surname)
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/lead\/\d+$/)
    await page.getByText(surname).first().waitFor()
  })
})

describe('sign-in without its parts', () => {
  test('a configuration that cannot be loaded is an error with its status and address', async ({
    office,
  }) => {
    office.faults.allow(/404|500/)
    const page = await office.window()
    await page.route('**/assets/keycloak.json*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto('/')
    await page.getByText('Ошибка авторизации. F5 для повтора').waitFor()
    await page.getByText(/500.*keycloak\.json|keycloak\.json.*500/s).waitFor()
  })

  test('an identity script that cannot be loaded is «not connected»', async ({ office }) => {
    office.faults.allow(/ERR_FAILED|Failed to load|dynamically imported/)
    const page = await office.window()
    await page.route('**/auth/js/**', (route) => route.abort())
    await page.goto('/')
    await page
      .getByText(/сервер[а-я]* (входа|авторизации|идентификации)|служб/i)
      .first()
      .waitFor()
    await page.getByRole('link').first().waitFor()
  })

  test('scripts that cannot be loaded at all are said', async ({ office }) => {
    office.faults.allow(/./)
    const page = await office.window()
    await page.route('**/static/*.js', (route) => route.abort())
    await page.goto('/')
    await page.getByText('Приложение не загрузилось. Проверьте сеть и обновите страницу.').waitFor()
  })

  test('a configuration of another host is refused', async ({ office }) => {
    office.faults.allow(/./)
    const page = await office.window()
    let asked = false
    await page.route('https://evil.example/**', (route) => {
      asked = true
      return route.abort()
    })
    for (const name of ['https://evil.example/k.json', '../evil.json', '//evil.example/k.json']) {
      await page.goto(`/?keycloak=${encodeURIComponent(name)}`)
      await page.waitForTimeout(800)
    }
    expect(asked).toBe(false)
  })
})
