import { describe, expect, it } from 'vitest'
import { documentDayIssues } from '#common/document-days.ts'
import { fullFormFields, leadFormFields, shortFormFields } from './first-forms.ts'
import { futureDays } from './past-days.ts'
import { consentFields, personalFields } from './personal.ts'

const today = '2026-11-23'
const pathsOf = (...given: Parameters<typeof futureDays>) => futureDays(...given).map(({ path }) => path)

describe('dates of what has happened', () => {
  it.each([
    ['a lead', leadFormFields, { birthDate: '2026-11-24' }, ['birthDate']],
    [
      'a short application',
      shortFormFields,
      {
        birthDate: '1990-01-01',
        passportIssuedOn: '2027-01-01',
        coBorrowers: [
          { key: 'a', birthDate: '2026-11-23' },
          { key: 'b', birthDate: '2026-11-24' },
        ],
      },
      ['passportIssuedOn', 'coBorrowers.1.birthDate'],
    ],
    ['a full application', fullFormFields, { birthDate: '2030-02-28' }, ['birthDate']],
    [
      'personal data',
      personalFields,
      {
        passportIssuedOn: '2026-11-24',
        previousPassports: [{ issuedOn: '2026-12-01' }],
        children: [{ birthDate: '2027-05-05' }],
        registeredOn: '2026-11-24',
      },
      ['passportIssuedOn', 'previousPassports.0.issuedOn', 'registeredOn', 'children.0.birthDate'],
    ],
    ['consents', consentFields, { personalDataOn: '2026-11-24' }, ['personalDataOn']],
  ])('of %s do not lie ahead', (_, fields, values, paths) => {
    expect(pathsOf(fields, values, today)).toEqual(paths)
  })

  it('may be today, masked or absent', () => {
    expect(
      pathsOf(personalFields, { birthDate: today, passportIssuedOn: '••••', registeredOn: null }, today),
    ).toEqual([])
  })

  it('are named by their field', () => {
    const wrong = futureDays(
      personalFields,
      { passportIssuedOn: '2030-01-01', registeredOn: '2030-01-01' },
      today,
    )
    expect(wrong.map(({ message }) => message)).toEqual([
      'Дата выдачи паспорта ещё не наступила',
      'Эта дата ещё не наступила',
    ])
  })

  it('of a paper agree with today and with its end', () => {
    const of = (issuedOn: string | null, validTo: string | null) =>
      documentDayIssues({ issuedOn, validTo }, today).map(({ path }) => path)
    expect(of(today, null)).toEqual([])
    expect(of('2026-11-24', null)).toEqual(['issuedOn'])
    expect(of('2026-11-01', '2026-10-31')).toEqual(['validTo'])
    expect(of(null, '2020-01-01')).toEqual([])
  })
})
