import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import type { CreditReportData } from '../credit-report.ts'
import { codeOf, nbkiCodes, okbCodes, scoringCodes } from '../formats/codes.ts'
import { okbMarks } from '../formats/okb.ts'

const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
type Value = string | number | boolean | null
const plain = (value: Value) =>
  escaped(typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? ''))

const el = (name: string, value: Value): string =>
  value === null || value === '' ? '' : `<${name}>${plain(value)}</${name}>`
const box = (name: string, ...inner: readonly string[]): string => `<${name}>${inner.join('')}</${name}>`
const tag = (name: string, attributes: Readonly<Record<string, Value>>, inner = ''): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => ` ${key}="${plain(value)}"`)
  return `<${name}${written.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`
}
const russian = (day: string | null) => dayText(day)
const comma = (sum: string | null) => sum?.replace('.', ',') ?? null

const outcomes = { APPROVED: '1', REFUSED: '2', PENDING: '0' } as const

function nbki(report: CreditReportData): string {
  const { subject, score, selfBan } = report
  const paper = (name: string, passport: string) =>
    box(name, el('Type', '21'), el('Series', passport.slice(0, 4)), el('Number', passport.slice(4)))
  return box(
    'CreditReport',
    box('Header', el('ReportNumber', report.number), el('ReportDate', report.date)),
    box(
      'TitlePart',
      box(
        'Name',
        el('Surname', subject.lastName),
        el('First', subject.firstName),
        el('Patronymic', subject.middleName),
      ),
      el('BirthDate', subject.birthDate),
      subject.passport === null ? '' : paper('Document', subject.passport),
      ...subject.pastPassports.map((one) => paper('PreviousDocument', one)),
      el('TaxNumber', subject.inn),
      el('Snils', subject.snils),
    ),
    box(
      'MainPart',
      ...report.addresses.map(({ kind, text, since }) =>
        box('Address', el('Kind', kind === 'RESIDENCE' ? '2' : '1'), el('Text', text), el('Since', since)),
      ),
      ...report.phones.map((phone) => box('Phone', el('Number', `+${phone}`))),
      ...report.accounts.map((one) =>
        box(
          'Account',
          el('AccountId', one.id),
          el('Uid', one.uid),
          box('Creditor', el('Name', one.creditor), el('Inn', one.creditorInn)),
          el('Contract', one.contractNumber),
          el('LoanKind', codeOf(nbkiCodes.types, one.type)),
          el('Role', codeOf(nbkiCodes.relations, one.relation)),
          el('Opened', one.openedOn),
          el('Closed', one.closedOn),
          el('Amount', one.limit),
          box('Debt', el('Principal', one.balance), el('Interest', '0'), el('Other', '0')),
          box('Overdue', el('Amount', one.overdue), el('Days', one.overdueDays)),
          el('TotalCost', one.cost),
          el('MonthsLeft', one.monthsLeft),
          el('AveragePayment', one.payment),
          el('AsOf', one.asOf),
          el('History', one.strip),
          el('Worst', one.worst),
        ),
      ),
      el('CourtActs', report.courtActs),
      el('Bankruptcy', report.bankruptcy),
      score === null
        ? ''
        : box(
            'Scoring',
            el('Value', score.value),
            ...score.reasons.map((reason) => box('Reason', el('Text', reason))),
          ),
      selfBan === null ? '' : box('SelfBan', el('State', selfBan.active), el('Since', selfBan.since)),
    ),
    box(
      'AdditionalPart',
      ...report.enquiries.map((day) =>
        box('Enquiry', el('Date', day), el('User', 'АО «Пользователь»'), el('Purpose', '1')),
      ),
    ),
    box(
      'InformationPart',
      ...report.applications.map(({ date, sum, outcome, reason }) =>
        box(
          'Application',
          el('Date', date),
          el('Amount', sum),
          el('Outcome', outcomes[outcome]),
          el('Reason', reason),
        ),
      ),
      el('MissedPayments', report.missedPayments),
    ),
  )
}

const letterOf = (mark: string) => Object.entries(okbMarks).find(([, known]) => known === mark)?.[0] ?? 'X'
const letters = (strip: string) => strip.split('').map(letterOf).join('')

