import { describe, expect, test } from 'vitest'
import { differencesOf, toInput, type Values } from './document-values.ts'
import { openedOf, openedSearch, searchOf } from './opened-search.ts'

const mine: Values = {
  typeCode: 'PASSPORT_RF',
  title: '',
  number: '77',
  issuedOn: '2026-11-01',
  issuer: '',
  validTo: '',
  roleCode: 'SELLER',
  participantName: 'Петров',
  comment: '',
}
const server: Values = { ...mine, number: '88', typeCode: '', roleCode: '' }

describe('the form of a document', () => {
  test('empty fields are sent as nothing, a participant only with a role', () => {
    expect(toInput(mine)).toMatchObject({
      validTo: null,
      participant: { roleCode: 'SELLER', name: 'Петров' },
    })
    expect(toInput(server)).toMatchObject({ typeCode: null, participant: null })
  })

  test('both sides of a late save are told in words', () => {
    const found = differencesOf(mine, server, () => 'Паспорт')
    expect(found.map((one) => [one.label, one.mine, one.server])).toEqual([
      ['Тип', 'Паспорт', ''],
      ['Номер', '77', '88'],
      ['Чей документ', 'Продавец', ''],
    ])
  })
})

describe('the open document in the address', () => {
  const file = '00000000-0000-4000-8000-00000000abcd'
  test.each([
    [
      { document: '12', file },
      { documentId: 12, storageId: file },
    ],
    [
      { document: 7, file: 'x' },
      { documentId: 7, storageId: undefined },
    ],
    [{ document: '-1', file }, null],
    [{}, null],
  ])('%o', (search, opened) => {
    expect(openedOf(openedSearch(search))).toEqual(opened)
  })

  test('goes there and back', () => {
    expect(openedSearch({ ...searchOf({ documentId: 3, storageId: file }) })).toEqual({ document: 3, file })
    expect(searchOf(null)).toEqual({})
  })
})
