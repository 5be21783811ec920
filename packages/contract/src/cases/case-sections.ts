import { z } from 'zod'
import { passportIssues } from '../common/person/passport.ts'
import { Code, Id, IdParam, Instant } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { CaseType, caseTypes } from './types/case-types.ts'
import { creditFields } from './sections/credit.ts'
import { type FieldSpecs, type SectionValues, valuesSchema } from '../common/fields.ts'
import { loanFields, loanIssues } from './sections/loan.ts'
import {
  assetFields,
  employmentFields,
  incomeFields,
  incomeIssues,
  obligationFields,
} from './sections/means.ts'
import { realtyFields, sellerFields } from './sections/object.ts'
import { consentFields, debtorRoles, personalFields } from './sections/personal.ts'

/** A section of a questionnaire as data. */
export interface SectionDefinition<F extends FieldSpecs = FieldSpecs> {
  readonly title: string
  /** Saved once for the case, or once for each participant. */
  readonly scope: 'CASE' | 'PARTICIPANT'
  readonly fields: F
  /** Roles of participants that have it; all when absent. */
  readonly roles?: readonly string[]
  /** What cannot be: values that contradict each other. `path` is of the field. */
  readonly issues?: (values: SectionValues, today: string) => { path: string; message: string }[]
}

const ofCase = <F extends FieldSpecs>(title: string, fields: F) => ({ title, scope: 'CASE', fields }) as const
const ofParticipant = <F extends FieldSpecs>(
  title: string,
  fields: F,
  more: Pick<SectionDefinition, 'roles' | 'issues'> = {},
) => ({ title, scope: 'PARTICIPANT', fields, ...more }) as const

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const passportFields: Readonly<Record<string, string>> = {
  seriesNumber: 'passport',
  issuedOn: 'passportIssuedOn',
  unitCode: 'passportUnitCode',
}

function personalIssues(values: SectionValues, today: string): { path: string; message: string }[] {
  const issuedOn = textOf(values['passportIssuedOn'])
  const birthDate = textOf(values['birthDate']) ?? null
  const found = passportIssues(issuedOn === undefined ? {} : { issuedOn }, { today, birthDate })
  return found.map(({ path, message }) => ({ path: passportFields[path] ?? path, message }))
}

/** Every section: the one list of their fields and Russian names. */
export const sectionDefinitions = {
  CREDIT: ofCase('Параметры кредита', creditFields),
  LOAN: { ...ofCase('Параметры кредита', loanFields), issues: loanIssues },
  PERSONAL: ofParticipant('Личные данные', personalFields, { issues: personalIssues }),
  EMPLOYMENT: ofParticipant('Занятость', employmentFields, { roles: debtorRoles }),
  INCOME: ofParticipant('Доходы', incomeFields, { roles: debtorRoles, issues: incomeIssues }),
  OBLIGATIONS: ofParticipant('Обязательства и расходы', obligationFields, { roles: debtorRoles }),
  ASSETS: ofParticipant('Имущество', assetFields, { roles: debtorRoles }),
  CONSENTS: ofParticipant('Согласия', consentFields),
  REALTY: ofCase('Объект', realtyFields),
  SELLER: ofCase('Продавец', sellerFields),
} as const satisfies Record<string, SectionDefinition>
export type SectionCode = keyof typeof sectionDefinitions
const sectionCodes = Object.keys(sectionDefinitions) as [SectionCode, ...SectionCode[]]
export const SectionCode = z.enum(sectionCodes, 'Такого раздела нет')

/** Names for remarks and the history: the sections, and what is no section but is spoken of like one. */
export const sectionNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(sectionCodes.map((code) => [code, sectionDefinitions[code].title])),
  PARTICIPANTS: 'Участники',
  DOCUMENTS: 'Документы',
  REALTY_OBJECTS: 'Предметы ипотеки',
  CASE: 'Заявка',
}

/** Sections of the questionnaire of a case type, in the order in which they are asked; none: it has no questionnaire. */
export const sectionsOf = (type: CaseType): readonly SectionCode[] =>
  caseTypes[type].questions?.sections ?? []

