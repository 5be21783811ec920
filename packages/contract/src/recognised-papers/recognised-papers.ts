import { z } from 'zod'
import { CaseSection, SectionCode } from '../cases/case-sections.ts'
import { keyOf, Id, IdParam, Instant, text } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** What a person says to the warning that a paper is another person's. */
export const paperAnswers = {
  ANOTHER_PERSON: 'Документ другого человека, его заменят',
  READING: 'Прочитано неверно: в документе то же, что в анкете',
  SAME_PERSON: 'Человек тот же: данные изменились',
} as const
export type PaperAnswer = keyof typeof paperAnswers
export const PaperAnswer = keyOf(paperAnswers)

const Difference = z.object({
  field: z.string(),
  label: z.string(),
  inPaper: z.string(),
  inQuestionnaire: z.string(),
})

/** What a recognised paper can give to the questionnaire of its holder. */
export const RecognisedPaper = z.object({
  /** False: the scan has not been read yet; it is read by itself as it comes, and the topic of the case tells of it. */
  isRead: z.boolean(),
  /** Null: nobody of the questionnaire, `reason` says why. */
  participantId: Id.nullable(),
  participantName: z.string(),
  values: z.array(
    z.object({
      section: SectionCode,
      field: z.string(),
      label: z.string(),
      value: z.string(),
      confidence: z.number(),
      problems: z.array(z.string()),
      /** In the questionnaire now; null: empty. */
      held: z.string().nullable(),
      same: z.boolean(),
    }),
  ),
  /** Of the sections that the values go to. */
  versions: z.partialRecord(SectionCode, z.int()),
  /** Why the questionnaire may not be changed. */
  reason: z.string().nullable(),
  /** In what the paper names somebody else. */
  differences: z.array(Difference),
  /** The application is not sent with this paper while the warning stands. */
  blocks: z.boolean(),
  answer: z.object({ code: PaperAnswer, comment: z.string(), by: z.string(), at: Instant }).nullable(),
})
export type RecognisedPaper = z.output<typeof RecognisedPaper>

const Params = z.object({ id: IdParam, documentId: IdParam, storageId: z.uuid() })

/** A paper that names somebody else than the questionnaire, to which nobody has answered yet that it is right. */
export const ForeignPaper = z.object({
  documentId: Id,
  /** In what they differ: «Фамилия». */
  labels: z.array(z.string()),
  /** The application is not sent with it. */
  blocks: z.boolean(),
})
export type ForeignPaper = z.output<typeof ForeignPaper>

export const listForeignPapers = endpoint({
  method: 'GET',
  path: '/case/:id/recognised',
  summary: 'Распознанные документы, которые не сходятся с анкетой',
  access: can('Document', 'Read'),
  params: z.object({ id: IdParam }),
  response: z.array(ForeignPaper),
})

export const getRecognisedPaper = endpoint({
  method: 'GET',
  path: '/case/:id/recognised/:documentId/:storageId',
  summary: 'Что распознанный документ даёт анкете',
  access: can('Document', 'Recognise'),
  params: Params,
  response: RecognisedPaper,
})

/** The values are those that were recognised, whatever the browser shows; a stale version answers 409 as a save does. */
export const takeRecognised = endpoint({
  method: 'POST',
  path: '/case/:id/recognised/:documentId/:storageId/take',
  summary: 'Перенос распознанных полей в анкету',
  access: can('Document', 'Recognise'),
  params: Params,
  body: z.object({
    fields: z
      .array(z.object({ section: SectionCode, field: z.string().max(100) }))
      .min(1, 'Отметьте хотя бы одно поле')
      .max(30),
    versions: z.partialRecord(SectionCode, z.int().min(0)),
  }),
  response: z.object({ sections: z.array(CaseSection) }),
})

export const answerPaperWarning = endpoint({
  method: 'POST',
  path: '/case/:id/recognised/:documentId/:storageId/answer',
  summary: 'Ответ на предупреждение о чужом документе',
  access: can('Document', 'Recognise'),
  params: Params,
  body: z.object({ answer: PaperAnswer, comment: text(500).default('') }),
  response: RecognisedPaper,
})
