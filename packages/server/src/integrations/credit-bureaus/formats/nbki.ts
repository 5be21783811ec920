import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { XmlReader } from '#lib/xml/xml-reader.ts'
import { nbkiCodes, relationOf, typeOf } from './codes.ts'

const isSum = /^\d{1,13}(\.\d{1,2})?$/

/** Principal, interest and the rest together; a sum that is none is left to the schema to refuse. */
function debtOf(debt: XmlReader): string | null {
  const parts = ['Principal', 'Interest', 'Other'].map((name) => debt.decimal(name) ?? '0')
  const wrong = parts.find((part) => !isSum.test(part))
  return wrong ?? fromKopecks(parts.reduce((sum, part) => sum + toKopecks(part), 0n))
}

const passportOf = (document: XmlReader) =>
  `${document.digits('Series') ?? ''}${document.digits('Number') ?? ''}` || null

/** Russian passports alone: the other papers of a person are not compared. */
const isPassport = (document: XmlReader) => document.text('Type') === '21'

function accountOf(account: XmlReader) {
  const creditor = account.one('Creditor')
  const overdue = account.one('Overdue')
  return {
    id: account.needed('AccountId'),
    uid: account.text('Uid'),
    creditor: creditor.needed('Name'),
    creditorInn: creditor.digits('Inn'),
    contractNumber: account.text('Contract'),
    type: typeOf(nbkiCodes, account.needed('LoanKind')),
    relation: relationOf(nbkiCodes, account.needed('Role')),
    openedOn: account.neededDay('Opened'),
    closedOn: account.day('Closed'),
    limit: account.decimal('Amount'),
    balance: debtOf(account.one('Debt')),
    overdue: overdue.decimal('Amount') ?? '0',
    overdueDays: overdue.whole('Days') ?? 0,
    cost: account.decimal('TotalCost'),
    monthsLeft: account.whole('MonthsLeft'),
    payment: account.decimal('AveragePayment'),
    asOf: account.neededDay('AsOf'),
    strip: account.needed('History'),
    worst: account.text('Worst') ?? '-',
  }
}

/** НБКИ: everything in elements, days as 2026-11-24, the debt in three parts. */
export function readNbki(root: XmlReader): unknown {
  const header = root.one('Header')
  const title = root.one('TitlePart')
  const main = root.one('MainPart')
  const closed = root.one('AdditionalPart')
  const info = root.one('InformationPart')
  const name = title.one('Name')
  const score = main.one('Scoring')
  const ban = main.one('SelfBan')
  const papers = title.all('Document').filter(isPassport)
  for (const paper of [...title.all('Document'), ...title.all('PreviousDocument')])
    paper.skip('IssueDate', 'Issuer')
  closed.skip('Source')
  const enquiries = closed.all('Enquiry')
  for (const enquiry of enquiries) enquiry.skip('User', 'Purpose')
  return {
    number: header.needed('ReportNumber'),
    date: header.neededDay('ReportDate'),
    subject: {
      lastName: name.needed('Surname'),
      firstName: name.needed('First'),
      middleName: name.text('Patronymic'),
      birthDate: title.neededDay('BirthDate'),
      passport: papers[0] === undefined ? null : passportOf(papers[0]),
      pastPassports: title
        .all('PreviousDocument')
        .filter(isPassport)
        .flatMap((paper) => passportOf(paper) ?? []),
      inn: title.digits('TaxNumber'),
      snils: title.digits('Snils'),
    },
    addresses: main.all('Address').map((address) => ({
      kind: address.text('Kind') === '2' ? 'RESIDENCE' : 'REGISTRATION',
      text: address.needed('Text'),
      since: address.day('Since'),
    })),
    phones: main.all('Phone').flatMap((phone) => phone.digits('Number') ?? []),
    score: score.exists
      ? { value: score.whole('Value'), reasons: score.all('Reason').map((reason) => reason.needed('Text')) }
      : null,
    selfBan: ban.exists ? { active: ban.flag('State'), since: ban.day('Since') } : null,
    accounts: main.all('Account').map(accountOf),
    enquiries: enquiries.map((enquiry) => enquiry.neededDay('Date')),
    applications: info.all('Application').map((application) => ({
      date: application.neededDay('Date'),
      sum: application.decimal('Amount'),
      outcome: { '1': 'APPROVED', '2': 'REFUSED' }[application.text('Outcome') ?? ''] ?? 'PENDING',
      reason: application.text('Reason'),
    })),
    courtActs: main.whole('CourtActs') ?? 0,
    bankruptcy: main.flag('Bankruptcy'),
    missedPayments: info.flag('MissedPayments'),
  }
}
