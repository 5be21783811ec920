import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type * as api from '@ipoteka-office/contract/underwriting/committee.ts'
import {
  committeeOutcome,
  type CommitteeVote,
  voteIssues,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { DecisionSheet, LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine, Guard, MoveEvent } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { momentText } from '#lib/bank-time.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { conflict, forbidden, invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { decisionSheet, requireDecidable } from '../decisions.service.ts'
import { keepPaper } from '../internal-paper.service.ts'
import { recordVoted } from '../record-decision.service.ts'
import {
  findLogin,
  findMinutes,
  findNumber,
  findVotes,
  hasVoted,
  insertVote,
  keepMinutes,
  takeMinutes,
} from './committee.repo.ts'
import { findHolders } from '../notices/notices.repo.ts'
import { minutesPaper } from './minutes-paper.ts'

type Sheet = ReplyOf<typeof api.getCommittee>
type Input = ParsedRequest<typeof api.castVote>['body']
export interface CommitteeParts {
  readonly engine: Engine
  readonly files: FileStore
}

const stage = 'COMMITTEE'

async function boundsOf({ parameters, clock }: Engine) {
  const { 'committee-quorum': quorum, 'committee-majority': majority } = await parameters.figuresOn(
    bankDay(clock),
  )
  return { quorum, majority }
}

/** Why the person does not vote on the case now; null: they do. */
async function refusalOf({ db, actor, requestId }: Context, row: CaseRow): Promise<string | null> {
  if (row.stage !== stage) return `Голосуют на этапе «${stageNameFor(actor, row.type, stage)}»`
  if (!holds(actor, row.type, 'DecideInCommittee')) return 'Голосуют члены кредитного комитета'
  const own = await ownWorkReason(db, row, { actor, requestId })
  if (own !== null) return own
  return (await hasVoted(db, row.id, actor.employeeId)) ? 'Вы уже проголосовали: голос не меняют' : null
}

/** Votes on a case, what they need to decide, and the minutes. */
export async function committeeSheet(engine: Engine, context: Context, caseId: number): Promise<Sheet> {
  const { db } = context
  const row = await requireDecidable(context, caseId)
  const reason = await refusalOf(context, row)
  const isOpen = row.stage === stage
  return {
    caseId: row.id,
    open: isOpen,
    ...(await boundsOf(engine)),
    votes: await findVotes(db, row.id, { isOpen }),
    may: { enabled: reason === null, reasonDisabled: reason },
    minutes: await findMinutes(db, row.id),
  }
}

const outcomeBy = async (engine: Engine, votes: readonly CommitteeVote[]) => {
  const { quorum, majority } = await boundsOf(engine)
  return committeeOutcome(votes, { quorum, majority: Number(majority) })
}

const toCondition = (text: string): ConditionTerms => ({
  ...{
    template: null,
    text,
    category: 'CHECK',
    point: 'BEFORE_DEAL',
    owner: 'PARTNER',
    clearer: 'UNDERWRITER',
  },
  ...{ dueOn: null, documents: [], printed: true },
})

const wordsOf = (votes: readonly CommitteeVote[]): string => {
  const count = (...codes: CommitteeVote['vote'][]) => votes.filter(({ vote }) => codes.includes(vote)).length
  return `за ${count('FOR', 'FOR_TERMS')}, против ${count('AGAINST')}, воздержались ${count('ABSTAIN')}`
}

/** Decides as the votes say: on what was proposed, under the conditions that members named. */
async function decide(
  { engine }: CommitteeParts,
  context: Context,
  row: CaseRow,
  {
    votes,
    approves,
    terms,
    sheet,
  }: { votes: CommitteeVote[]; approves: boolean; terms: LoanTerms; sheet: DecisionSheet },
): Promise<void> {
  const named = votes.flatMap((one) => (one.vote === 'FOR_TERMS' ? [toCondition(one.terms)] : []))
  await recordVoted(engine, context, row.id, {
    action: approves ? 'approveByCommittee' : 'rejectByCommittee',
    version: row.version,
    ...terms,
    validTo: null,
    reasons: approves ? [] : [...new Set(votes.flatMap(({ reasons }) => reasons.map(({ code }) => code)))],
    conditions: approves ? [...sheet.conditions, ...named] : [],
    clientText: approves ? '' : 'Банк принял решение отказать в кредите',
    comment: `Решение кредитного комитета: ${wordsOf(votes)}`,
  })
}

const termsText = ({ amount, termMonths, rate }: LoanTerms): string =>
  `кредит ${amount === null ? '' : roublesText(amount.replace(/\.00$/, ''))} на ${termMonths ?? '—'} мес. под ${rate ?? '—'} %`

/** Takes a vote under the lock of the case; the one that reaches quorum and majority decides and writes the minutes. */
export async function takeVote(
  parts: CommitteeParts,
  context: Context,
  caseId: number,
  input: Input,
): Promise<Sheet> {
  const { engine, files } = parts
  const { db, actor } = context
  const row = await requireDecidable(context, caseId, 'update')
  const refusal = await refusalOf(context, row)
  if (refusal !== null)
    throw holds(actor, row.type, 'DecideInCommittee') ? conflict(refusal) : forbidden(refusal)
  const issues = voteIssues(input)
  if (issues.length > 0) throw invalid(issues)
  const at = engine.clock.now()
  const chairman = await engine.parameters.parameter('committee-chairman', bankDay(engine.clock))
  await insertVote(db, {
    ...{ caseId: row.id, employeeId: actor.employeeId, at },
    chairman: chairman !== '' && chairman === (await findLogin(db, actor.employeeId)),
    vote: input.vote,
    terms: input.vote === 'FOR_TERMS' ? input.terms : '',
    reasons: input.vote === 'AGAINST' ? input.reasons : [],
    comment: input.comment,
  })
  const votes = await findVotes(db, row.id, { isOpen: true })
  const outcome = await outcomeBy(engine, votes)
  if (outcome === null) return committeeSheet(engine, context, caseId)
  const sheet = await decisionSheet(engine, context, caseId)
  const { amount, termMonths, rate } = sheet.proposed ?? sheet.requested
  const terms = { amount, termMonths, rate }
  const approves = outcome === 'APPROVE'
  await decide(parts, context, row, { votes, approves, terms, sheet })
  const year = Number(bankDay(engine.clock).slice(0, 4))
  const number = await takeMinutes(db, { caseId: row.id, year, approved: approves, at, stay: row.stageSince })
  const pdf = await minutesPaper({
    ...{ number: `${number}-${year}`, caseNumber: row.number, clientName: row.clientName, votes },
    moment: momentText(engine.clock, at.toISOString()),
    proposed: termsText(terms),
    approved: approves,
  })
  await keepPaper(files, context, row, {
    ...{ pdf, typeCode: 'COMMITTEE_MINUTES', title: `Протокол кредитного комитета № ${number}-${year}` },
    fileName: `Протокол комитета ${number}-${year}.pdf`,
    kept: (documentId) => keepMinutes(db, row.id, row.stageSince, documentId),
  })
  return committeeSheet(engine, context, caseId)
}

/** The committee decides by its votes alone, whoever asks. */
const committeeVoted: Guard = async ({ db, caseId, engine }) => {
  const votes = await findVotes(db, caseId, { isOpen: true })
  return (await outcomeBy(engine, votes)) === null
    ? 'Решение комитета следует из голосов: проголосуйте на странице «Решение»'
    : null
}

/** Conditions of moves by votes of the committee. */
export const committeeGuards = { committeeVoted }

/** Tells the members that an application has come before them. */
export async function callCommittee({ db, caseId, to, mover }: MoveEvent, type: CaseType): Promise<void> {
  if (to !== stage) return
  const number = await findNumber(db, caseId)
  for (const id of await findHolders(db, type, 'DecideInCommittee'))
    if (id !== mover.actor?.employeeId)
      await notify(db, id, {
        kind: 'event',
        text: `Заявка ${number} вынесена на кредитный комитет: проголосуйте`,
        link: casePath(type, caseId),
      })
}
