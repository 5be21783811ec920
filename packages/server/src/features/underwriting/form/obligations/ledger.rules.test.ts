import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { bureauCodes } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { obligationsOf } from '@ipoteka-office/contract/cases/monthly-means.ts'
import {
  choiceIssue,
  type WantedChoice,
} from '@ipoteka-office/contract/underwriting/form/obligations/choice-rules.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { monthlyPayment } from '#features/calculator/limits.rules.ts'
import { type BureauAccount, isOpen, mergeAccounts } from '../../bureaus/matching.rules.ts'
import {
  type KeptObligation,
  ledgerOf,
  type LedgerSources,
  takenOfLedger,
  withLedger,
} from './ledger.rules.ts'

const uid = '1ce234fe-d9c0-105b-aa74-345b71e1eaa0-4'
const account = (more: Partial<BureauAccount> = {}): BureauAccount => ({
  ...{ bureau: 'NBKI', id: 'A1', uid: null, creditor: 'ПАО «Ёлка»', creditorInn: null, contractNumber: null },
  ...{ type: 'CASH', relation: 'BORROWER', openedOn: '2024-03-01', closedOn: null },
  ...{ limit: '100000.00', balance: '50000.00', overdue: '0.00', overdueDays: 0, cost: '20', monthsLeft: 12 },
  ...{ payment: '5000.00', asOf: '2026-11-01', strip: '0'.repeat(24), worst: '0' },
  ...more,
})
const told = (more: SectionValues = {}): SectionValues => ({
  ...{ key: 'a', type: 'CASH', creditor: 'Банк Елка', limit: '100000', balance: '48000', payment: '4900' },
  ...more,
})
const sources = (more: Partial<LedgerSources> & { rows?: readonly SectionValues[] } = {}): LedgerSources => {
  const { rows = [], ...rest } = more
  return { obligations: { obligations: rows }, accounts: [], kept: [], isKnown: true, ...rest }
}
const said = (more: Partial<KeptObligation> = {}): KeptObligation => ({
  ...{ id: 1, participantId: 1, key: 'told.a', own: null, state: 'COUNTS', source: 'OTHER', payment: '7000' },
  ...{ reason: 'OTHER', words: 'так', documentId: null, seen: '', by: { id: 3, fullName: 'А' } },
  ...{ at: '2026-11-20T10:00:00Z', version: 1 },
  ...more,
})
const one = (from: LedgerSources) => {
  const { entries } = ledgerOf(from)
  const [entry] = entries
  if (entry === undefined || entries.length !== 1) throw new Error(`${entries.length} entries`)
  return entry
}
/** The entry when the choice was made of what the sources say now. */
const chosen = (from: LedgerSources, more: Partial<KeptObligation> = {}) => {
  const { seen } = one(from)
  return one({ ...from, kept: [said({ seen, ...more })] })
}

describe('the same credit of the questionnaire and of a bureau', () => {
  it.each<[string, SectionValues, Partial<BureauAccount>, boolean]>([
    ['by creditor and sum', {}, {}, true],
    [
      'by the number of the contract, whatever else',
      { contractNumber: '№ 12-А', limit: '1' },
      { contractNumber: '12а' },
      true,
    ],
    [
      'by a long number of another name of the creditor',
      { contractNumber: '625/0018-7', creditor: 'Сбер' },
      { contractNumber: '62500187' },
      true,
    ],
    [
      'not by a short number of another creditor',
      { contractNumber: '1234', creditor: 'Сбер' },
      { contractNumber: '1234' },
      false,
    ],
    ['not with another number', { contractNumber: '555111' }, { contractNumber: '555112' }, false],
    ['by creditor and balance', { limit: '90000', balance: '50000' }, {}, true],
    ['by creditor and payment', { limit: '90000', payment: '5000' }, {}, true],
    ['not by the creditor alone', { limit: '90000' }, {}, false],
    ['not another creditor', { creditor: 'Сосна' }, {}, false],
    ['not a card with a loan', { type: 'CREDIT_CARD' }, {}, false],
    [
      'not by nothing owed',
      { limit: '0', balance: '0', payment: '0' },
      { limit: '0.00', balance: '0.00', payment: '0.00' },
      false,
    ],
  ])('%s', (_, row, reported, same) => {
    const { entries } = ledgerOf(sources({ rows: [told(row)], accounts: [account(reported)] }))
    expect(entries).toHaveLength(same ? 1 : 2)
    expect(entries.flatMap(({ marks }) => marks).includes('UNDECLARED')).toBe(!same)
    expect(entries.flatMap(({ marks }) => marks).includes('UNKNOWN')).toBe(!same)
  })

  it('is one row for two bureaus, which names both', () => {
    const entry = one(
      sources({ rows: [told()], accounts: [account({ uid }), account({ bureau: 'OKB', id: 'C1', uid })] }),
    )
    expect(entry.accounts.map(({ bureau }) => bureau)).toEqual(['NBKI', 'OKB'])
    expect(entry.marks).toEqual(['DIFFERS', 'TWICE'])
  })
})

