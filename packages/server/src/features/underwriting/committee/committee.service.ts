import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/underwriting/committee.ts'
import { voteIssues } from '@ipoteka-office/contract/underwriting/committee.ts'
import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine, Guard, MoveEvent } from '#features/cases/engine/engine.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { ownWorkReason } from '#features/cases/engine/own-work.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { conflict, forbidden, invalid, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay, momentText } from '#lib/bank-time.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { decisionSheet, namedBy, requireDecidable } from '../decisions.service.ts'
import { keepPaper } from '../internal-paper.service.ts'
import { findHolders } from '../notices/notices.repo.ts'
import { offerSetOf } from '../offers/offer-set.service.ts'
import { carryVotes, otherQuestions, questionsOf, type Voted } from './carry-votes.service.ts'
import {
  findLogin,
  findMinutes,
  findNumber,
  findOffers,
  findVotes,
  hasVoted,
  insertOffers,
  insertVote,
  keepMinutes,
  type PutOffers,
  takeMinutes,
} from './committee.repo.ts'
import { boundsOf, impasseGuards, impasseOf, outcomeBy } from './impasse.service.ts'
import { minutesPaper } from './minutes-paper.ts'
import { findPresentRound, insertRound, type PresentRound } from './rounds.repo.ts'
import { endedRounds, mayOpen, refusalToOpen, shownOffers } from './rounds.service.ts'

type Sheet = ReplyOf<typeof api.getCommittee>
type Input = ParsedRequest<typeof api.castVote>['body']
export interface CommitteeParts {
  readonly engine: Engine
  readonly files: FileStore
}

const stage = 'COMMITTEE'

/** Why the person has no say on the case in the committee now; null: they have. */
async function refusalOfMember({ db, actor, requestId }: Context, row: CaseRow): Promise<string | null> {
  if (row.stage !== stage) return `Голосуют на этапе «${stageNameFor(actor, row.type, stage)}»`
  if (!holds(actor, row.type, 'DecideInCommittee')) return 'Голосуют члены кредитного комитета'
  return ownWorkReason(db, row, { actor, requestId })
}

/** Why the person does not vote on the case now; null: they do. */
async function refusalOf(context: Context, row: CaseRow): Promise<string | null> {
  const { db, actor } = context
  const refusal = await refusalOfMember(context, row)
  if (refusal !== null) return refusal
  return (await hasVoted(db, row.id, actor.employeeId)) ? 'Вы уже проголосовали: голос не меняют' : null
}

/** Why the person puts no other terms to the vote now; null: they may. */
const refusalToPut = async (context: Context, row: CaseRow, put: PutOffers | undefined) =>
  (await refusalOfMember(context, row)) ??
  (put === undefined || put.votes === 0
    ? null
    : 'За вынесенные условия уже голосовали: другие можно вынести в новом круге голосования')

const availability = (reason: string | null) => ({ enabled: reason === null, reasonDisabled: reason })

/** Votes on a case, what they need to decide, and the minutes. */
export async function committeeSheet(engine: Engine, context: Context, caseId: number): Promise<Sheet> {
  const { db } = context
  const row = await requireDecidable(context, caseId)
  const isOpen = row.stage === stage
  const put = await findOffers(db, row.id, { isOpen })
  const impasse = await impasseOf(engine, db, row)
  return {
    caseId: row.id,
    open: isOpen,
    round: (await findPresentRound(db, row.id)).number,
    ...(await boundsOf(engine)),
    votes: await findVotes(db, row.id, { isOpen }),
    may: availability(await refusalOf(context, row)),
    offer: put === undefined ? null : shownOffers(put),
    mayOffer: availability(await refusalToPut(context, row, put)),
    impasse,
    mayOpenRound: availability(refusalToOpen(context.actor, row, impasse)),
    rounds: await endedRounds(db, row.id, { isOpen }),
    minutes: await findMinutes(db, row.id),
  }
}

