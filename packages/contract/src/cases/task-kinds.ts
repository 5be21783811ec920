import { z } from 'zod'
import type { ObjectType } from '../operations.ts'
import type { TermCode } from '#parameters/terms.ts'

/** How a task beside the stages is closed. */
export interface TaskOutcome {
  readonly label: string
  /** What the comment is: the question that it answers. */
  readonly words: string
  /** Who says so: the one who has the task, or the one who gave it. */
  readonly by: 'HOLDER' | 'AUTHOR'
  readonly state: 'COMPLETED' | 'FAILED' | 'STOPPED'
}

/** A kind of tasks that no stage creates and no move of the case completes. */
export interface TaskKindDefinition {
  readonly name: string
  /** What one who does it needs on the object type of the case, or on the one that is named. */
  readonly operation: string
  readonly object?: ObjectType
  /**
   * Who sees it: everybody who sees the case; people of partners only where they gave it, got it or pass it on; or the
   * bank's people alone; or those of them who hold the operation.
   */
  readonly audience: 'CASE' | 'ADDRESSED' | 'BANK' | 'HOLDERS'
  /** The parameter that says how long it may take when nobody has named a day. */
  readonly term: TermCode
  /** What a move of the case does to it. */
  readonly onMove: 'STAYS' | 'STOPS'
  /** What the end of the case does: it closes it, leaves it where the bank has lent, or leaves it. */
  readonly atEnd?: 'CLOSES' | 'STAYS_WHERE_LENT' | 'STAYS'
  /** Whether the case waits for it before it goes on: always, never, or where the bank's people ask for it. */
  readonly holds: 'ALWAYS' | 'NEVER' | 'BY_CHOICE'
  readonly outcomes: Readonly<Record<string, TaskOutcome>>
}

/** Every kind of tasks beside the stages: a new one is a line here and a call that creates it. */
export const taskKinds = {
  ASSIGNMENT: {
    name: 'Поручение',
    operation: 'Read',
    audience: 'ADDRESSED',
    term: 'assignment',
    onMove: 'STAYS',
    holds: 'BY_CHOICE',
    outcomes: {
      DONE: { label: 'Выполнено', words: 'Что сделано', by: 'HOLDER', state: 'COMPLETED' },
      DECLINED: { label: 'Отклонить', words: 'Почему выполнить нельзя', by: 'HOLDER', state: 'FAILED' },
      WITHDRAWN: { label: 'Отозвать', words: 'Почему больше не нужно', by: 'AUTHOR', state: 'STOPPED' },
    },
  },
  BLACKLIST_HIT: {
    name: 'Совпадение с чёрным списком',
    operation: 'Underwrite',
    audience: 'BANK',
    term: 'blacklist-hit-term',
    onMove: 'STAYS',
    holds: 'NEVER',
    // The verdict on the hit closes it, and nothing else does but the end of the case.
    outcomes: {},
  },
  CONDITION: {
    name: 'Отлагательное условие',
    operation: 'Send',
    audience: 'CASE',
    term: 'condition-term',
    onMove: 'STAYS',
    // The point of the condition holds the case, and not its task.
    holds: 'NEVER',
    // The answer on the page of the case closes it.
    outcomes: {},
  },
  BANK_CONDITION: {
    name: 'Условие: работа банка',
    operation: 'Underwrite',
    audience: 'BANK',
    term: 'condition-term',
    onMove: 'STAYS',
    holds: 'NEVER',
    outcomes: {},
  },
  AFTER_ISSUE: {
    name: 'Условие после выдачи',
    operation: 'Send',
    audience: 'CASE',
    term: 'condition-term',
    onMove: 'STAYS',
    atEnd: 'STAYS_WHERE_LENT',
    holds: 'NEVER',
    outcomes: {},
  },
  BANK_AFTER_ISSUE: {
    name: 'Условие после выдачи: работа банка',
    operation: 'Underwrite',
    audience: 'BANK',
    term: 'condition-term',
    onMove: 'STAYS',
    atEnd: 'STAYS_WHERE_LENT',
    holds: 'NEVER',
    outcomes: {},
  },
  QUALITY_CHECK: {
    name: 'Проверка качества решения',
    operation: 'CheckQuality',
    object: 'Underwriting',
    // Whoever decided learns of it with the grade.
    audience: 'HOLDERS',
    term: 'quality-check-term',
    onMove: 'STAYS',
    // Most decisions are checked when their cases are over.
    atEnd: 'STAYS',
    holds: 'NEVER',
    // The grade closes it.
    outcomes: {},
  },
  STOP_DISPUTE: {
    name: 'Оспоренный стоп-фактор',
    operation: 'ControlDecision',
    audience: 'BANK',
    term: 'stop-dispute-term',
    onMove: 'STAYS',
    holds: 'NEVER',
    // The answer on the page of the engine's runs closes it, and nothing else does but the end of the case.
    outcomes: {},
  },
  COMPLIANCE_HIT: {
    name: 'Решение ответственного сотрудника',
    operation: 'Compliance',
    audience: 'HOLDERS',
    term: 'compliance-term',
    onMove: 'STAYS',
    // The condition of approvals holds the case, and says no more than everybody may read.
    holds: 'NEVER',
    outcomes: {},
  },
  LEGAL_OPINION: {
    name: 'Правовое заключение',
    operation: 'GiveLegalOpinion',
    audience: 'BANK',
    term: 'legal-opinion-term',
    onMove: 'STAYS',
    holds: 'NEVER',
    // The signature on the opinion closes it, or its question taken back.
    outcomes: {},
  },
} as const satisfies Readonly<Record<string, TaskKindDefinition>>

/** Kinds beside the stages. */
export type KindBeside = keyof typeof taskKinds
export const kindsBeside = Object.keys(taskKinds) as KindBeside[]
/** Every kind of task: `STAGE` is what the machine asks for while a case stands in a state. */
export const TaskKind = z.enum(['STAGE', ...kindsBeside])
export type TaskKind = z.output<typeof TaskKind>

/** Every kind of task in words. */
export const taskKindNames: Readonly<Record<TaskKind, string>> = {
  STAGE: 'Задача этапа',
  ...(Object.fromEntries(kindsBeside.map((kind) => [kind, taskKinds[kind].name])) as Record<
    KindBeside,
    string
  >),
}

/** The kind of a task beside the stages; undefined: the task is a stage's. */
export const kindBeside = (kind: TaskKind): TaskKindDefinition | undefined =>
  kind === 'STAGE' ? undefined : taskKinds[kind]