function okb(report: CreditReportData): string {
  const { subject, score, selfBan } = report
  return tag(
    'Report',
    { number: report.number, date: russian(report.date) },
    [
      tag(
        'Title',
        { ...subject, pastPassports: null, birthDate: russian(subject.birthDate) },
        subject.pastPassports.map((passport) => tag('PastDocument', { passport })).join(''),
      ),
      box(
        'Main',
        box(
          'Addresses',
          ...report.addresses.map(({ kind, text, since }) =>
            tag('Address', {
              kind: kind === 'RESIDENCE' ? 'FACT' : 'REG',
              value: text,
              since: russian(since),
            }),
          ),
        ),
        box('Contacts', ...report.phones.map((phone) => tag('Phone', { value: `+${phone}` }))),
        box(
          'Contracts',
          ...report.accounts.map((one) =>
            tag('Contract', {
              id: one.id,
              uid: one.uid,
              creditor: one.creditor,
              creditorInn: one.creditorInn,
              number: one.contractNumber,
              kind: codeOf(okbCodes.types, one.type),
              role: codeOf(okbCodes.relations, one.relation),
              opened: russian(one.openedOn),
              closed: russian(one.closedOn),
              limit: one.limit,
              balance: one.balance,
              overdue: one.overdue,
              overdueDays: one.overdueDays,
              psk: one.cost,
              remains: one.monthsLeft,
              payment: one.payment,
              asOf: russian(one.asOf),
              discipline: letters(one.strip),
              worst: letters(one.worst),
            }),
          ),
        ),
        score === null ? '' : tag('Score', { value: score.value, reasons: score.reasons.join('; ') }),
        selfBan === null ? '' : tag('Ban', { active: selfBan.active, since: russian(selfBan.since) }),
        tag('Courts', { count: report.courtActs }),
        tag('Bankruptcy', { active: report.bankruptcy }),
      ),
      box(
        'Closed',
        ...report.enquiries.map((day) => tag('Request', { on: russian(day), user: 'АО Пользователь' })),
      ),
      box(
        'Info',
        ...report.applications.map(({ date, sum, outcome, reason }) =>
          tag('Application', {
            date: russian(date),
            sum,
            outcome: { APPROVED: 'yes', REFUSED: 'no', PENDING: 'wait' }[outcome],
            reason,
          }),
        ),
        tag('Missed', { value: report.missedPayments }),
      ),
    ].join(''),
  )
}

const daysOf: Readonly<Record<string, string | null>> = {
  '-': null,
  '0': '0',
  '1': '12',
  '2': '40',
  '3': '70',
  '4': '120',
}

function scoring(report: CreditReportData): string {
  const { subject, score, selfBan } = report
  return box(
    'response',
    box('base', el('report_id', report.number), el('report_date', russian(report.date))),
    box(
      'subject',
      box(
        'fio',
        el('last', subject.lastName),
        el('first', subject.firstName),
        el('middle', subject.middleName),
      ),
      el('birthday', russian(subject.birthDate)),
      subject.passport === null ? '' : box('doc', el('number', subject.passport)),
      box('docs_old', ...subject.pastPassports.map((one) => box('doc', el('number', one)))),
      el('inn', subject.inn),
      el('snils', subject.snils),
    ),
    box(
      'main',
      ...report.addresses.map(({ kind, text, since }) =>
        tag('address', { fact: kind === 'RESIDENCE' }, el('value', text) + el('since', russian(since))),
      ),
      ...report.phones.map((phone) => box('phone', el('number', `+${phone}`))),
      box(
        'credits',
        ...report.accounts.map((one) =>
          box(
            'credit',
            el('cred_id', one.id),
            el('uuid', one.uid),
            el('partner', one.creditor),
            el('partner_inn', one.creditorInn),
            el('number', one.contractNumber),
            el('type', codeOf(scoringCodes.types, one.type)),
            el('role', codeOf(scoringCodes.relations, one.relation)),
            el('date_open', russian(one.openedOn)),
            el('date_close', russian(one.closedOn)),
            el('sum', comma(one.limit)),
            el('debt', comma(one.balance)),
            el('delay_sum', comma(one.overdue)),
            el('delay_days', one.overdueDays),
            el('psk', comma(one.cost)),
            el('months_left', one.monthsLeft),
            el('month_pay', comma(one.payment)),
            el('info_date', russian(one.asOf)),
            box(
              'delays',
              ...one.strip.split('').map((mark, at) => {
                const days = daysOf[mark] ?? null
                return days === null ? '' : tag('m', { n: at + 1, days })
              }),
            ),
            el('delay_max', daysOf[one.worst] ?? null),
          ),
        ),
      ),
      score === null
        ? ''
        : box(
            'score',
            el('value', score.value),
            ...score.reasons.map((reason) => tag('factor', { text: reason })),
          ),
      selfBan === null ? '' : box('self_ban', el('on', selfBan.active), el('since', russian(selfBan.since))),
      el('courts', report.courtActs),
      el('bankrupt', report.bankruptcy),
    ),
    box(
      'closed',
      ...report.enquiries.map((day) =>
        box('interest', el('date', russian(day)), el('who', 'АО Пользователь'), el('why', '1')),
      ),
    ),
    box(
      'info',
      ...report.applications.map(({ date, sum, outcome, reason }) =>
        box(
          'application',
          el('date', russian(date)),
          el('sum', comma(sum)),
          el('result', { APPROVED: 'approved', REFUSED: 'refused', PENDING: 'sent' }[outcome]),
          el('reason', reason),
        ),
      ),
      el('missed', report.missedPayments),
    ),
  )
}

/** Single bytes of windows-1251 by their signs. */
const cyrillic = new Map(
  Array.from({ length: 128 }, (_, at) => [
    new TextDecoder('windows-1251').decode(Uint8Array.of(128 + at)),
    128 + at,
  ]),
)
const to1251 = (text: string): Uint8Array =>
  Uint8Array.from(text.split(''), (sign) => {
    const code = sign.codePointAt(0) ?? 63
    return code < 128 ? code : (cyrillic.get(sign) ?? 63)
  })

const head = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n`

/** A report in the writing of its bureau. */
export const writeReport = {
  NBKI: (report: CreditReportData): Uint8Array => to1251(head('windows-1251') + nbki(report)),
  OKB: (report: CreditReportData): Uint8Array => Buffer.from(head('UTF-8') + okb(report)),
  SCORING: (report: CreditReportData): Uint8Array => Buffer.from(head('utf-8') + scoring(report)),
}
