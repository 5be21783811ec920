import {
  recordSubjectDecision,
  type Subject,
  type SubjectSheet,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Kbd } from '#ui/kbd.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { usePlainKeys } from '#ui/plain-keys.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { SubjectDecision } from './subject-decision.tsx'
import { SubjectState, SubjectWords } from './subject-words.tsx'
import styles from './subjects.module.css'
import { useSubjectAccept, useSubjects } from './use-subjects.ts'

const keyOfSubject = ({ kind, id }: Pick<Subject, 'kind' | 'id'>) => `${kind} ${id}`

/** Says yes to subjects that nothing is said of yet, all at once. */
function useYes(sheet: SubjectSheet) {
  const accept = useSubjectAccept(sheet.caseId)
  const record = useMutation(mutation(recordSubjectDecision))
  const open = sheet.subjects.filter(({ decision }) => decision === null || !decision.current)
  const say = async () => {
    if (open.length === 0 || record.isPending || !sheet.may.enabled) return
    const decisions = open.map(({ kind, id, seen }) => ({ subject: { kind, id }, seen, code: 'POSITIVE' }))
    try {
      await accept(await record.mutateAsync({ params: { id: String(sheet.caseId) }, body: { decisions } }))
      toast.success(open.length === 1 ? 'Решение записано' : `Записаны решения: ${open.length}`)
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return { open, say, busy: record.isPending }
}

function Row({ sheet, subject }: { sheet: SubjectSheet; subject: Subject }) {
  const [writes, setWrites] = useState(false)
  const { decision, title, note, kind } = subject
  const words = sheet.may.enabled ? (decision === null ? 'Решить' : 'Решить иначе') : 'Прежние решения'
  return (
    <li className={styles.subject}>
      <div className={styles.line}>
        <b>{title || (kind === 'PERSON' ? 'Без имени' : 'Объект')}</b>
        <span className="muted small">{note}</span>
        <SubjectState subject={subject} />
        {(sheet.may.enabled || subject.earlier.length > 0) && (
          <Button
            look="link"
            aria-expanded={writes}
            aria-label={`${words}: ${title}`}
            onClick={() => setWrites(!writes)}
          >
            {writes ? 'Свернуть' : words}
          </Button>
        )}
      </div>
      {decision && <SubjectWords decision={decision} />}
      {writes && (
        <SubjectDecision
          caseId={sheet.caseId}
          subject={subject}
          within={{ onDone: () => setWrites(false) }}
        />
      )}
    </li>
  )
}

function Subjects({ sheet }: { sheet: SubjectSheet }) {
  const { open, say, busy } = useYes(sheet)
  const wanted = sheet.may.enabled && open.length > 0
  usePlainKeys((code) => {
    if (code !== 'KeyA') return false
    void say()
    return true
  }, wanted)
  return (
    <>
      <div className={styles.head}>
        <h2>По заёмщикам и объекту</h2>
        {wanted && (
          <Button loading={busy} onClick={() => void say()}>
            {open.length === 1 ? 'Положительное' : 'Положительно по всем'} <Kbd>A</Kbd>
          </Button>
        )}
      </div>
      <ul className={styles.subjects}>
        {sheet.subjects.map((subject) => (
          <Row key={keyOfSubject(subject)} sheet={sheet} subject={subject} />
        ))}
      </ul>
      {!sheet.may.enabled && <p className="muted small">{sheet.may.reasonDisabled}.</p>}
    </>
  )
}

/** Everybody who owes and what is mortgaged: decided on in place, before the whole. */
export function SubjectsCard({ caseId }: { caseId: number }) {
  const answer = useSubjects(caseId)
  return (
    <section className={cx('card', styles.box)} aria-label="Решения по заёмщикам и объекту">
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && <Subjects sheet={answer.data} />}
    </section>
  )
}