describe('what counts of an obligation', () => {
  it.each<[string, LedgerSources, { taken: string; state?: string; asks?: boolean }]>([
    ['undeclared: as it is reported', sources({ accounts: [account()] }), { taken: '5000', asks: true }],
    [
      'not reported: by the formula',
      sources({ accounts: [account({ payment: null, monthsLeft: 10, cost: '0' })] }),
      { taken: '5000' },
    ],
    [
      'overdue is in the formula',
      sources({ accounts: [account({ payment: null, monthsLeft: 10, cost: '0', overdue: '300.00' })] }),
      { taken: '5300' },
    ],
    [
      'a card: the lesser of limit and debt',
      sources({ accounts: [account({ type: 'CREDIT_CARD', payment: null })] }),
      { taken: '5000' },
    ],
    [
      'the newest bureau that tells',
      sources({
        accounts: [
          account({ uid, asOf: '2026-11-10', payment: null }),
          account({ bureau: 'OKB', uid, payment: '6000.00' }),
        ],
      }),
      { taken: '6000' },
    ],
    ['declared alone, known to nobody', sources({ rows: [told()] }), { taken: '4900', asks: true }],
    [
      'declared alone, nobody asked',
      sources({ rows: [told()], isKnown: false }),
      { taken: '4900', asks: false },
    ],
    [
      'repaid by the deal in the agent’s words',
      sources({ rows: [told({ repaidByDeal: true })] }),
      { taken: '0', state: 'REPAID' },
    ],
    [
      'closed at the bureau: as the agent says',
      sources({ rows: [told()], accounts: [account({ closedOn: '2026-10-01', balance: '0.00' })] }),
      { taken: '4900', asks: true },
    ],
    ['as a guarantor: whole', sources({ accounts: [account({ relation: 'GUARANTOR' })] }), { taken: '5000' }],
  ])('%s', (_, from, expected) => {
    expect(one(from)).toMatchObject(expected)
  })

  it('is what the underwriter has taken, and nothing of what does not count', () => {
    const from = sources({ rows: [told()] })
    expect(chosen(from)).toMatchObject({ taken: '7000', asks: false, isCurrent: true })
    const excluded = { state: 'EXCLUDED', source: null, payment: null } as const
    expect(chosen(from, excluded)).toMatchObject({ taken: '0', state: 'EXCLUDED' })
    expect(chosen(from, { ...excluded, state: null })).toMatchObject({ taken: '4900', asks: true })
  })

  it('a choice made of other words lowers nothing until somebody looks again', () => {
    const stale = (more: Partial<KeptObligation>) =>
      one(sources({ rows: [told()], kept: [said({ seen: 'other', ...more })] }))
    expect(stale({ payment: '100' })).toMatchObject({ taken: '4900', asks: true, isCurrent: false })
    expect(stale({ payment: '9000' })).toMatchObject({ taken: '9000', asks: true })
    expect(stale({ state: 'EXCLUDED', source: null, payment: null })).toMatchObject({
      taken: '4900',
      state: 'COUNTS',
    })
  })

  it('a choice stands when the report comes in under another name of the same credit', () => {
    const before = one(sources({ rows: [told()] }))
    const after = one(sources({ rows: [told()], accounts: [account()], kept: [said({ seen: before.seen })] }))
    expect(after.kept?.payment).toBe('7000')
    expect(after).toMatchObject({ isCurrent: false, taken: '7000' })
  })

  it('what an offer supposes to be paid off is, whatever was taken before; what was taken knowing of it stands', () => {
    const rows = [told({ repaidByDeal: true })]
    const { seen } = one(sources({ rows: [told()] }))
    expect(one(sources({ rows, kept: [said({ seen })] }))).toMatchObject({ state: 'REPAID', taken: '0' })
    const knowing = one(sources({ rows })).seen
    expect(one(sources({ rows, kept: [said({ seen: knowing })] }))).toMatchObject({
      state: 'COUNTS',
      taken: '7000',
    })
  })

  it('a credit of a paper counts by what was written down', () => {
    const own = {
      ...{ type: 'CASH', creditor: 'Физлицо', contractNumber: '', limit: '1', balance: '1', rate: null },
      ...{ monthsLeft: null, payment: '12345.6', overdue: '0', documentId: 1, words: 'Расписка' },
    }
    const kept = [said({ key: 'own.x', own, state: null, source: null, payment: null, reason: null })]
    expect(one(sources({ kept }))).toMatchObject({ taken: '12345.60', marks: ['OWN'], asks: false })
  })
})

