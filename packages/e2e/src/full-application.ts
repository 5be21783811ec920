import type { Approver } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { CaseSection, SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { DocumentStage } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import { wholeSections } from '../../server/src/testing/whole-sections.ts'
import type { Bank } from './bank.ts'
import { noise, putFile } from './documents.ts'

/** A new full application of the agent's partner, with its main borrower. */
export async function ownFullApplication(
  bank: Bank,
): Promise<{ id: number; number: string; borrower: number }> {
  const { id, number } = await bank.call<{ id: number; number: string }>(
    'POST',
    '/fullApp',
    {
      programme: '2',
      regionCode: '77',
      lastName: 'Проверкина',
      firstName: 'Злата',
      middleName: 'Аркадьевна',
    },
    'agent',
  )
  const [main] = await bank.call<CaseParticipant[]>('GET', `/case/${id}/participants`, undefined, 'agent')
  return { id, number, borrower: main?.id ?? 0 }
}

/** A mortgage application of the demo bank that is being underwritten: questionnaire, papers, checks and stages are whole. */
export async function underwrittenApplication(bank: Bank): Promise<{ id: number; number: string }> {
  const { content } = await bank.call<PageOf<{ id: number; number: string; type: string }>>(
    'POST',
    '/case-list/applications?page=0&size=20',
    { stages: ['UNDERWRITING'] },
  )
  const found = content.find(({ type }) => type === 'FULL_APPLICATION')
  if (found === undefined) throw new Error('the demo bank has no application that is being underwritten')
  return found
}

/** Saves a section past the browser, as a colleague would. */
export async function saveSection(
  bank: Bank,
  caseId: number,
  section: SectionCode,
  data: object,
  { participant, login = 'agent' }: { participant?: number; login?: 'agent' | 'admin' } = {},
): Promise<CaseSection> {
  const path = `/case/${caseId}${participant === undefined ? '' : `/participant/${participant}`}/section/${section}`
  const now = await bank.call<CaseSection>('GET', path, undefined, login)
  return bank.call('PUT', path, { version: now.version, data: { ...now.data, ...data } }, login)
}

/** What is asked of a person beside the sections that a journey fills by itself. */
export async function fillPerson(bank: Bank, caseId: number, participant: number): Promise<void> {
  await saveSection(
    bank,
    caseId,
    'PERSONAL',
    {
      sex: 'FEMALE',
      birthDate: '1990-05-14',
      birthPlace: 'г. Самара',
      citizenship: '643',
      nameChanged: false,
      passport: '3610123456',
      passportIssuedOn: '2010-06-01',
      passportUnitCode: '630-001',
      passportIssuer: 'ОУФМС России по Самарской области',
      inn: '500100732259',
      snils: '11223344595',
      phone: '+79272345678',
      registrationType: 'PERMANENT',
      registrationAddress: { value: 'г Самара, ул Ленинская, д 5, кв 7' },
      livesAtRegistration: true,
      residenceCause: 'OWN',
      maritalStatus: 'SINGLE',
      hasChildren: false,
    },
    { participant },
  )
  await saveSection(
    bank,
    caseId,
    'EMPLOYMENT',
    {
      employmentType: 'EMPLOYED_PERMANENT',
      seniority: 'Y5_10',
      salaryClient: false,
      employerName: 'ООО «Волга»',
      employerInn: '7707083893',
      position: 'Инженер',
      positionLevel: 'SPECIALIST',
      employedSince: '2018-02-01',
    },
    { participant },
  )
}

/** Fills every section past the browser: what is left is documents. */
export async function fillEverything(bank: Bank, caseId: number, participant: number): Promise<void> {
  const ofCase: readonly string[] = ['CREDIT', 'REALTY']
  for (const [code, data] of Object.entries(wholeSections))
    await saveSection(bank, caseId, code as SectionCode, data, ofCase.includes(code) ? {} : { participant })
}

let drawn = 0
/** Puts a file for every document without which a stage is not entered, as its agent and of whom it is: the bank accepts them. */
export async function putNeededDocuments(
  bank: Bank,
  caseId: number,
  stage: DocumentStage = 'DOCS_CHECK',
): Promise<void> {
  const path = `/document/completeness/APPLICATION/${caseId}`
  const { groups, stages } = await bank.call<Completeness>('GET', path)
  const blocking = stages.find((one) => one.stage === stage)?.blockedBy ?? []
  for (const { participant, requirements } of groups)
    for (const { documents } of requirements.filter(({ key }) => blocking.includes(key)))
      await putDocument(bank, caseId, documents[0], participant)
}

async function putDocument(
  bank: Bank,
  ownerId: number,
  type: Completeness['groups'][number]['requirements'][number]['documents'][number] | undefined,
  participant: Completeness['groups'][number]['participant'],
): Promise<void> {
  // The bank takes no file twice: each is another picture.
  drawn += 1
  const typeCode = type?.code ?? null
  const file = { name: `${type?.name ?? drawn}.png`, bytes: noise(60, 80, drawn) }
  const owner = { ownerType: 'APPLICATION', ownerId } as const
  const { id, version } = await putFile(bank, owner, file, { typeCode, login: 'agent' })
  if (participant === null) return
  const of = { roleCode: participant.role, name: participant.name }
  await bank.call('PUT', `/document/${id}`, { typeCode, version, participant: of }, 'agent')
}

const everything = { allPartners: true, partners: [], allRegions: true, regions: [] }

async function approversOfOic(bank: Bank, filter: object): Promise<Approver[]> {
  const found: Approver[] = []
  for (let page = 0; ; page += 1) {
    const path = `/partner/oic/list?page=${page}&size=100`
    const { content, last } = await bank.call<PageOf<Approver>>('POST', path, filter)
    found.push(...content)
    if (last) return found
  }
}

/** While `work` goes on, the demo underwriter is the only one whom the queue of the OIC can choose. */
export async function whileOnlyUnderwriter(bank: Bank, work: () => Promise<void>): Promise<void> {
  const all = await approversOfOic(bank, {})
  const own = all.find(({ lastName, firstName }) => lastName === 'Соловьёва' && firstName === 'Анна')
  if (!own) throw new Error('The demo underwriter is not among the approvers of the OIC')
  const ids = all.filter(({ id, workStatus }) => workStatus === 'ACTIVE' && id !== own.id).map(({ id }) => id)
  const turn = (workStatus: 'ACTIVE' | 'PAUSE') =>
    bank.call('POST', '/partner/oic/bulk', { ids, change: { action: 'status', workStatus } })
  const levels = await bank.call<{ code: string }[]>('GET', '/reference/loanApplicationLevel')
  await bank.save('oic', own.id, {
    ...everything,
    workStatus: 'ACTIVE',
    mortgageApplicationsLimit: 999,
    mortgageApplicationLevels: levels.map(({ code }) => ({ code })),
    workingShiftFrom: '00:00',
    workingShiftBy: '00:00',
  })
  await turn('PAUSE')
  try {
    await work()
  } finally {
    await turn('ACTIVE')
  }
}
