import { topics } from '@ipoteka-office/contract/live.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { cataloguing } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

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
  await vi.waitFor(() => expect(tab.received.get(topics.products)).toContainEqual({}))
  const heard = tab.received.get(topics.products)?.length ?? 0
  await work.move(id, 'submit', 'product')
  await vi.waitFor(() => expect(tab.received.get(topics.products)?.length).toBeGreaterThan(heard))
  await tab.leave()
  await instance.close()
})
