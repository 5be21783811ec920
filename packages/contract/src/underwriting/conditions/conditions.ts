import { z } from 'zod'
import { DateText } from '../../common/amounts.ts'
import { Version } from '../../common/items.ts'
import { AllowedAction } from '../../common/process.ts'
import { NamedRef } from '../../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, requiredText, text } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'
import { type ConditionOwner, conditionOwners, conditionPoints } from './condition-kinds.ts'
import { conditionMachine, type ConditionState } from './condition-machine.ts'

/** Dictionary of what conditions are usually about: the bank writes its own templates there. */
export const conditionTemplates = 'decisionConditions'

/** Addressed to somebody outside the bank: they see it, whatever else it is. */
export const outsideOwners: readonly ConditionOwner[] = ['PARTNER', 'CLIENT']

/** Who says that it is met. */
export const conditionClearers = { UNDERWRITER: 'Андеррайтер', HEAD: 'Руководитель' } as const
export type ConditionClearer = keyof typeof conditionClearers

export const conditionCategories = {
  DOCUMENTS: 'Документы',
  INSURANCE: 'Страхование',
  OBLIGATIONS: 'Обязательства',
  COLLATERAL: 'Залог',
  NOTICE: 'Уведомление',
  CHECK: 'Проверка банка',
} as const

/** A condition as it is set with a decision. */
export const ConditionTerms = z.object({
  /** Code of the template that it came from; null: written by hand. */
  template: Code.nullable(),
  text: requiredText(1_000),
  category: keyOf(conditionCategories),
  point: keyOf(conditionPoints),
  owner: keyOf(conditionOwners),
  clearer: keyOf(conditionClearers),
  /** The last day; null: up to the point. */
  dueOn: DateText.nullable(),
  /** The decision lasts no longer than that day; one that says nothing of it does not shorten it. */
  shortens: z.boolean().default(false),
  /** Types of documents that are waited for. */
  documents: z.array(Code).max(10),
  /** It stands in the notice for the client; else only its owner and the bank see it. */
  printed: z.boolean(),
})
export type ConditionTerms = z.output<typeof ConditionTerms>

/** The same as it is kept. */
export const KeptCondition = ConditionTerms.extend({ shortens: z.boolean() })

/** A template as the dictionary has it. */
export const ConditionTemplate = z.object({
  code: Code,
  text: z.string(),
  category: keyOf(conditionCategories),
  point: keyOf(conditionPoints),
  owner: keyOf(conditionOwners),
  printed: z.boolean(),
})
export type ConditionTemplate = z.output<typeof ConditionTemplate>

const states = Object.keys(conditionMachine.states) as [ConditionState, ...ConditionState[]]

/** A condition of the decision that a case stands on. */
export const CaseCondition = KeptCondition.extend({
  id: Id,
  state: z.enum(states),
  stateName: z.string(),
  /** Names of the types of documents that are waited for. */
  waitsFor: z.array(z.string()),
  /** How often it has been returned. */
  returns: z.int(),
  answer: z.string().nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: Instant.nullable(),
  /** With which documents of the case. */
  papers: z.array(NamedRef),
  /** The last word of whoever has checked it. */
  verdict: z.string().nullable(),
  version: Version,
  actions: z.array(AllowedAction),
})
export type CaseCondition = z.output<typeof CaseCondition>

export const ConditionSheet = z.object({
  caseId: Id,
  conditions: z.array(CaseCondition),
  /** Documents of the case with which a condition may be answered. */
  documents: z.array(NamedRef),
})
export type ConditionSheet = z.output<typeof ConditionSheet>

/** People of partners see those addressed to them and those that are printed. */
export const getConditions = endpoint({
  method: 'GET',
  path: '/case/:id/conditions',
  summary: 'Отлагательные условия решения по делу',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: ConditionSheet,
})

/** 409 with the reason: the state, whose condition it is, or that it has changed since it was read. */
export const moveCondition = endpoint({
  method: 'POST',
  path: '/case/:id/conditions/:conditionId/move',
  summary: 'Ответить на условие, снять или вернуть его',
  access: signedIn,
  params: z.object({ id: IdParam, conditionId: IdParam }),
  body: z.object({
    action: Code,
    version: Version,
    comment: text(2_000).default(''),
    /** Of an answer: documents of the case. */
    papers: z.array(Id).max(20).default([]),
  }),
  response: ConditionSheet,
  idempotent: true,
})
