import { describe, expect, it } from 'vitest'
import { personalSheet, type PersonalReader } from './personal.rules.ts'

const stored = {
  lastName: 'Белова',
  firstName: 'Анна',
  birthDate: '1984-05-10',
  passport: '4509604218',
  passportIssuedOn: '2009-07-01',
  passportUnitCode: '770-001',
  passportIssuer: 'ОВД «Сокол»',
  previousPassports: [{ passport: '4503111222', issuedOn: '2004-06-01' }],
  phone: '+79161234567',
  registrationAddress: { value: 'г. Москва, ул. Лесная, 5' },
  registeredOn: '2014-02-01',
  livesAtRegistration: true,
  maritalStatus: 'MARRIED',
  marriageContract: false,
  hasChildren: true,
  children: [
    { name: 'Олег', birthDate: '2015-01-01' },
    { name: 'Инна', birthDate: '2001-01-01' },
  ],
  dependants: 1,
}
const reader = (more: Partial<PersonalReader> = {}): PersonalReader => ({
  stored,
  shown: stored,
  today: '2026-11-24',
  nameOf: (_, code) => code,
  checks: [
    { code: 'PASSPORT_INVALID', name: 'Реестр', text: 'Не значится', light: 'OK' },
    { code: 'PHONE_OWNERSHIP', name: 'Телефон', text: 'Другой владелец', light: 'WARN' },
  ],
  ...more,
})
/** Figures stand beside their words without a break. */
const plain = ({ value, note }: { value: string; note: string }) => ({
  value: value.replaceAll('\u00a0', ' '),
  note: note.replaceAll('\u00a0', ' '),
})
const factsOf = (of: PersonalReader = reader(), role = 'MAIN_BORROWER') =>
  new Map(
    personalSheet({ role }, of)
      .groups.flatMap(({ facts }) => facts)
      .map((fact) => [fact.key, { ...fact, ...plain(fact) }] as const),
  )

describe('personal data', () => {
  it('tell of a passport who issued it, till when it is good, and what the register says', () => {
    expect(factsOf().get('passport')).toMatchObject({
      value: '45 09 604218',
      note: 'выдан 01.07.2009, ОВД «Сокол», код 770-001, годен по 08.08.2029',
      row: 'passport',
      checks: [{ code: 'PASSPORT_INVALID', light: 'OK' }],
    })
    expect(factsOf(reader({ today: '2030-01-01' })).get('passport')).toMatchObject({
      note: expect.stringContaining('был годен по 08.08.2029'),
      warning: expect.stringContaining('нужен новый'),
    })
    expect(factsOf().get('previousPassports.0')?.value).toBe('45 03 111222')
  })

  it('tell how long people live where they do, and who lives on their income', () => {
    expect(factsOf().get('registrationAddress')?.note).toBe('с 01.02.2014, 12 лет')
    expect(factsOf().get('residenceAddress')?.value).toBe('по адресу регистрации')
    expect(factsOf().get('dependants')?.value).toBe('1 ребёнок, 1 другой иждивенец')
    expect(factsOf().get('maritalStatus')?.note).toBe('брачного договора нет')
    expect(factsOf().get('phone')?.checks).toMatchObject([{ light: 'WARN' }])
  })

  it('say what a debtor has not told; of others no more than they told', () => {
    expect(factsOf().get('inn')?.value).toBe('−')
    expect(factsOf(reader(), 'PLEDGER').has('inn')).toBe(false)
    expect(factsOf(reader(), 'PLEDGER').has('passport')).toBe(true)
    expect(factsOf().has('foreignDocument')).toBe(false)
  })

  it('never tell a number that is hidden from the reader', () => {
    const hidden = reader({ shown: { ...stored, passport: '•• •• •••218', phone: '+7 ••• •••-45-67' } })
    expect(JSON.stringify([...factsOf(hidden)])).not.toMatch(/604218|9161234567/)
  })
})
