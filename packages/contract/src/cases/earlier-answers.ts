import { z } from 'zod'
import { CaseSection, SectionCode } from './case-sections.ts'
import { Code, Id, IdParam, Instant } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { CaseType } from './types/case-types.ts'

/** What an earlier questionnaire of the person says otherwise than the participant's sections. */
export const PersonDifference = z.object({
  section: SectionCode,
  sectionName: z.string(),
  field: z.string(),
  label: z.string(),
  /** As texts, ready to show. */
  here: z.string(),
  latest: z.string(),
})
export type PersonDifference = z.output<typeof PersonDifference>

/** A field that can be taken from an earlier case; a list is taken whole. */
export const EarlierField = z.object({
  field: z.string(),
  label: z.string(),
  here: z.string(),
  latest: z.string(),
  /** Nothing stands here yet, so that taking it replaces nothing. */
  isEmptyHere: z.boolean(),
})

/** A section that can be taken from an earlier case of the person, with what would change. */
export const EarlierOffer = z.object({
  section: SectionCode,
  sectionName: z.string(),
  /** Of the section here: what is taken is written over this one. */
  version: z.int(),
  caseId: Id,
  caseType: CaseType,
  caseNumber: z.string(),
  caseCreatedAt: Instant,
  /** Of the section there: what was shown is what is copied. */
  savedAt: Instant,
  fields: z.array(EarlierField),
})
export type EarlierOffer = z.output<typeof EarlierOffer>

const Params = z.object({ id: IdParam, participantId: IdParam })

/** Of each section the newest before this case, whichever product; only from cases that the caller and the partner see. */
export const getPersonDifference = endpoint({
  method: 'GET',
  path: '/case/:id/participants/:participantId/changes',
  summary: 'Что изменилось с прошлой анкеты человека и что из неё можно взять',
  access: signedIn,
  params: Params,
  response: z.object({
    latestAt: Instant.nullable(),
    differences: z.array(PersonDifference),
    offers: z.array(EarlierOffer),
  }),
})

const Wanted = z.object({
  section: SectionCode,
  version: z.int().min(0).max(2_147_483_647),
  caseId: Id,
  savedAt: Instant,
  fields: z.array(Code).min(1, 'Отметьте, что взять').max(100),
})
export type WantedEarlier = z.output<typeof Wanted>

/**
 * Copies ticked fields of an earlier case into the participant's sections, on the server: a number that the caller sees
 * masked is copied whole and stays masked. 409: a section here or there has changed since it was shown.
 */
export const takeEarlier = endpoint({
  method: 'POST',
  path: '/case/:id/participants/:participantId/earlier',
  summary: 'Взять разделы из прежней заявки человека',
  access: signedIn,
  params: Params,
  body: z.object({
    sections: z
      .array(Wanted)
      .min(1, 'Отметьте, что взять')
      .max(10)
      .refine(
        (all) => new Set(all.map(({ section }) => section)).size === all.length,
        'Раздел указан дважды',
      ),
  }),
  response: z.array(CaseSection),
  idempotent: true,
})
