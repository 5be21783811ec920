import { createHash, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Bank } from '../bank.ts'
import { fillEverything, ownFullApplication, saveSection } from '../full-application.ts'

/** Series and number with a score that the stand-in of the decision engine approves; of this run alone. */
export function ownPassport(): string {
  for (;;) {
    const number = `6509${String(randomInt(100_000, 999_999))}`
    const score = 300 + (createHash('sha256').update(`${number} score`).digest().readUInt32BE(0) % 551)
    if (score >= 500 && !/0(404|500|666)$/.test(number)) return number
  }
}

const sample = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../../samples/scans', name))

/** What a person of a journey is called and has in their pocket; days as they are typed. */
export interface Client {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly birthDate: string
  readonly phone: string
  readonly passport: string
  readonly issuedOn: string
  readonly unitCode: string
  readonly issuer: string
}

/** Somebody whom the bank has never seen. */
export const newClient = (): Client => ({
  lastName: 'Загорская',
  firstName: 'Вера',
  middleName: 'Павловна',
  birthDate: `${randomInt(10, 28)}.0${randomInt(1, 9)}.19${randomInt(78, 92)}`,
  phone: `+7912${randomInt(1_000_000, 9_999_999)}`,
  passport: ownPassport(),
  issuedOn: '20.06.2009',
  unitCode: '660-012',
  issuer: 'УФМС России по Свердловской области',
})

/** The holder of the drawn scans. */
export const scannedClient: Client = {
  lastName: 'Бережной',
  firstName: 'Егор',
  middleName: 'Алексеевич',
  birthDate: '21.05.1983',
  phone: '+79270008311',
  passport: '7719937650',
  issuedOn: '14.12.2020',
  unitCode: '771-111',
  issuer: 'ОТДЕЛОМ УФМС РОССИИ ПО СВЕРДЛОВСКОЙ ОБЛАСТИ В ГОР. КУРСК',
}

const isoOf = (day: string) => day.split('.').toReversed().join('-')

/** The earlier application of the holder of the scans: everything but what the scans tell. */
export async function makeKnown(bank: Bank): Promise<void> {
  const { id, borrower } = await ownFullApplication(bank)
  await fillEverything(bank, id, borrower)
  const { birthDate, issuedOn, unitCode, issuer, ...names } = scannedClient
  await saveSection(
    bank,
    id,
    'PERSONAL',
    {
      ...names,
      sex: 'MALE',
      birthDate: isoOf(birthDate),
      passportIssuedOn: isoOf(issuedOn),
      passportUnitCode: unitCode,
      passportIssuer: issuer,
      inn: null,
    },
    { participant: borrower },
  )
  await saveSection(
    bank,
    id,
    'EMPLOYMENT',
    { employerName: null, employerInn: null },
    { participant: borrower },
  )
}

/** Scans as a client brings them, by the names that people give to files. */
export const scans = {
  passport: () => ({ name: 'паспорт.jpg', bytes: sample('паспорт-образец.jpg') }),
  certificate: () => ({ name: '2-НДФЛ.jpg', bytes: sample('справка-о-доходах-к-паспорту.jpg') }),
}
