import { z } from 'zod'
import { CaseHead } from '../cases/cases.ts'
import { DateText } from '../common/amounts.ts'
import { Version } from '../common/items.ts'
import { PersonRef } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, requiredText } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { AutoCheck, autoCheckStates } from '../full-applications/full-applications.ts'

/** What a person says of an answer. */
export const checkVerdicts = {
  PASSED: 'Пройдена',
  REMARK: 'Пройдена с замечанием',
  NOT_PASSED: 'Не пройдена',
} as const
export type CheckVerdictCode = keyof typeof checkVerdicts

const Said = z.object({ id: Id, by: PersonRef, at: Instant, current: z.boolean() })
/** `current`: of the answer that the check gives now, and the last one of it. */
export const CheckVerdict = Said.extend({
  verdict: keyOf(checkVerdicts),
  comment: z.string(),
  /** The answer that it is of, in words. */
  answer: z.string(),
})
export type CheckVerdict = z.output<typeof CheckVerdict>
/** `current`: it is in force; without a last day it was taken back, for the reason. */
export const AcceptedRisk = Said.extend({
  reason: z.string(),
  validTo: DateText.nullable(),
  answer: z.string(),
})
export type AcceptedRisk = z.output<typeof AcceptedRisk>

/** Of what checks are: each kind is a part of the grid. */
export const checkSubjects = {
  PERSON: 'Участники',
  EMPLOYER: 'Работодатели',
  REALTY: 'Предмет ипотеки',
  CASE: 'Заявка в целом',
} as const
export type CheckSubject = keyof typeof checkSubjects

/** A check of one of the columns. */
export const GridCell = z.object({
  code: Code,
  /** Key of a column. */
  column: z.string(),
  /** Null: it has never been asked, or another part of the product asks for it. */
  checkId: Id.nullable(),
  state: z.union([keyOf(autoCheckStates), z.literal('ABSENT')]),
  text: z.string(),
  answeredAt: Instant.nullable(),
  validUntil: Instant.nullable(),
  standIn: z.boolean(),
  verdict: CheckVerdict.nullable(),
  risk: AcceptedRisk.nullable(),
})
export type GridCell = z.output<typeof GridCell>

export const ChecksGrid = z.object({
  head: CaseHead.pick({
    id: true,
    type: true,
    number: true,
    clientName: true,
    stageName: true,
    partner: true,
  }),
  /** Some of the answers are the stand-in's. */
  standIn: z.boolean(),
  /** What is lacking: expired, failed or never asked; and why the caller does not ask for it. */
  lacking: z.int(),
  refusalToRetry: z.string().nullable(),
  columns: z.array(
    z.object({ key: z.string(), of: keyOf(checkSubjects), name: z.string(), note: z.string() }),
  ),
  /** `absent`: why it is not asked here, where it is not. */
  lines: z.array(
    z.object({
      code: Code,
      of: keyOf(checkSubjects),
      name: z.string(),
      source: z.string(),
      absent: z.string().nullable(),
    }),
  ),
  cells: z.array(GridCell),
})
export type ChecksGrid = z.output<typeof ChecksGrid>

/** One question of a check and what came of it; personal numbers are masked in both. */
export const CheckRun = z.object({
  id: Id,
  at: Instant,
  /** Null: the system. */
  by: PersonRef.nullable(),
  /** What started it, in words. */
  cause: z.string(),
  attempt: z.int(),
  durationMs: z.int(),
  state: keyOf(autoCheckStates),
  text: z.string(),
  standIn: z.boolean(),
  /** JSON as text. */
  request: z.string(),
  response: z.string().nullable(),
})
export type CheckRun = z.output<typeof CheckRun>

export const CheckDetails = z.object({
  check: AutoCheck,
  /** Of the row: a word that is said over an older one is refused. */
  version: z.int(),
  runs: z.array(CheckRun),
  verdicts: z.array(CheckVerdict),
  risks: z.array(AcceptedRisk),
  refusalToRetry: z.string().nullable(),
  refusalToJudge: z.string().nullable(),
  refusalToTakeRisk: z.string().nullable(),
  /** Null where a risk is in force that the caller may take back. */
  refusalToWithdrawRisk: z.string().nullable(),
})
export type CheckDetails = z.output<typeof CheckDetails>

const Params = z.object({ id: IdParam })
const One = Params.extend({ checkId: IdParam })

/** For people of the bank who hold `Underwriting.List`. */
export const getChecksGrid = endpoint({
  method: 'GET',
  path: '/underwriting/:id/checks',
  summary: 'Автоматические проверки по участникам, предмету и работодателям',
  access: signedIn,
  params: Params,
  response: ChecksGrid,
})
export const getCheckDetails = endpoint({
  method: 'GET',
  path: '/underwriting/:id/checks/:checkId',
  summary: 'Проверка: ответы, запросы, вердикты, принятые риски',
  access: signedIn,
  params: One,
  response: CheckDetails,
})
/** Asks again, whatever the answer says; 409 to an old version. */
export const retryCheck = endpoint({
  method: 'POST',
  path: '/underwriting/:id/checks/:checkId/retry',
  summary: 'Повторить проверку',
  access: signedIn,
  params: One,
  body: z.object({ version: Version }),
  response: CheckDetails,
  idempotent: true,
})
/** The last word of a person counts while the check says the same. */
export const judgeCheck = endpoint({
  method: 'POST',
  path: '/underwriting/:id/checks/:checkId/verdict',
  summary: 'Вердикт по ответу проверки',
  access: signedIn,
  params: One,
  body: z.object({ version: Version, verdict: keyOf(checkVerdicts), comment: requiredText(2_000) }),
  response: CheckDetails,
  idempotent: true,
})
/**
 * The bank goes on in spite of the answer, until a day; it ends sooner when the check says something else. Asks for
 * `Underwriting.AcceptRisk`.
 */
export const takeRisk = endpoint({
  method: 'POST',
  path: '/underwriting/:id/checks/:checkId/risk',
  summary: 'Принять риск по проверке',
  access: signedIn,
  params: One,
  body: z.object({ version: Version, reason: requiredText(2_000), validTo: DateText }),
  response: CheckDetails,
  idempotent: true,
})
/** The risk is no longer taken: the answer holds an approval again. Asks for `Underwriting.AcceptRisk`. */
export const withdrawRisk = endpoint({
  method: 'POST',
  path: '/underwriting/:id/checks/:checkId/risk/withdraw',
  summary: 'Отозвать принятый риск',
  access: signedIn,
  params: One,
  body: z.object({ version: Version, reason: requiredText(2_000) }),
  response: CheckDetails,
  idempotent: true,
})
