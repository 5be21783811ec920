import { describe, expect, it } from 'vitest'
import { ApiError } from '#http/errors.ts'
import { keepMasked, masked, maskedField } from './masking.ts'

const reader = { operations: { FullApplication: ['Read'] } }
const agent = { operations: { PersonalData: ['Unmask'] } }
const row = {
  name: 'Ёжиков',
  passport: { seriesNumber: '4509235857', issuedOn: '2010-01-02' },
  contacts: [{ phone: '79123456789' }, { phone: '79001112233' }],
}
const shown = {
  name: 'Ёжиков',
  passport: { seriesNumber: '•• •• •••857', issuedOn: '2010-01-02' },
  contacts: [{ phone: '+7 ••• •••-67-89' }, { phone: '+7 ••• •••-22-33' }],
}

describe('personal numbers', () => {
  it('are whole for those with the right alone', () => {
    expect(masked(agent, row)).toBe(row)
    expect(masked(reader, row)).toEqual(shown)
    expect(maskedField(reader, 'snils', '11223344595')).toBe('•••-•••-••• 95')
    expect(maskedField(agent, 'snils', '11223344595')).toBe('11223344595')
  })

  it('that come back masked stay what they are', () => {
    expect(keepMasked(shown, row)).toEqual(row)
    expect(keepMasked({ ...shown, name: 'Чижиков' }, row)).toEqual({ ...row, name: 'Чижиков' })
  })

  it('follow their row when a list is put into another order', () => {
    expect(keepMasked({ contacts: shown.contacts.toReversed() }, row)).toEqual({
      contacts: row.contacts.toReversed(),
    })
  })

  it('are changed by a whole value', () => {
    const contacts = [{ phone: '79990001122' }]
    expect(keepMasked({ ...shown, contacts }, row)).toEqual({ ...row, contacts })
  })

  it('are not looked for in texts, where a dot is a dot', () => {
    expect(keepMasked({ comment: '• первое' }, row)).toEqual({ comment: '• первое' })
  })

  it.each([
    ['another mask', { passport: { seriesNumber: '•• •• •••111' } }, 'section.passport.seriesNumber'],
    ['a mask where nothing is stored', { snils: '•••-•••-••• 95' }, 'section.snils'],
    [
      'a mask in a new row',
      { contacts: [{ mobilePhone: '+7 ••• •••-67-89' }] },
      'section.contacts.0.mobilePhone',
    ],
  ])('are not stored as %s', (_, input, path) => {
    const attempt = () => keepMasked(input, row, 'section.')
    expect(attempt).toThrow(ApiError)
    try {
      attempt()
    } catch (error) {
      expect((error as ApiError).details.fields?.map((field) => field.path)).toEqual([path])
    }
  })
})
