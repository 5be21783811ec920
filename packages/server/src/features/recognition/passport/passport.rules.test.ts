import { describe, expect, it } from 'vitest'
import type { Word } from '#integrations/ocr/words.ts'
import { isWord, pairsOf, place, toPixels } from '../layout.rules.ts'
import { buildMrz, readMrz } from './mrz.rules.ts'
import { checkPassport } from './passport-checks.rules.ts'
import { decidePassport, type PassportReadings } from './passport-fields.rules.ts'
import { seenNumber, seenValue } from './passport-values.rules.ts'
import { passportAnchors } from './passport-zones.rules.ts'

const today = '2026-11-21'
const box = { x: 0, y: 0, width: 10, height: 10 }
const truth = {
  lastName: 'КОРОЛЁВ',
  firstName: 'ОЛЕГ',
  middleName: 'НИКОЛАЕВИЧ',
  sex: 'MALE',
  birthDate: '1985-03-21',
  series: '9211',
  number: '269021',
  issueDate: '2012-11-23',
  unitCode: '922-094',
} as const
const seen = (value: string, confidence = 0.95) => ({ value, confidence, box })
const mrz = () => {
  const reading = readMrz(...buildMrz(truth), today)
  return reading === null ? null : { ...reading, box }
}
const readings = (changed: Partial<PassportReadings> = {}): PassportReadings => ({
  mrz: mrz(),
  seen: {
    lastName: seen('КОРОЛЁВ'),
    firstName: seen('ОЛЕГ'),
    middleName: seen('НИКОЛАЕВИЧ'),
    sex: seen('MALE'),
    birthDate: seen('1985-03-21'),
    birthPlace: seen('ГОР. КУРСК'),
    issueDate: seen('2012-11-23'),
    unitCode: seen('922-094'),
    issuer: seen('ГУ МВД РОССИИ'),
  },
  numbers: [seen('9211269021'), seen('9211269021')],
  ...changed,
})
const field = (name: string, given: PassportReadings) =>
  decidePassport(given).find((one) => one.name === name)
const withSeen = (more: PassportReadings['seen'], rest: Partial<PassportReadings> = {}) =>
  readings({ ...rest, seen: { ...readings().seen, ...more } })

describe('the value of a field', () => {
  it('is sure when the zone and the print agree', () => {
    for (const [name, value] of Object.entries(truth)) {
      const found = field(name, readings())
      expect([found?.value, found?.problems]).toEqual([value, []])
      expect(found?.confidence).toBeGreaterThan(0.95)
    }
  })
  it.each([
    [
      'a date of the zone wins over a misread one',
      'birthDate',
      withSeen({ birthDate: seen('1986-03-21') }),
      '1985-03-21',
      true,
    ],
    ['a print that was not read leaves the zone', 'unitCode', readings({ seen: {} }), '922-094', false],
    ['a zone that was not read leaves the print', 'unitCode', readings({ mrz: null }), '922-094', false],
    [
      'the dots of «Ё» come from the zone',
      'lastName',
      withSeen({ lastName: seen('КОРОЛЕВ') }),
      'КОРОЛЁВ',
      false,
    ],
    [
      'a name of the print wins over a slip of the zone',
      'lastName',
      withSeen({ lastName: seen('КОРОЛЁВА') }),
      'КОРОЛЁВА',
      true,
    ],
    [
      'a number is what two of three places say',
      'number',
      readings({ mrz: null, numbers: [seen('9211269021'), seen('9211269021')] }),
      '269021',
      false,
    ],
    [
      'a misread place in red does not hurt',
      'series',
      readings({ numbers: [seen('9211269021'), seen('9271269021')] }),
      '9211',
      false,
    ],
  ] as const)('%s', (_what, name, given, value, isDoubtful) => {
    const found = field(name, given)
    expect(found?.value).toBe(value)
    expect((found?.problems.length ?? 0) > 0).toBe(isDoubtful)
    if (isDoubtful) expect(found?.confidence).toBeLessThan(0.85)
  })
  it('a number of the zone that its check digit does not prove is doubtful, and the print wins over it', () => {
    const [first, second] = buildMrz(truth)
    const reading = readMrz(first, `${second.slice(0, 8)}7${second.slice(9)}`, today)
    const misread = reading && { ...reading, box }
    const alone = field('number', readings({ mrz: misread, numbers: [] }))
    expect([alone?.confidence, alone?.problems.length]).toEqual([0.45, 1])
    expect(field('number', readings({ mrz: misread }))?.value).toBe('269021')
  })
  it('one reading alone in red is not sure', () => {
    const found = field('number', readings({ mrz: null, numbers: [seen('9211269021', 0.99)] }))
    expect(found?.confidence).toBeLessThan(0.85)
  })
  it('nothing read gives no field', () => {
    expect(decidePassport({ mrz: null, seen: {}, numbers: [] })).toEqual([])
  })
})

const state = (given: PassportReadings, day = today) =>
  Object.fromEntries(
    checkPassport(decidePassport(given), given, day).map(({ code, passed }) => [code, passed]),
  )

