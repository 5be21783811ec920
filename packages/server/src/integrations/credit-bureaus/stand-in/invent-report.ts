import { bureauCodes } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { bannedSince, chanceOf, isBannedAt } from '../../self-ban/stand-in.ts'
import type { ReportQuestion } from '../bureau-client.ts'
import type { CreditAccount, CreditReportData } from '../credit-report.ts'
import { inventAccounts } from './invent-credits.ts'

/** The same person is the same whoever asks: by the passport, else by name and day of birth. */
export const seedOf = ({ passport, lastName, firstName, birthDate }: ReportQuestion['person']): string =>
  passport ?? `${lastName} ${firstName} ${birthDate}`

/** Of a hundred credits so many are known to each bureau; what nobody would know is known to the first. */
const knows = { NBKI: 88, OKB: 76, SCORING: 64 } as const

/** Bureaus tell the same credit each in its own way: another name of the creditor, no УИд, a day later. */
function asTold(account: CreditAccount, { bureau }: ReportQuestion, seed: string): CreditAccount {
  if (bureau === 'NBKI') return account
  const lacksUid = chanceOf(`${seed} ${account.id} ${bureau} uid`, 100) < 30
  const bare = account.creditor.replaceAll(/[«»]/g, '')
  return {
    ...account,
    id: `${bureau === 'OKB' ? 'C' : 'S'}${account.id.slice(1)}`,
    uid: lacksUid ? null : account.uid,
    creditor: bureau === 'OKB' ? bare.toUpperCase() : bare,
    payment: bureau === 'SCORING' ? null : account.payment,
  }
}

function enquiriesOf(seed: string, today: string): string[] {
  const many = chanceOf(`${seed} asked`, 10) === 0 ? 9 : chanceOf(`${seed} enquiries`, 4)
  return Array.from({ length: many }, (_, at) =>
    Temporal.PlainDate.from(today)
      .subtract({ days: 1 + chanceOf(`${seed} enquiry ${at}`, 120) })
      .toString(),
  ).toSorted()
}

const reasons = [
  'Давность последней просрочки',
  'Доля использованного лимита карт',
  'Запросы за последние месяцы',
]

function scoreOf(accounts: readonly CreditAccount[], seed: string): CreditReportData['score'] {
  if (accounts.length === 0) return null
  const late = accounts.filter(({ worst }) => worst > '0').length
  const overdue = accounts.some(({ overdueDays }) => overdueDays > 0)
  const value = 640 + chanceOf(`${seed} score`, 200) - late * 60 - (overdue ? 90 : 0)
  return {
    value: Math.min(900, Math.max(300, value)),
    reasons: reasons.filter((_, at) => late > 0 || chanceOf(`${seed} reason ${at}`, 3) === 0),
  }
}

/** What a made-up bureau knows of a person: always the same on the same day. */
export function inventReport(question: ReportQuestion): CreditReportData {
  const { person, bureau, today } = question
  const seed = seedOf(person)
  const isNew = seed.endsWith('22')
  const all = isNew ? [] : inventAccounts(question, seed)
  const accounts = all
    .filter(
      ({ id }, at) => (bureau === 'NBKI' && at === 0) || chanceOf(`${id} ${bureau}`, 100) < knows[bureau],
    )
    .map((account) => asTold(account, question, seed))
  const banned = isBannedAt(seed, bureauCodes.indexOf(bureau))
  const address = person.address ?? ''
  const { phone } = person
  return {
    number: `${bureau[0]}${chanceOf(`${seed} ${bureau} ${today}`, 1_000_000_000)}`,
    date: today,
    subject: {
      lastName: person.lastName,
      firstName: person.firstName,
      middleName: person.middleName,
      birthDate: person.birthDate,
      passport: person.passport,
      pastPassports: [],
      inn: person.inn,
      snils: person.snils,
    },
    addresses: address === '' ? [] : [{ kind: 'REGISTRATION', text: address, since: null }],
    phones:
      phone === null || chanceOf(`${seed} phone ${bureau}`, 5) === 0 ? [] : [phone.replaceAll(/\D/g, '')],
    score: scoreOf(accounts, seed),
    selfBan: { active: banned, since: banned ? bannedSince : null },
    accounts,
    enquiries: enquiriesOf(`${seed} ${bureau}`, today),
    applications: enquiriesOf(`${seed} application`, today)
      .slice(0, 2)
      .map((date, at) => ({
        date,
        sum: `${(2 + chanceOf(`${seed} wanted ${at}`, 20)) * 100_000}.00`,
        outcome:
          (['PENDING', 'APPROVED', 'REFUSED'] as const)[chanceOf(`${seed} outcome ${at}`, 3)] ?? 'PENDING',
        reason: null,
      })),
    courtActs: chanceOf(`${seed} court`, 80) === 0 ? 1 : 0,
    bankruptcy: false,
    missedPayments: accounts.some(({ strip }) => (strip.slice(0, 4).match(/[1-4]/g)?.length ?? 0) > 1),
  }
}
