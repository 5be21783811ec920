import { fullNameOf } from '#widgets/queue-places/approver-name.ts'
import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import { describe, expect, test } from 'vitest'
import { emptyMulti, multiValue } from '#ui/select/multi-select-value.ts'
import {
  type ApproverFormValues,
  approverErrors,
  approverFieldsOf,
  asksToRedistribute,
  toApproverInput,
  toFormValues,
} from './approver-form-values.ts'

const approver: Approver = {
  id: 7,
  firstName: 'Артём',
  middleName: 'Павлович',
  lastName: 'Бережной',
  role: 'Андеррайтер',
  workStatus: 'ACTIVE',
  mortgageApplicationLevels: [{ code: '2', name: 'Уровень 2' }],
  mortgageApplicationStatuses: [{ code: 'UW', name: 'На андеррайтинге' }],
  partners: [{ partnerId: 4, shortName: 'Альфа' }],
  allPartners: false,
  regions: [],
  allRegions: true,
  workingShiftFrom: '22:00',
  workingShiftBy: '06:00',
  mortgageApplicationsLimit: 20,
  version: 3,
  openApplicationsCount: 18,
  overdueCount: 2,
  onShift: false,
  lastAssignedAt: null,
}
const values = toFormValues(approver)
const with_ = (change: Partial<ApproverFormValues>): ApproverFormValues => ({ ...values, ...change })
const required = 'Поле должно быть заполнено'
const badTime = 'Некорректный формат времени'

describe('the form of an approver', () => {
  test('comes from what the server answered and goes back the same', () => {
    expect(toApproverInput(values, 'nis', 3)).toEqual({
      workStatus: 'ACTIVE',
      mortgageApplicationsLimit: 20,
      mortgageApplicationLevels: [{ code: '2' }],
      mortgageApplicationStatuses: [{ code: 'UW' }],
      partners: [{ partnerId: 4 }],
      allPartners: false,
      regions: [],
      allRegions: true,
      workingShiftFrom: '22:00',
      workingShiftBy: '06:00',
      version: 3,
    })
  })

  test('sends no statuses for oic, and no times where the fields are empty', () => {
    const input = toApproverInput(with_({ workStatus: 'PAUSE', workingShiftFrom: '' }), 'oic', undefined)
    expect(input.mortgageApplicationStatuses).toEqual([])
    expect(input.workingShiftFrom).toBeNull()
    expect(input).not.toHaveProperty('version')
  })

  test('shows the statuses for nis only', () => {
    expect(approverFieldsOf('nis')).toContain('mortgageApplicationStatuses')
    expect(approverFieldsOf('oic')).not.toContain('mortgageApplicationStatuses')
  })

  test('names without a middle name have no gap', () => {
    expect(fullNameOf({ lastName: 'Ким', firstName: 'Ольга', middleName: null })).toBe('Ким Ольга')
  })
})

describe('select-all', () => {
  test('every option chosen is sent as an empty list with the flag', () => {
    const regions = multiValue(['50', '77'], ['77', '50'], true)
    expect(toApproverInput(with_({ regions }), 'nis', 1)).toMatchObject({ regions: [], allRegions: true })
  })

  test('a missing dictionary never turns a choice into «all», nor «all» into nothing', () => {
    const regions = multiValue(['77'], [], true)
    expect(toApproverInput(with_({ regions }), 'nis', 1)).toMatchObject({
      regions: [{ code: '77' }],
      allRegions: false,
    })
    expect(toApproverInput(values, 'nis', 1)).toMatchObject({ regions: [], allRegions: true })
  })
})

describe('validation', () => {
  test('a complete approver has no errors', () => {
    expect(approverErrors(values, 'nis')).toEqual({})
  })

  const empty: Partial<ApproverFormValues> = {
    mortgageApplicationsLimit: null,
    mortgageApplicationLevels: emptyMulti,
    mortgageApplicationStatuses: emptyMulti,
    partners: emptyMulti,
    regions: emptyMulti,
    workingShiftFrom: '',
    workingShiftBy: '',
  }

  test('an ACTIVE one needs everything, in the words of the specification', () => {
    expect(approverErrors(with_(empty), 'nis')).toEqual({
      mortgageApplicationsLimit: required,
      mortgageApplicationLevels: required,
      mortgageApplicationStatuses: required,
      partners: required,
      regions: required,
      workingShiftFrom: badTime,
      workingShiftBy: badTime,
    })
  })

  test('an oic one needs no statuses', () => {
    expect(approverErrors(with_({ mortgageApplicationStatuses: emptyMulti }), 'oic')).toEqual({})
  })

  test.each(['INACTIVE', 'PAUSE'] as const)('%s needs nothing', (workStatus) => {
    expect(approverErrors(with_({ ...empty, workStatus }), 'nis')).toEqual({})
  })

  test.each(['24:00', '12:60', '1:00', '12:3_', '12-30'])('the time %s is wrong', (workingShiftFrom) => {
    expect(approverErrors(with_({ workingShiftFrom }), 'nis')).toEqual({ workingShiftFrom: badTime })
  })

  test.each(['INACTIVE', 'PAUSE'] as const)(
    '%s may have half of a time, and keeps a whole one',
    (workStatus) => {
      const half = with_({ workStatus, workingShiftFrom: '12:3_', workingShiftBy: '18:00' })
      expect(approverErrors(half, 'nis')).toEqual({})
      expect(toApproverInput(half, 'nis', 3)).toMatchObject({
        workingShiftFrom: null,
        workingShiftBy: '18:00',
      })
    },
  )

  test.each([-1, 1.5])('the limit %d is refused in any status', (mortgageApplicationsLimit) => {
    const errors = approverErrors(with_({ workStatus: 'PAUSE', mortgageApplicationsLimit }), 'nis')
    expect(errors.mortgageApplicationsLimit).toBe('Введите целое число не меньше 0')
  })
})

describe('handing the applications over', () => {
  test.each([
    ['ACTIVE', 'INACTIVE', true],
    ['PAUSE', 'INACTIVE', true],
    ['INACTIVE', 'INACTIVE', false],
    ['ACTIVE', 'PAUSE', false],
    ['INACTIVE', 'ACTIVE', false],
  ] as const)('%s → %s asks: %s', (saved, next, asks) => {
    expect(asksToRedistribute(saved, next)).toBe(asks)
  })
})