/** Refuses somebody who has no say: 403 to those who are no members, else 409. */
function refuse({ actor }: Context, row: CaseRow, refusal: string | null): void {
  if (refusal === null) return
  throw holds(actor, row.type, 'DecideInCommittee') ? conflict(refusal) : forbidden(refusal)
}

/** Puts other terms to the vote, and tells the other members. */
export async function putOffers(
  engine: Engine,
  context: Context,
  caseId: number,
  { version, offers, comment }: ParsedRequest<typeof api.putOffers>['body'],
): Promise<Sheet> {
  const { db, actor } = context
  const row = await requireDecidable(context, caseId, 'update')
  const put = await findOffers(db, row.id, { isOpen: true })
  refuse(context, row, await refusalToPut(context, row, put))
  if (version !== row.version) throw stale({ id: row.id, version: row.version, stage: row.stage }, undefined)
  const set = await offerSetOf(engine, db, row, offers)
  if (set.issues.length > 0) throw invalid(set.issues)
  const at = engine.clock.now()
  await insertOffers(db, { caseId: row.id, authorId: actor.employeeId, offers: set.offers, comment, at })
  await tellMembers(db, row, {
    except: actor.employeeId,
    text: `По заявке ${row.number} комитету предложены другие условия: проголосуйте`,
  })
  return committeeSheet(engine, context, caseId)
}

/** 409 where the offers that the vote is for are not those that are voted on. */
function requireSame({ vote, offerId }: Input, put: PutOffers | undefined): void {
  if (vote === 'COUNTER' && offerId !== put?.id)
    throw conflict('Вынесенные условия сменились: прочитайте их и проголосуйте снова')
}

/**
 * Opens another vote under the lock of the case, and tells the members. 409 where the votes may still decide: else a round
 * would be opened until it says what somebody wants.
 */
export async function openRound(
  engine: Engine,
  context: Context,
  caseId: number,
  { round, reason }: ParsedRequest<typeof api.openRound>['body'],
): Promise<Sheet> {
  const { db, actor } = context
  const row = await requireDecidable(context, caseId, 'update')
  const refusal = refusalToOpen(actor, row, await impasseOf(engine, db, row))
  if (refusal !== null) throw mayOpen(actor, row) ? conflict(refusal) : forbidden(refusal)
  const present = await findPresentRound(db, row.id)
  if (present.number !== round)
    throw conflict(`Идёт уже круг ${present.number}: обновите страницу и посмотрите, как он идёт`)
  await insertRound(db, { caseId: row.id, openedBy: actor.employeeId, reason, at: engine.clock.now() })
  await tellMembers(db, row, {
    except: actor.employeeId,
    text: `По заявке ${row.number} открыт круг ${round + 1} голосования комитета: проголосуйте. ${reason}`.slice(
      0,
      500,
    ),
  })
  return committeeSheet(engine, context, caseId)
}

/** 400 where a vote names a reason that the voter may not name: nobody else could carry it out afterwards. */
async function requireNameable({ db, actor }: Context, { vote, reasons }: Input): Promise<void> {
  if (vote !== 'AGAINST') return
  const known = (await namedBy(db, actor)).flatMap(({ kind, code }) => (kind === 'REJECT' ? [code] : []))
  if (!reasons.every((code) => known.includes(code)))
    throw invalid([{ path: 'reasons', message: 'Причина не подходит к этому решению: выберите из списка' }])
}

