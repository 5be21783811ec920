import { z } from 'zod'
import { CaseHead } from '../../cases/cases.ts'
import { Version } from '../../common/items.ts'
import { pageOf, PageQuery } from '../../common/page.ts'
import { AllowedAction, RecordProcess } from '../../common/process.ts'
import { Availability, PersonRef } from '../../common/refs.ts'
import { Id, IdParam, Instant, keyOf, messages, requiredText, text } from '../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../endpoint.ts'
import { HistoryEntry } from '../../history/history.ts'
import { characteristics } from './characteristics.ts'
import { scoreAdvices, ScorecardContent } from './content.ts'
import { scorecardMachine, type ScorecardState } from './scorecard-machine.ts'

const State = keyOf(scorecardMachine.states as Record<ScorecardState, unknown>)
const Advice = keyOf(scoreAdvices)

/** How often two versions advise the same on the same applications. */
export const Agreement = z.object({ cases: z.int(), same: z.int() })
export type Agreement = z.output<typeof Agreement>

/** How well the scores have told the good loans from the bad ones, by the payments; null: no file of them is loaded. */
export const Separation = z.object({
  good: z.int(),
  /** Past due the parameter's days within its months on book. */
  bad: z.int(),
  /** Percent, with a decimal; null where there are fewer good or bad than `least`. */
  gini: z.number().nullable(),
  ks: z.number().nullable(),
  least: z.int(),
  days: z.int(),
  months: z.int(),
})
export type Separation = z.output<typeof Separation>

/** A version of the scorecard in short. */
export const ScorecardRow = z.object({
  id: Id,
  /** Of the version, from 1. */
  number: z.int(),
  title: z.string(),
  state: State,
  author: PersonRef,
  createdAt: Instant,
  approver: PersonRef.nullable(),
  /** When it began to be computed. */
  since: Instant.nullable(),
  until: Instant.nullable(),
  /** With the champion; null: they have never been computed beside each other. */
  agreement: Agreement.nullable(),
  separation: Separation.nullable(),
  /** What the reader may do with it now, and why not what they may not. */
  actions: z.array(AllowedAction),
  version: z.int(),
})
export type ScorecardRow = z.output<typeof ScorecardRow>

export const Scorecard = ScorecardRow.extend({
  content: ScorecardContent,
  /** `score = offset + factor · ln(odds)`. */
  factor: z.number(),
  offset: z.number(),
  editable: Availability,
})
export type Scorecard = z.output<typeof Scorecard>

const see = canInBank('Underwriting', 'ReadScorecard')
const make = canInBank('Underwriting', 'ReadScorecard', 'UpdateScorecard')
const Key = z.object({ id: IdParam })
const Title = requiredText(200)

