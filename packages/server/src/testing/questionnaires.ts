import type { SectionCode } from '@ipoteka-office/contract/case-sections.ts'
import * as sections from '@ipoteka-office/contract/case-sections.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications.ts'
import type { CallOptions, TestApp } from './test-app.ts'

/** Values with which every section of an application on a ready flat is whole. */
export const wholeSections: Readonly<Partial<Record<SectionCode, Record<string, unknown>>>> = {
  CREDIT: {
    programme: '2',
    goal: 'SECONDARY_MARKET',
    regionCode: '77',
    propertyPrice: '8000000',
    downPayment: '2000000',
    downPaymentSource: 'SAVINGS',
    amount: '6000000',
    termMonths: 240,
    rate: '17.5',
    maternityCapital: false,
    lifeInsurance: true,
  },
  PERSONAL: {
    lastName: 'Сомова',
    firstName: 'Анна',
    middleName: 'Игоревна',
    sex: 'FEMALE',
    birthDate: '1990-04-12',
    birthPlace: 'г. Самара',
    citizenship: '643',
    nameChanged: false,
    passport: '3610123456',
    passportIssuedOn: '2010-05-20',
    passportUnitCode: '630-001',
    passportIssuer: 'ОУФМС России по Самарской области',
    inn: '500100732259',
    snils: '11223344595',
    phone: '+79171234567',
    registrationType: 'PERMANENT',
    registrationAddress: { value: 'г Самара, ул Победы, д 1' },
    livesAtRegistration: true,
    residenceCause: 'OWN',
    maritalStatus: 'SINGLE',
    hasChildren: false,
    education: 'HIGHER_SPECIALIST',
  },
  EMPLOYMENT: {
    employmentType: 'EMPLOYED_PERMANENT',
    seniority: 'Y5_10',
    employerName: 'ООО «Заря»',
    employerInn: '7707083893',
    position: 'Инженер',
    positionLevel: 'SPECIALIST',
    employedSince: '2019-02-01',
    salaryClient: false,
  },
  INCOME: {
    incomes: [{ key: 'a', type: 'SALARY_MAIN', verification: 'NDFL2', declared: '180000' }],
  },
  OBLIGATIONS: { noObligations: true },
  ASSETS: { noAssets: true },
  CONSENTS: {
    personalData: true,
    personalDataOn: '2026-11-01',
    creditHistory: true,
    creditHistoryOn: '2026-11-01',
    signature: 'PAPER',
  },
  REALTY: { chosen: false },
}

/** Saves a section of the case, or of a participant, over its present version. */
export async function saveSection(
  bank: TestApp,
  id: string,
  section: SectionCode,
  data: Record<string, unknown>,
  options: CallOptions & { readonly participantId?: number } = { as: 'agent' },
) {
  if (sections.sectionOf(section).scope === 'CASE') {
    const params = { id, section }
    const { body } = await bank.call(sections.getCaseSection, { params }, options)
    return bank.call(sections.saveCaseSection, { params, body: { data, version: body.version } }, options)
  }
  const params = { id, section, participantId: String(options.participantId) }
  const { body } = await bank.call(sections.getParticipantSection, { params }, options)
  return bank.call(
    sections.saveParticipantSection,
    { params, body: { data, version: body.version } },
    options,
  )
}

/** Opens a full application of the agent's partner, with its main borrower. */
export async function openApplication(
  bank: TestApp,
  more: Record<string, unknown> = {},
): Promise<{ id: string; number: string; borrower: number }> {
  const body = { programme: '2', regionCode: '77', lastName: 'Сомова', firstName: 'Анна', ...more }
  const made = await bank.call(createFullApplication, { body }, { as: 'agent' })
  if (made.status !== 200) throw new Error(`The application was not made: ${made.raw.body}`)
  const id = String(made.body.id)
  const { body: questionnaire } = await bank.call(
    sections.getQuestionnaire,
    { params: { id } },
    { as: 'agent' },
  )
  const borrower = questionnaire.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  return { id, number: made.body.number, borrower }
}

/** Fills every section of an application, the borrower's numbers made different by `serial`. */
export async function fillApplication(
  bank: TestApp,
  { id, borrower }: { readonly id: string; readonly borrower: number },
  serial = 456,
): Promise<void> {
  for (const [code, values] of Object.entries(wholeSections)) {
    const passport = `3610123${String(serial).padStart(3, '0')}`
    const data = code === 'PERSONAL' ? { ...values, passport } : values
    const saved = await saveSection(bank, id, code as SectionCode, data, {
      as: 'agent',
      participantId: borrower,
    })
    if (saved.status !== 200) throw new Error(`${code} was not saved: ${saved.raw.body}`)
  }
}
