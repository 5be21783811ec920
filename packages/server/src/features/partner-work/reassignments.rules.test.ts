import { reassignmentIssues } from '@ipoteka-office/contract/partner-work/partner-work.ts'
import { describe, expect, it } from 'vitest'
import { cleaned, refusalOfChange, refusalOfDeletion, refusalOfStart } from './reassignments.rules.ts'

const input = {
  toPartnerId: 2,
  typeCode: 'FULL' as const,
  regionCode: '16',
  employeeId: 5,
  toEmployeeId: 6,
  dateFrom: null,
  dateTo: null,
  comment: '',
}

describe('what a type needs', () => {
  const paths = (more: object) => reassignmentIssues({ ...input, ...more }).map(({ path }) => path)
  it.each([
    ['FULL', {}, []],
    ['BY_REGION', { regionCode: null }, ['regionCode']],
    ['BY_EMPLOYEE', { employeeId: null, toEmployeeId: null }, ['employeeId', 'toEmployeeId']],
    ['ON_DISMISSAL', { toEmployeeId: 5 }, ['toEmployeeId']],
    ['TEMPORARY', {}, ['dateTo']],
    ['TEMPORARY', { dateFrom: '2026-12-02', dateTo: '2026-12-01' }, ['dateTo']],
  ])('%s with %o', (typeCode, more, expected) => {
    expect(paths({ typeCode, ...more })).toEqual(expected)
  })

  it('what does not matter for the type is not kept', () => {
    expect(cleaned(input)).toMatchObject({ regionCode: null, employeeId: null, toEmployeeId: null })
    expect(cleaned({ ...input, typeCode: 'BY_EMPLOYEE' })).toMatchObject({ regionCode: null, employeeId: 5 })
    expect(cleaned({ ...input, typeCode: 'TEMPORARY' })).toMatchObject({ regionCode: '16', employeeId: null })
  })
})

describe('a transfer', () => {
  it('is changed while planned; of a completed temporary one the end and the comment', () => {
    expect(refusalOfChange('PLANNED', 'FULL', ['toPartnerId'])).toBeNull()
    expect(refusalOfChange('COMPLETED', 'TEMPORARY', ['dateTo', 'comment'])).toBeNull()
    expect(refusalOfChange('COMPLETED', 'TEMPORARY', ['dateTo', 'toPartnerId'])).toContain('только окончание')
    expect(refusalOfChange('RUNNING', 'TEMPORARY', ['dateTo'])).toContain('только запланированную')
    expect(refusalOfChange('COMPLETED', 'FULL', ['comment'])).toContain('только запланированную')
  })

  it('is deleted while nothing has moved', () => {
    expect(refusalOfDeletion('PLANNED', 0)).toBeNull()
    expect(refusalOfDeletion('CANCELLED', 0)).toBeNull()
    expect(refusalOfDeletion('CANCELLED', 1)).not.toBeNull()
    expect(refusalOfDeletion('COMPLETED', 0)).not.toBeNull()
  })

  it('starts once, not before its day, and again after a failure or a cancellation', () => {
    const today = '2026-11-21'
    expect(refusalOfStart('PLANNED', null, today)).toBeNull()
    expect(refusalOfStart('PLANNED', today, today)).toBeNull()
    expect(refusalOfStart('PLANNED', '2026-12-01', today)).toBe('Передача запланирована на 01.12.2026')
    expect(refusalOfStart('FAILED', null, today)).toBeNull()
    expect(refusalOfStart('CANCELLED', null, today)).toBeNull()
    expect(refusalOfStart('RUNNING', null, today)).toBe('Передача уже выполняется')
    expect(refusalOfStart('RETURNED', null, today)).toBe('Передача уже выполнена')
  })
})
