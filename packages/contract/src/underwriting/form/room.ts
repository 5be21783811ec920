import { z } from 'zod'
import { CaseType } from '../../cases/types/case-types.ts'
import { Version } from '../../common/items.ts'
import { pageOf, PageQuery } from '../../common/page.ts'
import { NamedRef, Availability, PersonRef } from '../../common/refs.ts'
import { Id, IdParam, Instant, keyOf, text } from '../../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../../endpoint.ts'
import { HistoryEntry } from '../../history/history.ts'
import { AuthorityLine, DecisionWay, Deviation, Exposure, LoanTerms } from '../decisions.ts'
import { comparedStates } from './compared.ts'
import { comparedPlaces, comparisonGroups } from './comparison-keys.ts'
import { comparedSources, takenReasons, takenSources } from './worksheet-fields.ts'

const Light = z.enum(['OK', 'WARN', 'FAIL', 'NONE'])

/** A value of a column: as it is shown, and how it stands to the questionnaire's. */
export const ComparedCell = z.object({
  source: keyOf(comparedSources),
  /** Null: the source does not tell. Numbers of persons are masked for whoever may not see them. */
  value: z.string().nullable(),
  /** As people read it. */
  shown: z.string(),
  state: keyOf(comparedStates),
  /** Where exactly it comes from, and how sure the reading is. */
  note: z.string(),
  /** From 0 to 1, of a scan; null: not read by a machine. */
  confidence: z.number().nullable(),
})
export type ComparedCell = z.output<typeof ComparedCell>

/** What an underwriter has taken in place of what the agent wrote. */
export const TakenValue = z.object({
  value: z.string(),
  shown: z.string(),
  source: keyOf(takenSources),
  reason: keyOf(takenReasons),
  words: z.string(),
  deviation: z.boolean(),
  by: PersonRef,
  at: Instant,
  /** Whether the sources still say what they said then. */
  current: z.boolean(),
})
export type TakenValue = z.output<typeof TakenValue>

export const ComparedRow = z.object({
  field: keyOf(comparedPlaces),
  group: keyOf(comparisonGroups),
  label: z.string(),
  cells: z.array(ComparedCell),
  taken: TakenValue.nullable(),
  /** Of the worksheet's row; 0: nothing was ever taken. */
  version: z.int().min(0),
  /** A source differs, and nobody has said which of them is right. */
  open: z.boolean(),
  /** Of the income alone: the mean of a statement that the underwriter has typed, as it is shown. */
  account: z.string().nullable(),
  /** The tab on which it is summed, where it is not taken by itself; null: it is taken here. */
  takenAt: z.string().nullable(),
  /** Of what is summed elsewhere: what the bank counts, as it is shown; null: nobody has told of any. */
  counted: z.string().nullable(),
})
export type ComparedRow = z.output<typeof ComparedRow>

/** A measure with what is allowed and what it becomes under stress; null: not known. */
const Gauge = z.object({
  value: z.string().nullable(),
  norm: z.string(),
  stress: z.string().nullable(),
})

export const FormIndicators = z.object({
  /** Percent; stress: the rate so many points higher. */
  debtLoad: Gauge,
  ratePoints: z.string(),
  /** Percent; null: a loan without collateral. Stress: the price so many percent lower. */
  loanToValue: Gauge.nullable(),
  pricePercent: z.string(),
  /** Roubles a month that are left to each of the family. */
  residual: Gauge,
  family: z.int(),
  /** Income that the measures are counted by, roubles a month. */
  income: z.string().nullable(),
  /** Months at the present job; null: not known. */
  seniority: z.object({ months: z.int().nullable(), norm: z.int(), source: z.string() }),
})
export type FormIndicators = z.output<typeof FormIndicators>

export const FormStop = z.object({
  text: z.string(),
  state: z.enum(['OK', 'WARN', 'FAIL', 'NONE']),
  /** Of the latest run of the engine: what can be disputed. */
  factor: z.object({ code: z.string(), runId: Id, hard: z.boolean(), disputed: z.boolean() }).nullable(),
})
export type FormStop = z.output<typeof FormStop>

export const formTabs = {
  comparison: 'Сравнение',
  personal: 'Личные данные',
  employment: 'Занятость',
  income: 'Доход',
  obligations: 'Обязательства',
  assets: 'Имущество',
  history: 'История',
  documents: 'Документы',
  decision: 'Решение',
} as const
export type FormTab = keyof typeof formTabs

/** Everything that stands in the room of the underwriter of one participant. */
export const FormRoom = z.object({
  caseId: Id,
  type: CaseType,
  participants: z.array(
    z.object({ id: Id, name: z.string(), roleName: z.string(), light: Light, notes: z.array(z.string()) }),
  ),
  objects: z.array(NamedRef),
  /** Whose room it is. */
  participantId: Id,
  isDebtor: z.boolean(),
  rows: z.array(ComparedRow),
  /** Differences without a choice, of everybody. */
  open: z.array(z.object({ participantId: Id, name: z.string(), labels: z.array(z.string()) })),
  indicators: FormIndicators,
  stops: z.array(FormStop),
  requested: LoanTerms,
  exposure: Exposure.nullable(),
  deviations: z.array(Deviation),
  line: AuthorityLine,
  ways: z.array(DecisionWay),
  /** Marks of the tabs that are in question. */
  marks: z.partialRecord(keyOf(formTabs), Light),
  /** Whether this person may take values now. */
  editable: Availability,
})
export type FormRoom = z.output<typeof FormRoom>

const access = canInBank('Underwriting', 'List')
const Params = z.object({ id: IdParam })
const OfParticipant = Params.extend({ participantId: IdParam })
const OneField = OfParticipant.extend({ field: keyOf(comparedPlaces) })

export const getUnderwritingForm = endpoint({
  method: 'GET',
  path: '/underwriting/:id/form',
  summary: 'Андеррайтинг заёмщика: сравнение, показатели, полномочия',
  access,
  params: Params,
  /** Without it the main borrower. */
  query: z.object({ participant: IdParam.optional() }),
  response: FormRoom,
})

/**
 * Takes a value into the worksheet: of a source as the server knows it, or, from OTHER and ACCOUNT, as it is written here.
 * The questionnaire stays as it is. 409 to an old version with the row as it stands; 0 is that of a row never taken.
 */
export const takeFormValue = endpoint({
  method: 'PUT',
  path: '/underwriting/:id/form/:participantId/:field',
  summary: 'Взять значение в рабочий лист андеррайтера',
  access: signedIn,
  params: OneField,
  body: z.object({
    version: z.int().min(0).max(2_147_483_647),
    source: keyOf(takenSources),
    value: text(500).nullable().default(null),
    reason: keyOf(takenReasons),
    words: text(500).default(''),
    /** The income is taken above what is confirmed, knowingly. */
    deviation: z.boolean().default(false),
  }),
  response: ComparedRow,
})

/** Takes the choice back; what was taken before stays in the history. */
export const dropFormValue = endpoint({
  method: 'POST',
  path: '/underwriting/:id/form/:participantId/:field/drop',
  summary: 'Отменить выбор в рабочем листе',
  access: signedIn,
  params: OneField,
  body: z.object({ version: Version }),
  response: ComparedRow,
})

export const listFormHistory = endpoint({
  method: 'GET',
  path: '/underwriting/:id/form/:participantId/:field/history',
  summary: 'История значения в рабочем листе',
  access,
  params: OneField,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})
