import { commentOperations } from '@ipoteka-office/contract/cases/case-talk-rights.ts'
import {
  addComment,
  type CaseComment,
  type CaseHead,
  type CommentKind,
  commentKinds,
  editComment,
  listComments,
  markComment,
} from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { read } from '#api/read.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Menu } from '#ui/overlay/menu.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { useCaseRefresh } from '../case-data.ts'
import styles from './case-talk.module.css'
import { dueText } from '../case-words.ts'
import { type CommentDraft, CommentForm } from './comment-form.tsx'
import { useKeptComment } from './kept-comment.ts'
import { mentionPieces } from './mention-words.ts'

const size = 10
const params = (caseId: number) => ({ id: String(caseId) })
const bodyOf = ({ text, mentions }: CommentDraft) => ({ text, mentions: mentions.map(({ id }) => id) })

/** Who reads it: people of partners know of one kind alone, and it is not named to them. */
function Kind({ kind }: { kind: CommentKind }) {
  if (!useRights().isAhml) return null
  return <Tag tone={kind === 'SHARED' ? 'blue' : 'neutral'}>{commentKinds[kind]}</Tag>
}

function useComments(caseId: number) {
  const answer = useInfiniteQuery({
    queryKey: [...keyOf(listComments), caseId],
    queryFn: ({ pageParam, signal }) =>
      read(listComments, { params: params(caseId), query: { page: pageParam, size } }, signal),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.last ? undefined : last.number + 1),
  })
  useCaseRefresh(caseId, ['comments', 'notes'], () => void answer.refetch())
  return answer
}

/** Words of a comment; mentions stand out. */
function Words({ comment }: { comment: CaseComment }) {
  return (
    <p className={styles.words}>
      {mentionPieces(comment.text, comment.mentions).map(({ at, text, mention }) =>
        mention ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
      )}
    </p>
  )
}

function Comment({
  caseId,
  comment,
  mayTalk,
  onChanged,
}: {
  caseId: number
  comment: CaseComment
  mayTalk: boolean
  onChanged: () => void
}) {
  const [editing, setEditing] = useState(false)
  const at = { id: String(caseId), commentId: String(comment.id) }
  const done = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    } finally {
      onChanged()
    }
  }
  const mark = (deleted: boolean) =>
    done(call(markComment, { params: at, body: { deleted, version: comment.version } }))
  const save = async (draft: CommentDraft) => {
    const saved = await done(
      call(editComment, { params: at, body: { ...bodyOf(draft), version: comment.version } }),
    )
    if (saved) setEditing(false)
    return false
  }
  const own = comment.mine && mayTalk
  return (
    <li>
      {editing ? (
        <CommentForm
          caseId={caseId}
          label="Правка комментария"
          saveText="Сохранить"
          kind={comment.kind}
          initial={{ text: comment.text, mentions: comment.mentions }}
          onSave={save}
          onCancel={() => setEditing(false)}
        />
      ) : comment.deleted ? (
        <p className="muted">
          Комментарий удалён.{' '}
          {own && (
            <Button look="link" onClick={() => void mark(false)}>
              Вернуть
            </Button>
          )}
        </p>
      ) : (
        <Words comment={comment} />
      )}
      <div className={styles.byline}>
        <div className={styles.said}>
          <Kind kind={comment.kind} />
          <span className="muted small">
            {shortName(comment.author.fullName)}, {dueText(comment.at, serverNow())}
            {comment.editedAt !== null && ', исправлен'}
          </span>
        </div>
        {own && !comment.deleted && !editing && (
          <Menu
            label={`Действия с комментарием: ${comment.text.slice(0, 40)}`}
            items={[
              { label: 'Исправить', onClick: () => setEditing(true) },
              { label: 'Удалить', onClick: () => void mark(true), danger: true },
            ]}
          />
        )}
      </div>
    </li>
  )
}

function NewComment({
  caseId,
  onSave,
}: {
  caseId: number
  onSave: (draft: CommentDraft, kind: CommentKind) => Promise<boolean>
}) {
  const { found, keep } = useKeptComment(caseId)
  const { isAhml } = useRights()
  const [kind, setKind] = useState<CommentKind>('INTERNAL')
  return (
    <CommentForm
      caseId={caseId}
      kind={isAhml ? kind : 'SHARED'}
      {...(isAhml && { onKind: setKind })}
      label="Новый комментарий"
      saveText="Отправить"
      initial={found}
      onTyped={keep}
      onSave={async (draft) => {
        const saved = await onSave(draft, kind)
        // What the next one is for is chosen anew: nothing goes to the partner by habit.
        if (saved) setKind('INTERNAL')
        return saved
      }}
    />
  )
}

/** «Комментарии» of a case, newest first; those of others arrive by themselves. */
export function CommentsBlock({ head }: { head: CaseHead }) {
  const answer = useComments(head.id)
  const rights = useRights()
  const mayTalk = rights.some({ [caseTypes[head.type].object]: commentOperations[head.type] })
  const add = async (draft: CommentDraft, kind: CommentKind) => {
    try {
      await call(addComment, {
        params: params(head.id),
        body: { ...bodyOf(draft), ...(rights.isAhml && { kind }) },
      })
      await answer.refetch()
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    }
  }
  const pages = answer.data?.pages ?? []
  const comments = pages.flatMap(({ content }) => content)
  return (
    <>
      {mayTalk && <NewComment key={head.id} caseId={head.id} onSave={add} />}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <SkeletonLine width={80} />}
      {answer.data && comments.length === 0 && <p className="muted">Комментариев пока нет</p>}
      {/* Live: what a colleague has written is read out. */}
      <ul className={styles.comments} aria-live="polite" aria-relevant="additions">
        {comments.map((comment) => (
          <Comment
            key={comment.id}
            caseId={head.id}
            comment={comment}
            mayTalk={mayTalk}
            onChanged={() => void answer.refetch()}
          />
        ))}
      </ul>
      {answer.hasNextPage && (
        <Button look="link" onClick={() => void answer.fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </>
  )
}
