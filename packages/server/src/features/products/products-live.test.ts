import { topics } from '@ipoteka-office/contract/live.ts'
import { requestRateCap } from '@ipoteka-office/contract/rate-limits/caps.ts'
import { rateRequests } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bankDay, systemClock } from '#lib/bank-time.ts'
import { giveEveryRight } from '#testing/case-walks/cases-of-partner.ts'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { cataloguing } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { soon } from '#testing/waiting/soon.ts'

const today = bankDay(systemClock('Europe/Moscow'))
let bank: TestApp
let work: ReturnType<typeof cataloguing>
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
})
afterAll(() => bank.close())

it('a product that changes is heard of by the bank’s people', async () => {
  const instance = await liveInstance(bank)
  const tab = new Tab(instance.url, await bank.tokenOf('underwriter'))
  await tab.connect()
  await tab.subscribe(topics.products)
  const id = await work.create('HEARD')
  await soon(() => expect(tab.received.get(topics.products)).toContainEqual({}))
  const heard = tab.received.get(topics.products)?.length ?? 0
  await work.move(id, 'submit', 'product')
  await soon(() => expect(tab.received.get(topics.products)?.length).toBeGreaterThan(heard))
  await tab.leave()
  await instance.close()
})

it('limits and caps of rates are heard of when they change or wait, by the bank alone', async () => {
  const instance = await liveInstance(bank)
  const tab = new Tab(instance.url, await bank.tokenOf('uw-head'))
  await tab.connect()
  await tab.subscribe(topics.rateLimits)
  const cap = {
    ...{ product: 'MORTGAGE' as const, programme: '2', partnerId: null, rate: '40' },
    ...{ validFrom: today, validTo: null, ground: 'Соглашение № 7' },
  }
  const asked = await bank.call(requestRateCap, { body: cap }, { as: 'uw-head' })
  expect(asked.status, asked.raw.body).toBe(200)
  await soon(() => expect(tab.received.get(topics.rateLimits)).toContainEqual({}))
  const heard = tab.received.get(topics.rateLimits)?.length ?? 0
  const decided = await bank.call(
    rateRequests.approve,
    { params: { id: String(asked.body.id) }, body: { version: 1, comment: '' } },
    { as: 'compliance' },
  )
  expect(decided.status, decided.raw.body).toBe(200)
  await soon(() => expect(tab.received.get(topics.rateLimits)?.length).toBeGreaterThan(heard))
  await tab.leave()
  await instance.close()
})

it.each(['agent', 'partner-admin'] as const)(
  '%s is refused what the bank prepares, whatever rights there are',
  async (as) => {
    await giveEveryRight(bank)
    const instance = await liveInstance(bank)
    for (const topic of [topics.products, topics.impacts, topics.rateLimits]) {
      const tab = new Tab(instance.url, await bank.tokenOf(as))
      await tab.connect()
      await expect(tab.subscribe(topic)).rejects.toThrow('Destination is not allowed')
      expect(tab.received.get(topic) ?? []).toEqual([])
    }
    await instance.close()
  },
)
