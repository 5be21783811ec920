import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { type DemoLogin, signIn } from '#sign-in.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: /меню/i })

async function openMenu(page: Page): Promise<void> {
  const expand = page.getByRole('button', { name: /(Развернуть|Раскрыть|Открыть) меню/ })
  await expand.click()
}

const employeesOfNis = 'Сотрудники НИС'
const rights: [login: DemoLogin, sees: boolean][] = [
  ['admin', true],
  ['workload', true],
  ['support', false],
  ['agent', false],
]

describe('menu', () => {
  test.for(rights)('%s sees the employees of the department: %s', async ([login, sees], { office }) => {
    const page = await office.openAs(login, '/')
    await openMenu(page)
    const management = menu(page).getByText('Управление', { exact: true })
    if (sees) {
      await management.click()
      await menu(page).getByRole('link', { name: employeesOfNis }).click()
      await page.waitForURL(/\/list-workload-employees\/nis/)
    } else expect(await menu(page).getByRole('link', { name: employeesOfNis }).count()).toBe(0)
  })

  test('the open menu locks the scroll of the page, Escape closes it', async ({ office }) => {
    const page = await office.openAs('admin', '/list-workload-employees/nis')
    await openMenu(page)
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('hidden')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).overflow)).not.toBe('hidden')
  })

  test('stands beside the page where it is pinned, is remembered, and folds where there is no room', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/list-workload-employees/nis', {
      viewport: { width: 1440, height: 900 },
    })
    await openMenu(page)
    await menu(page).getByRole('button', { name: 'Закрепить меню' }).click()
    const own = menu(page).getByRole('link', { name: employeesOfNis })
    await expect.poll(() => own.getAttribute('aria-current')).toBe('page')
    const main = page.getByRole('main')
    const left = async () => (await main.locator('h1').first().boundingBox())?.x ?? 0
    expect(await left()).toBeGreaterThan(232)
    await page.reload()
    await office.ready(page)
    await own.waitFor()
    // The last entry of a long menu is in sight.
    const box = await own.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(900)
    await page.setViewportSize({ width: 1024, height: 768 })
    await own.waitFor({ state: 'detached' })
    await expect.poll(left).toBeLessThan(120)
    await page.setViewportSize({ width: 1440, height: 900 })
    await menu(page).getByRole('button', { name: 'Открепить меню' }).click()
    await own.waitFor({ state: 'detached' })
  })

  test('stays when the count of tasks does not load', async ({ office }) => {
    office.faults.allow(/Failed to load resource|ERR_FAILED/)
    const page = await office.window()
    const refused: string[] = []
    await page.route('**/static/task-count-*.js', (route) => {
      refused.push(route.request().url())
      return route.abort()
    })
    await page.goto('/')
    await signIn(page, 'admin')
    await expect.poll(() => refused.length).toBe(1)
    await office.settled(page)
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link').first().waitFor()
  })

  test.for(['workload', 'underwriter', 'agent', 'partner-admin', 'support', 'viewer'] as const)(
    'every entry that %s sees opens its page',
    async (login, { office }) => {
      const page = await office.openAs(login, '/')
      await openMenu(page)
      const main = menu(page)
      const links = new Set<string>()
      const collect = async () => {
        for (const link of await main.getByRole('link').all()) {
          const href = await link.getAttribute('href')
          if (href?.startsWith('/')) links.add(href)
        }
      }
      await collect()
      const groups = await main.getByRole('button', { expanded: false }).allInnerTexts()
      for (const name of groups.filter(Boolean)) {
        await main.getByRole('button', { name, exact: true, expanded: false }).click()
        await collect()
      }
      await page.keyboard.press('Escape')
      for (const href of links) {
        await office.go(page, href)
        expect(await page.getByText('Нет прав на совершение операции').count(), href).toBe(0)
      }
    },
  )

  test('isHideNavigation=true hides the menu and leaves the head', async ({ office }) => {
    const page = await office.openAs('admin', '/list-workload-employees/nis?isHideNavigation=true')
    await page.getByRole('heading', { name: /Сотрудники/ }).waitFor()
    expect(await menu(page).count()).toBe(0)
    await page.getByRole('navigation', { name: 'Путь к странице' }).getByText(/НИС/).waitFor()
    await page.getByRole('button', { name: /^Поиск/ }).waitFor()
  })

  test('a page without the right says so and shows nothing', async ({ office }) => {
    office.faults.allow(/403/)
    const page = await office.openAs('support', '/list-workload-employees/nis')
    await page.getByText('Нет прав на совершение операции').first().waitFor()
    expect(await page.locator('tbody tr').count()).toBe(0)
  })
})

