import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Chance } from '#db/seed/generator.ts'
import { distortions } from '#testing/blacklist/distortions.ts'
import { madePerson } from '#testing/blacklist/people.ts'
import { dateAgreement, nearDates } from './birth-dates.rules.ts'
import type { PersonFacts } from './facts.rules.ts'
import { digitsOf, individualFacts, participantFacts, phoneOf } from './facts.rules.ts'
import { entryKeys, prepare } from './matching.rules.ts'
import { firmName, matchFirm, matchPhone } from './match-others.rules.ts'
import { bonesOf, soundOf } from './sounds.rules.ts'
import { latinSpellings } from './transliteration.rules.ts'

test.each([
  ['щербаков', ['shcherbakov', 'chtcherbakov']],
  ['цой', ['tsoi', 'tcoi', 'tsoy']],
  ['юлия', ['iuliia', 'yuliya']],
  ['евгений', ['evgenii', 'evgeniy', 'yevgeniy', 'evgeny']],
  ['подъячев', ['podieiachev', 'podiachev', 'podyachev']],
  ['жуков', ['zhukov', 'joukov', 'joukoff']],
  ['никитин', ['nikitin', 'nikitine']],
])('%s is spelled as passports of all years do', (word, spellings) => {
  expect(latinSpellings(word)).toEqual(expect.arrayContaining(spellings))
})

test.each([
  ['геннадий', 'генадий'],
  ['наталья', 'наталия'],
  ['костров', 'кастроф'],
  ['светлана', 'свитлана'],
  ['эдуард', 'эдуарт'],
])('%s is heard as %s', (one, other) => {
  expect(soundOf(one)).toBe(soundOf(other))
})

test('every spelling of a name has the bones of the name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
      const { lastName, firstName } = madePerson(new Chance(seed))
      for (const name of [lastName, firstName]) {
        const word = name.toLowerCase().replaceAll('ё', 'е')
        for (const spelling of latinSpellings(word).slice(0, 5)) expect(bonesOf(spelling)).toBe(bonesOf(word))
      }
    }),
    { numRuns: 300, seed: 16 },
  )
})

const alone = (person: { lastName: string; firstName: string; middleName: string; birthDate: string }) =>
  ({
    names: [person],
    birthDate: person.birthDate,
    passports: [],
    inn: null,
    snils: null,
    phones: [],
  }) satisfies PersonFacts
const spelled = new Set([
  'ё, регистр, пробелы',
  'порядок слов',
  'латиница',
  'раскладка',
  'дата рождения',
  'на слух',
])

test.each(Object.entries(distortions))(
  '«%s» hides nobody: a key leads to the entry and it agrees',
  (name, distort) => {
    let missed = 0
    const runs = 400
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
        const chance = new Chance(seed)
        const person = madePerson(chance)
        const subject = prepare({ kind: 'individuals', facts: alone(distort(chance, person)) })
        const keys = new Set(
          entryKeys('individuals', { ...person }).map(({ kind, value }) => `${kind} ${value}`),
        )
        const isLed = subject.keys.some(({ kind, value }) => keys.has(`${kind} ${value}`))
        const { lastName, firstName, middleName, birthDate } = person
        const isFound = subject.match({ lastName, firstName, middleName, birthDate }, 0) !== null
        if (spelled.has(name)) expect([isLed, isFound]).toEqual([true, true])
        if (!isLed || !isFound) missed += 1
      }),
      { numRuns: runs, seed: 16 },
    )
    expect(missed / runs).toBeLessThan(0.02)
  },
)

test('days that are near agree both ways and are days', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true }),
      (moment) => {
        const day = moment.toISOString().slice(0, 10)
        for (const near of nearDates(day)) {
          expect(new Date(`${near}T00:00:00Z`).toISOString().slice(0, 10)).toBe(near)
          expect([dateAgreement(day, near), dateAgreement(near, day)]).toEqual(['NEAR', 'NEAR'])
        }
      },
    ),
    { numRuns: 200 },
  )
})

test.each([
  ['+7 (916) 123-45-67', '+79161234567'],
  ['8 916 123 45 67', '+79161234567'],
  ['9161234567', '+79161234567'],
  ['79161234567', '+79161234567'],
  ['+375 29 123 45 67', '+375291234567'],
  ['12', null],
  [undefined, null],
])('a phone is E.164: %s', (typed, phone) => {
  expect(phoneOf(typed)).toBe(phone)
})

test('numbers are their digits, numbers of another length are none', () => {
  expect(digitsOf('112-233-445 95')).toBe('11223344595')
  expect(individualFacts({ passport: '45 10 123456', inn: '7701000019', snils: '' })).toMatchObject({
    passports: ['4510123456'],
    inn: null,
    snils: null,
  })
})

test('a participant is known by former names and passports too, by those that the bank has seen as well', () => {
  const facts = participantFacts(
    {
      lastName: 'Ким',
      firstName: 'Анна',
      passport: '4510123456',
      previousPassports: [{ passport: '4501000001' }],
      previousNames: [{ fullName: 'Орлова Анна Олеговна' }],
      extraPhones: [{ phone: '+79161234567' }],
    },
    ['4501000002'],
  )
  expect(facts.names.map(({ lastName }) => lastName)).toEqual(['Ким', 'Орлова'])
  expect(facts.passports).toEqual(['4510123456', '4501000001', '4501000002'])
  expect(facts.phones).toEqual(['+79161234567'])
})

const firm = (name: string, inn: string | null, regionCode: string | null) => ({
  names: [name],
  inn,
  ogrn: null,
  regionCode,
})
test('an organisation is known by its number; by its name in its region it is looked at', () => {
  const listed = firm('Общество с ограниченной ответственностью «Ромашка-Сервис»', '7701000019', '77')
  expect(matchFirm(listed, firm('Другая', '7701000019', '16'))).toMatchObject({ exact: true })
  expect(matchFirm({ ...listed, inn: null }, firm('ООО "РОМАШКА СЕРВИС"', null, '77'))).toMatchObject({
    exact: false,
  })
  expect(matchFirm({ ...listed, inn: null }, firm('ООО "РОМАШКА СЕРВИС"', null, '16'))).toBeNull()
  expect(matchFirm(listed, firm('ООО "РОМАШКА СЕРВИС"', '7702000018', '77'))).toBeNull()
  expect(matchFirm(firm('ООО', null, '77'), firm('АО', null, '77'))).toBeNull()
  expect(firmName('ПАО «Банк Зенит»')).toBe('банк зенит')
})

test('a phone is one phone', () => {
  expect(matchPhone({ phones: ['+79161234567'] }, { phones: ['+79161234567'] })).toMatchObject({
    exact: true,
  })
  expect(matchPhone({ phones: ['+79161234567'] }, { phones: ['+79161234568'] })).toBeNull()
})
