import { describe, expect, it } from 'vitest'
import { CadastralNumber, cadastralText, isCadastralNumber } from './cadastral.ts'

describe('a cadastral number', () => {
  it.each(['78:12:0007021:2016', '78:13:0007336:2035', '77:01:0001001:1', '50:20:010112:123456789'])(
    '%s is one',
    (value) => {
      expect(isCadastralNumber(value)).toBe(true)
    },
  )
  it.each(['77:01:0001:1', '77:01:0001001:', '77:01:0001001', '77:01:0001001:0', '7:01:0001001:1', ''])(
    '«%s» is none',
    (value) => {
      expect(isCadastralNumber(value)).toBe(false)
    },
  )
  it('is taken from what people paste', () => {
    expect(cadastralText(' 78 : 12:0007021 :2016 ')).toBe('78:12:0007021:2016')
    expect(cadastralText('78-12-0007021-2016')).toBe('78:12:0007021:2016')
    expect(cadastralText('КН № 78:12:0007021:2016')).toBe('78:12:0007021:2016')
    expect(isCadastralNumber(cadastralText('78:12:0007021:2016а'))).toBe(false)
    expect(cadastralText('нет номера')).not.toBe('')
    expect(CadastralNumber.parse('78.12.0007021.2016')).toBe('78:12:0007021:2016')
    expect(CadastralNumber.safeParse('78:12').success).toBe(false)
  })
})
