import { describe, expect, it } from 'vitest'
import { leadOrigin, readOfferForm } from './offer-request.rules.ts'

const good = {
  lastName: 'Ветрова',
  firstName: 'Ольга',
  middleName: '',
  phone: '8 (927) 234-56-78',
  consent: 'yes',
}
const read = (change: Record<string, string> = {}) =>
  readOfferForm(new URLSearchParams({ ...good, ...change }).toString())

describe('a request on the page of an offer', () => {
  it('is read as it is typed', () => {
    expect(read({ lastName: '  Ветрова ' })).toEqual({
      form: { ...good, lastName: '  Ветрова ' },
      isRobot: false,
      request: { lastName: 'Ветрова', firstName: 'Ольга', middleName: '', phone: '79272345678' },
    })
  })
  it.each([
    [{ lastName: ' ' }, 'lastName'],
    [{ firstName: 'а'.repeat(101) }, 'firstName'],
    [{ middleName: 'а\u0000' }, 'middleName'],
    [{ lastName: '<b>Ветрова</b>' }, 'lastName'],
    [{ firstName: 'кредит на https://spam.example' }, 'firstName'],
    [{ middleName: '😀' }, 'middleName'],
    [{ lastName: '\u202Eавортев' }, 'lastName'],
    [{ phone: '' }, 'phone'],
    [{ phone: '+7 *** ***-**-78' }, 'phone'],
    [{ phone: '123' }, 'phone'],
    [{ consent: '' }, 'consent'],
  ])('%j is told at %s', (change, field) => {
    expect(read(change as Record<string, string>)).toMatchObject({ errors: { [field]: expect.any(String) } })
  })
  it.each(['Ёлкин-Ким', 'Рашид оглы', 'O’Брайен', "д'Артаньян", 'Иванова (Петрова)', 'Müller'])(
    'takes the name %s',
    (lastName) => {
      expect(read({ lastName })).toMatchObject({ request: { lastName } })
    },
  )
  it('that fills in what nobody sees is of a program', () => {
    expect(read({ website: 'http://x' }).isRobot).toBe(true)
  })
  it('of nothing at all is told at every needed field', () => {
    const answer = readOfferForm('')
    expect('errors' in answer && Object.keys(answer.errors).sort()).toEqual([
      'consent',
      'firstName',
      'lastName',
      'phone',
    ])
  })
})

it.each([
  [
    ['105', 'DEVELOPER', 'Осень'],
    ['105', 'DEVELOPER', 'Заявка с QR-кода: П, кампания «Осень»'],
  ],
  [
    [null, 'EMPLOYER', ''],
    [null, 'CORPORATE', 'Заявка с QR-кода: П'],
  ],
])('a lead by a code of %j says %j', ([programmeCode = null, partnerTypeCode, campaign], expected) => {
  const code = {
    programmeCode,
    partnerTypeCode: partnerTypeCode ?? '',
    campaign: campaign ?? '',
  }
  expect(Object.values(leadOrigin({ ...code, productName: 'П' }))).toEqual(expected)
})