describe('the checks of a passport', () => {
  it('pass for a good one', () => {
    expect(state(readings())).toEqual({
      mrz: true,
      zone: true,
      dates: true,
      term: true,
      series: true,
      sex: true,
    })
  })
  it.each([
    ['no zone', readings({ mrz: null }), { mrz: null, zone: null }],
    ['two dates that differ', withSeen({ birthDate: seen('1986-03-21') }), { zone: false }],
    [
      'issued before 14',
      withSeen({ birthDate: seen('2005-03-21'), issueDate: seen('2012-11-23') }, { mrz: null }),
      { dates: false },
    ],
    ['not exchanged at 45', withSeen({ birthDate: seen('1980-01-01') }, { mrz: null }), { term: false }],
    [
      'a blank of another decade',
      withSeen({ issueDate: seen('2019-11-23') }, { mrz: null }),
      { series: false },
    ],
    ['a woman with a patronymic of a man', withSeen({ sex: seen('FEMALE') }, { mrz: null }), { sex: false }],
    ['no dates', readings({ mrz: null, seen: {} }), { dates: null }],
  ])('%s', (_what, given, expected) => expect(state(given)).toMatchObject(expected))
  it('ninety days are allowed for the exchange', () => {
    const given = withSeen({ birthDate: seen('1981-09-01') }, { mrz: null })
    expect(state(given, '2026-11-21')).toMatchObject({ term: true })
    expect(state(given, '2026-12-01')).toMatchObject({ term: false })
  })
})

const word = (text: string, x = 0, y = 0, confidence = 0.95): Word => ({
  text,
  confidence,
  x,
  y,
  width: text.length * 12,
  height: 24,
  line: '1',
})

describe('words of a zone', () => {
  it.each([
    ['lastName', [word('КОРОЛЁВ')], 'КОРОЛЁВ'],
    ['lastName', [word('ИВАНОВА-', 0, 0), word('ПЕТРОВА', 0, 60)], 'ИВАНОВА-ПЕТРОВА'],
    ['firstName', [word('|'), word('OЛЕГ', 20), word('—', 100)], 'ОЛЕГ'],
    ['middleName', [word('РАШИД'), word('ОГЛЫ', 90)], 'РАШИД ОГЛЫ'],
    ['sex', [word('МУЖ.')], 'MALE'],
    ['sex', [word('ЖЕН')], 'FEMALE'],
    ['sex', [word('ОН')], null],
    ['birthDate', [word('21.03.'), word('1985', 90)], '1985-03-21'],
    ['birthDate', [word('31.02.1985')], null],
    ['unitCode', [word('922-'), word('094', 60)], '922-094'],
    ['unitCode', [word('92-094')], null],
    ['issuer', [word('ТП'), word('№', 40, 0, 0.9), word('21', 60), word('ОТДЕЛА', 90)], 'ТП № 21 ОТДЕЛА'],
    ['birthPlace', [word('Р-НА', 0, 60), word('ГОР.', 0, 0), word('КУРСК', 60, 2)], 'ГОР. КУРСК Р-НА'],
    ['issuer', [], null],
  ] as const)('%s of %j is %j', (zone, words, expected) => {
    expect(seenValue(zone, words)?.value ?? null).toBe(expected)
  })
  it('a number has ten digits, whatever pieces it came in', () => {
    expect(seenNumber([word('269021', 90), word('92', 0), word('11', 40)])?.value).toBe('9211269021')
    expect(seenNumber([word('92112690', 0)])).toBeNull()
  })
})

describe('the printed words of the form', () => {
  it.each([
    ['Фамилия', 'Фамилия', true],
    ['Фамнлия', 'Фамилия', true],
    ['подраздепенил', 'подразделения', true],
    ['Пол', 'Код', false],
    ['Имя,', 'Имя', true],
    ['ИМЕНА', 'Имя', false],
  ])('%j is %j: %j', (read, printed, expected) => expect(isWord(read, printed)).toBe(expected))

  const laid = (scale: number, x: number, y: number) =>
    passportAnchors.map((anchor) => {
      const width = anchor.text.length * 12
      return { ...word(anchor.text), x: anchor.x * scale + x - width / 2, y: anchor.y * scale + y - 12 }
    })
  it.each([
    [10, 0, 0],
    [14.7, 210, -35],
    [6, -20, 900],
  ])('tell where the form lies: %d px/mm at %d, %d', (scale, x, y) => {
    const found = place(pairsOf(laid(scale, x, y), passportAnchors))
    expect(found?.scale).toBeCloseTo(scale, 3)
    expect(found?.x).toBeCloseTo(x, 0)
    expect(found?.support).toBe(passportAnchors.length)
    const zone = found && toPixels({ x: 10, y: 20, width: 5, height: 2 }, found)
    expect(zone?.width).toBeCloseTo(5 * scale, 2)
  })
  it('words in wrong places do not mislead, and two words are not enough', () => {
    const words = laid(10, 0, 0).map((one, at) => (at % 4 === 0 ? { ...one, x: at * 97, y: 1_500 } : one))
    expect(place(pairsOf(words, passportAnchors))?.scale).toBeCloseTo(10, 3)
    expect(place(pairsOf(laid(10, 0, 0).slice(0, 2), passportAnchors))).toBeNull()
    expect(place([])).toBeNull()
  })
})
