import { expect, it } from 'vitest'
import { newPassword } from './first-password.rules.ts'

it('a first password is taken by the policy of deploy/keycloak/realm.json, whatever was drawn', () => {
  const made = Array.from({ length: 2_000 }, newPassword)
  const refused = made.filter(
    (one) => one.length < 12 || ![/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(one)),
  )
  expect(refused).toEqual([])
  expect(new Set(made).size).toBe(made.length)
  // A kind has no place of its own.
  expect(new Set(made.map((one) => one.search(/\d/))).size).toBeGreaterThan(8)
})
