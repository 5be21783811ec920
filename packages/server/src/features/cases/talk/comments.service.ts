import { casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import { commentOperations } from '@ipoteka-office/contract/cases/case-talk-rights.ts'
import type { CaseComment, CommentKind } from '@ipoteka-office/contract/cases/cases.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { notify } from '#features/notifications/notifications.service.ts'
import { type CaseRow, requireCase } from '#features/cases/engine/cases.service.ts'
import { forbidden, invalid, notFound, stale } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { may } from './case-talk.rules.ts'
import {
  findComment,
  findComments,
  findMentionable,
  insertComment,
  type Mentionable,
  markDeleted,
  updateComment,
} from './comments.repo.ts'

interface CommentText {
  readonly kind?: CommentKind | undefined
  readonly text: string
  readonly mentions: readonly number[]
}

async function requireTalker(db: Db, actor: Actor, caseId: number): Promise<CaseRow> {
  const found = await requireCase(db, actor, caseId, 'Read')
  if (!may(actor, found.type, commentOperations[found.type]))
    throw forbidden('Комментировать могут те, кто работает с делом: у вас право только на просмотр')
  return found
}

const whoSees = (found: CaseRow) => ({ object: caseTypes[found.type].object, partnerId: found.partnerId })

/** The mentions as they will be kept; who does not see the case cannot be mentioned. */
async function checkMentions(
  db: Db,
  found: CaseRow,
  kind: CommentKind,
  ids: readonly number[],
): Promise<number[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const asked = { ids: wanted, limit: wanted.length }
  const known = await findMentionable(db, whoSees(found), asked)
  if (known.length === wanted.length && kind === 'INTERNAL') {
    const ofBank = await findMentionable(db, whoSees(found), { ...asked, ofBank: true })
    if (ofBank.length < wanted.length)
      throw invalid([
        {
          path: 'mentions',
          message:
            'Внутренний комментарий люди партнёра не увидят. Уберите упоминание или сделайте комментарий видимым партнёру',
        },
      ])
  }
  if (known.length < wanted.length)
    throw invalid([
      { path: 'mentions', message: 'Упомянуть можно только действующих сотрудников, которым видно это дело' },
    ])
  return wanted
}

const excerpt = (text: string) => (text.length > 140 ? `${text.slice(0, 139)}…` : text)

async function tellMentioned(
  db: Db,
  actor: Actor,
  found: CaseRow,
  { text, mentions }: CommentText,
): Promise<void> {
  for (const id of mentions)
    if (id !== actor.employeeId)
      await notify(db, id, {
        kind: 'event',
        text: `${actor.descriptor} упоминает вас в деле № ${found.number}: ${excerpt(text)}`,
        link: casePath(found.type, found.id),
      })
}

async function commentOf(
  db: Db,
  actor: Actor,
  caseId: number,
  id: number,
  held: { readonly lock?: boolean } = {},
): Promise<CaseComment> {
  const comment = await findComment(db, actor, caseId, id, held)
  if (!comment) throw notFound('Комментарий не найден')
  return comment
}

/** Comments of the case, newest first. */
export async function listComments(db: Db, actor: Actor, caseId: number, query: PageQuery) {
  await requireCase(db, actor, caseId, 'Read')
  return findComments(db, actor, caseId, query)
}

/** Who will read it: what the bank writes stays in the bank unless the writer says otherwise. */
function kindOf({ isAhml }: Actor, { kind }: CommentText): CommentKind {
  if (isAhml) return kind ?? 'INTERNAL'
  if (kind === 'INTERNAL')
    throw invalid([{ path: 'kind', message: 'Внутренние комментарии пишут только сотрудники банка' }])
  return 'SHARED'
}

/** Writes a comment and tells those who are mentioned. */
export async function addComment(db: Db, actor: Actor, caseId: number, body: CommentText) {
  const found = await requireTalker(db, actor, caseId)
  const kind = kindOf(actor, body)
  const mentions = await checkMentions(db, found, kind, body.mentions)
  const internal = kind === 'INTERNAL'
  const id = await insertComment(db, {
    caseId,
    authorId: actor.employeeId,
    text: body.text,
    mentions,
    internal,
  })
  await tellMentioned(db, actor, found, { text: body.text, mentions })
  return commentOf(db, actor, caseId, id)
}

/** The author's own comment of this version, locked. */
async function ownComment(
  db: Db,
  actor: Actor,
  at: { caseId: number; commentId: number; version: number },
): Promise<CaseComment> {
  const comment = await commentOf(db, actor, at.caseId, at.commentId, { lock: true })
  if (!comment.mine) throw forbidden('Изменить комментарий может только его автор')
  if (comment.version !== at.version)
    throw stale(comment, await findLastChangeOf(db, { objectType: 'caseComment', objectId: at.commentId }))
  return comment
}

/** Changes one's own comment; those who were not mentioned before are told. */
export async function editComment(
  db: Db,
  actor: Actor,
  at: { caseId: number; commentId: number; version: number },
  body: CommentText,
) {
  const found = await requireTalker(db, actor, at.caseId)
  const before = await ownComment(db, actor, at)
  if (before.deleted) throw invalid([{ path: 'text', message: 'Сначала верните удалённый комментарий' }])
  const mentions = await checkMentions(db, found, before.kind, body.mentions)
  await updateComment(db, at.commentId, { text: body.text, mentions })
  const told = new Set(before.mentions.map(({ id }) => id))
  await tellMentioned(db, actor, found, { text: body.text, mentions: mentions.filter((id) => !told.has(id)) })
  return commentOf(db, actor, at.caseId, at.commentId)
}

/** Hides one's own comment, or brings it back. */
export async function markComment(
  db: Db,
  actor: Actor,
  at: { caseId: number; commentId: number; version: number },
  deleted: boolean,
) {
  await requireTalker(db, actor, at.caseId)
  const before = await ownComment(db, actor, at)
  if (before.deleted !== deleted) {
    await markDeleted(db, at.commentId, deleted)
  }
  return commentOf(db, actor, at.caseId, at.commentId)
}

const shownMentionable = 20

/** Colleagues who see the case, by words of the name. */
export async function searchMentionable(
  db: Db,
  actor: Actor,
  caseId: number,
  { search, kind }: { readonly search: string; readonly kind?: CommentKind | undefined },
): Promise<Mentionable[]> {
  const found = await requireCase(db, actor, caseId, 'Read')
  const words = search.split(/\s+/).filter(Boolean).slice(0, 5)
  const ofBank = kind === 'INTERNAL'
  return findMentionable(db, whoSees(found), { words, ofBank, limit: shownMentionable })
}
