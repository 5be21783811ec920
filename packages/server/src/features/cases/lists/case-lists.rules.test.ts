import { describe, expect, it } from 'vitest'
import { phoneOf } from './case-lists.rules.ts'

describe('a search by phone', () => {
  it.each([
    ['+7 (912) 345-67-89', '79123456789'],
    ['89123456789', '79123456789'],
    ['9123456789', '79123456789'],
  ])('«%s» is a whole number', (text, digits) => {
    expect(phoneOf(text)).toBe(digits)
  })
  it.each(['К-26-000123', '000123', 'Иванов', '123-456', ''])('«%s» is searched for as words', (text) => {
    expect(phoneOf(text)).toBeNull()
  })
})
