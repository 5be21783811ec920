import { describe, expect, it } from 'vitest'
import { isBankAccount, isBic, isCorrespondentAccount, withAccountKey } from './bank-account.ts'
import {
  innControlDigit,
  isInn,
  isKpp,
  isOgrn,
  isOgrnip,
  isOkato,
  isOktmo,
  isSnils,
  ogrnControlDigit,
} from './identifiers.ts'

describe('ИНН', () => {
  it.each([
    '005826107187',
    '0273074555',
    '0716007984',
    '6223002330',
    '6672238301',
    '6908012650',
    '7609000881',
    '7716450028',
    '7726485118',
    '7728127936',
    '7825498171',
    '8906008726',
    '7707083893',
    '7736207543',
    '7719402047',
    '7725038124',
    '1640273047',
  ])('%s holds', (inn) => {
    expect(isInn(inn)).toBe(true)
  })
  it.each([
    '7707083894',
    '12345',
    '0000000000',
    '000000000000',
    '77070838930',
    '770708389a',
    '',
    ' 7707083893',
  ])('«%s» does not', (inn) => {
    expect(isInn(inn)).toBe(false)
  })
  it('has the control digit that follows from the first nine', () => {
    expect(innControlDigit('164027304')).toBe('7')
  })
  it('of a person has two control digits, each checked', () => {
    // The 11th digit of 0203184580… is 5, the 12th of 70517081385… is 1.
    const holding = (first: string) =>
      Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')).filter((end) => isInn(first + end))
    expect(holding('0203184580')).toHaveLength(1)
    expect(holding('0203184580')[0]?.[0]).toBe('5')
    expect(isInn('705170813851')).toBe(true)
    expect(isInn('705170813852')).toBe(false)
  })
})

describe('ОГРН', () => {
  it.each(['1022300000502', '1022400007508', '1022600000092', '1027739552642', '1027700132195'])(
    '%s holds',
    (ogrn) => {
      expect(isOgrn(ogrn)).toBe(true)
      expect(ogrnControlDigit(ogrn.slice(0, 12))).toBe(ogrn[12])
    },
  )
  it('of an entrepreneur has 15 digits', () => {
    expect(isOgrnip('304500116000157')).toBe(true)
    expect(isOgrn('304500116000157')).toBe(false)
  })
  it.each(['10277395526422', '102250000', '1027700132196', '385768585948948', '2027700132195', ''])(
    '«%s» does not hold',
    (ogrn) => {
      expect(isOgrn(ogrn) || isOgrnip(ogrn)).toBe(false)
    },
  )
})

describe('КПП', () => {
  it.each(['773601001', '7736AB001', '503801001', '770401001'])('%s holds', (kpp) => {
    expect(isKpp(kpp)).toBe(true)
  })
  it.each(['77360100', '77360a001', '7707az001', '77070', ''])('«%s» does not', (kpp) => {
    expect(isKpp(kpp)).toBe(false)
  })
})

describe('СНИЛС', () => {
  it.each([
    '112-233-445 95',
    '087-654-303 00',
    '086-754-303 00',
    '149-922-932 09',
    '021-006-999 00',
    '001-001-999 65',
    '11223344595',
  ])('%s holds', (snils) => {
    expect(isSnils(snils)).toBe(true)
  })
  it.each(['112-233-445 96', '112-233-445 00', '087-654-303 99', '122-176-471 310', ''])(
    '«%s» does not',
    (snils) => {
      expect(isSnils(snils)).toBe(false)
    },
  )
  it('carries no control up to 001-001-998', () => {
    expect(isSnils('001-001-998 77')).toBe(true)
    expect(isSnils('000-000-001 00')).toBe(true)
  })
})

describe('a bank account', () => {
  it.each([
    ['044525225', '40702810938000000001'],
    ['044525225', '40817810538091310419'],
  ])('holds the key of %s: %s', (bic, account) => {
    expect(isBankAccount(account, bic)).toBe(true)
    const wrong = account.slice(0, 8) + String((Number(account[8]) + 1) % 10) + account.slice(9)
    expect(isBankAccount(wrong, bic)).toBe(false)
    expect(withAccountKey(wrong, bic)).toBe(account)
  })
  it.each([
    ['044525225', '30101810400000000225'],
    ['044525593', '30101810200000000593'],
  ])('of correspondents holds the key of %s: %s', (bic, account) => {
    expect(isCorrespondentAccount(account, bic)).toBe(true)
    expect(isBankAccount(account, bic)).toBe(true)
  })
  it('with a wrong key is refused', () => {
    expect(isBankAccount('40702810400000000001', '044525225')).toBe(false)
    expect(isCorrespondentAccount('40702810938000000001', '044525225')).toBe(false)
  })
  it('of the Treasury is not checked by this key', () => {
    expect(isBankAccount('40102810045370000002', '004525988')).toBe(true)
    expect(isBankAccount('03100643000000017300', '017003983')).toBe(true)
    expect(isBankAccount('0310064300000001730', '017003983')).toBe(false)
  })
  it('needs a БИК', () => {
    expect(isBankAccount('40702810938000000001', '')).toBe(false)
    expect(['044525225', '017003983'].every(isBic)).toBe(true)
    expect(['44525225', '944525225', '04452522a', '0445252255'].some(isBic)).toBe(false)
  })
})

it.each([
  ['45', true, false],
  ['45000', true, false],
  ['45305000', true, true],
  ['45397000000', true, true],
  ['4', false, false],
  ['4530500', false, false],
  ['453050000', false, false],
  ['4539700000', false, false],
  ['453970000001', false, false],
  ['4530500О', false, false],
])('%s as ОКАТО: %s, as ОКТМО: %s', (code, okato, oktmo) => {
  expect([isOkato(code), isOktmo(code)]).toEqual([okato, oktmo])
})
