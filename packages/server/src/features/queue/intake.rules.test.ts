import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { describe, expect, it } from 'vitest'
import { checkItem, codesOfItem, contentHash, dueAfter, parseItem } from './intake.rules.ts'
import { programmeIndex, programmeNamed } from './programme-names.rules.ts'

const raw = {
  number: 'ИП-000123/1',
  clientName: 'Ёлкина-Ким Вера Аркадьевна',
  programme: 'Семейная ипотека',
  level: 'LEVEL_2',
  status: 'UNDERWRITING',
  partnerId: 2,
  region: '77',
}
const known = {
  partners: new Set([2]),
  programmes: programmeIndex([
    { code: '105', name: 'Семейная ипотека' },
    { code: '1', name: 'Строящееся жильё', aliases: 'Новостройка;  Семейная ипотека ; ' },
    { code: '5', name: 'Военная ипотека', aliases: null },
  ]),
}
const itemOf = (changes: object = {}) => {
  const { item, errors } = parseItem({ ...raw, ...changes })
  if (item === null) throw new Error(JSON.stringify(errors))
  return item
}

describe('an item', () => {
  it.each([
    ['a string', 'ИП-1', ''],
    ['null', null, ''],
    ['a list', [raw], ''],
    ['a number with a space', { ...raw, number: 'ИП 1' }, 'number'],
    ['a number of 33 characters', { ...raw, number: '1'.repeat(33) }, 'number'],
    ['an empty name', { ...raw, clientName: '  ' }, 'clientName'],
    ['a control character in the name', { ...raw, clientName: 'Ёлкина\u0000' }, 'clientName'],
    ['half of a surrogate pair in the name', { ...raw, clientName: 'Ёлкина\uD800' }, 'clientName'],
    ['a name of 201 characters', { ...raw, clientName: 'ё'.repeat(201) }, 'clientName'],
    ['no programme', { ...raw, programme: undefined }, 'programme'],
    ['a department that does not exist', { ...raw, type: 'abc' }, 'type'],
    ['a partner as text', { ...raw, partnerId: '2' }, 'partnerId'],
    ['a partner beyond integers', { ...raw, partnerId: 2_147_483_648 }, 'partnerId'],
    ['a date without a zone', { ...raw, receivedAt: '2026-11-20T10:00:00' }, 'receivedAt'],
    ['a date that does not exist', { ...raw, receivedAt: '2026-02-30T10:00:00Z' }, 'receivedAt'],
  ])('with %s is refused at its field', (_, given, path) => {
    expect(parseItem(given).errors.map((error) => error.path)).toEqual([path])
  })

  it.each([
    ['status', { status: 'APPROVED' }],
    ['programme', { programme: 'Ипотека на Луне' }],
    ['partnerId', { partnerId: 3 }],
    ['dueAt', { receivedAt: '2026-11-20T10:00:00Z', dueAt: '2026-11-20T09:59:00Z' }],
  ])('with a wrong %s is refused there', (path, changes) => {
    expect(checkItem(itemOf(changes), known).map((error) => error.path)).toEqual([path])
  })

  it('in order has nothing wrong', () => {
    expect(checkItem(itemOf(), known)).toEqual([])
  })

  it('names codes of three dictionaries, each told by its place in what was sent', () => {
    expect(codesOfItem(itemOf(), 4).map(({ path, dictionary, code }) => [path, dictionary, code])).toEqual([
      ['4.level', 'loanApplicationLevel', 'LEVEL_2'],
      ['4.status', 'loanApplicationStatus', 'UNDERWRITING'],
      ['4.region', 'region', '77'],
    ])
  })
})

describe('a programme', () => {
  it.each([
    ['Семейная ипотека', '105'],
    ['  семейная   ИПОТЕКА', '105'],
    ['новостройка', '1'],
    ['СТРОЯЩЕЕСЯ ЖИЛЬЕ', '1'],
    ['5', '5'],
    ['', undefined],
    ['Ипотека', undefined],
  ])('named «%s» has the code %s', (name, code) => {
    expect(programmeNamed(known.programmes, name)?.code).toBe(code)
  })
})

describe('what follows from an item', () => {
  it('the time to decide is by level, a day for levels that have none of their own', () => {
    const received = new Date('2026-11-20T10:00:00Z')
    const figures = { ...deliveredFigures('2026-11-20'), 'queue-decision-level-4': 3 }
    expect(dueAfter(received, 'LEVEL_1', figures).toISOString()).toBe('2026-11-20T12:00:00.000Z')
    expect(dueAfter(received, 'LEVEL_4', figures).toISOString()).toBe('2026-11-20T13:00:00.000Z')
    expect(dueAfter(received, 'LEVEL_5', figures).toISOString()).toBe('2026-11-22T10:00:00.000Z')
    expect(dueAfter(received, 'OTHER', figures).toISOString()).toBe('2026-11-21T10:00:00.000Z')
  })

  it('the content is the same in any order of fields and another for another value', () => {
    const reversed = Object.fromEntries(Object.entries(raw).toReversed())
    expect(contentHash(itemOf())).toEqual(contentHash(parseItem(reversed).item ?? itemOf({ region: '78' })))
    expect(contentHash(itemOf())).not.toEqual(contentHash(itemOf({ clientName: 'Ёлкина Вера' })))
  })
})
