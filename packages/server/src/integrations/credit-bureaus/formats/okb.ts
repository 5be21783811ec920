import type { XmlReader } from '#lib/xml/xml-reader.ts'
import { okbCodes, relationOf, typeOf } from './codes.ts'

/** Letters of a month: what is not among them is no report of this bureau. */
export const okbMarks: Readonly<Record<string, string>> = { X: '-', N: '0', A: '1', B: '2', C: '3', D: '4' }
const stripOf = (letters: string) =>
  letters
    .split('')
    .map((letter) => okbMarks[letter] ?? '?')
    .join('')

const contractOf = (contract: XmlReader) => ({
  id: contract.needed('@id'),
  uid: contract.text('@uid'),
  creditor: contract.needed('@creditor'),
  creditorInn: contract.digits('@creditorInn'),
  contractNumber: contract.text('@number'),
  type: typeOf(okbCodes, contract.needed('@kind')),
  relation: relationOf(okbCodes, contract.needed('@role')),
  openedOn: contract.neededDay('@opened'),
  closedOn: contract.day('@closed'),
  limit: contract.decimal('@limit'),
  balance: contract.decimal('@balance'),
  overdue: contract.decimal('@overdue') ?? '0',
  overdueDays: contract.whole('@overdueDays') ?? 0,
  cost: contract.decimal('@psk'),
  monthsLeft: contract.whole('@remains'),
  payment: contract.decimal('@payment'),
  asOf: contract.neededDay('@asOf'),
  strip: stripOf(contract.needed('@discipline')),
  worst: stripOf(contract.text('@worst') ?? 'X'),
})

/** ОКБ: everything in attributes, days as 24.11.2026, months in letters. */
export function readOkb(root: XmlReader): unknown {
  const title = root.one('Title')
  const main = root.one('Main')
  const closed = root.one('Closed')
  const info = root.one('Info')
  const score = main.one('Score')
  const ban = main.one('Ban')
  closed.skip('Origin')
  const enquiries = closed.all('Request')
  for (const enquiry of enquiries) enquiry.text('@user')
  return {
    number: root.needed('@number'),
    date: root.neededDay('@date'),
    subject: {
      lastName: title.needed('@lastName'),
      firstName: title.needed('@firstName'),
      middleName: title.text('@middleName'),
      birthDate: title.neededDay('@birthDate'),
      passport: title.digits('@passport'),
      pastPassports: title.all('PastDocument').flatMap((paper) => paper.digits('@passport') ?? []),
      inn: title.digits('@inn'),
      snils: title.digits('@snils'),
    },
    addresses: main
      .one('Addresses')
      .all('Address')
      .map((address) => ({
        kind: address.text('@kind') === 'FACT' ? 'RESIDENCE' : 'REGISTRATION',
        text: address.needed('@value'),
        since: address.day('@since'),
      })),
    phones: main
      .one('Contacts')
      .all('Phone')
      .flatMap((phone) => phone.digits('@value') ?? []),
    score: score.exists
      ? {
          value: score.whole('@value'),
          reasons: (score.text('@reasons') ?? '').split(';').flatMap((reason) => reason.trim() || []),
        }
      : null,
    selfBan: ban.exists ? { active: ban.flag('@active'), since: ban.day('@since') } : null,
    accounts: main.one('Contracts').all('Contract').map(contractOf),
    enquiries: enquiries.map((enquiry) => enquiry.neededDay('@on')),
    applications: info.all('Application').map((application) => ({
      date: application.neededDay('@date'),
      sum: application.decimal('@sum'),
      outcome: { yes: 'APPROVED', no: 'REFUSED' }[application.text('@outcome') ?? ''] ?? 'PENDING',
      reason: application.text('@reason'),
    })),
    courtActs: main.one('Courts').whole('@count') ?? 0,
    bankruptcy: main.one('Bankruptcy').flag('@active'),
    missedPayments: info.one('Missed').flag('@value'),
  }
}
