import type {
  Consent,
  ShortApplication,
} from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { expect, it } from 'vitest'
import { lackingOf } from './lacking-consents.ts'

const consent = (changes: Partial<Consent> = {}): Consent => ({
  id: 1,
  kind: 'PERSONAL_DATA',
  coBorrowerKey: null,
  templateCode: 'SHORT_USER_AGREEMENT',
  signature: 'HANDWRITTEN',
  signedOn: '2026-11-20',
  validTo: null,
  revokedOn: null,
  inForce: true,
  document: null,
  version: 1,
  ...changes,
})
const wife = { key: 'wife' } as ShortApplication['coBorrowers'][number]
const lacking = (consents: Consent[], coBorrowers: ShortApplication['coBorrowers'] = []) =>
  lackingOf({ consents, coBorrowers }).map(
    ({ kind, coBorrowerKey }) => `${kind} ${coBorrowerKey ?? 'client'}`,
  )

it('asks the client and each co-borrower for both consents', () => {
  expect(lacking([], [wife])).toEqual([
    'PERSONAL_DATA client',
    'CREDIT_BUREAU client',
    'PERSONAL_DATA wife',
    'CREDIT_BUREAU wife',
  ])
})

it('asks again for what was revoked or is over, and for nobody else’s', () => {
  expect(lacking([consent()])).toEqual(['CREDIT_BUREAU client'])
  expect(lacking([consent({ inForce: false }), consent({ coBorrowerKey: 'wife' })], [wife])).toEqual([
    'PERSONAL_DATA client',
    'CREDIT_BUREAU client',
    'CREDIT_BUREAU wife',
  ])
})
