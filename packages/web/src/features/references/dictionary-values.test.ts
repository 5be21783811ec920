import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { describe, expect, test } from 'vitest'
import { flattenErrors } from '#ui/form/form-errors.ts'
import {
  dictionaryDifferences,
  dictionaryErrors,
  mergeDictionary,
  toDictionaryValues,
} from './dictionary-values.ts'

const server: Dictionary = {
  id: 3,
  code: 'colour',
  kind: 'DICTIONARY',
  title: 'Цвет',
  description: '',
  hierarchical: false,
  attributes: [{ key: 'hex', label: 'Код цвета', type: 'text', required: true, dictionary: null }],
  revision: 4,
  version: 2,
  itemsCount: 0,
  activeCount: 0,
}
const values = () => toDictionaryValues(server)

describe('the form of a dictionary', () => {
  test('passes what the server holds', () => {
    expect(dictionaryErrors(values(), false)).toEqual({})
  })

  test('says the rule of codes in the words of the specification', () => {
    expect(flattenErrors(dictionaryErrors({ ...values(), code: 'цвет' }, true))).toEqual([
      { name: 'code', message: 'Код должен состоять из латинских букв, цифр и знака подчёркивания' },
    ])
  })

  test('asks for a name, for keys that are free and for the dictionary of a code', () => {
    const wrong = values()
    wrong.title = ' '
    wrong.attributes.push({ key: 'name', label: 'Имя', type: 'code', required: false, dictionary: null })
    expect(flattenErrors(dictionaryErrors(wrong, false)).map(({ name }) => name)).toEqual([
      'title',
      'attributes.1.key',
      'attributes.1.dictionary',
    ])
  })

  test('compares and merges a late save field by field', () => {
    const mine = { ...values(), title: 'Окраска', hierarchical: true }
    expect(dictionaryDifferences(mine, server).map(({ key }) => key)).toEqual(['title', 'hierarchical'])
    expect(mergeDictionary(mine, server, { title: 'server', hierarchical: 'mine' })).toEqual({
      ...values(),
      hierarchical: true,
    })
  })
})
