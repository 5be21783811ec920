import { confirmedIncome, type IncomeSource } from '@ipoteka-office/contract/underwriting/form/income-grid.ts'
import { describe, expect, it } from 'vitest'
import type { IncomeSheet } from '../income-sheet.rules.ts'
import { followGrid } from './follow.rules.ts'

type Averages = Partial<Record<IncomeSource, string>>
const sheet = (averages: Averages, ceiling: string | null = null): IncomeSheet => ({
  lines: (['CERTIFICATE', 'REGISTER', 'ACCOUNT'] as const).map((source) => ({
    ...{ source, months: [] },
    average: averages[source] ?? null,
  })),
  confirmed: confirmedIncome(Object.values(averages)),
  ceiling,
  papers: [],
})
const taken = (source: 'SCAN' | 'REGISTER' | 'ACCOUNT' | 'OTHER', value: string, deviation = false) => ({
  ...{ source, value, deviation },
})
const before = sheet({ CERTIFICATE: '150000', REGISTER: '140000' })

describe('an income that was taken, when the grid changes', () => {
  it.each([
    ['nothing was taken', null, { CERTIFICATE: '90000' }, { kind: 'STAYS' }],
    [
      'it was the mean of the certificate',
      taken('SCAN', '150000'),
      { CERTIFICATE: '90000' },
      { kind: 'TAKE', value: '90000' },
    ],
    [
      'it rises with its mean',
      taken('SCAN', '150000'),
      { CERTIFICATE: '160000' },
      { kind: 'TAKE', value: '160000' },
    ],
    [
      'it was the mean of the fund',
      taken('REGISTER', '140000'),
      { CERTIFICATE: '90000', REGISTER: '80000' },
      { kind: 'TAKE', value: '80000' },
    ],
    [
      'it was typed and is confirmed still',
      taken('OTHER', '80000'),
      { CERTIFICATE: '90000' },
      { kind: 'STAYS' },
    ],
    [
      'it is a deviation, which stands by itself',
      taken('OTHER', '300000', true),
      { CERTIFICATE: '90000' },
      { kind: 'STAYS' },
    ],
    ['it stood above before', taken('SCAN', '170000'), { CERTIFICATE: '90000' }, { kind: 'STAYS' }],
  ] as const)('%s', (_, was, averages, following) => {
    expect(followGrid(was, { before, after: sheet(averages) })).toEqual(following)
  })

  it.each([
    [
      'its source tells nothing any more',
      taken('SCAN', '150000'),
      sheet({ REGISTER: '140000' }),
      'ничего не подтверждает',
    ],
    [
      'what was typed comes to be above',
      taken('OTHER', '145000'),
      sheet({ CERTIFICATE: '90000' }),
      'подтверждено будет 90\u00a0000',
    ],
    ['nothing is confirmed any more', taken('OTHER', '145000'), sheet({}), 'подтверждать его будет нечему'],
    [
      'it comes to be above the ceiling',
      taken('SCAN', '150000'),
      sheet({ CERTIFICATE: '160000' }, '155000'),
      'потолок',
    ],
  ] as const)('the grid is refused where %s', (_, was, after, words) => {
    expect(followGrid(was, { before, after })).toMatchObject({
      ...{ kind: 'REFUSE', message: expect.stringContaining(words) },
    })
  })
})
