import { expect, test } from 'vitest'
import type { PersonFacts } from './facts.rules.ts'
import { effectOf, type Match, matchPerson, readPerson } from './match-person.rules.ts'

const facts = (name: string, birthDate: string | null, more: Partial<PersonFacts> = {}): PersonFacts => {
  const [lastName = '', firstName = '', middleName = ''] = name.split(' ')
  return {
    names: [{ lastName, firstName, middleName }],
    birthDate,
    passports: [],
    inn: null,
    snils: null,
    phones: [],
    ...more,
  }
}
const listed = facts('Щербакова Наталья Геннадьевна', '1980-04-05', {
  passports: ['4510123456', '4501000001'],
  inn: '770100000001',
  snils: '11223344595',
  phones: ['+79161234567'],
})
const compare = (other: PersonFacts, entry = listed, namesakes = 0): Match | null =>
  matchPerson(readPerson(entry), readPerson(other), namesakes)

test.each([
  ['ЩЕРБАКОВА  наталья Геннадьевна', 'ФИО'],
  ['Щербакова Наталия Геннадьевна', 'Имя: звучит так же'],
  ['Щирбакова Наталья Генадьевна', 'Отчество: звучит так же'],
  ['Щербкаова Наталья Геннадьевна', 'Фамилия: опечатка'],
  ['Shcherbakova Natalia Gennadevna', 'Фамилия: написание латиницей'],
  ['SHCHERBAKOVA NATALYA GENNADYEVNA', 'Имя: написание латиницей'],
  ['Chtcherbakova Natalia Guennadievna', 'Фамилия: написание латиницей'],
  ['Oth,frjdf Yfnfkmz Utyyflmtdyf', 'Фамилия: набрано в другой раскладке'],
  ['Наталья Щербакова Геннадьевна', 'Слова имени стоят в другом порядке'],
  ['Щербакoва Нaталья Геннадьевна', 'ФИО'],
  ['Щербакова Наталья', 'Отчество: не указано'],
])('%s of the same day is found: %s', (name, word) => {
  const found = compare(facts(name, '1980-04-05'))
  expect(found?.agreed).toContain(word)
  expect(found?.score).toBeGreaterThan(50)
})

test.each(['1980-04-06', '1981-04-05', '1980-05-04', '1980-04-15', '1990-04-05'])(
  'a day with one wrong digit, or the day and the month swapped, is looked at: %s',
  (day) => {
    const found = compare(facts('Щербакова Наталья Геннадьевна', day))
    expect(found).toMatchObject({ exact: false })
    expect(found?.agreed).toContain('Дата рождения: одна ошибка')
  },
)

test.each([
  ['Щербакова Наталья Геннадьевна', '1980-12-17'],
  ['Щербакова Светлана Геннадьевна', '1980-04-05'],
  ['Щербакова Наталья Андреевна', '1980-04-05'],
  ['Ким Наталья Геннадьевна', '1980-04-05'],
  ['Щурбаева Наталья Геннадиева', '1980-04-05'],
  ['Щербкаова Натлья Геннадьевна', '1980-04-06'],
])('%s of %s is somebody else', (name, day) => {
  expect(compare(facts(name, day))).toBeNull()
})

test('two names that people bear are no slip of the finger', () => {
  const maria = facts('Иванова Мария Петровна', '1980-04-05')
  expect(compare(facts('Иванова Марина Петровна', '1980-04-05'), maria)).toBeNull()
  expect(compare(facts('Иванова Мариф Петровна', '1980-04-05'), maria)).not.toBeNull()
})

test.each([
  ['Паспорт', { passports: ['4510123456'] }],
  ['Прежний паспорт', { passports: ['4620999999', '4510123456'] }],
  ['Прежний паспорт', { passports: ['4501000001'] }],
  ['ИНН', { inn: '770100000001' }],
  ['СНИЛС', { snils: '11223344595' }],
] as const)('%s is exact under any name', (word, numbers) => {
  const found = compare(facts('Другая Анна Олеговна', '1999-01-01', numbers))
  expect(found).toMatchObject({ exact: true, score: 100 })
  expect(found?.agreed).toContain(word)
})

test('the phone of an entry about a person is a reason to look, not to stop', () => {
  const found = compare(facts('Другая Анна Олеговна', '1999-01-01', { phones: ['+79161234567'] }))
  expect(found).toMatchObject({ exact: false, agreed: ['Телефон'] })
})

test('the whole name and the day are exact', () => {
  expect(compare(facts('Щербакова Наталья Геннадьевна', '1980-04-05'))).toMatchObject({ exact: true })
})

test('another СНИЛС under the same name and day is looked at, under an alike name it is somebody else', () => {
  const other = { snils: '00000000101' }
  expect(compare(facts('Щербакова Наталья Геннадьевна', '1980-04-05', other))).toMatchObject({
    exact: false,
    against: ['СНИЛС другой'],
  })
  expect(compare(facts('Щирбакова Наталья Геннадьевна', '1980-04-05', other))).toBeNull()
})

test.each([
  'SHCHERBAKOVA NATALIA GENNADEVNA',
  'Oth,frjdf Yfnfkmz Utyyflmtdyf',
  'Наталья Геннадьевна Щербакова',
])('another ИНН and СНИЛС do not hide the same name in another script or order: %s', (name) => {
  const other = { inn: '770100000019', snils: '00000000101' }
  expect(compare(facts(name, '1980-04-05', other))).toMatchObject({
    exact: false,
    against: ['ИНН другой', 'СНИЛС другой'],
  })
  expect(compare(facts(name, '1980-04-06', other))).toBeNull()
})

test('a doubtful day under a name that many bear is a coincidence', () => {
  const person = facts('Щербакова Наталья Геннадьевна', '1981-04-05')
  expect(compare(person, listed, 4)).not.toBeNull()
  expect(compare(person, listed, 5)).toBeNull()
  expect(compare(facts('Щербакова Наталья Геннадьевна', '1980-04-05'), listed, 500)).not.toBeNull()
})

test('a former name is a name', () => {
  const now = facts('Ким Наталья Геннадьевна', '1980-04-05')
  const person = { ...now, names: [...now.names, ...listed.names] }
  expect(compare(person)?.agreed).toContain('Прежнее ФИО')
})

test.each([
  [true, 'STOP', 'STOP'],
  [false, 'STOP', 'REVIEW'],
  [true, 'REVIEW', 'REVIEW'],
  [false, 'REVIEW', 'REVIEW'],
  [true, 'INFO', 'INFO'],
] as const)('exact %s under %s is %s', (exact, level, effect) => {
  expect(effectOf({ exact }, level)).toBe(effect)
})

test('hostile texts agree with nobody, however long they are', () => {
  const names = ['а'.repeat(1_000_000), '%_\\%', '‮авокабрещ', '\u{0}', '😀'.repeat(10_000), '][;', '٣٤٥']
  for (const lastName of names)
    for (const firstName of names)
      expect(
        compare({
          ...listed,
          names: [{ lastName, firstName, middleName: '' }],
          passports: [],
          inn: null,
          snils: null,
          phones: [],
        }),
      ).toBeNull()
})
