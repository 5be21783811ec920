import { ApproverInput } from '@ipoteka-office/contract/approvers/approvers.ts'
import { describe, expect, it } from 'vitest'
import { namedCodes, readableChanges, unknownPartners, withBulkChange } from './approvers.rules.ts'

describe('a save', () => {
  const input = ApproverInput.parse({
    workStatus: 'PAUSE',
    mortgageApplicationLevels: [{ code: 'LEVEL_2' }],
    mortgageApplicationStatuses: [],
    partners: [{ partnerId: 7 }, { partnerId: 2 }],
    regions: [{ code: '77' }, { code: '99' }],
  })

  it('names its codes by their places, regions as subjects of the Federation alone', () => {
    expect(namedCodes(input).map(({ path, code, unless }) => [path, code, unless])).toEqual([
      ['mortgageApplicationLevels.0.code', 'LEVEL_2', undefined],
      ['regions.0.code', '77', { isSubject: false }],
      ['regions.1.code', '99', { isSubject: false }],
    ])
  })

  it('tells the partners that there are not', () => {
    expect(unknownPartners(input, new Set([2])).map(({ path }) => path)).toEqual(['partners.0.partnerId'])
  })
})

describe('a bulk change', () => {
  const settings = { workStatus: 'PAUSE', shiftFrom: '09:00', shiftBy: '18:00', limit: 5, other: 1 }
  it.each([
    [{ action: 'status', workStatus: 'ACTIVE' }, { workStatus: 'ACTIVE' }],
    [{ action: 'limit', mortgageApplicationsLimit: 0 }, { limit: 0 }],
    [
      { action: 'shift', workingShiftFrom: '22:00', workingShiftBy: '06:00' },
      { shiftFrom: '22:00', shiftBy: '06:00' },
    ],
  ] as const)('%j touches nothing else', (change, expected) => {
    expect(withBulkChange(settings, change)).toEqual({ ...settings, ...expected })
  })
})

describe('a history entry', () => {
  const names = new Map([
    ['loanApplicationLevel:LEVEL_2', 'Уровень 2'],
    ['region:77', 'г. Москва'],
    ['partner:4', 'Уральский ипотечный центр'],
  ])
  const change = (before: Record<string, unknown>, after: Record<string, unknown>) =>
    readableChanges(before, after, names).map(({ label, oldValue, newValue }) => [label, oldValue, newValue])

  it.each([
    ['work_status', 'ACTIVE', 'PAUSE', ['Статус', 'Активный', 'На паузе']],
    ['max_open', null, 20, ['Лимит', '−', '20']],
    ['max_open', 20, 0, ['Лимит', '20', '0']],
    ['shift_from', '09:00:00', '22:30:00', ['Смена (с)', '09:00', '22:30']],
    ['all_regions', false, true, ['Все регионы', 'нет', 'да']],
    ['level_codes', [], ['LEVEL_2', 'GONE'], ['Уровень кредитных заявок', '−', 'Уровень 2, GONE']],
    ['partner_ids', [4], [], ['Рассматриваемые партнеры', 'Уральский ипотечный центр', '−']],
    [
      'region_codes',
      ['77'],
      ['77', '01', '02', '03', '04', '05', '06'],
      ['Рассматриваемые регионы', 'г. Москва', 'г. Москва, 01, 02, 03, 04 и ещё 2'],
    ],
  ])('tells %s in words', (field, before, after, expected) => {
    expect(change({ [field]: before }, { [field]: after })).toEqual([expected])
  })

  it('leaves out what people do not know, and of a creation what is empty', () => {
    expect(change({ search_text: 'а' }, { search_text: 'б' })).toEqual([])
    const created = { full_name: 'Ёлкина Вера', max_open: null, level_codes: ['LEVEL_2'], region_codes: [] }
    expect(readableChanges(null, created, names).map(({ field }) => field)).toEqual([
      'level_codes',
      'full_name',
    ])
  })
})