describe('shell', () => {
  test('an unknown path is a page that does not exist', async ({ office }) => {
    const page = await office.openAs('admin', '/no-such-page/at-all')
    await page.getByText('Страница не найдена').first().waitFor()
    expect(await page.title()).toBe('Страница не найдена — Ипотека-офис')
  })

  test('a record that is not there names the window', async ({ office }) => {
    office.faults.allow(/404/)
    for (const path of ['/qr/2000000000', '/lead/2000000000', '/full-app-edit/2000000000']) {
      const page = await office.openAs('admin', path)
      await expect.poll(() => page.title()).toMatch(/(не найден|нет).* — Ипотека-офис/i)
    }
  })

  test('a section that is not built yet says so', async ({ office }) => {
    const page = await office.openAs('admin', '/contracts')
    await page
      .getByText(/(раздел|страниц).*(ещё|пока) (не|нет)|(ещё|пока) не/i)
      .first()
      .waitFor()
  })

  test('Ctrl K finds a page and an employee, and opens them by keyboard', async ({ office, bank }) => {
    const page = await office.openAs('admin', '/')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox').last()
    await field.fill('сотрудники нис')
    await page.getByRole('option', { name: /НИС/ }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/list-workload-employees\/nis/)
    const { content } = await bank.approvers('nis', {}, 'page=0&size=1')
    const person = content[0]
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().fill(`${person?.lastName} ${person?.firstName}`)
    await page
      .getByRole('option')
      .filter({ hasText: /(НИС|ОИК), / })
      .first()
      .click()
    await page.waitForURL(/\/workload-employee\/(nis|oic)\/\d+/)
  })

  test('Ctrl K shows what was opened last and starts what the person may do', async ({ office, bank }) => {
    const { content } = await bank.call<{ content: { id: number; number: string }[] }>(
      'GET',
      '/lead?page=0&size=1',
    )
    const lead = content[0]
    if (lead === undefined) throw new Error('the demo bank has no leads')
    const page = await office.openAs('admin', `/lead/${lead.id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    const found = page.getByRole('listbox', { name: 'Найденное' })
    await found.getByText('Недавние').waitFor()
    // Other journeys open cases as the same person meanwhile: whether it stands first is asked of the server.
    await found.getByRole('option').filter({ hasText: lead.number }).waitFor()
    await page.keyboard.type('новый лид')
    await found.getByRole('option', { name: 'Новый лид' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/lead\/new/)
    // Who may not open leads is not offered a new one.
    const agent = await office.openAs('support', '/')
    await agent.keyboard.press('Control+k')
    await agent.keyboard.type('новый')
    await agent.getByRole('listbox', { name: 'Найденное' }).waitFor()
    await agent.getByText('Ничего не найдено').waitFor()
  })

  test('Ctrl K takes every key that is pressed while its list is being loaded', async ({ office }) => {
    const page = await office.window()
    const [begun, come] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**/static/palette-*.js', async (route) => {
      begun.resolve()
      await come.promise
      await route.continue()
    })
    await page.goto('/')
    await signIn(page, 'admin')
    await office.ready(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('сотрудники')
    await begun.promise
    come.resolve()
    await page.getByRole('option', { name: /НИС/ }).first().waitFor()
    await page.keyboard.type(' нис')
    expect(await page.getByRole('combobox').last().inputValue()).toBe('сотрудники нис')
  })

  test('the way to a page never runs under the search, and the page itself stays in sight', async ({
    office,
    bank,
  }) => {
    const { content } = await bank.approvers('nis', {}, 'page=0&size=1')
    const page = await office.openAs('admin', `/workload-employee/nis/${content[0]?.id}`, {
      viewport: { width: 1440, height: 900 },
    })
    const path = page.getByRole('navigation', { name: 'Путь к странице' })
    // As long as names may be: the fields take a hundred letters.
    await path.getByRole('listitem').evaluateAll((all) => {
      for (const one of all) (one.firstElementChild ?? one).textContent = 'Константинопольская '.repeat(8)
    })
    // 960 and 683 are 1440 and 1024 at 150 %.
    for (const width of [1440, 1024, 960, 683]) {
      await page.setViewportSize({ width, height: 768 })
      const [crumbs, last, search] = await Promise.all([
        path.boundingBox(),
        path.locator('[aria-current="page"]').locator('..').boundingBox(),
        page.getByRole('button', { name: /^Поиск/ }).boundingBox(),
      ])
      if (crumbs === null || last === null || search === null) throw new Error('the top bar is not seen')
      expect(crumbs.x + crumbs.width, `${width}`).toBeLessThanOrEqual(search.x)
      expect(last.x + last.width, `${width}`).toBeLessThanOrEqual(crumbs.x + crumbs.width + 1)
      expect(last.width, `${width}`).toBeGreaterThan(60)
      expect(search.width, `${width}`).toBeGreaterThan(180)
    }
  })

  test('a success closes by itself after 4 seconds', async ({ office, bank }) => {
    const { content } = await bank.approvers('oic', { workStatus: 'PAUSE' }, 'page=0&size=1')
    // A window of its own, whose clock stands still but for what it is moved on.
    const page = await office.openAs('admin', `/workload-employee/oic/${content[0]?.id}`, {
      viewport: { width: 1440, height: 900 },
    })
    await office.settled(page)
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1_000)
    const limit = content[0]?.mortgageApplicationsLimit ?? 0
    await page.getByLabel('Лимит', { exact: true }).fill(String(limit + 1))
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    const toast = page.getByText('Данные сохранены')
    const seen = async () => {
      await page.clock.runFor(50)
      return toast.count()
    }
    await expect.poll(seen, { timeout: 15_000 }).toBe(1)
    await page.getByRole('region', { name: 'Уведомления' }).getByRole('button', { name: 'OK' }).waitFor()
    await page.clock.runFor(3_800)
    expect(await toast.count()).toBe(1)
    await page.clock.runFor(300)
    await expect.poll(seen).toBe(0)
  })

  test('roles=no shows everything in the menu under a red ribbon, and changes nothing on the server', async ({
    office,
  }) => {
    office.faults.allow(/403/)
    const page = await office.openAs('support', '/?roles=no')
    await page
      .getByText(/роли? .*отключ|без проверки прав|проверка прав отключена|roles=no/i)
      .first()
      .waitFor()
    await page.goto('/list-workload-employees/nis')
    await page.getByText('Нет прав на совершение операции').first().waitFor()
  })
})

describe('a window that one journey hands on to the next', () => {
  test('is left printed and narrow by the first', async ({ office }) => {
    const page = await office.openAs('viewer', '/calculator')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.evaluate(() => {
      window.name = 'handed on'
    })
    expect(await page.evaluate(() => matchMedia('print').matches)).toBe(true)
  })

  test('is on a screen and of the usual size for the second', async ({ office }) => {
    const page = await office.openAs('viewer', '/calculator')
    const found = await page.evaluate(() => [
      window.name,
      matchMedia('print').matches,
      innerWidth,
      innerHeight,
    ])
    expect(found).toEqual(['handed on', false, 1440, 900])
  })
})
