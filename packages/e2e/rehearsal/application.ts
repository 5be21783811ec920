import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { DocumentList } from '@ipoteka-office/contract/documents/documents.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Employee } from '@ipoteka-office/contract/employees/employees.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { productContent } from '../../server/src/testing/product-content.ts'
import { wholeSections } from '../../server/src/testing/whole-sections.ts'
import {
  fillEverything,
  ownFullApplication,
  putNeededDocuments,
  saveSection,
} from '../src/full-application.ts'
import type { DemoLogin } from '../src/sign-in.ts'
import { bankDay } from '../src/bank-days.ts'
import type { RealBank } from './people.ts'

/** A mortgage is written by one and agreed to by another, then released. */
async function releaseProduct(bank: RealBank): Promise<void> {
  const made = await bank.call<{ id: number }>(
    'POST',
    '/product',
    {
      kind: 'PRODUCT',
      lending: 'MORTGAGE',
      typeCode: '2',
      code: 'VTOR2',
      department: 'OIC',
      name: 'Готовое жильё',
    },
    'product',
  )
  const shown = async () =>
    (
      await bank.call<{ shown: { number: number; version: number } }>(
        'GET',
        `/product/${made.id}`,
        undefined,
        'product',
      )
    ).shown
  const draft = await shown()
  const content = productContent({ changes: [] })
  await bank.call(
    'PUT',
    `/product/${made.id}/versions/${draft.number}`,
    { content, validFrom: null, validTo: null, version: draft.version },
    'product',
  )
  for (const [step, login] of [
    ['submit', 'product'],
    ['approve', 'product-head'],
    ['release', 'product-head'],
  ] as const) {
    const { number, version } = await shown()
    await bank.call('POST', `/product/${made.id}/${step}`, { number, version, comment: 'Проверено' }, login)
  }
}

/** Somebody of the bank is put among those who check, on duty round the clock. */
async function engageChecker(bank: RealBank): Promise<void> {
  const found = await bank.call<Employee>('GET', '/employee/getUserByLogin?login=underwriter')
  const joined = await bank.call<Approver>('POST', '/partner/oic/join', { employeeId: found.id })
  const levels = await bank.call<{ code: string }[]>('GET', '/reference/loanApplicationLevel')
  await bank.save('oic', joined.id, {
    workStatus: 'ACTIVE',
    mortgageApplicationLevels: levels.map(({ code }) => ({ code })),
    allPartners: true,
    partners: [],
    allRegions: true,
    regions: [],
    workingShiftFrom: '00:00',
    workingShiftBy: '00:00',
    mortgageApplicationsLimit: 50,
  })
}

const head = (bank: RealBank, id: number, login: DemoLogin = 'admin') =>
  bank.call<CaseHead>('GET', `/case/${id}`, undefined, login)

async function move(bank: RealBank, id: number, action: string, login: DemoLogin): Promise<void> {
  const { version } = await head(bank, id, login)
  await bank.call('POST', `/case/${id}/move`, { action, version }, login)
}

async function untilStage(bank: RealBank, id: number, stage: string): Promise<void> {
  const until = Date.now() + 120_000
  for (;;) {
    const now = await head(bank, id)
    if (now.stage === stage) return
    if (Date.now() > until) throw new Error(`${now.number} стоит на этапе ${now.stage}, ждали ${stage}`)
    await sleep(500)
  }
}

async function acceptDocuments(bank: RealBank, id: number): Promise<void> {
  const { documents } = await bank.call<DocumentList>(
    'GET',
    `/document?ownerType=APPLICATION&ownerId=${id}`,
    undefined,
    'underwriter',
  )
  for (const one of documents)
    await bank.call(
      'POST',
      `/document/${one.id}/review`,
      { version: one.version, status: 'ACCEPTED' },
      'underwriter',
    )
}

/** Whatever the bank needs before its first application. */
export async function prepareWork(bank: RealBank): Promise<void> {
  await releaseProduct(bank)
  await engageChecker(bank)
}

/** An agent's application goes from the first answer through the check of its papers and the registers to underwriting. */
export async function takeThrough(bank: RealBank): Promise<number> {
  const { id, borrower } = await ownFullApplication(bank)
  const day = bankDay()
  await fillEverything(bank, id, borrower)
  await saveSection(
    bank,
    id,
    'CONSENTS',
    { ...wholeSections.CONSENTS, personalDataOn: day, creditHistoryOn: day },
    { participant: borrower },
  )
  await putNeededDocuments(bank, id)
  await move(bank, id, 'submit', 'agent')
  await untilStage(bank, id, 'DOCS_CHECK')
  await acceptDocuments(bank, id)
  await move(bank, id, 'accept', 'underwriter')
  await untilStage(bank, id, 'UNDERWRITING')
  return id
}

/** What must be the same after a loss: the case, its answers and its files. */
export async function fingerprint(bank: RealBank, id: number): Promise<string> {
  const { stage, number, version } = await head(bank, id)
  const { documents } = await bank.call<DocumentList>('GET', `/document?ownerType=APPLICATION&ownerId=${id}`)
  const all = await bank.call<PageOf<unknown>>('POST', '/case-list/applications?page=0&size=20', {})
  const files = documents.flatMap(({ files }) => files.map(({ name }) => name))
  return JSON.stringify({ stage, number, version, files, cases: all.content.length })
}