export const listScorecards = endpoint({
  method: 'GET',
  path: '/underwriting/scorecards',
  summary: 'Версии скоринговой карты',
  access: see,
  response: z.array(ScorecardRow),
})
export const getScorecard = endpoint({
  method: 'GET',
  path: '/underwriting/scorecards/:id',
  summary: 'Версия скоринговой карты',
  access: see,
  params: Key,
  response: Scorecard,
})
/** A draft that begins with what another version says. */
export const createScorecard = endpoint({
  method: 'POST',
  path: '/underwriting/scorecards',
  summary: 'Черновик новой версии скоринговой карты',
  access: make,
  body: z.object({ title: Title, fromId: Id.nullable() }),
  response: Scorecard,
  idempotent: true,
})
/** A draft alone; an old version answers 409 with the scorecard as it is. */
export const saveScorecard = endpoint({
  method: 'PUT',
  path: '/underwriting/scorecards/:id',
  summary: 'Сохранить черновик скоринговой карты',
  access: make,
  params: Key,
  body: z.object({ title: Title, content: ScorecardContent, version: Version }),
  response: Scorecard,
})
const Move = z.object({ version: Version, comment: text(1_000).default('') })
export const sendScorecard = endpoint({
  method: 'POST',
  path: '/underwriting/scorecards/:id/send',
  summary: 'Отправить версию скоринговой карты дальше',
  access: make,
  params: Key,
  body: Move.extend({ action: z.enum(['submit', 'propose', 'discard'], messages.unknownCode) }),
  response: Scorecard,
  idempotent: true,
})
/** By another person than wrote it or sent it on: 409 to these. */
export const decideScorecard = endpoint({
  method: 'POST',
  path: '/underwriting/scorecards/:id/decision',
  summary: 'Решение о версии скоринговой карты',
  access: canInBank('Underwriting', 'ReadScorecard', 'ApproveScorecard'),
  params: Key,
  body: Move.extend({
    action: z.enum(['approve', 'decline', 'promote', 'keep', 'withdraw'], messages.unknownCode),
  }),
  response: Scorecard,
  idempotent: true,
})
export const getScorecardProcess = endpoint({
  method: 'GET',
  path: '/underwriting/scorecards/:id/process',
  summary: 'Путь версии скоринговой карты',
  access: see,
  params: Key,
  response: RecordProcess,
})
export const listScorecardHistory = endpoint({
  method: 'GET',
  path: '/underwriting/scorecards/:id/history',
  summary: 'История версии скоринговой карты',
  access: see,
  params: Key,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

/** How many applications a version is tried on. */
export const impactSizes = [100, 500, 2_000] as const

const Advised = z.record(Advice, z.int())
/** What a version would have advised on the last decided applications, beside the champion and the people. */
export const ScorecardImpact = z.object({
  cases: z.int(),
  champion: z.object({ id: Id, number: z.int() }).nullable(),
  before: Advised,
  after: Advised,
  /** From one advice to another; those that stay are left out. */
  changes: z.array(z.object({ from: Advice, to: Advice, cases: z.int() })),
  /** Of those on which people decided. */
  approvedRejected: z.int(),
  rejectedApproved: z.int(),
  /** Scores by twenty points, the lowest first. */
  scores: z.array(z.object({ from: z.int(), before: z.int(), after: z.int() })),
})
export type ScorecardImpact = z.output<typeof ScorecardImpact>
export const getScorecardImpact = endpoint({
  method: 'GET',
  path: '/underwriting/scorecards/:id/impact',
  summary: 'Что изменит версия скоринговой карты на последних решениях',
  access: see,
  params: Key,
  query: z.object({ last: z.enum(impactSizes.map(String) as [string, ...string[]]).default('500') }),
  response: ScorecardImpact,
})

/** Points of a characteristic in words. */
const CasePart = z.object({
  code: keyOf(characteristics),
  name: z.string(),
  value: z.string(),
  points: z.int(),
  most: z.int(),
  /** What would give more; null: nothing that the client can change. */
  better: z.string().nullable(),
})
/** A score of an application as it was computed. */
export const CaseScore = z.object({
  id: Id,
  at: Instant,
  stageName: z.string(),
  scorecard: z.object({ id: Id, number: z.int(), title: z.string() }),
  role: z.enum(['CHAMPION', 'CHALLENGER']),
  score: z.int(),
  advice: Advice,
  base: z.int(),
  /** Good ones to one bad at this score. */
  odds: z.number(),
  parts: z.array(CasePart),
})
export type CaseScore = z.output<typeof CaseScore>

export const CaseScores = z.object({
  head: CaseHead.pick({ id: true, type: true, number: true }),
  /** The latest of the champion; null: it was never computed. */
  champion: CaseScore.nullable(),
  challenger: CaseScore.nullable(),
  /** Of the two versions over all applications. */
  agreement: Agreement.nullable(),
  /** Earlier ones of the champion, the latest first. */
  earlier: z.array(
    CaseScore.pick({ id: true, at: true, stageName: true, scorecard: true, score: true, advice: true }),
  ),
})
export type CaseScores = z.output<typeof CaseScores>
/** For people of the bank who hold `Underwriting.List`. */
export const getCaseScores = endpoint({
  method: 'GET',
  path: '/underwriting/:id/scores',
  summary: 'Баллы заявки по скоринговой карте',
  access: signedIn,
  params: Key,
  response: CaseScores,
})
