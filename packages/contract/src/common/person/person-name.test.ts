import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  NamePart,
  normalName,
  RequiredNamePart,
  sexOfName,
  sexOfPatronymic,
  sexOfSurname,
  splitFullName,
  womansSurname,
} from './person-name.ts'

it.each([
  ['Игоревна', 'FEMALE'],
  ['Ильинична', 'FEMALE'],
  ['Никитична', 'FEMALE'],
  ['Павлович', 'MALE'],
  ['Ильич', 'MALE'],
  ['МАМЕД ОГЛЫ', 'MALE'],
  ['Мамед-оглы', 'MALE'],
  ['Рашид кызы', 'FEMALE'],
  ['Ерланұлы', 'MALE'],
  ['', null],
  ['Ван', null],
  ['Елена', null],
])('the patronymic «%s» tells %s', (patronymic, sex) => {
  expect(sexOfPatronymic(patronymic)).toBe(sex)
})

it.each([
  ['Иванов', 'MALE'],
  ['Соловьёв', 'MALE'],
  ['Соловьёва', 'FEMALE'],
  ['Пушкин', 'MALE'],
  ['Пушкина', 'FEMALE'],
  ['Достоевский', 'MALE'],
  ['Троицкая', 'FEMALE'],
  ['Толстой', 'MALE'],
  ['Бережная', 'FEMALE'],
  ['Римский-Корсаков', 'MALE'],
  ['Шевченко-Иванова', 'FEMALE'],
  ['Шевченко', null],
  ['Черных', null],
  ['Ким', null],
  ['Мельник', null],
  ['Щербина', null],
])('the surname «%s» tells %s', (surname, sex) => {
  expect(sexOfSurname(surname)).toBe(sex)
})

it('the patronymic is believed before the surname', () => {
  expect(sexOfName({ surname: 'Иванов', patronymic: 'Игоревна' })).toBe('FEMALE')
  expect(sexOfName({ surname: 'Иванова', patronymic: '' })).toBe('FEMALE')
})

it.each([
  ['Иванов', 'Иванова'],
  ['Соловьёв', 'Соловьёва'],
  ['Белинский', 'Белинская'],
  ['Толстой', 'Толстая'],
  ['Белый', 'Белая'],
  ['Горький', 'Горькая'],
  ['Шевченко', 'Шевченко'],
  ['Долгих', 'Долгих'],
])('a woman of the %s family is %s', (mans, womans) => {
  expect(womansSurname(mans)).toBe(womans)
})

describe('a name is written', () => {
  it.each([
    ['иванов', 'Иванов'],
    ['  ИВАНОВ   ', 'Иванов'],
    ['иванов - ПЕТРОВ', 'Иванов-Петров'],
    ['Салтыков–Щедрин', 'Салтыков-Щедрин'],
    ['МАМЕД ОГЛЫ', 'Мамед оглы'],
    ['рашид  кызы', 'Рашид кызы'],
    ['де голль', 'де Голль'],
    ['МакКензи', 'МакКензи'],
    ["о'нил", "О'Нил"],
    ['Иванoв', 'Иванов'],
    ['Ёлкина', 'Ёлкина'],
    ['Ли', 'Ли'],
    ['', ''],
  ])('«%s» as «%s»', (typed, written) => {
    expect(normalName(typed)).toBe(written)
  })

  it('once: what is written stays as it is', () => {
    const letters = fc.string({ unit: fc.constantFrom(...Array.from("аяАЯёЁoOzZ-' ")), maxLength: 24 })
    fc.assert(
      fc.property(letters, (typed) => {
        expect(normalName(normalName(typed))).toBe(normalName(typed))
      }),
    )
  })
})

it('a whole name in one field is told apart by its patronymic', () => {
  expect(splitFullName('иванова анна ильинична')).toEqual({
    surname: 'Иванова',
    name: 'Анна',
    patronymic: 'Ильинична',
  })
  expect(splitFullName('Алиев Вугар Мамед оглы')?.patronymic).toBe('Мамед оглы')
  expect(splitFullName('Иванова Анна')).toBeNull()
  expect(splitFullName('Ван ден Берг')).toBeNull()
})

describe('a part of a name', () => {
  it.each([
    'Ёлкин-Ким',
    'Рашид оглы',
    'O’Брайен',
    "д'Артаньян",
    '’т Хофт',
    'Иванова (Петрова)',
    'Müller',
    'Қасымұлы',
    'А.',
    'Салтыков–Щедрин',
    '李',
    '',
  ])('is «%s»', (name) => {
    expect(NamePart.parse(` ${name} `)).toBe(name)
  })

  it.each([
    '<b>Ветрова</b>',
    '😀',
    '\u202Eавортев',
    'Вет\u200Bрова',
    'кредит на https://spam.example',
    '=1+1',
    '-',
    "'",
    'Иванов2',
    'а\u0000',
    'а'.repeat(101),
  ])('is not «%s»', (name) => {
    expect(NamePart.safeParse(name).success).toBe(false)
  })

  it('that is needed is not empty', () => {
    expect(RequiredNamePart.safeParse('  ').error?.issues[0]?.message).toBe('Поле должно быть заполнено')
  })
})
