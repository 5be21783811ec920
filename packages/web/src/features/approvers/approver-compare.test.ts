import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import { describe, expect, test } from 'vitest'
import { differencesOf, namesFrom } from './approver-compare.ts'
import { toFormValues } from './approver-form-values.ts'

const server: Approver = {
  id: 7,
  firstName: 'Артём',
  middleName: null,
  lastName: 'Бережной',
  role: 'Андеррайтер',
  workStatus: 'PAUSE',
  mortgageApplicationLevels: [{ code: '2', name: 'Уровень 2' }],
  mortgageApplicationStatuses: [],
  partners: [],
  allPartners: true,
  regions: [
    { code: '71', name: 'Тульская область' },
    { code: '77', name: 'Москва' },
  ],
  allRegions: false,
  workingShiftFrom: '09:00',
  workingShiftBy: '18:00',
  mortgageApplicationsLimit: 20,
  version: 4,
  openApplicationsCount: 0,
  overdueCount: 0,
  onShift: true,
  lastAssignedAt: null,
}
const theirs = toFormValues(server)
const names = { ...namesFrom(server), partners: [{ code: '4', name: 'Альфа' }] }

describe('comparing a late save with the server', () => {
  test('lists only the fields that differ, in words', () => {
    const mine = {
      ...theirs,
      workStatus: 'ACTIVE' as const,
      partners: { codes: ['4', '5'], all: false },
      mortgageApplicationsLimit: null,
    }
    expect(differencesOf(mine, server, 'nis', names)).toEqual([
      { key: 'workStatus', label: 'Статус', mine: 'Активный', server: 'На паузе' },
      { key: 'mortgageApplicationsLimit', label: 'Лимит', mine: '−', server: '20' },
      { key: 'partners', label: 'Рассматриваемые партнеры', mine: '5, Альфа', server: 'Все партнеры' },
    ])
  })

  test('the order of a choice is no difference', () => {
    const mine = { ...theirs, regions: { codes: ['77', '71'], all: false } }
    expect(differencesOf(mine, server, 'nis', names)).toEqual([])
  })

  test('does not compare the statuses of oic', () => {
    const mine = { ...theirs, mortgageApplicationStatuses: { codes: ['X'], all: false } }
    expect(differencesOf(mine, server, 'oic', names)).toEqual([])
  })
})