const anyRow = fc.record({
  creditor: fc.constantFrom('Елка', 'ПАО «Сосна»', 'Третий'),
  contractNumber: fc.constantFrom('', '111222', '333444'),
  type: fc.constantFrom('CASH', 'CREDIT_CARD'),
  limit: fc.constantFrom('100', '200'),
  balance: fc.constantFrom('50', '60'),
  payment: fc.constantFrom('5', '6'),
  repaidByDeal: fc.constantFrom(true, false, null),
})
const anyRows = fc
  .array(anyRow, { maxLength: 5 })
  .map((rows) => rows.map((row, at): SectionValues => ({ ...row, key: `k${at}` })))
const anyAccount = fc.record({
  bureau: fc.constantFrom(...bureauCodes),
  id: fc.constantFrom('1', '2', '3'),
  uid: fc.constantFrom(null, uid),
  creditor: fc.constantFrom('ПАО «ЁЛКА»', 'СОСНА'),
  contractNumber: fc.constantFrom(null, '111222', '333-444'),
  type: fc.constantFrom('CASH', 'CREDIT_CARD'),
  limit: fc.constantFrom('100.00', '200.00'),
  closedOn: fc.constantFrom(null, null, '2026-01-01'),
  payment: fc.constantFrom(null, '5.00'),
})
const anyAccounts = fc
  .uniqueArray(anyAccount, { maxLength: 8, selector: ({ bureau, id }) => `${bureau} ${id}` })
  .map((rows) => rows.map((row) => account(row)))

