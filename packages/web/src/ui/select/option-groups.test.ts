import { describe, expect, it } from 'vitest'
import { filterGroups } from './option-groups.ts'

const groups = [
  {
    label: 'Заёмщик',
    options: [
      { code: 'age', name: 'Возраст' },
      { code: 'family', name: 'Семейное положение' },
    ],
  },
  { label: 'Объект', options: [{ code: 'kind', name: 'Вид объекта' }] },
]
const found = (text: string) =>
  filterGroups(groups, text).flatMap(({ options }) => options.map(({ code }) => code))

describe('choices in groups', () => {
  it('are found by their own words, whatever the case and ё', () => {
    expect(found('ПОЛОЖ')).toEqual(['family'])
    expect(found('')).toEqual(['age', 'family', 'kind'])
    expect(found('нет такого')).toEqual([])
  })
  it('are shown whole under a heading that was found', () => {
    expect(found('заемщик')).toEqual(['age', 'family'])
    expect(found('объект')).toEqual(['kind'])
  })
})
