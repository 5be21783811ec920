import { describe, expect, it } from 'vitest'
import { equalShares, isWhole, missingShare, Share, shareSumText, shareText } from './share.ts'

const of = (...list: string[]): Share[] =>
  list.map((text) => {
    const [numerator = 0, denominator = 1] = text.split('/').map(Number)
    return { numerator, denominator }
  })

describe('shares', () => {
  it.each([
    [['1/3', '1/3', '1/3'], '0', 0],
    [['1/3', '1/3'], '1/3', 1],
    [['1/2', '1/3', '1/6'], '0', 0],
    [['2/6', '4/6'], '0', 0],
    [['1/2', '2/3'], '1/6', -1],
    [['33/100', '33/100', '34/100'], '0', 0],
    [['333333333/1000000000', '333333333/1000000000', '333333333/1000000000'], '1/1000000000', 1],
    [[], '1', 1],
  ])('%j leave %s', (list, text, sign) => {
    expect(missingShare(of(...list))).toEqual({ sign, text })
    expect(isWhole(of(...list))).toBe(sign === 0)
  })

  it('of any number of owners make one whole when divided equally, which floats do not', () => {
    for (const count of [3, 7, 49, 97, 200]) expect(isWhole(equalShares(count))).toBe(true)
    // What a float says of ten tenths.
    expect(Array.from({ length: 10 }, () => 0.1).reduce((a, b) => a + b)).not.toBe(1)
    expect(isWhole(of(...Array.from({ length: 10 }, () => '1/10')))).toBe(true)
  })

  it('stay exact where denominators have nothing in common', () => {
    const primes = [999_999_937, 999_999_929, 999_999_893]
    const shares = primes.map((denominator) => ({ numerator: 1, denominator }))
    expect(missingShare(shares).sign).toBe(1)
    expect(isWhole(shares)).toBe(false)
  })

  it('are written as people read them', () => {
    expect(shareText({ numerator: 5, denominator: 5 })).toBe('1')
    expect(shareText({ numerator: 2, denominator: 6 })).toBe('2/6')
    expect(shareSumText(of('1/2', '2/3'))).toBe('7/6')
  })

  it.each([
    { numerator: 0, denominator: 3 },
    { numerator: 4, denominator: 3 },
    { numerator: 1.5, denominator: 3 },
    { numerator: 1, denominator: 0 },
  ])('%j is none', (share) => {
    expect(Share.safeParse(share).success).toBe(false)
  })
})
