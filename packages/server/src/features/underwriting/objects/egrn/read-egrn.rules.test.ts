import { describe, expect, it } from 'vitest'
import { BadXml } from '#lib/xml/bad-xml.ts'
import { egrnExtract } from '#testing/specimens/egrn-extract.ts'
import { readEgrn } from './read-egrn.rules.ts'

const today = '2026-11-24'
const read = (text: string) => readEgrn(Buffer.from(text), today)

describe('an extract of the register in XML', () => {
  it('is read into the fields of the form: whose the object is, by which shares, and what stands on it', () => {
    const { answers, unknown } = read(egrnExtract())
    expect(answers).toMatchObject({
      extractNumber: 'КУВИ-001/2026-77123456',
      extractDate: '2026-11-10',
      extractCadastral: '16:50:0110101:123',
      extractAddress: 'Казань, Баумана, д. 5, кв. 12',
      extractArea: '54',
      extractRightKind: 'COMMON_OWNERSHIP',
      extractOwnership: 'SHARED_PROPERTY',
      extractOwners: [
        { name: 'Ёлкин Пётр Ильич', numerator: 1, denominator: 2, registeredOn: '2019-02-01' },
        { name: 'Ёлкина Анна Сергеевна', record: '16:50:0110101:123-16/011/2019-2' },
      ],
      encumbrances: [
        { kind: 'MORTGAGE', record: '16:50:0110101:123-16/011/2019-3', beneficiary: 'АО «Волга Банк»' },
      ],
    })
    expect(unknown).toEqual([])
  })

  it('tells what it has not read, by path and how often', () => {
    const more = '<deal_records><x/></deal_records><new_section><a>1</a></new_section><new_section/>'
    expect(read(egrnExtract({ more })).unknown).toEqual([
      { path: 'extract_about_property_room/new_section', count: 2 },
    ])
  })

  it('of windows-1251 says the same', () => {
    const text = egrnExtract({ more: '' }).replace('UTF-8', 'windows-1251')
    const letters = (sign: string) => {
      const code = sign.charCodeAt(0)
      if (code < 128) return code
      const special: Readonly<Record<string, number>> = { Ё: 168, ё: 184, '«': 171, '»': 187 }
      return special[sign] ?? code - 848
    }
    const bytes = Buffer.from(Array.from(text, letters))
    expect(readEgrn(bytes, today).answers).toEqual(read(egrnExtract()).answers)
  })

  it.each([
    [
      'a DTD with an entity',
      '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><extract_about_property_room>&e;</extract_about_property_room>',
      /DTD/,
    ],
    ['entities that grow', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>', /DTD/],
    ['an entity of HTML', egrnExtract({ more: '<note>&nbsp;</note>' }), /не XML/],
    [
      'a depth beyond all',
      `<extract_about_property_room>${'<a>'.repeat(200)}${'</a>'.repeat(200)}</extract_about_property_room>`,
      /вложенность/,
    ],
    ['tags beyond all', egrnExtract({ more: '<a/>'.repeat(160_000) }), /элементов больше/],
    ['a text beyond all', egrnExtract({ more: `<note>${'я'.repeat(5_000)}</note>` }), /текст длиннее/],
    ['a file beyond all', egrnExtract({ more: `<!--${' '.repeat(5_100_000)}-->` }), /больше 5 МБ/],
    ['another document', '<?xml version="1.0"?><CreditReport/>', /не выписка ЕГРН/],
    ['a name of the prototype', '<extract_about_property_constructor/>', /не выписка ЕГРН/],
    ['half a document', egrnExtract().slice(0, 900), /не XML|не разобран/],
    ['nothing', '', /пуст/],
    ['an encoding that nobody reads', '<?xml version="1.0" encoding="UTF-7"?><x/>', /кодировка/],
    ['a day of the future', egrnExtract({ date: '2027-01-01' }), /из будущего/],
    ['a day that is none', egrnExtract({ date: '2026-02-31' }), /неверная дата/],
    ['no object', egrnExtract().replaceAll('room_record', 'rooms'), /нет сведений об объекте/],
    ['no number of the object', egrnExtract({ cadastral: '' }), /обязательного/],
    ['an instruction of processing', egrnExtract({ more: '<?php echo 1 ?>' }), /инструкции/],
  ])('refuses %s', (_, text, words) => {
    expect(() => read(text)).toThrow(BadXml)
    expect(() => read(text)).toThrow(words)
  })

  it('does not take what is no number for one', () => {
    const { answers } = read(
      egrnExtract({ area: '54 кв. м' }).replaceAll('<numerator>1</numerator>', '<numerator>=1+1</numerator>'),
    )
    expect(answers['extractArea']).toBeUndefined()
    expect(answers['extractOwners']).toMatchObject([{ name: 'Ёлкин Пётр Ильич' }, {}])
    expect(JSON.stringify(answers)).not.toContain('=1+1')
  })
})
