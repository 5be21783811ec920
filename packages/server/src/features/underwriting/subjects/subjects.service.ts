import { type ParticipantRole, participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { Transition } from '@ipoteka-office/contract/machines/machine.ts'
import type { DecisionLevel } from '@ipoteka-office/contract/underwriting/decision-kinds.ts'
import {
  positiveCodes,
  type Subject,
  subjectIssues,
  type SubjectRef,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type * as api from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { DecidingMove, Engine, Guard } from '#features/cases/engine/engine.ts'
import { openTo } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { conflict, forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { reasonsFor } from '#lib/held-reasons.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { namedBy, requireDecidable } from '../decisions.service.ts'
import { type Grounds, groundsOf } from '../grounds.service.ts'
import { examination, followObjectWord, requireExamined } from '../objects/object-decision.service.ts'
import {
  findSubjectCodes,
  findSubjectDecisions,
  findSubjects,
  insertSubjectDecision,
  type SubjectDecisionRow,
} from './subjects.repo.ts'
import { lacksOfSubjects, type SubjectRow, subjectsReason } from './subjects.rules.ts'

type Sheet = ReplyOf<typeof api.getSubjectDecisions>
type Input = ParsedRequest<typeof api.recordSubjectDecision>['body']['decisions'][number]

/** Levels of people who decide on subjects. */
const levels: ReadonlySet<string> = new Set(['UNDERWRITER', 'HEAD', 'COMMITTEE'])

const approves = ({ decides }: Transition): boolean =>
  decides?.outcome === 'APPROVE' && decides.level !== null && levels.has(decides.level)

/** At whose level a stage decides on subjects; null: nobody decides on them there. */
function levelOf({ type, stage }: Pick<CaseRow, 'type' | 'stage'>): DecisionLevel | null {
  if (stage === examination) return 'UNDERWRITER'
  const way = machines[type].transitions.find((one) => one.from === stage && approves(one))
  return way?.decides?.level ?? null
}

const isOpen = (actor: Actor, { type, stage }: CaseRow): boolean =>
  openTo(actor, type, stage).some((way) => stage === examination || approves(way))

/** Why the person does not decide on subjects of the case now; null: they do. */
async function refusalOf({ db, actor, requestId }: Context, row: CaseRow): Promise<string | null> {
  if (levelOf(row) === null)
    return `На этапе «${stageNameFor(actor, row.type, row.stage)}» по заёмщикам и объектам не решают`
  if (!isOpen(actor, row)) return 'Решает тот, кто на этом этапе решает по заявке'
  return ownWorkReason(db, row, { actor, requestId })
}

const noteOf = ({ kind, note }: SubjectRow): string =>
  kind === 'PERSON' ? (participantRoles[note as ParticipantRole] ?? note) : note

const isOf =
  ({ kind, id }: SubjectRef) =>
  (decision: SubjectDecisionRow): boolean =>
    decision.kind === kind && decision.subjectId === id

/** Everybody and everything that is decided on before the whole, with the last word on each. */
export async function subjectSheet(context: Context, caseId: number): Promise<Sheet> {
  const { db, actor } = context
  const row = await requireDecidable(context, caseId)
  const all = await findSubjectDecisions(db, row.id)
  const toDecision = (
    { kind: _, subjectId: __, stage, reasons, ...decision }: SubjectDecisionRow,
    { current }: { readonly current: boolean },
  ): NonNullable<Subject['decision']> => ({
    ...decision,
    reasons: reasonsFor(actor, reasons),
    stageName: stageNameFor(actor, row.type, stage),
    positive: positiveCodes.includes(decision.code),
    current,
  })
  const reason = await refusalOf(context, row)
  const known = await namedBy(db, actor)
  return {
    caseId: row.id,
    subjects: lacksOfSubjects(await findSubjects(db, row.id)).map(({ subject, lack }) => {
      const [last, ...earlier] = all.filter(isOf(subject))
      const { kind, id, title, seen, isCurrent } = subject
      return {
        ...{ kind, id, title, seen, lack },
        note: noteOf(subject),
        decision: last === undefined ? null : toDecision(last, { current: isCurrent === true }),
        earlier: earlier.map((one) => toDecision(one, { current: false })),
      }
    }),
    may: { enabled: reason === null, reasonDisabled: reason },
    codes: await findSubjectCodes(db),
    reasons: known.flatMap(({ kind, ...option }) => (kind === 'REJECT' ? [option] : [])),
  }
}

/** 400 with what is wrong in the words of the decisions, each at its place. */
async function checkWords(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  decisions: readonly Input[],
): Promise<void> {
  const codes = await findSubjectCodes(db)
  const reasons = new Set(
    (await namedBy(db, actor)).flatMap(({ kind, code }) => (kind === 'REJECT' ? [code] : [])),
  )
  const issues = decisions.flatMap((one, at) =>
    [
      ...(codes[one.subject.kind].some(({ code }) => code === one.code)
        ? []
        : [{ path: 'code', message: 'Выберите решение из справочника' }]),
      ...(one.reasons.some((code) => !reasons.has(code))
        ? [{ path: 'reasons', message: 'Такой причины отказа в справочнике нет' }]
        : []),
      ...subjectIssues(one),
    ].map(({ path, message }) => ({ path: `decisions.${at}.${path}`, message })),
  )
  if (issues.length > 0) throw invalid(issues)
}

/** What is computed of the loan and of the subject at the moment of the decision. */
const figuresFor = ({ before, requested, exposure }: Grounds): object => ({ ...before, requested, exposure })

/** The subject that a decision names, where the stage decides on such. */
function decidable(
  subjects: readonly SubjectRow[],
  { kind, id }: SubjectRef,
  { stage }: CaseRow,
): SubjectRow {
  const found = subjects.find((one) => one.kind === kind && one.id === id)
  if (found === undefined) throw notFound('Такого заёмщика или объекта в заявке нет: обновите страницу')
  if (kind === 'PERSON' && stage === examination)
    throw conflict('На экспертизе решают по объекту: по заёмщикам решили раньше')
  return found
}

/** Records decisions on subjects of a case under its lock, all or none. */
export async function recordSubjectDecisions(
  engine: Engine,
  context: Context,
  caseId: number,
  decisions: readonly Input[],
): Promise<Sheet> {
  const { db, actor, requestId } = context
  const row = await requireDecidable(context, caseId, 'update')
  const level = levelOf(row)
  const refusal = await refusalOf(context, row)
  if (refusal !== null || level === null)
    throw isOpen(actor, row) || level === null ? conflict(refusal ?? '') : forbidden(refusal ?? '')
  await checkWords(context, decisions)
  const subjects = await findSubjects(db, row.id)
  const figures = figuresFor(await groundsOf(engine, db, row, null))
  for (const { subject, seen, code, reasons, comment } of decisions) {
    if (decidable(subjects, subject, row).seen !== seen)
      throw stale(await subjectSheet(context, caseId), undefined)
    await requireExamined(engine, context, row, { subject, code })
    await insertSubjectDecision(db, {
      ...{ caseId: row.id, kind: subject.kind, subjectId: subject.id, level, stage: row.stage, figures },
      ...{ code, reasons, comment, at: engine.clock.now(), authorId: actor.employeeId, requestId },
    })
    await followObjectWord(engine, context, row, { subject, code, comment })
  }
  return subjectSheet(context, caseId)
}

/** What the system says of every subject when it approves the whole by itself. */
export async function recordSystemSubjects(
  { db, engine, row, mover }: DecidingMove,
  grounds: Grounds,
): Promise<void> {
  for (const { kind, id } of await findSubjects(db, row.id))
    await insertSubjectDecision(db, {
      ...{ caseId: row.id, kind, subjectId: id, level: 'SYSTEM', stage: row.stage, code: 'POSITIVE' },
      ...{ reasons: [], comment: '', at: engine.clock.now(), authorId: null, requestId: mover.requestId },
      figures: figuresFor(grounds),
    })
}

/** The whole is approved by people after everybody who owes and what is mortgaged. */
const subjectsDecided: Guard = async ({ db, caseId }) => subjectsReason(await findSubjects(db, caseId))

/** Conditions of moves by decisions on subjects. */
export const subjectGuards = { subjectsDecided }
