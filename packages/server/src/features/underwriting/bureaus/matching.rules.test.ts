import { bureauCodes } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BureauAccount } from './matching.rules.ts'
import { mergeAccounts, plainContract, plainCreditor } from './matching.rules.ts'

const uid = '1ce234fe-d9c0-105b-aa74-345b71e1eaa0-4'
const account = (more: Partial<BureauAccount> = {}): BureauAccount => ({
  bureau: 'NBKI',
  id: 'A1',
  uid: null,
  creditor: 'ПАО «Банк Ёлка»',
  creditorInn: null,
  contractNumber: null,
  type: 'CASH',
  relation: 'BORROWER',
  openedOn: '2024-03-01',
  closedOn: null,
  limit: '100000.00',
  balance: '50000.00',
  overdue: '0.00',
  overdueDays: 0,
  cost: '20',
  monthsLeft: 12,
  payment: '5000.00',
  asOf: '2026-11-01',
  strip: '0'.repeat(24),
  worst: '0',
  ...more,
})
const groupsOf = (accounts: readonly BureauAccount[]) =>
  mergeAccounts(accounts)
    .map((credit) =>
      credit.accounts
        .map(({ bureau, id }) => `${bureau} ${id}`)
        .toSorted()
        .join(' + '),
    )
    .toSorted()

describe('the same credit of two bureaus', () => {
  it.each<[string, Partial<BureauAccount>, Partial<BureauAccount>, boolean]>([
    [
      'by УИд, in whatever letters',
      { uid },
      { uid: uid.toUpperCase(), creditor: 'Другое имя', limit: '1.00' },
      true,
    ],
    ['not with another УИд, however alike', { uid }, { uid: `${uid.slice(0, -1)}5` }, false],
    ['by creditor, day and sum where one lacks the УИд', { uid }, { creditor: 'БАНК ЕЛКА' }, true],
    ['by the same where both lack it', {}, { creditor: 'Елка, ПАО', limit: '100000' }, true],
    ['not of another day', {}, { openedOn: '2024-03-02' }, false],
    ['not of another sum', {}, { limit: '100000.01' }, false],
    ['not of another creditor', {}, { creditor: 'АО «Сосна»' }, false],
    [
      'by the ИНН of the creditor, whatever its name',
      { creditorInn: '7707083893' },
      { creditorInn: '7707083893', creditor: 'Бывший' },
      true,
    ],
    [
      'not with another ИНН of the same name',
      { creditorInn: '7707083893' },
      { creditorInn: '7702070139' },
      false,
    ],
  ])('%s', (_, one, other, same) => {
    const merged = mergeAccounts([account(one), account({ bureau: 'OKB', id: 'C7', ...other })])
    expect(merged).toHaveLength(same ? 1 : 2)
  })

  it('is never two credits that one bureau knows apart', () => {
    expect(mergeAccounts([account({ id: 'A1' }), account({ id: 'A2' })])).toHaveLength(2)
    expect(
      mergeAccounts([
        account({ id: 'A1' }),
        account({ id: 'A2' }),
        account({ bureau: 'OKB' }),
        account({ bureau: 'OKB', id: 'C2' }),
      ]),
    ).toHaveLength(2)
  })

  it('says the newest word first and keeps every name', () => {
    const [credit] = mergeAccounts([
      account({ uid }),
      account({ bureau: 'OKB', id: 'C7', asOf: '2026-11-20', balance: '1.00' }),
    ])
    expect(credit?.accounts.map(({ bureau }) => bureau)).toEqual(['OKB', 'NBKI'])
    expect(credit?.keys).toHaveLength(3)
  })
})

const anyAccount = fc.record({
  bureau: fc.constantFrom(...bureauCodes),
  id: fc.constantFrom('1', '2', '3'),
  uid: fc.constantFrom(null, null, uid, `${uid.slice(0, -1)}5`),
  creditor: fc.constantFrom('ПАО «Ёлка»', 'ЕЛКА', 'АО Сосна'),
  openedOn: fc.constantFrom('2024-03-01', '2025-01-01'),
  limit: fc.constantFrom('100.00', '200.00'),
  asOf: fc.constantFrom('2026-11-01', '2026-11-02'),
})
const anyReports = fc
  .uniqueArray(anyAccount, { maxLength: 9, selector: ({ bureau, id }) => `${bureau} ${id}` })
  .map((rows) => rows.map((row) => account(row)))

describe('whatever the bureaus say', () => {
  it('every account stands in one credit, and the order of reports changes nothing', () => {
    fc.assert(
      fc.property(anyReports, fc.func(fc.integer()), (accounts, order) => {
        const merged = mergeAccounts(accounts)
        const all = merged.flatMap((credit) => credit.accounts)
        expect(all).toHaveLength(accounts.length)
        expect(new Set(all.map(({ bureau, id }) => `${bureau} ${id}`)).size).toBe(accounts.length)
        expect(groupsOf(accounts.toSorted((a, b) => order(a) - order(b)))).toEqual(groupsOf(accounts))
        expect(new Set(merged.flatMap(({ keys }) => keys)).size).toBe(
          merged.flatMap(({ keys }) => keys).length,
        )
      }),
    )
  })

  it('one УИд is one credit, and credits without it are never fewer than any one bureau knows', () => {
    fc.assert(
      fc.property(anyReports, (accounts) => {
        const merged = mergeAccounts(accounts)
        const uids = new Set(accounts.flatMap((one) => one.uid ?? []))
        for (const known of uids)
          expect(merged.filter((credit) => credit.accounts.some((one) => one.uid === known))).toHaveLength(1)
        for (const bureau of bureauCodes) {
          const own = accounts.filter((one) => one.bureau === bureau && one.uid === null)
          expect(merged.length).toBeGreaterThanOrEqual(own.length)
        }
      }),
    )
  })

  it('hearing the same reports twice adds nothing', () => {
    fc.assert(
      fc.property(anyReports, (accounts) => {
        expect(groupsOf([...accounts, ...accounts])).toEqual(groupsOf(accounts))
      }),
    )
  })
})

it('reads names and numbers without what people write around them', () => {
  expect(plainCreditor('Банк «ВТБ» (ПАО)')).toBe('ВТБ')
  expect(plainCreditor('ПАО Банк')).toBe('ПАО БАНК')
  expect(plainContract('№ 45/12-А')).toBe('4512А')
  expect(plainContract('1')).toBeNull()
})
