import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { Bank } from '../bank.ts'
import { bankDay } from '../bank-days.ts'
import { noise, putFile } from '../documents.ts'
import { fillPerson, saveSection } from '../full-application.ts'
import { decideSubjects } from '../subjects.ts'

/** A new loan application of the agent's partner; nobody else works on it. */
export const ownLoan = (
  bank: Bank,
  more: Readonly<Record<string, unknown>> = {},
): Promise<{ id: number; number: string }> =>
  bank.call(
    'POST',
    '/loanApp',
    {
      ...{ lastName: 'Ветрова', firstName: 'Ольга', productType: 'CASH_BASE', goal: 'REPAIR' },
      ...{ amount: '300000', termMonths: 24, regionCode: '16', confirmedDuplicates: [], ...more },
    },
    'agent',
  )

/** What the agent writes into the other sections, past the browser; `more` of the person. */
export async function fillLoan(
  bank: Bank,
  id: number,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const people = await bank.call<CaseParticipant[]>('GET', `/case/${id}/participants`, undefined, 'agent')
  const participant = people[0]?.id ?? 0
  const card = { cardProduct: 'DEBIT_OVERDRAFT', cardPaymentSystem: 'MIR', cardTariff: 'BASE' }
  await saveSection(bank, id, 'LOAN', { rate: '19.9', insurance: false, disbursement: 'CARD', ...card })
  await fillPerson(bank, id, participant)
  const of = { participant }
  await saveSection(bank, id, 'PERSONAL', { noMiddleName: true, education: 'PRE_SECONDARY', ...more }, of)
  // A client paid through the bank brings no papers of income.
  await saveSection(bank, id, 'EMPLOYMENT', { salaryClient: true }, of)
  const salary = { key: 'a', type: 'SALARY_MAIN', verification: 'NDFL2', declared: '120000' }
  await saveSection(bank, id, 'INCOME', { incomes: [salary] }, of)
  await saveSection(bank, id, 'OBLIGATIONS', { noObligations: true }, of)
  await saveSection(bank, id, 'ASSETS', { noAssets: true }, of)
  const consents = { personalData: true, creditHistory: true, signature: 'PAPER' }
  const day = bankDay()
  await saveSection(bank, id, 'CONSENTS', { ...consents, personalDataOn: day, creditHistoryOn: day }, of)
}

/** Puts a file for every document without which the next stage is not reached, as its agent. */
export async function putLoanDocuments(bank: Bank, id: number, stage = 'DOCS_CHECK'): Promise<Document[]> {
  const owner = { ownerType: 'LOAN_APPLICATION', ownerId: id } as const
  const { groups, stages } = await bank.call<Completeness>(
    'GET',
    `/document/completeness/LOAN_APPLICATION/${id}`,
  )
  const gate = stages.find((one) => one.stage === stage)
  const missing = groups
    .flatMap(({ requirements }) => requirements)
    .filter(({ key }) => gate?.blockedBy.includes(key))
  const put: Document[] = []
  for (const [at, { documents }] of missing.entries()) {
    const typeCode = documents[0]?.code ?? null
    put.push(
      await putFile(
        bank,
        owner,
        { name: `${at}.png`, bytes: noise(40, 40, 10 * stage.length + at) },
        { typeCode, login: 'agent' },
      ),
    )
  }
  return put
}

/** Moves a case as the bank's administrator. */
export async function moveLoan(bank: Bank, id: number, action: string): Promise<CaseHead> {
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`)
  return bank.call('POST', `/case/${id}/move`, { action, version })
}

/** An own application, whole and taken by the bank: the checks begin. */
export async function checkedLoan(
  bank: Bank,
  client: Readonly<Record<string, unknown>> & { readonly passport?: string } = {},
): Promise<{ id: number; number: string }> {
  const { id, number } = await ownLoan(bank, client)
  await fillLoan(bank, id, client.passport === undefined ? {} : { passport: client.passport })
  const documents = await putLoanDocuments(bank, id)
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'agent')
  await bank.call('POST', `/case/${id}/move`, { action: 'submit', version }, 'agent')
  for (const { id: documentId, version: seen } of documents)
    await bank.call('POST', `/document/${documentId}/review`, { version: seen, status: 'ACCEPTED' })
  await moveLoan(bank, id, 'accept')
  return { id, number }
}

/** Approves what is asked for, as the underwriter. */
export async function approveLoan(bank: Bank, id: number): Promise<void> {
  await decideSubjects(bank, id, 'underwriter')
  const path = `/underwriting/${id}/decisions`
  const { version, requested } = await bank.call<DecisionSheet>('GET', path, undefined, 'underwriter')
  const body = { action: 'approve', version, ...requested, comment: 'Доход подтверждён' }
  await bank.call('POST', path, body, 'underwriter')
}
