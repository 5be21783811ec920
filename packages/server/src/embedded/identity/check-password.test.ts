import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { checkPassword } from './check-password.ts'
import { seedDemoAccounts } from './set-account.ts'

let bank: TestApp
beforeAll(async () => {
  bank = await testApp()
  await seedDemoAccounts(bank.db)
})
afterAll(() => bank.close())

it('a login that somebody guesses at waits where it is guessed, not everywhere', async () => {
  const tryFrom = async (address: string, password: string) =>
    (await checkPassword(bank.db, 'support', password, address)).result
  for (let failure = 1; failure <= 4; failure++) expect(await tryFrom('10.0.0.7', 'wrong')).toBe('wrong')
  expect(await tryFrom('10.0.0.7', 'wrong')).toBe('wait')
  expect(await tryFrom('10.0.0.7', 'demo')).toBe('wait')
  expect(await tryFrom('10.0.0.8', 'demo')).toBe('ok')
})

it('an address that guesses at many logins waits for all of them', async () => {
  const tryFrom = async (login: string, password: string) =>
    (await checkPassword(bank.db, login, password, '10.0.0.9')).result
  for (let failure = 1; failure <= 49; failure++) await tryFrom(`nobody-${failure}`, 'wrong')
  expect(await tryFrom('nobody-50', 'wrong')).toBe('wait')
  expect(await tryFrom('support', 'demo')).toBe('wait')
})
