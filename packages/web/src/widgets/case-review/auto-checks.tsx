import {
  type AutoCheck,
  type AutoCheckState,
  autoCheckStates,
  listAutoChecks,
  retryAutoChecks,
} from '@ipoteka-office/contract/full-applications/full-applications.ts'
import { checksPath } from '@ipoteka-office/contract/cases/case-links.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { mutation, query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { useCaseRefresh } from '../case/case-data.ts'
import { FailureBlock } from '../failure-block.tsx'
import { HrefLink } from '../href-link.tsx'
import { notifyFailure } from '../notify-failure.ts'
import { BlacklistHits } from './blacklist-hits.tsx'
import styles from './case-review.module.css'

const tones: Record<AutoCheckState, Tone> = {
  WAITING: 'blue',
  OK: 'green',
  WARN: 'amber',
  FAIL: 'red',
  ERROR: 'amber',
  EXPIRED: 'neutral',
  HELD: 'amber',
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

/** What is known of the people of the application once it has been through the checks: the bank's own, refused to people of partners. */
export function AutoChecks({ head: { id, type } }: { head: Pick<CaseHead, 'id' | 'type'> }) {
  const { isAhml } = useRights()
  if (!isAhml) return null
  return (
    <>
      <Checks caseId={id} type={type} />
      <BlacklistHits caseId={id} />
    </>
  )
}

function Checks({ caseId, type }: { caseId: number; type: CaseType }) {
  const params = { id: String(caseId) }
  const { all } = useRights()
  const answer = useQuery(query(listAutoChecks, { params }))
  const retry = useMutation(mutation(retryAutoChecks))
  useCaseRefresh(caseId, ['checks', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data || (answer.data.checks.length === 0 && !answer.data.mayRetry)) return null
  const { checks, standIn, mayRetry } = answer.data
  const restart = async () => {
    try {
      const { restarted } = await retry.mutateAsync({ params })
      toast.success(`Запрошено проверок: ${restarted}`)
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
      {checks.length === 0 && <p className="muted">Проверки ещё не запрашивали.</p>}
      <ul className={styles.checks} aria-label="Автоматические проверки">
        {checks.map((check) => (
          <Check key={check.id} check={check} />
        ))}
      </ul>
      {all({ Underwriting: ['List'] }) && (
        <p>
          <HrefLink href={checksPath(type, caseId)}>Все проверки: запросы, вердикты, риски</HrefLink>
        </p>
      )}
      {mayRetry && (
        <Button loading={retry.isPending} onClick={() => void restart()}>
          Повторить проверки
        </Button>
      )}
    </FormSection>
  )
}
