import {
  type AutoCheck,
  type AutoCheckState,
  autoCheckStates,
  listAutoChecks,
  retryAutoChecks,
} from '@ipoteka-office/contract/full-applications.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { toast } from '#ui/toasts.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './full-applications.module.css'

const tones: Record<AutoCheckState, Tone> = {
  WAITING: 'blue',
  OK: 'green',
  WARN: 'amber',
  FAIL: 'red',
  ERROR: 'amber',
  EXPIRED: 'neutral',
}

function Check({ check }: { check: AutoCheck }) {
  return (
    <li>
      <Tag tone={tones[check.state]}>{autoCheckStates[check.state]}</Tag>
      <span>
        {check.name} <span className="muted">{check.subject}</span>
      </span>
      <span className="muted">
        {check.text}
        {check.standIn && ' (имитатор)'}
        {check.answeredAt && <span className="small"> {formatDateTime(check.answeredAt)}</span>}
      </span>
    </li>
  )
}

/** Answers of outside services about the application, once it has been through the checks. */
export function AutoChecks({ caseId }: { caseId: number }) {
  const params = { id: String(caseId) }
  const answer = useQuery({ ...query(listAutoChecks, { params }), refetchOnMount: 'always' })
  const retry = useMutation(mutation(retryAutoChecks))
  const mayRetry = useRights().mayCall(retryAutoChecks)
  useCaseRefresh(caseId, ['checks', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data || answer.data.checks.length === 0) return null
  const { checks, standIn } = answer.data
  const again = checks.some(({ state }) => state === 'ERROR' || state === 'EXPIRED')
  const restart = async () => {
    try {
      const { restarted } = await retry.mutateAsync({ params })
      toast.success(`Запрошено заново: ${restarted}`)
      await answer.refetch()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <FormSection title="Автоматические проверки" grid={false}>
      {standIn && (
        <p className="muted">Ответы с пометкой «имитатор» — учебные: эти службы проверок не подключены.</p>
      )}
      <ul className={styles.rules} aria-label="Автоматические проверки">
        {checks.map((check) => (
          <Check key={check.id} check={check} />
        ))}
      </ul>
      {again && mayRetry && (
        <Button loading={retry.isPending} onClick={() => void restart()}>
          Повторить неудавшиеся
        </Button>
      )}
    </FormSection>
  )
}
