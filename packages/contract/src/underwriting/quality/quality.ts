import { z } from 'zod'
import { CaseType } from '../../cases/types/case-types.ts'
import { Day, Version } from '../../common/items.ts'
import { pageOf, PageQuery } from '../../common/page.ts'
import { AllowedAction, RecordProcess } from '../../common/process.ts'
import { PersonRef } from '../../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, requiredText, text } from '../../common/scalars.ts'
import { canInBank, endpoint } from '../../endpoint.ts'
import { finalOutcomes } from '../decided-filter.ts'
import { decisionLevels } from '../decision-kinds.ts'
import { qualityGrades, qualityResults, severities } from './grading.ts'
import { qualityMachine, type QualityState } from './quality-machine.ts'

/** Which decisions are sampled. */
export const qualityRules = {
  RANDOM: 'Случайная из всех решений',
  AUTOMATIC: 'Автоматические одобрения',
  OVERRIDES: 'Вопреки СПР или карте',
  EACH: 'Поровну у каждого, кто решал',
} as const
export type QualityRule = keyof typeof qualityRules

export const QualityQuestion = z.object({
  code: Code,
  text: requiredText(500),
  severity: keyOf(severities),
})
export type QualityQuestion = z.output<typeof QualityQuestion>

export const QualityAnswer = z.object({
  code: Code,
  result: keyOf(qualityResults),
  comment: text(1_000).default(''),
})
export type QualityAnswer = z.output<typeof QualityAnswer>

/** A version of the list of questions; a sample keeps the one it was drawn with. */
export const QualityChecklist = z.object({
  id: Id,
  number: z.int(),
  questions: z.array(QualityQuestion),
  author: PersonRef,
  createdAt: Instant,
})
export type QualityChecklist = z.output<typeof QualityChecklist>

/** A sample with everything by which it can be drawn again. */
export const QualitySample = z.object({
  id: Id,
  at: Instant,
  by: PersonRef,
  rule: keyOf(qualityRules),
  from: Day,
  to: Day,
  seed: z.string(),
  /** How many decisions suited, and how many were drawn of them. */
  population: z.int(),
  drawn: z.int(),
  /** Those that wait for a check. */
  left: z.int(),
  checklist: z.int(),
})
export type QualitySample = z.output<typeof QualitySample>

const State = keyOf(qualityMachine.states as Record<QualityState, unknown>)
const Grade = keyOf(qualityGrades)

/** A sampled decision as the list shows it. */
export const QualityRow = z.object({
  id: Id,
  sampleId: Id,
  caseId: Id,
  caseType: CaseType,
  number: z.string(),
  clientName: z.string(),
  decidedAt: Instant,
  outcome: keyOf(finalOutcomes),
  level: keyOf(decisionLevels),
  /** Who decided; null: the system. */
  subject: PersonRef.nullable(),
  state: State,
  checker: PersonRef.nullable(),
  score: z.int().nullable(),
  grade: Grade.nullable(),
  /** Critical, major, minor. */
  errors: z.object({ CRITICAL: z.int(), MAJOR: z.int(), MINOR: z.int() }).nullable(),
  gradedAt: Instant.nullable(),
  version: z.int(),
})
export type QualityRow = z.output<typeof QualityRow>

export const QualityCheck = QualityRow.extend({
  /** What was decided, why. */
  amount: z.string().nullable(),
  comment: z.string(),
  reasons: z.array(z.string()),
  questions: z.array(QualityQuestion),
  answers: z.array(QualityAnswer),
  gradeComment: z.string(),
  dispute: z.object({ text: z.string(), at: Instant }).nullable(),
  answer: z.object({ text: z.string(), by: PersonRef, at: Instant }).nullable(),
  actions: z.array(AllowedAction),
  process: RecordProcess.shape.moves,
})
export type QualityCheck = z.output<typeof QualityCheck>

/** What a person looks for first. */
export const qualityTabs = {
  OPEN: 'Ждут проверки',
  MINE: 'Мои проверки',
  DISPUTED: 'Возражения',
  DONE: 'Оценённые',
  ALL: 'Все',
} as const
export type QualityTab = keyof typeof qualityTabs
const Tab = keyOf(qualityTabs)

export const QualityFilter = z.object({
  tab: Tab.default('OPEN'),
  sampleIds: z.array(Id).max(100).default([]),
  subjectIds: z.array(Id).max(100).default([]),
  grades: z.array(Grade).max(3).default([]),
})
export type QualityFilter = z.output<typeof QualityFilter>

/** Results of the decisions of somebody that were checked. */
export const QualityTotals = z.object({
  checked: z.int(),
  /** Mean of the scores; null: nothing was checked. */
  score: z.number().nullable(),
  errors: z.object({ CRITICAL: z.int(), MAJOR: z.int(), MINOR: z.int() }),
  disputed: z.int(),
  revised: z.int(),
})
export type QualityTotals = z.output<typeof QualityTotals>