describe('whatever is told', () => {
  it('every word stands in one row, and the order of neither changes anything', () => {
    fc.assert(
      fc.property(anyRows, anyAccounts, fc.func(fc.integer()), (rows, accounts, order) => {
        const { entries, closed } = ledgerOf(sources({ rows, accounts }))
        expect(entries.filter(({ declaredRow }) => declaredRow !== null)).toHaveLength(rows.length)
        const shown = entries.flatMap((entry) => entry.accounts.map(({ bureau, id }) => `${bureau} ${id}`))
        expect(new Set(shown).size).toBe(shown.length)
        const open = mergeAccounts(accounts).filter((credit) => credit.accounts.every(isOpen))
        for (const credit of open)
          for (const { bureau, id } of credit.accounts) expect(shown).toContain(`${bureau} ${id}`)
        expect(new Set(entries.flatMap(({ names }) => names)).size).toBe(
          entries.flatMap(({ names }) => names).length,
        )
        const again = ledgerOf(
          sources({
            rows: rows.toSorted((a, b) => order(a) - order(b)),
            accounts: accounts.toSorted((a, b) => order(a) - order(b)),
          }),
        )
        expect([takenOfLedger(again.entries), again.closed]).toEqual([takenOfLedger(entries), closed])
      }),
    )
  })

  it('without reports and choices it is what every ПДН counted before', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const obligations: SectionValues = { obligations: rows }
        const before = obligationsOf({
          participants: [{ id: 1, role: 'MAIN_BORROWER', name: '', sections: { OBLIGATIONS: obligations } }],
        })
          .map(monthlyPayment)
          .reduce((sum, payment) => sum + Number(payment) * 100, 0)
        const taken = takenOfLedger(ledgerOf(sources({ rows, isKnown: false })).entries)
        expect(Math.round(Number(taken) * 100)).toBe(Math.round(before))
        expect(withLedger(sources({ rows, isKnown: false }))).toEqual(obligations)
      }),
    )
  })

  it('a report only adds what was not declared: never less than the open credits that it tells of', () => {
    fc.assert(
      fc.property(anyAccounts, (accounts) => {
        const { entries } = ledgerOf(sources({ accounts }))
        const least = mergeAccounts(accounts)
          .filter((credit) => credit.accounts.every(isOpen))
          .reduce((sum, credit) => sum + (credit.accounts.some(({ payment }) => payment !== null) ? 5 : 0), 0)
        expect(Number(takenOfLedger(entries))).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  it('a sum that no money can be written in is the greatest that can', () => {
    const accounts = Array.from({ length: 40 }, (_, at) =>
      account({ id: `A${at}`, payment: '9999999999999.99' }),
    )
    expect(withLedger(sources({ accounts }))?.['obligations']).toEqual([
      { key: 'ledger', payment: '9999999999999.99' },
    ])
  })
})

describe('an obligation is taken', () => {
  const entry = one(sources({ rows: [told()], accounts: [account()] }))
  const wish = (more: Partial<WantedChoice>): WantedChoice => ({
    ...{ state: 'COUNTS', source: 'BUREAU', payment: null, reason: 'BY_BUREAU', words: '', documentId: null },
    ...more,
  })
  it.each<[string, Partial<WantedChoice>, string | null]>([
    ['as a bureau reports', {}, null],
    ['by the formula, even if it is less', { source: 'COMPUTED' }, null],
    ['of no source', { source: null }, 'source'],
    ['as written, with nothing written', { source: 'OTHER' }, 'payment'],
    ['as written, more than is known', { source: 'OTHER', payment: '5000.01' }, null],
    ['as written, less without a paper', { source: 'OTHER', payment: '4999.99' }, 'documentId'],
    ['as written, less with a paper', { source: 'OTHER', payment: '4999.99', documentId: 7 }, null],
    ['as declared, less without a paper', { source: 'QUESTIONNAIRE' }, 'documentId'],
    ['by a paper that is not there', { documentId: 8 }, 'documentId'],
    ['proven by a paper without one', { reason: 'BY_PAPER' }, 'documentId'],
    ['for a reason of another choice', { reason: 'CLOSED' }, 'reason'],
    ['for no said reason', { reason: 'OTHER' }, 'words'],
    ['not at all, without words', { state: 'EXCLUDED', reason: 'NOT_THEIRS' }, 'words'],
    ['not at all, with words', { state: 'EXCLUDED', reason: 'NOT_THEIRS', words: 'однофамилец' }, null],
    ['not at all as closed, without a paper', { state: 'EXCLUDED', reason: 'CLOSED' }, 'documentId'],
    ['repaid', { state: 'REPAID', reason: 'REFINANCED', source: null }, null],
  ])('%s', (_, more, path) => {
    expect(choiceIssue(entry, wish(more), [{ id: 7, name: 'Справка' }])?.path ?? null).toBe(path)
  })
})
