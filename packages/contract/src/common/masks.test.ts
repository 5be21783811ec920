import { describe, expect, it } from 'vitest'
import { isMasked, mask, maskAll, maskField, type MaskKind } from './masks.ts'

describe('a masked number', () => {
  it.each<[MaskKind, string, string]>([
    ['passport', '4509235857', '•• •• •••857'],
    ['passport', '45 09 235857', '•• •• •••857'],
    ['phone', '79123456789', '+7 ••• •••-67-89'],
    ['phone', '+7 912 345-67-89', '+7 ••• •••-67-89'],
    ['phone', '8 (912) 345-67-89', '+7 ••• •••-67-89'],
    ['phone', '375291234567', '••••••••4567'],
    ['inn', '500100732259', '••••••••2259'],
    ['snils', '11223344595', '•••-•••-••• 95'],
    ['snils', '112-233-445 95', '•••-•••-••• 95'],
    ['phone', '12345', '•••••'],
    ['document', 'AB 1234567', '••••••••••'],
    ['document', '', ''],
    ['passport', '', ''],
    ['passport', 'нет', '•••'],
  ])('%s %j is shown as %j', (kind, value, shown) => {
    expect(mask(kind, value)).toBe(shown)
  })

  it('is masked once, and known as such', () => {
    const once = mask('passport', '4509235857')
    expect(mask('passport', once)).toBe(once)
    expect([isMasked(once), isMasked('4509235857'), isMasked(null), isMasked(5)]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

describe('an answer', () => {
  it('is masked by the names of its fields, however deep, and nothing else in it changes', () => {
    const at = new Date(0)
    const answer = {
      name: 'Ёжиков',
      phone: '79123456789',
      at,
      amount: '4509235857',
      snils: null,
      passport: { seriesNumber: '4509235857', issuedOn: '2010-01-02' },
      contacts: [{ mobilePhone: '79001112233' }, { email: 'a@b.ru' }],
    }
    expect(maskAll(answer)).toEqual({
      name: 'Ёжиков',
      phone: '+7 ••• •••-67-89',
      at,
      amount: '4509235857',
      snils: null,
      passport: { seriesNumber: '•• •• •••857', issuedOn: '2010-01-02' },
      contacts: [{ mobilePhone: '+7 ••• •••-22-33' }, { email: 'a@b.ru' }],
    })
    expect(answer.phone).toBe('79123456789')
  })

  it('of one field is masked by its name', () => {
    expect(maskField('inn', '500100732259')).toBe('••••••••2259')
    expect(maskField('employerInn', '5001007322')).toBe('5001007322')
    expect(maskField('toString', 'text')).toBe('text')
  })
})
