import { onDemand } from '#ui/overlay/on-demand.tsx'
import { answerOperations, remarkOperations } from '@ipoteka-office/contract/cases/case-talk-rights.ts'
import { type CaseHead, type CaseRemark, changeRemark } from '@ipoteka-office/contract/cases/cases.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { caseDocumentPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './case-talk.module.css'
import { dueText } from '../case-words.ts'
import { refreshRemarks, useRemarks } from './remarks-data.ts'

const AnswerDialog = onDemand(async () => (await import('./remark-dialogs.tsx')).AnswerDialog)
const RemarkDialog = onDemand(async () => (await import('./remark-dialogs.tsx')).RemarkDialog)

const states: Record<CaseRemark['state'], { tone: Tone; text: string }> = {
  OPEN: { tone: 'red', text: 'ждёт ответа' },
  ANSWERED: { tone: 'amber', text: 'есть ответ' },
  CLOSED: { tone: 'green', text: 'снято' },
}

interface May {
  readonly answer: boolean
  readonly check: boolean
}

/** One remark with what can be done about it. */
export function Remark({
  head: { id: caseId, type },
  remark,
  may,
  onSection,
  isAtDocument = false,
}: {
  head: Pick<CaseHead, 'id' | 'type'>
  remark: CaseRemark
  may: May
  onSection: ((key: string) => void) | undefined
  /** It stands beside the document that it is about. */
  isAtDocument?: boolean
}) {
  const [answering, setAnswering] = useState(false)
  const change = async (to: 'CLOSE' | 'REOPEN') => {
    try {
      await call(changeRemark, {
        params: { id: String(caseId), remarkId: String(remark.id) },
        body: { change: to, version: remark.version },
      })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      await refreshRemarks(caseId)
    }
  }
  const { tone, text } = states[remark.state]
  return (
    <li className={styles.remark}>
      <div className={styles.remarkHead}>
        {onSection ? (
          <Button look="link" onClick={() => onSection(remark.section)}>
            {remark.sectionName}
          </Button>
        ) : (
          <span>{remark.sectionName}</span>
        )}
        <Tag tone={tone}>{text}</Tag>
      </div>
      <p className={styles.words}>
        <b>{remark.type.name}.</b> {remark.text}
      </p>
      {remark.document !== null && !isAtDocument && (
        <HrefLink href={caseDocumentPath(caseTypes[type].documents.owner, caseId, remark.document.id)}>
          Открыть документ
        </HrefLink>
      )}
      <span className="muted small">
        {shortName(remark.author.fullName)}, {dueText(remark.at, serverNow())}
      </span>
      {remark.answer !== null && (
        <div className={styles.answer}>
          <p className={styles.words}>{remark.answer}</p>
          <span className="muted small">
            {remark.answeredBy && `${shortName(remark.answeredBy.fullName)}, `}
            {remark.answeredAt && dueText(remark.answeredAt, serverNow())}
          </span>
        </div>
      )}
      <div className={styles.remarkButtons}>
        {may.answer && remark.state !== 'CLOSED' && (
          <Button look="link" onClick={() => setAnswering(true)}>
            {remark.answer === null ? 'Ответить' : 'Изменить ответ'}
          </Button>
        )}
        {may.check && remark.state !== 'CLOSED' && (
          <Button look="link" onClick={() => void change('CLOSE')}>
            Снять
          </Button>
        )}
        {may.check && remark.state !== 'OPEN' && (
          <Button look="link" onClick={() => void change('REOPEN')}>
            Вернуть в работу
          </Button>
        )}
      </div>
      {answering && <AnswerDialog caseId={caseId} remark={remark} onClose={() => setAnswering(false)} />}
    </li>
  )
}

/** What the person may do with remarks of a case. */
export function useRemarkRights({ type, closed }: Pick<CaseHead, 'type' | 'closed'>): May {
  const rights = useRights()
  const { object } = caseTypes[type]
  return {
    answer: !closed && rights.some({ [object]: answerOperations }),
    check: !closed && rights.some({ [object]: remarkOperations[type] }),
  }
}

/** «Замечания» of a case: made by who checks, answered by who prepares. */
export function RemarksBlock({
  head,
  sections,
  onSection,
}: {
  head: CaseHead
  sections: readonly { readonly key: string; readonly label: string }[]
  onSection: ((key: string) => void) | undefined
}) {
  const answer = useRemarks(head.id)
  const [adding, setAdding] = useState(false)
  const [withClosed, setWithClosed] = useState(false)
  const may = useRemarkRights(head)
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <SkeletonLine width={70} />
  const closed = answer.data.filter(({ state }) => state === 'CLOSED').length
  const shown = answer.data.filter(({ state }) => withClosed || state !== 'CLOSED')
  return (
    <>
      {shown.length === 0 && <p className="muted">{closed > 0 ? 'Все замечания сняты' : 'Замечаний нет'}</p>}
      <ul className={styles.comments}>
        {shown.map((remark) => (
          <Remark key={remark.id} head={head} remark={remark} may={may} onSection={onSection} />
        ))}
      </ul>
      <div className={styles.remarkButtons}>
        {may.check && sections.length > 0 && (
          <Button look="link" onClick={() => setAdding(true)}>
            Новое замечание
          </Button>
        )}
        {closed > 0 && (
          <Button look="link" aria-expanded={withClosed} onClick={() => setWithClosed(!withClosed)}>
            {withClosed ? 'Скрыть снятые' : `Снятые: ${closed}`}
          </Button>
        )}
      </div>
      {adding && <RemarkDialog caseId={head.id} sections={sections} onClose={() => setAdding(false)} />}
    </>
  )
}