// Whoever decides sees what was found of their own decisions; those of others need a right.
const own = canInBank('Underwriting', 'ReadQuality')
const check = canInBank('Underwriting', 'ReadQuality', 'CheckQuality')
const answer = canInBank('Underwriting', 'ReadQuality', 'AnswerQuality')
const Key = z.object({ id: IdParam })

export const searchQualityChecks = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checks/search',
  summary: 'Проверки качества решений',
  access: own,
  query: PageQuery,
  body: QualityFilter,
  response: pageOf(QualityRow),
  reads: true,
})
export const countQualityChecks = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checks/counts',
  summary: 'Число проверок качества по вкладкам',
  access: own,
  body: QualityFilter.omit({ tab: true }),
  response: z.record(Tab, z.int()),
  reads: true,
})
export const getQualityCheck = endpoint({
  method: 'GET',
  path: '/underwriting/quality/checks/:id',
  summary: 'Проверка качества решения',
  access: own,
  params: Key,
  response: QualityCheck,
})
const Answers = z.array(QualityAnswer).max(100)
/** 409 to whoever decided or prepared the application, under a second card too. */
export const gradeDecision = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checks/:id/grade',
  summary: 'Оценить решение',
  access: check,
  params: Key,
  body: z.object({ answers: Answers, comment: text(2_000).default(''), version: Version }),
  response: QualityCheck,
  idempotent: true,
})
export const cancelQualityCheck = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checks/:id/cancel',
  summary: 'Снять решение с проверки качества',
  access: check,
  params: Key,
  body: z.object({ comment: requiredText(1_000), version: Version }),
  response: QualityCheck,
  idempotent: true,
})
/** Once, by who decided, while the term runs. */
export const disputeQuality = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checks/:id/dispute',
  summary: 'Возразить против оценки решения',
  access: canInBank('Underwriting', 'ReadQuality', 'DisputeQuality'),
  params: Key,
  body: z.object({ comment: requiredText(2_000), version: Version }),
  response: QualityCheck,
  idempotent: true,
})
/** By neither the checker nor who disputes; with `revise` the answers as they ought to be. */
export const answerQualityDispute = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checks/:id/answer',
  summary: 'Ответить на возражение против оценки',
  access: answer,
  params: Key,
  body: z.object({
    action: z.enum(['uphold', 'revise']),
    answers: Answers.default([]),
    comment: requiredText(2_000),
    version: Version,
  }),
  response: QualityCheck,
  idempotent: true,
})

export const listQualitySamples = endpoint({
  method: 'GET',
  path: '/underwriting/quality/samples',
  summary: 'Выборки контроля качества',
  access: check,
  response: z.array(QualitySample),
})
export const drawQualitySample = endpoint({
  method: 'POST',
  path: '/underwriting/quality/samples',
  summary: 'Отобрать решения для контроля качества',
  access: check,
  body: z
    .object({
      rule: keyOf(qualityRules),
      from: Day,
      to: Day,
      /** How many; null: by the parameters. */
      size: z.int().min(1).max(1_000).nullable().default(null),
      /** Null: the server chooses one. The same rule and seed draw the same decisions. */
      seed: text(64).nullable().default(null),
    })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Последний день раньше первого' }),
  response: QualitySample,
  idempotent: true,
})
/** Draws the sample again by what it keeps. */
export const verifyQualitySample = endpoint({
  method: 'GET',
  path: '/underwriting/quality/samples/:id/verify',
  summary: 'Повторить отбор выборки и сверить',
  access: check,
  params: Key,
  response: z.object({ same: z.boolean(), drawn: z.int() }),
})

/** The latest version of the list of questions; null: the bank has none yet. */
export const getQualityChecklist = endpoint({
  method: 'GET',
  path: '/underwriting/quality/checklist',
  summary: 'Список вопросов контроля качества',
  access: check,
  response: z.object({ latest: QualityChecklist.nullable() }),
})
/** A new version beside the earlier ones; 409 when another has come meanwhile. */
export const saveQualityChecklist = endpoint({
  method: 'POST',
  path: '/underwriting/quality/checklist',
  summary: 'Новая версия списка вопросов',
  access: answer,
  body: z.object({ questions: z.array(QualityQuestion).min(1).max(50), after: z.int().min(0) }),
  response: z.object({ latest: QualityChecklist.nullable() }),
  idempotent: true,
})

/** By who decided, the worst first; for those who see the checks of others. */
export const getQualityTotals = endpoint({
  method: 'GET',
  path: '/underwriting/quality/totals',
  summary: 'Итоги контроля качества за год',
  access: canInBank('Underwriting', 'ReadQuality', 'ReadAllQuality'),
  response: z.object({
    total: QualityTotals,
    people: z.array(QualityTotals.extend({ subject: PersonRef.nullable() })),
  }),
})
