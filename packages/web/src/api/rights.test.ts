import { getApprover, saveApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import { byOperator, byRight } from '@ipoteka-office/contract/common/field-rights.ts'
import { getOperations, type UserData } from '@ipoteka-office/contract/session/session.ts'
import { describe, expect, it } from 'vitest'
import { rightsOf } from './rights.ts'

const user: UserData = {
  id: 1,
  descriptor: 'Орлов Дмитрий Сергеевич',
  notActive: false,
  partner: { id: 1, name: 'Агентство', roles: [{ code: 'ManagingAgent' }] },
  workgroups: [{ name: 'Андеррайтинг Москва' }],
  bankTimeZone: 'Europe/Moscow',
}
const held = { EmployeeNis: ['Read', 'Update'], Partner: ['List'] }

describe('rights of the browser', () => {
  const rights = rightsOf(held, user, false)

  it('checks all, some and within', () => {
    expect(rights.all({ EmployeeNis: ['Read'], Partner: ['List'] })).toBe(true)
    expect(rights.all({ EmployeeNis: ['Read'], EmployeeOic: ['Read'] })).toBe(false)
    expect(rights.some({ EmployeeOic: ['Read'], Partner: ['List'] })).toBe(true)
    expect(rights.within({ EmployeeNis: ['Read', 'Update', 'Export'] })).toBe(true)
    expect(rights.within({ EmployeeNis: ['Read'] })).toBe(false)
  })

  it('asks the endpoint what it needs, by the path where its object depends on it', () => {
    expect(rights.mayCall(getApprover, { type: 'nis' })).toBe(true)
    expect(rights.mayCall(saveApprover, { type: 'oic' })).toBe(false)
    expect(rights.mayCall(getApprover, { type: 'other' })).toBe(false)
    expect(rights.mayCall(getOperations)).toBe(true)
  })

  it('tells of a field who sees and who changes it; who enters a new one sees it', () => {
    const seenBy = byRight('EmployeeOic', 'Read', 'Сотрудники ОИК: просмотр')
    const refusal = 'Изменяет только оператор. Напишите ему, если сведения устарели'
    expect(rights.sees({ label: 'Телефон', seenBy })).toBe(false)
    expect(rights.sees({ label: 'Телефон' })).toBe(true)
    expect(rights.refusalOfChange({ label: 'ИНН', changedBy: byOperator })).toBe(refusal)
    expect(rights.refusalOfChange({ label: 'Телефон', seenBy })).toContain('«Сотрудники ОИК: просмотр»')
    expect(rights.refusalOfEntry({ label: 'Телефон', seenBy })).toBeNull()
    expect(rights.refusalOfEntry({ label: 'ИНН', changedBy: byOperator })).toBe('Заполняет только оператор')
    const off = rightsOf(held, user, true)
    expect(off.sees({ label: 'Телефон', seenBy })).toBe(true)
    expect(off.refusalOfChange({ label: 'ИНН', changedBy: byOperator })).toBe(refusal)
  })

  it('finds partner roles by a part of the code and workgroups by name', () => {
    expect(rights.hasPartnerRole('ManagingAgent')).toBe(true)
    expect(rights.hasPartnerRole('Ahml')).toBe(false)
    expect(rights.inWorkgroup('Андеррайтинг Москва')).toBe(true)
    expect(rights.inWorkgroup('Андеррайтинг')).toBe(false)
  })

  it('knows the operator by the role Ahml alone', () => {
    const operator = { ...user, partner: { ...user.partner, roles: [{ code: 'Ahml' }] } }
    expect(rightsOf({}, operator, false).isAhml).toBe(true)
    expect(rights.isAhml).toBe(false)
  })

  it('passes every check while the role model is off', () => {
    const off = rightsOf({}, null, true)
    expect(off.all({ Qr: ['Check'] })).toBe(true)
    expect(off.within({ Qr: ['Check'] })).toBe(true)
    expect(off.mayCall(saveApprover, { type: 'oic' })).toBe(true)
  })
})
