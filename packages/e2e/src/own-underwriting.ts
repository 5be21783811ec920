import type { CaseHead, CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import { isInn } from '@ipoteka-office/contract/common/identifiers.ts'
import type { DocumentList } from '@ipoteka-office/contract/documents/documents.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { wholeSections } from '../../server/src/testing/whole-sections.ts'
import type { Bank } from './bank.ts'
import { bankDay } from './bank-days.ts'
import { putNeededDocuments, saveSection, whileOnlyUnderwriter } from './full-application.ts'
import type { DemoLogin } from './sign-in.ts'

/** Sections that belong to an application and not to a person. */
const ofCase: readonly string[] = ['CREDIT', 'REALTY']
const someone: Debtor = { lastName: 'Журавлёва', firstName: 'Зоя', middleName: 'Петровна' }

let made = 0
/** An ИНН with its check digits. */
function innOf(serial: number): string {
  const found = Array.from({ length: 100 }, (_, at) => `7700${serial}${String(at).padStart(2, '0')}`).find(
    isInn,
  )
  if (found === undefined) throw new Error(`No check digits fit ${serial}`)
  return found
}

/** Numbers of a person whom neither the demo bank nor another journey of this worker has. */
function freshNumbers(passportEnd: string) {
  made += 1
  // Demo clients are numbered from one on: numbers as high as these are nobody's.
  const serial = 500_000 + ((Date.now() + made * 7_919) % 400_000)
  return {
    passport: `36${serial}50`.slice(0, -passportEnd.length) + passportEnd,
    inn: innOf(serial),
    // Numbers as low as this have no check digits.
    snils: `000${serial}00`,
    phone: `+7927${serial}0`,
    // Of two who are called the same and were born on one day the bank makes one human being.
    birthDate: Temporal.PlainDate.from('1975-03-01')
      .add({ days: serial % 5_000 })
      .toString(),
  }
}

async function head(bank: Bank, id: number, login: DemoLogin = 'admin'): Promise<CaseHead> {
  return bank.call('GET', `/case/${id}`, undefined, login)
}

async function move(bank: Bank, id: number, action: string, login: DemoLogin): Promise<void> {
  const { version } = await head(bank, id, login)
  await bank.call('POST', `/case/${id}/move`, { action, version }, login)
}

async function acceptDocuments(bank: Bank, id: number): Promise<void> {
  const path = `/document?ownerType=APPLICATION&ownerId=${id}`
  const { documents } = await bank.call<DocumentList>('GET', path)
  for (const one of documents.filter(({ status }) => status !== 'ACCEPTED'))
    await bank.call('POST', `/document/${one.id}/review`, { version: one.version, status: 'ACCEPTED' })
}

/** What was remarked on and is answered holds the set no more. */
async function closeRemarks(bank: Bank, id: number): Promise<void> {
  const remarks = await bank.call<CaseRemark[]>('GET', `/case/${id}/remarks`, undefined, 'underwriter')
  for (const { id: remark, version } of remarks.filter(({ state }) => state === 'ANSWERED'))
    await bank.call('PUT', `/case/${id}/remarks/${remark}`, { change: 'CLOSE', version }, 'underwriter')
}

/** Waits while the checks answer. */
async function untilUnderwriting(bank: Bank, id: number): Promise<void> {
  // The slowest right answer: a bureau is silent twice for 3.5 s, is asked again 4 s and 2 s later and answers at last.
  const until = Date.now() + 60_000
  for (;;) {
    const { stage } = await head(bank, id)
    if (stage === 'UNDERWRITING') return
    if (stage !== 'AUTO_CHECKS' || Date.now() > until)
      throw new Error(`Application ${id} has come to ${stage}`)
    await sleep(200)
  }
}

/** Who owes; a name of one's own keeps others out of what the bank writes down of it. */
export interface Debtor {
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string
  readonly birthDate?: string
}
interface OwnCase {
  readonly amount?: string
  /** The last digits choose what the stand-ins of registers and bureaus say; «50» is of nothing rare. */
  readonly passportEnd?: string
  readonly person?: Debtor
}

/** Fills the questionnaire of somebody who owes and whom the bank does not know yet. */
export async function fillDebtor(
  bank: Bank,
  caseId: number,
  participant: number,
  { person, passportEnd = '50' }: { readonly person: Debtor; readonly passportEnd?: string },
): Promise<void> {
  const day = bankDay()
  const more: Partial<Record<SectionCode, object>> = {
    PERSONAL: { ...freshNumbers(passportEnd), ...person },
    EMPLOYMENT: { salaryClient: true },
    INCOME: { incomes: [{ key: 'a', type: 'SALARY_MAIN', verification: 'NDFL2', declared: '400000' }] },
    CONSENTS: { personalDataOn: day, creditHistoryOn: day },
  }
  for (const [code, data] of Object.entries(wholeSections)) {
    const section = code as SectionCode
    if (ofCase.includes(section)) continue
    await saveSection(bank, caseId, section, { ...data, ...more[section] }, { participant })
  }
}

/** Hands a questionnaire that is whole over to the bank, whose checks lead it to the underwriter. */
export async function leadToUnderwriter(
  bank: Bank,
  id: number,
  action: 'submit' | 'resubmit',
): Promise<void> {
  await putNeededDocuments(bank, id)
  await whileOnlyUnderwriter(bank, () => move(bank, id, action, 'agent'))
  await acceptDocuments(bank, id)
  await closeRemarks(bank, id)
  await move(bank, id, 'accept', 'underwriter')
  await untilUnderwriting(bank, id)
}

/**
 * A mortgage application of the demo agent that waits for the underwriter, of a person whom the bank does not know yet: the
 * whole way from the questionnaire, so that no journey takes away the case of another.
 */
export async function ownUnderwriting(
  bank: Bank,
  { amount = '5000000', passportEnd = '50', person = someone }: OwnCase = {},
): Promise<number> {
  const { birthDate: _, ...names } = person
  const body = { programme: '2', regionCode: '77', ...names }
  const { id } = await bank.call<{ id: number }>('POST', '/fullApp', body, 'agent')
  const [main] = await bank.call<CaseParticipant[]>('GET', `/case/${id}/participants`, undefined, 'agent')
  const propertyPrice = String(Number(amount) + 3_000_000)
  const credit = { ...wholeSections.CREDIT, amount, downPayment: '3000000', propertyPrice }
  await saveSection(bank, id, 'CREDIT', credit)
  await saveSection(bank, id, 'REALTY', wholeSections.REALTY ?? {})
  await fillDebtor(bank, id, main?.id ?? 0, { person, passportEnd })
  await leadToUnderwriter(bank, id, 'submit')
  return id
}
