import { createProcuracy } from '@ipoteka-office/contract/employees/employee-parts.ts'
import { updatePartnerEmployee } from '@ipoteka-office/contract/employees/employees.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { liveInstance, Tab, type TestInstance } from '#testing/processes/live-instance.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { soon } from '#testing/waiting/soon.ts'

/** 23 works at Ural, where partner-admin works; 24 at Volga. */
let bank: TestApp
let live: TestInstance
const tabs: Tab[] = []
beforeAll(async () => {
  bank = await testApp()
  live = await liveInstance(bank)
})
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.leave()
})
afterAll(async () => {
  await live.close()
  await bank.close()
})

async function tabOf(login: Login): Promise<Tab> {
  const tab = new Tab(live.url, await bank.tokenOf(login))
  tabs.push(tab)
  return tab.connect()
}

it('an open card hears of a change of the card and of its parts', async () => {
  const tab = await tabOf('partner-admin')
  const topic = topics.employee(23)
  await tab.subscribe(topic)
  await bank.call(updatePartnerEmployee, {
    params: { partnerId: '4', id: '23' },
    body: { lastName: 'Добронравов', firstName: 'Святослав', jobTitle: 'Другая', version: 1 },
  })
  await soon(() => expect(tab.of(topic)).toEqual([{}]))
  await bank.call(createProcuracy, {
    params: { employeeId: '23' },
    body: { number: '1', dateFrom: '2026-01-01', dateTo: '2027-01-01', scope: 'Всё' },
  })
  await soon(() => expect(tab.of(topic)).toHaveLength(2))
})

it.each([
  ['partner-admin', 24],
  ['partner-admin', 999_999],
  ['support', 23],
] as const)('%s may not listen to the card %i', async (login, id) => {
  const tab = await tabOf(login)
  await expect(tab.subscribe(topics.employee(id))).rejects.toThrow('Destination is not allowed')
})