/** Takes a vote under the lock of the case; the one that reaches quorum and majority decides and writes the minutes. */
export async function takeVote(
  parts: CommitteeParts,
  context: Context,
  caseId: number,
  input: Input,
): Promise<Sheet> {
  const { engine } = parts
  const { db, actor } = context
  const row = await requireDecidable(context, caseId, 'update')
  refuse(context, row, await refusalOf(context, row))
  const issues = voteIssues(input)
  if (issues.length > 0) throw invalid(issues)
  await requireNameable(context, input)
  const put = await findOffers(db, row.id, { isOpen: true })
  requireSame(input, put)
  const round = await findPresentRound(db, row.id)
  const at = engine.clock.now()
  const chairman = await engine.parameters.parameter('committee-chairman', bankDay(engine.clock))
  await insertVote(db, {
    ...{ caseId: row.id, employeeId: actor.employeeId, at },
    chairman: chairman !== '' && chairman === (await findLogin(db, actor.employeeId)),
    vote: input.vote,
    terms: input.vote === 'FOR_TERMS' ? input.terms : '',
    reasons: input.vote === 'AGAINST' ? input.reasons : [],
    offerId: input.vote === 'COUNTER' ? input.offerId : null,
    comment: input.comment,
  })
  const votes = await findVotes(db, row.id, { isOpen: true })
  const outcome = await outcomeBy(engine, votes)
  if (outcome === null) return committeeSheet(engine, context, caseId)
  const voted = { outcome, votes, put, sheet: await decisionSheet(engine, context, caseId) }
  await carryVotes(engine, context, row, voted)
  await writeMinutes(parts, context, row, { voted, round, at })
  return committeeSheet(engine, context, caseId)
}

/** Numbers the minutes of the round that has decided, and puts them among the papers with the rounds that came to nothing. */
async function writeMinutes(
  { engine, files }: CommitteeParts,
  context: Context,
  row: CaseRow,
  { voted, round, at }: { readonly voted: Voted; readonly round: PresentRound; readonly at: Date },
): Promise<void> {
  const { db } = context
  const { outcome, votes } = voted
  const year = Number(bankDay(engine.clock).slice(0, 4))
  const number = await takeMinutes(db, { caseId: row.id, year, outcome, at, stay: round.since })
  const former = (await endedRounds(db, row.id, { isOpen: false })).filter(
    ({ since }) => since >= row.stageSince,
  )
  const pdf = await minutesPaper({
    ...{ number: `${number}-${year}`, caseNumber: row.number, clientName: row.clientName, votes, outcome },
    moment: momentText(engine.clock, at.toISOString()),
    questions: questionsOf(voted),
    former: former.map((one) => ({ ...one, questions: otherQuestions(one.put) })),
  })
  await keepPaper(files, context, row, {
    ...{ pdf, typeCode: 'COMMITTEE_MINUTES', title: `Протокол кредитного комитета № ${number}-${year}` },
    fileName: `Протокол комитета ${number}-${year}.pdf`,
    kept: (documentId) => keepMinutes(db, row.id, round.since, documentId),
  })
}

/** The committee decides by its votes alone, whoever asks. */
const committeeVoted: Guard = async ({ db, caseId, engine }) => {
  const votes = await findVotes(db, caseId, { isOpen: true })
  return (await outcomeBy(engine, votes)) === null
    ? 'Решение комитета следует из голосов: проголосуйте на странице «Решение»'
    : null
}

/** Conditions of moves by votes of the committee. */
export const committeeGuards = { committeeVoted, ...impasseGuards }

async function tellMembers(
  db: Db,
  { id, type }: Pick<CaseRow, 'id' | 'type'>,
  { except, text }: { readonly except: number | undefined; readonly text: string },
): Promise<void> {
  for (const member of await findHolders(db, type, 'DecideInCommittee'))
    if (member !== except) await notify(db, member, { kind: 'event', text, link: casePath(type, id) })
}

/** Tells the members that an application has come before them. */
export async function callCommittee({ db, caseId, to, mover }: MoveEvent, type: CaseType): Promise<void> {
  if (to !== stage) return
  const number = await findNumber(db, caseId)
  await tellMembers(
    db,
    { id: caseId, type },
    {
      except: mover.actor?.employeeId,
      text: `Заявка ${number} вынесена на кредитный комитет: проголосуйте`,
    },
  )
}
