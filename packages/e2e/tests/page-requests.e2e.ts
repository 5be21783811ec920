import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, type Office, test } from '#fixtures.ts'
import { ownFullApplication } from '#full-application.ts'
import { ownLoan } from '#journeys/loan-application.ts'
import { type CountedRequest, isLastOfPage, RequestCount, requestLimits } from '#request-count.ts'

/** Words for a failure: which requests there were. */
const asText = (requests: readonly CountedRequest[]) =>
  requests.map(({ call, reads }) => [call, ...reads.map((read) => `  ${read}`)].join('\n')).join('\n')

function expectFew(requests: readonly CountedRequest[], most: number): void {
  expect(requests.length, asText(requests)).toBeGreaterThan(0)
  expect(requests.length, asText(requests)).toBeLessThanOrEqual(most)
}

/** Loads an address anew and waits until the page and its frame have asked for all they need. */
async function load(office: Office, page: Page, path: string): Promise<CountedRequest[]> {
  await office.settled(page)
  const requests = new RequestCount(page)
  const last = page.waitForRequest(isLastOfPage)
  await page.goto(path)
  await last
  await office.settled(page)
  return requests.take()
}

describe('what a page asks of the server', () => {
  test('is few requests for a list, a loan and a full application, and two after a save', async ({
    office,
    bank,
  }) => {
    const { id } = await ownFullApplication(bank)
    const page = await office.openAs('admin', '/partners')
    for (const list of ['/applications/mortgage/false', '/leads', '/tasks', '/list-workload-employees/oic'])
      expectFew(await load(office, page, list), requestLimits.list)
    expectFew(await load(office, page, `/loan-app-edit/${(await ownLoan(bank)).id}`), requestLimits.case)
    expectFew(await load(office, page, `/full-app-edit/${id}`), requestLimits.case)
    await page.getByLabel('Срок кредита, мес.').fill('240')
    await office.settled(page)
    const requests = new RequestCount(page)
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    const followed = page.waitForResponse(
      (response) => response.request().method() !== 'PUT' && response.url().includes('/api/'),
    )
    await page.keyboard.press('Control+s')
    await saved
    await followed
    await office.settled(page)
    expectFew(requests.take(), requestLimits.save)
  })

  test('is nothing more when the token is renewed: the call that was refused alone is sent again', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/list-workload-employees/oic', { fresh: true })
    office.faults.allow(/401/)
    await page.waitForRequest(isLastOfPage)
    await office.settled(page)
    let refused = 0
    await page.route('**/api/partner/oic/list*', (route) => {
      refused += 1
      return refused === 1
        ? route.fulfill({ status: 401, json: { message: 'Токен закончился' } })
        : route.fallback()
    })
    const requests = new RequestCount(page)
    const renewed = page.waitForResponse((response) => response.url().endsWith('/openid-connect/token'))
    const counted = page.waitForResponse((response) => /\/oic\/.*statistic/i.test(response.url()))
    await page.getByRole('tab', { name: /^На паузе/ }).click()
    expect((await renewed).status()).toBe(200)
    await counted
    await office.settled(page)
    const asked = requests.take()
    expect(
      asked.map(({ call }) => call.replace(/.*\/oic\//, '')),
      asText(asked),
    ).toEqual(['list', 'list', expect.stringMatching(/statistic/i)])
  })
})
