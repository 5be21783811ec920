import { getChangesSinceSending } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import type { GoToField } from '#widgets/case-sections/questionnaire-page.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from './full-applications.module.css'

/** What the agent has changed since the application was with the bank. */
export function ChangesSinceSending({ caseId, go }: { caseId: number; go: GoToField }) {
  const answer = useQuery(query(getChangesSinceSending, { params: { id: String(caseId) } }))
  useCaseRefresh(caseId, [], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data?.from) return null
  const { from, to, changes } = answer.data
  const title = to ? 'Изменено при доработке' : 'Изменено с прошлой отправки'
  return (
    <FormSection title={title} grid={false}>
      <p className="muted">
        {to
          ? `Между отправками ${formatDateTime(from.at)} и ${formatDateTime(to.at)}`
          : `Отправлена ${formatDateTime(from.at)}, ${from.actor}`}
      </p>
      {changes.length === 0 ? (
        <p>Данные те же.</p>
      ) : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">Поле</th>
              <th scope="col">Было</th>
              <th scope="col">Стало</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((one) => (
              <tr key={`${one.section} ${one.participantId ?? ''} ${one.field}`}>
                <th scope="row">
                  <Button look="link" onClick={() => go(one.section, one.participantId, one.field)}>
                    {one.label}
                  </Button>
                  <span className="muted small">
                    {[one.sectionName, one.participantName].filter(Boolean).join(', ')}
                  </span>
                </th>
                <td>{one.before}</td>
                <td>
                  <b>{one.after}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </FormSection>
  )
}
