import type { Chance, Person } from './generator.ts'
import { person } from './generator.ts'

/** A made-up client. */
export interface DemoClient extends Person {
  readonly fullName: string
  readonly sex: 'MALE' | 'FEMALE'
  readonly birthDate: string
  readonly passport: string
  readonly phone: string
  readonly email: string
  readonly income: string
  readonly city: string
}

const cities = ['Казань', 'Самара', 'Пермь', 'Екатеринбург', 'Тула', 'Уфа', 'Омск', 'Томск', 'Киров', 'Псков']
const streets = ['Садовая', 'Лесная', 'Мира', 'Школьная', 'Полевая', 'Гагарина', 'Зелёная', 'Новая']
const employers = ['Берёзка', 'Северный ветер', 'Вектор', 'Заря', 'Ладога', 'Спектр', 'Урожай', 'Причал']
const positions = [
  'Инженер',
  'Врач',
  'Учитель',
  'Водитель',
  'Бухгалтер',
  'Менеджер',
  'Технолог',
  'Программист',
]

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (chance: Chance, from: number, to: number): string =>
  `${chance.whole(from, to)}-${two(chance.whole(1, 12))}-${two(chance.whole(1, 28))}`

/** A client by a running number: passports and phones never repeat. */
export function makeClient(chance: Chance, serial: number): DemoClient {
  const names = person(chance)
  const isWoman = /(?:на|кызы)$/.test(names.middleName)
  return {
    ...names,
    fullName: `${names.lastName} ${names.firstName} ${names.middleName}`,
    sex: isWoman ? 'FEMALE' : 'MALE',
    birthDate: dayOf(chance, 1962, 2003),
    passport: `92${two(chance.whole(5, 24))}${String(500_000 + serial).padStart(6, '0')}`,
    // The 000 code is given to nobody.
    phone: `7000${String(1_000_000 + serial).padStart(7, '0')}`,
    email: `client${serial}@example.ru`,
    income: String(chance.whole(60, 320) * 1_000),
    city: chance.of(cities),
  }
}

/** Who owes beside the borrower. */
export interface DemoCoBorrower {
  readonly role: 'SPOUSE' | 'CO_BORROWER'
  readonly client: DemoClient
  readonly serial: number
}

/** A spouse has the surname of the borrower where it can be had in the other form. */
function surnameOfSpouse(lastName: string, sex: DemoClient['sex']): string {
  if (sex === 'MALE') return lastName.replace(/(?<=[оеё]в|ин)а$/, '').replace(/ая$/, 'ой')
  return lastName.replace(/([оеё]в|ин)$/, '$1а').replace(/ой$/, 'ая')
}

/** A co-borrower by a running number of their own. */
export function makeCoBorrower(chance: Chance, serial: number, borrower: DemoClient): DemoCoBorrower {
  const isSpouse = chance.percent(65)
  let client = makeClient(chance, serial)
  while (isSpouse && client.sex === borrower.sex) client = makeClient(chance, serial)
  if (!isSpouse) return { role: 'CO_BORROWER', client, serial }
  const lastName = surnameOfSpouse(borrower.lastName, client.sex)
  const fullName = `${lastName} ${client.firstName} ${client.middleName}`
  return { role: 'SPOUSE', client: { ...client, lastName, fullName }, serial }
}

/** Codes of the dictionaries from which the made-up answers are taken. */
export type Codes = (dictionary: string) => string

const weights = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** A ИНН of a person of no region, with its two check digits. */
function personInn(serial: number): string {
  const ten = `00${String(serial).padStart(8, '0')}`
  const sum = (digits: string, by: readonly number[]) =>
    Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (by[index] ?? 0), 0)
  const eleven = ten + String((sum(ten, weights) % 11) % 10)
  return eleven + String((sum(eleven, [3, ...weights]) % 11) % 10)
}

function personSnils(serial: number): string {
  const nine = `0${String(10_000_000 + serial)}`
  const sum = Array.from(nine).reduce((total, digit, index) => total + Number(digit) * (9 - index), 0) % 101
  return nine + two(sum === 100 ? 0 : sum)
}

/** Sections of a participant as the questionnaire keeps them. */
export function clientSections(
  chance: Chance,
  { client, serial, married }: { client: DemoClient; serial: number; married: boolean },
  code: Codes,
  today: string,
): Record<string, Record<string, unknown>> {
  const maritalStatus = chance.of(['SINGLE', 'MARRIED', 'DIVORCED'])
  const address = {
    value: `г ${client.city}, ул ${chance.of(streets)}, д ${chance.whole(1, 120)}, кв ${chance.whole(1, 200)}`,
  }
  const employer = `ООО «${chance.of(employers)}»`
  return {
    PERSONAL: {
      lastName: client.lastName,
      firstName: client.firstName,
      middleName: client.middleName,
      sex: client.sex,
      birthDate: client.birthDate,
      birthPlace: `гор. ${client.city}`,
      citizenship: '643',
      nameChanged: false,
      passport: client.passport,
      passportIssuedOn: dayOf(chance, 2015, 2024),
      passportUnitCode: '160-001',
      passportIssuer: `МВД, гор. ${client.city}`,
      inn: personInn(serial),
      snils: personSnils(serial),
      phone: client.phone,
      email: client.email,
      registrationType: 'PERMANENT',
      registrationAddress: address,
      livesAtRegistration: true,
      residenceCause: code('residenceCause'),
      maritalStatus: married ? 'MARRIED' : maritalStatus,
      marriageContract: false,
      hasChildren: false,
      education: code('educationLevel'),
    },
    EMPLOYMENT: {
      employmentType: 'EMPLOYED_PERMANENT',
      seniority: code('employmentSeniorityType'),
      employerName: employer,
      employerInn: '7701000019',
      position: chance.of(positions),
      positionLevel: code('positionLevel'),
      employedSince: dayOf(chance, 2012, 2024),
      salaryClient: chance.percent(30),
    },
    INCOME: {
      noIncome: false,
      incomes: [
        {
          key: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
          type: 'SALARY_MAIN',
          verification: 'NDFL2',
          declared: client.income,
          payer: employer,
        },
      ],
    },
    OBLIGATIONS: { noObligations: true },
    ASSETS: { noAssets: true },
    CONSENTS: {
      personalData: true,
      personalDataOn: today,
      creditHistory: true,
      creditHistoryOn: today,
      signature: chance.of(['PAPER', 'SMS']),
    },
  }
}
