import type { Chance, Person } from './generator.ts'
import { person } from './generator.ts'

/** A made-up client. */
export interface DemoClient extends Person {
  readonly fullName: string
  readonly sex: 'MALE' | 'FEMALE'
  readonly birthDate: string
  readonly passport: string
  readonly passportIssuedOn: string
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

/** A passport is given out anew soon after the birthdays at 20 and 45, and its series has the year of the blank. */
function passportOf(birthDate: string, serial: number): { passport: string; passportIssuedOn: string } {
  const birth = Temporal.PlainDate.from(birthDate)
  const passportIssuedOn = birth.add({ years: birth.year <= lastRenewed ? 45 : 20, days: 12 + (serial % 17) })
  const passport = `92${two(passportIssuedOn.year % 100)}${String(500_000 + serial).padStart(6, '0')}`
  return { passport, passportIssuedOn: passportIssuedOn.toString() }
}
/** Whoever was born later is not 45 yet whatever the day of the first start. */
const lastRenewed = 1980

/** A client by a running number: passports and phones never repeat. */
export function makeClient(chance: Chance, serial: number): DemoClient {
  const names = person(chance)
  const isWoman = /(?:на|кызы)$/.test(names.middleName)
  const birthDate = dayOf(chance, 1962, 2003).replace(/^1981/, '1982')
  return {
    ...names,
    fullName: `${names.lastName} ${names.firstName} ${names.middleName}`,
    sex: isWoman ? 'FEMALE' : 'MALE',
    birthDate,
    ...passportOf(birthDate, serial),
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

/** Whose sections they are, and which programme asks for more. */
interface SectionsOf {
  readonly client: DemoClient
  readonly serial: number
  readonly married: boolean
  /** Of `product/type`; null for a consumer loan. */
  readonly programme: string | null
  /** What they say they earn; their usual income when absent. */
  readonly income?: string
}

const keyOf = (serial: number) => `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`

/** A family programme is for those who have a child. */
const childrenOf = ({ client, serial, programme }: SectionsOf, today: string) =>
  programme === '105' || programme === '6'
    ? {
        hasChildren: true,
        children: [
          {
            key: keyOf(serial),
            name: client.sex === 'MALE' ? 'Мария' : 'Иван',
            birthDate: `${Number(today.slice(0, 4)) - 4}-03-15`,
          },
        ],
      }
    : { hasChildren: false }

const employmentOf = ({ programme }: SectionsOf) => ({
  ...(programme === '106' && { itAccredited: true, itSalary: '180000.00' }),
  ...(['5', '6', '7'].includes(programme ?? '') && {
    savingsParticipant: true,
    savingsYears: 6,
    savingsAmount: '1850000.00',
    savingsLoanLimit: '4200000.00',
  }),
})

/** Sections of a participant as the questionnaire keeps them. */
export function clientSections(
  chance: Chance,
  { client, serial, married, programme, income = client.income }: SectionsOf,
  code: Codes,
  today: string,
): Record<string, Record<string, unknown>> {
  const of = { client, serial, married, programme }
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
      passportIssuedOn: client.passportIssuedOn,
      passportUnitCode: '160-001',
      passportIssuer: `МВД, гор. ${client.city}`,
      inn: personInn(serial),
      snils: personSnils(serial),
      phone: `+${client.phone}`,
      email: client.email,
      registrationType: 'PERMANENT',
      registrationAddress: address,
      livesAtRegistration: true,
      residenceCause: code('residenceCause'),
      maritalStatus: married ? 'MARRIED' : maritalStatus,
      marriageContract: false,
      ...childrenOf(of, today),
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
      ...employmentOf(of),
    },
    INCOME: {
      noIncome: false,
      incomes: [
        {
          key: keyOf(serial),
          type: 'SALARY_MAIN',
          verification: 'NDFL2',
          declared: income,
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
