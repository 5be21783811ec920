import { z } from 'zod'
import { pageOf, PageQuery } from '#common/page.ts'
import { MedianPrice, Availability } from '#common/refs.ts'
import { Id, IdParam, Instant, keyOf, Option } from '#common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../endpoint.ts'
import { autoCheckStates } from '../../full-applications/full-applications.ts'
import { HistoryEntry } from '../../history/history.ts'
import { RealtyObject } from '../../realty-objects/realty-objects.ts'
import { answerEffects, questionKinds } from './check-list.ts'
import { insuranceKinds } from './insurance-rules.ts'
import { LegalOpinion } from './legal-opinion.ts'
import { reviewParts } from './review-fields.ts'
import { requirementNames } from './sale-rules.ts'

const Part = keyOf(reviewParts)

/** What the bank's people have written of one part of an object; version 0: nobody has yet. */
export const ReviewPartState = z.object({
  objectId: Id,
  part: Part,
  answers: z.record(z.string(), z.unknown()),
  savedBy: z.string().nullable(),
  savedAt: Instant.nullable(),
  version: z.int(),
  editable: Availability,
})
export type ReviewPartState = z.output<typeof ReviewPartState>

const Hold = z.object({ part: Part, text: z.string(), isHard: z.boolean() })
/** `xml` is its file in XML, which can be read; null: none is. */
const Paper = z.object({ id: Id, type: z.string(), name: z.string(), xml: z.uuid().nullable() })

const Question = z.object({
  key: z.string(),
  ask: z.string(),
  kind: keyOf(questionKinds),
  hint: z.string(),
  answers: z.array(z.object({ text: z.string(), effect: keyOf(answerEffects) })),
})

/** How the price stands: to the appraisal, to other objects, to the loan. */
export const ObjectFigures = z.object({
  appraiser: z.string().nullable(),
  reportDate: z.string().nullable(),
  marketValue: z.string().nullable(),
  liquidationValue: z.string().nullable(),
  /** Null: nothing is appraised. */
  isAccredited: z.boolean().nullable(),
  /** What is known of the appraiser among the partners of the bank. */
  accreditation: z.string(),
  pricePerMetre: z.string().nullable(),
  /** The middle of the bank's own objects of the type and region; null: too few. */
  median: MedianPrice.nullable(),
  /** How many objects a median would stand on, and over how many months. */
  medianOf: z.object({ count: z.int(), months: z.int(), least: z.int() }),
  /** Percent, above zero when the price is above. */
  priceToValue: z.string().nullable(),
  priceToMedian: z.string().nullable(),
  /** К/З of the application, and the same with every worth lower by the stress. */
  loanToValue: z.string().nullable(),
  stressedLoanToValue: z.string().nullable(),
  stress: z.string(),
})

/** What is entered beside what the extract says; `agrees` null: one of the two is not there. */
const Compared = z.object({
  field: z.string(),
  label: z.string(),
  entered: z.string(),
  extract: z.string(),
  agrees: z.boolean().nullable(),
})

/** Everything that an object is examined by. */
export const ObjectReview = z.object({
  caseId: Id,
  object: RealtyObject,
  goal: Option.nullable(),
  stageName: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      state: keyOf(autoCheckStates).nullable(),
      text: z.string(),
      answeredAt: Instant.nullable(),
    }),
  ),
  parts: z.array(ReviewPartState),
  compared: z.array(Compared),
  owners: z
    .object({
      entered: z.int(),
      extract: z.int(),
      onlyEntered: z.array(z.string()),
      onlyExtract: z.array(z.string()),
    })
    .nullable(),
  figures: ObjectFigures,
  seller: z.object({ kind: z.string(), name: z.string(), since: z.string().nullable() }),
  requirements: z.array(
    z.object({
      code: keyOf(requirementNames),
      name: z.string(),
      why: z.string(),
      basis: z.string(),
      /** Names of the papers that prove it; one of each inner list is enough. */
      papers: z.array(z.array(z.string())),
      proof: z.string().nullable(),
    }),
  ),
  /** Null: the goal of the loan has no published list. */
  list: z.object({ id: Id, number: z.int(), questions: z.array(Question) }).nullable(),
  opinions: z.array(LegalOpinion),
  askable: Availability,
  insurance: z.array(
    z.object({
      kind: keyOf(insuranceKinds),
      name: z.string(),
      isNeeded: z.boolean(),
      why: z.string(),
      hasPolicy: z.boolean(),
    }),
  ),
  papers: z.array(Paper),
  holds: z.array(Hold),
})
export type ObjectReview = z.output<typeof ObjectReview>

const access = canInBank('Underwriting', 'List')
const Params = z.object({ id: IdParam })
const OneParams = z.object({ id: IdParam, objectId: IdParam })
const PartParams = z.object({ id: IdParam, objectId: IdParam, part: Part })

/** The objects of a mortgage application, and which of them is the object of the deal. */
export const getObjectSheet = endpoint({
  method: 'GET',
  path: '/underwriting/:id/objects',
  summary: 'Предметы ипотеки заявки для экспертизы',
  access,
  params: Params,
  response: z.object({
    caseId: Id,
    /** The object that the deal is about now; null: none is described. */
    activeId: Id.nullable(),
    objects: z.array(
      z.object({
        id: Id,
        title: z.string(),
        address: z.string().nullable(),
        roleName: z.string(),
        removed: z.boolean(),
      }),
    ),
  }),
})

export const getObjectReview = endpoint({
  method: 'GET',
  path: '/underwriting/:id/objects/:objectId',
  summary: 'Экспертиза предмета ипотеки',
  access,
  params: OneParams,
  response: ObjectReview,
})

/** An extract of the register (ЕГРН) as its XML says it, in the fields of RIGHTS: nothing is saved by reading it. */
export const ReadExtract = z.object({
  /** Of the part RIGHTS, as the form holds them. */
  answers: z.record(z.string(), z.unknown()),
  /** How each field of the object agrees with what is entered. */
  compared: z.array(Compared),
  /** Tags that nobody reads, with how many of each there are: the register has said more than is shown. */
  unknown: z.array(z.object({ path: z.string(), count: z.int() })),
})
export type ReadExtract = z.output<typeof ReadExtract>

/** Reads a file of a document of the case; 409 with the words what is wrong where it is no such extract. */
export const readExtract = endpoint({
  method: 'GET',
  path: '/underwriting/:id/objects/:objectId/extract/:documentId/:storageId',
  summary: 'Прочитать выписку ЕГРН из файла XML',
  access,
  params: z.object({ id: IdParam, objectId: IdParam, documentId: IdParam, storageId: z.uuid() }),
  response: ReadExtract,
})

/**
 * For whoever examines objects (`CheckRealty`) and has not prepared the case. Fields depend on the part; those of LEGAL are
 * the questions of the list. 400 where the number of owners differs and nobody says what it means.
 */
export const saveReviewPart = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/objects/:objectId/parts/:part',
  summary: 'Сохранить часть экспертизы предмета ипотеки',
  access: signedIn,
  params: PartParams,
  body: z.object({ answers: z.record(z.string().max(80), z.unknown()), version: z.int().min(0) }),
  response: ReviewPartState,
})

export const listReviewHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/objects/:objectId/parts/:part/history',
  summary: 'История части экспертизы предмета ипотеки',
  access,
  params: PartParams,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