/** Why a section may not be changed in a stage, where the type of the case says so; null: it may. */
export function sectionLock(type: CaseType, stage: string, section: SectionCode): string | null {
  const lock = caseTypes[type].questions?.lock
  return lock?.stages.includes(stage) && !lock.open.includes(section) ? lock.reason : null
}

/** The section's entry. */
export const sectionOf = (code: SectionCode): SectionDefinition => sectionDefinitions[code]

/** Values of a section, typed by its fields. */
export type ValuesOfSection<C extends SectionCode> = z.output<
  ReturnType<typeof valuesSchema<(typeof sectionDefinitions)[C]['fields']>>
>

const schemas = new Map(sectionCodes.map((code) => [code, valuesSchema(sectionOf(code).fields)]))
/** The schema of a section's values: what is filled must be right, everything may be empty. */
export const sectionSchema = (code: SectionCode): z.ZodType<SectionValues> =>
  schemas.get(code) as z.ZodType<SectionValues>

/** A needed field that is empty; `field` is its path in the values: `birthDate`, `incomes.0.declared`. */
export const SectionGap = z.object({
  section: SectionCode,
  sectionName: z.string(),
  participantId: Id.nullable(),
  participantName: z.string().nullable(),
  field: z.string(),
  label: z.string(),
})
export type SectionGap = z.output<typeof SectionGap>

/** One section of a case as it is kept. Values that are empty are absent; `version` is 0 before the first save. */
export const CaseSection = z.object({
  section: SectionCode,
  sectionName: z.string(),
  participantId: Id.nullable(),
  participantName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
  /** Needed fields: filled of all. */
  filled: z.int(),
  needed: z.int(),
  savedAt: Instant.nullable(),
  savedBy: z.string().nullable(),
  version: z.int(),
})
export type CaseSection = z.output<typeof CaseSection>

/** All sections with what is missing in them. */
export const CaseQuestionnaire = z.object({
  caseId: Id,
  type: CaseType,
  sections: z.array(CaseSection),
  /** What products ask for besides, by the programme that is chosen. */
  asks: z.record(
    Code,
    z.array(z.object({ field: z.string(), regions: z.array(z.string()).readonly().nullable() })).readonly(),
  ),
  filled: z.int(),
  needed: z.int(),
  gaps: z.array(SectionGap),
})
export type CaseQuestionnaire = z.output<typeof CaseQuestionnaire>

const CaseParams = z.object({ id: IdParam })

export const getQuestionnaire = endpoint({
  method: 'GET',
  path: '/case/:id/sections',
  summary: 'Разделы анкеты с полнотой и пробелами',
  access: signedIn,
  params: CaseParams,
  response: CaseQuestionnaire,
})

const Params = z.object({ id: IdParam, section: SectionCode })
const ParticipantParams = Params.extend({ participantId: IdParam })
/**
 * Values are checked by the section's schema on the server, because a masked number that is sent back leaves the stored one
 * as it is. A stale version answers 409 with the section as it is in `current`.
 */
const SectionBody = z.object({
  data: z.record(Code, z.unknown()),
  /** 0: never saved so far. */
  version: z.int().min(0).max(2_147_483_647),
})

export const getCaseSection = endpoint({
  method: 'GET',
  path: '/case/:id/section/:section',
  summary: 'Раздел анкеты',
  access: signedIn,
  params: Params,
  response: CaseSection,
})
export const saveCaseSection = endpoint({
  method: 'PUT',
  path: '/case/:id/section/:section',
  summary: 'Сохранение раздела анкеты',
  access: signedIn,
  params: Params,
  body: SectionBody,
  response: CaseSection,
})
export const getParticipantSection = endpoint({
  method: 'GET',
  path: '/case/:id/participant/:participantId/section/:section',
  summary: 'Раздел анкеты участника',
  access: signedIn,
  params: ParticipantParams,
  response: CaseSection,
})
export const saveParticipantSection = endpoint({
  method: 'PUT',
  path: '/case/:id/participant/:participantId/section/:section',
  summary: 'Сохранение раздела анкеты участника',
  access: signedIn,
  params: ParticipantParams,
  body: SectionBody,
  response: CaseSection,
})
