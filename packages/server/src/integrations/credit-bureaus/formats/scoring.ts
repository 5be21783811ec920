import { stripMonths } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import type { XmlReader } from '#lib/xml/xml-reader.ts'
import { relationOf, scoringCodes, typeOf } from './codes.ts'

/** The first day of delay of each sign but the first two. */
const marksFrom = [
  [90, '4'],
  [60, '3'],
  [30, '2'],
  [1, '1'],
  [0, '0'],
] as const

/** Days of delay as the sign of a month. */
export function markOfDays(days: number | null): string {
  if (days === null) return '-'
  return marksFrom.find(([from]) => days >= from)?.[1] ?? '?'
}

const stripOf = (delays: XmlReader) => {
  const months = delays.all('m').map((month) => [month.whole('@n'), month.whole('@days')] as const)
  return Array.from({ length: stripMonths }, (_, at) =>
    markOfDays(months.find(([n]) => n === at + 1)?.[1] ?? null),
  ).join('')
}

const creditOf = (credit: XmlReader) => ({
  id: credit.needed('cred_id'),
  uid: credit.text('uuid'),
  creditor: credit.needed('partner'),
  creditorInn: credit.digits('partner_inn'),
  contractNumber: credit.text('number'),
  type: typeOf(scoringCodes, credit.needed('type')),
  relation: relationOf(scoringCodes, credit.needed('role')),
  openedOn: credit.neededDay('date_open'),
  closedOn: credit.day('date_close'),
  limit: credit.decimal('sum'),
  balance: credit.decimal('debt'),
  overdue: credit.decimal('delay_sum') ?? '0',
  overdueDays: credit.whole('delay_days') ?? 0,
  cost: credit.decimal('psk'),
  monthsLeft: credit.whole('months_left'),
  payment: credit.decimal('month_pay'),
  asOf: credit.neededDay('info_date'),
  strip: stripOf(credit.one('delays')),
  worst: markOfDays(credit.whole('delay_max')),
})

/** Скоринг Бюро: nested elements, sums with a comma, delays in days by month. */
export function readScoring(root: XmlReader): unknown {
  const base = root.one('base')
  const subject = root.one('subject')
  const name = subject.one('fio')
  const main = root.one('main')
  const closed = root.one('closed')
  const info = root.one('info')
  const score = main.one('score')
  const ban = main.one('self_ban')
  closed.skip('sources')
  const enquiries = closed.all('interest')
  for (const enquiry of enquiries) enquiry.skip('who', 'why')
  return {
    number: base.needed('report_id'),
    date: base.neededDay('report_date'),
    subject: {
      lastName: name.needed('last'),
      firstName: name.needed('first'),
      middleName: name.text('middle'),
      birthDate: subject.neededDay('birthday'),
      passport: subject.one('doc').digits('number'),
      pastPassports: subject
        .one('docs_old')
        .all('doc')
        .flatMap((paper) => paper.digits('number') ?? []),
      inn: subject.digits('inn'),
      snils: subject.digits('snils'),
    },
    addresses: main.all('address').map((address) => ({
      kind: address.text('@fact') === '1' ? 'RESIDENCE' : 'REGISTRATION',
      text: address.needed('value'),
      since: address.day('since'),
    })),
    phones: main.all('phone').flatMap((phone) => phone.digits('number') ?? []),
    score: score.exists
      ? { value: score.whole('value'), reasons: score.all('factor').map((factor) => factor.needed('@text')) }
      : null,
    selfBan: ban.exists ? { active: ban.flag('on'), since: ban.day('since') } : null,
    accounts: main.one('credits').all('credit').map(creditOf),
    enquiries: enquiries.map((enquiry) => enquiry.neededDay('date')),
    applications: info.all('application').map((application) => ({
      date: application.neededDay('date'),
      sum: application.decimal('sum'),
      outcome: { approved: 'APPROVED', refused: 'REFUSED' }[application.text('result') ?? ''] ?? 'PENDING',
      reason: application.text('reason'),
    })),
    courtActs: main.whole('courts') ?? 0,
    bankruptcy: main.flag('bankrupt'),
    missedPayments: info.flag('missed'),
  }
}
