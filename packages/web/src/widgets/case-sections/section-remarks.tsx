import { type CaseRemark, listRemarks } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { useCaseRefresh } from '../case/case-data.ts'
import styles from './case-sections.module.css'

/** Remarks that are not closed yet, kept fresh. */
export function useOpenRemarks(caseId: number): CaseRemark[] {
  const answer = useQuery(query(listRemarks, { params: { id: String(caseId) } }))
  useCaseRefresh(caseId, ['remarks', 'head'], () => void answer.refetch())
  return answer.data?.filter(({ state }) => state !== 'CLOSED') ?? []
}

/** What the bank has said about the sections on the screen; answered in the panel at the right. */
export function SectionRemarks({ remarks }: { remarks: readonly CaseRemark[] }) {
  if (remarks.length === 0) return null
  return (
    <ul className={styles.remarks} aria-label="Замечания к разделу">
      {remarks.map(({ id, type, text, author, at, state, answer }) => (
        <li key={id}>
          <b>{type.name}</b> {text}
          <div className="small">
            {author.fullName}, {formatMoment(at, serverNow())}
            {state === 'ANSWERED' && ` · ответ: ${answer ?? ''}`}
          </div>
        </li>
      ))}
    </ul>
  )
}
