import { topics } from '@ipoteka-office/contract/live.ts'
import { createScorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

it('a version of the scorecard that is written is heard of by who reads the scorecard, and by nobody else', async () => {
  const instance = await liveInstance(bank)
  const tabOf = async (login: 'uw-head' | 'agent') => {
    const tab = new Tab(instance.url, await bank.tokenOf(login))
    await tab.connect()
    await tab.subscribe(topics.scorecards)
    return tab
  }
  const [reader, agent] = [await tabOf('uw-head'), await tabOf('agent').catch(() => null)]
  await bank.call(createScorecard, { body: { title: 'Слышно', fromId: null } }, { as: 'workload' })
  await vi.waitFor(() => expect(reader.received.get(topics.scorecards)).toContainEqual({}))
  expect(agent?.received.get(topics.scorecards) ?? []).toEqual([])
  await reader.leave()
  await agent?.leave()
  await instance.close()
})
