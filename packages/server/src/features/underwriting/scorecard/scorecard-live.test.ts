import { topics } from '@ipoteka-office/contract/live.ts'
import { createScorecard } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveInstance, Tab } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { soon } from '#testing/waiting/soon.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
})
afterAll(() => bank.close())

it('a version of the scorecard that is written is heard of by who reads the scorecard, and by nobody else', async () => {
  const instance = await liveInstance(bank)
  const tab = async (login: 'uw-head' | 'agent') => {
    const opened = new Tab(instance.url, await bank.tokenOf(login))
    await opened.connect()
    return opened
  }
  const agent = await tab('agent')
  await expect(agent.subscribe(topics.scorecards)).rejects.toThrow('Destination is not allowed')
  const reader = await tab('uw-head')
  await reader.subscribe(topics.scorecards)
  await bank.call(createScorecard, { body: { title: 'Слышно', fromId: null } }, { as: 'workload' })
  await soon(() => expect(reader.received.get(topics.scorecards)).toContainEqual({}))
  await reader.leave()
  await instance.close()
})
