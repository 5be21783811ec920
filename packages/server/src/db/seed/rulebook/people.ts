import { type Chance, type Person, person } from '../generator.ts'
import type { SeedRegion } from './regions.ts'

/** A made-up client. */
export interface DemoClient extends Person {
  readonly serial: number
  readonly fullName: string
  readonly sex: 'MALE' | 'FEMALE'
  readonly birthDate: string
  readonly passport: string
  readonly passportIssuedOn: string
  readonly passportUnitCode: string
  readonly passportIssuer: string
  readonly phone: string
  readonly email: string
}

/** What a client has to be. */
export interface Wanted {
  readonly serial: number
  readonly region: SeedRegion
  /** The day on which the age counts. */
  readonly day: string
  readonly age: number
  readonly sex?: DemoClient['sex']
}

const two = (value: number) => String(value).padStart(2, '0')
const renewedAt = [20, 45]
/** A case and its passport are of one age: nobody turns 20 or 45 while the case goes on. */
const monthsAround = 20

function isAboutToRenew(birth: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  return renewedAt.some((years) => {
    const date = birth.add({ years })
    const gap = Math.abs(date.until(day, { largestUnit: 'month' }).months)
    return gap <= monthsAround
  })
}

/** A day of birth for an age, far from the days on which a passport is given out anew. */
function bornOn(chance: Chance, day: Temporal.PlainDate, age: number): Temporal.PlainDate {
  let years = age
  for (;;) {
    const birth = day.subtract({ years, days: chance.whole(1, 360) })
    if (!isAboutToRenew(birth, day)) return birth
    years = years < 24 ? years + 1 : years - 1
  }
}

function passportOf({ serial, region }: Wanted, birth: Temporal.PlainDate, day: Temporal.PlainDate) {
  const years = Temporal.PlainDate.compare(birth.add({ years: 45 }), day) < 0 ? 45 : 20
  const issued = birth.add({ years, days: 12 + (serial % 17) })
  return {
    passport: `${region.okato}${two(issued.year % 100)}${String(500_000 + (serial % 400_000)).padStart(6, '0')}`,
    passportIssuedOn: issued.toString(),
    passportUnitCode: `${region.code}0-002`,
    passportIssuer: `Отделом УФМС России в г. ${region.city}`,
  }
}

/** A client by a running number: passports and phones never repeat. */
export function makeClient(chance: Chance, wanted: Wanted): DemoClient {
  const { serial, sex } = wanted
  const isWoman = ({ middleName }: Person) => /(?:на|кызы)$/.test(middleName)
  let names = person(chance)
  while (sex !== undefined && isWoman(names) !== (sex === 'FEMALE')) names = person(chance)
  const day = Temporal.PlainDate.from(wanted.day)
  const birth = bornOn(chance, day, wanted.age)
  return {
    ...names,
    serial,
    fullName: `${names.lastName} ${names.firstName} ${names.middleName}`,
    sex: isWoman(names) ? 'FEMALE' : 'MALE',
    birthDate: birth.toString(),
    ...passportOf(wanted, birth, day),
    // The 000 code is given to nobody.
    phone: `7000${String(1_000_000 + serial).padStart(7, '0')}`,
    email: `client${serial}@example.ru`,
  }
}

/** A spouse has the surname of the borrower where it can be had in the other form. */
function surnameOfSpouse(lastName: string, sex: DemoClient['sex']): string {
  if (sex === 'MALE') return lastName.replace(/(?<=[оеё]в|ин)а$/, '').replace(/ая$/, 'ой')
  return lastName.replace(/([оеё]в|ин)$/, '$1а').replace(/ой$/, 'ая')
}

/** The spouse of a client, of the other sex and with the same surname. */
export function makeSpouse(chance: Chance, of: DemoClient, wanted: Omit<Wanted, 'sex'>): DemoClient {
  const client = makeClient(chance, { ...wanted, sex: of.sex === 'MALE' ? 'FEMALE' : 'MALE' })
  const lastName = surnameOfSpouse(of.lastName, client.sex)
  return { ...client, lastName, fullName: `${lastName} ${client.firstName} ${client.middleName}` }
}

const weights = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** A ИНН of a person of no region, with its two check digits. */
export function personInn(serial: number): string {
  const ten = `00${String(serial).padStart(8, '0')}`
  const sum = (digits: string, by: readonly number[]) =>
    Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (by[index] ?? 0), 0)
  const eleven = ten + String((sum(ten, weights) % 11) % 10)
  return eleven + String((sum(eleven, [3, ...weights]) % 11) % 10)
}

/** A СНИЛС with its check number. */
export function personSnils(serial: number): string {
  const nine = `0${String(10_000_000 + serial)}`
  const sum = Array.from(nine).reduce((total, digit, index) => total + Number(digit) * (9 - index), 0) % 101
  return nine + two(sum === 100 ? 0 : sum)
}
