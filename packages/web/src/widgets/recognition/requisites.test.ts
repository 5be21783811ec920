import { describe, expect, it } from 'vitest'
import { requisitesOf } from './requisites.ts'

const taken = (values: Record<string, string>) =>
  new Map(Object.entries(values).map(([name, value]) => [name, { value }]))

describe('the requisites of a document from what was taken over', () => {
  it.each([
    [
      'PASSPORT',
      {
        series: '4509',
        number: '235857',
        issueDate: '2015-12-18',
        issuer: 'ГУ МВД РОССИИ',
        lastName: 'ИВАНОВ',
      },
      { number: '45 09 235857', issuedOn: '2015-12-18', issuer: 'ГУ МВД РОССИИ' },
    ],
    ['PASSPORT', { number: '235857' }, { number: '235857' }],
    ['PASSPORT', { lastName: 'ИВАНОВ' }, null],
    ['PASSPORT', {}, null],
    [
      'INCOME_CERTIFICATE',
      { certificateDate: '2025-01-20', agentName: 'ООО «А»', year: '2024' },
      { issuedOn: '2025-01-20', issuer: 'ООО «А»' },
    ],
  ] as const)('%s %j', (kind, values, expected) => {
    expect(requisitesOf(kind, taken(values))).toEqual(expected)
  })
})
