import { sexOfPatronymic, sexOfSurname } from '@ipoteka-office/contract/common/person/person-name.ts'
import { describe, expect, it } from 'vitest'
import { mansNames, surnames, womansNames } from './name-lists.ts'
import { patronymicsOf, suggestFromLists } from './names.rules.ts'

describe('patronymics', () => {
  it.each([
    ['Иван', 'Иванович', 'Ивановна'],
    ['Сергей', 'Сергеевич', 'Сергеевна'],
    ['Николай', 'Николаевич', 'Николаевна'],
    ['Юрий', 'Юрьевич', 'Юрьевна'],
    ['Георгий', 'Георгиевич', 'Георгиевна'],
    ['Дмитрий', 'Дмитриевич', 'Дмитриевна'],
    ['Игорь', 'Игоревич', 'Игоревна'],
    ['Илья', 'Ильич', 'Ильинична'],
    ['Лев', 'Львович', 'Львовна'],
    ['Пётр', 'Петрович', 'Петровна'],
    ['Никита', 'Никитич', 'Никитична'],
  ])('of %s are %s and %s', (name, son, daughter) => {
    expect(patronymicsOf(name)).toEqual([son, daughter])
  })

  it('of every listed name tell their sex', () => {
    for (const pair of mansNames.map(patronymicsOf)) {
      if (pair === null) continue
      expect([pair, pair.map(sexOfPatronymic)]).toEqual([pair, ['MALE', 'FEMALE']])
    }
  })
})

describe('lists', () => {
  it.each([
    ['names of men', mansNames],
    ['names of women', womansNames],
    ['surnames', surnames],
  ])('of %s hold nothing twice and Cyrillic letters alone', (_, list) => {
    expect(list.filter((one, at) => list.indexOf(one) !== at)).toEqual([])
    expect(list.filter((one) => !/^[А-ЯЁ][а-яё]+$/.test(one))).toEqual([])
  })

  it('of surnames are in the form of a man’s', () => {
    expect(surnames.filter((one) => sexOfSurname(one) === 'FEMALE')).toEqual([])
  })
})

type Asked = Parameters<typeof suggestFromLists>[0]
const values = (query: string, more: Partial<Asked> = {}) =>
  suggestFromLists({ query, count: 10, ...more }).map(({ value }) => value)

describe('suggestions go on', () => {
  it.each<[string, Partial<Asked>, string[]]>([
    ['ивано', { part: 'SURNAME' }, ['Иванов', 'Иванова']],
    ['ИВАНО', { part: 'SURNAME', sex: 'FEMALE' }, ['Иванова']],
    ['шевченко-иван', { part: 'SURNAME', sex: 'FEMALE' }, ['Шевченко-Иванова']],
    ['алён', { part: 'NAME' }, ['Алёна']],
    ['ален', { part: 'NAME' }, ['Алёна']],
    ['семенов', { part: 'PATRONYMIC' }, ['Семёнович', 'Семёновна']],
    ['иванова ольг', {}, ['Иванова Ольга']],
    ['иванов ольг', {}, []],
    ['ольга игоре', {}, ['Ольга Игоревна']],
    ['иванова анна ильин', { part: 'SURNAME' }, ['Иванова Анна Ильинична']],
    ['анна ильинична шевчен', {}, ['Анна Ильинична Шевченко']],
    ['шевченко анна ильи', {}, ['Шевченко Анна Ильинична']],
    ['иван петр', { count: 1 }, ['Иван Петров']],
    ['иван иванович петров', { count: 1 }, ['Иван Иванович Петров']],
    ['зщзщ', {}, []],
    ['один два три четыре', {}, []],
  ])('from «%s» %j to %j', (query, more, expected) => {
    expect(values(query, more)).toEqual(expected)
  })

  it('with the parts and the sex of the whole name', () => {
    expect(suggestFromLists({ query: 'шевченко анна ильи', count: 1 })[0]?.data).toEqual({
      surname: 'Шевченко',
      name: 'Анна',
      patronymic: 'Ильинична',
      gender: 'FEMALE',
    })
    expect(suggestFromLists({ query: 'шевче', count: 1, part: 'SURNAME' })[0]?.data.gender).toBe('UNKNOWN')
  })

  it('with the commonest first, whatever it is, when the field is not known', () => {
    expect(values('викт', { count: 4 })).toEqual(['Виктория', 'Виктор', 'Викторович', 'Викторовна'])
  })
})
