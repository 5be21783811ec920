import type { QueueApplication } from '@ipoteka-office/contract/queue/queue.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  type AssignedByHand,
  assignByHand,
  findCheckers,
  maxManualAssignments,
} from '@ipoteka-office/contract/queue/manual-assignments.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { FailureBlock } from '../failure-block.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import { notifyFailure } from '../notify-failure.ts'
import styles from './assign-by-hand.module.css'
import { Checkers } from './checkers.tsx'

const applicationsText = (count: number) => countOf(count, 'заявка', 'заявки', 'заявок')

function Given({ applications }: { applications: readonly QueueApplication[] }) {
  const [only] = applications
  if (applications.length === 1 && only)
    return (
      <p className="muted">
        {only.number}, {only.clientName}. Сейчас: {only.approver?.fullName ?? 'без исполнителя'}
      </p>
    )
  return (
    <p className="muted">
      {applicationsText(applications.length)}: {applications.map(({ number }) => number).join(', ')}
    </p>
  )
}

function Refused({ results, onClose }: { results: AssignedByHand['results']; onClose: () => void }) {
  const refused = results.filter(({ done }) => !done)
  return (
    <Dialog open title="Не всё удалось назначить" onClose={onClose}>
      <p>
        Назначено: {results.length - refused.length}, отклонено: {refused.length}.
      </p>
      <ul className={styles.refused}>
        {refused.map(({ id, number, reason }) => (
          <li key={id}>
            <b>{number ?? 'Заявка не видна'}</b>
            <div>{reason}</div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function lackOf(count: number, chosen: number | null, reason: string): string | null {
  if (count > maxManualAssignments) return `За один раз — не больше ${maxManualAssignments} заявок`
  if (chosen === null) return 'Выберите, кому назначить'
  return reason.trim() === '' ? 'Напишите причину' : null
}

/** Gives one application or many to somebody whom the rules of distribution allow, with a reason. */
export function AssignDialog({
  type,
  ids,
  onClose,
  onDone,
}: {
  type: ApproverType
  ids: readonly number[]
  onClose: () => void
  /** After an answer, with those that were refused. */
  onDone?: (refused: number[]) => void
}) {
  const id = useId()
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [results, setResults] = useState<AssignedByHand['results'] | null>(null)
  const asked = ids.slice(0, maxManualAssignments)
  const answer = useQuery(query(findCheckers, { params: { type }, body: { ids: asked, search } }))
  useLiveRefresh(topics.approvers(type), () => void answer.refetch())
  const assign = useMutation(mutation(assignByHand))
  const applications = answer.data?.applications ?? []
  const people = answer.data?.people ?? []
  // Somebody who meanwhile became unfit is no longer chosen.
  const chosen = people.some((person) => person.id === picked && person.fits > 0) ? picked : null
  const lack = lackOf(ids.length, chosen, reason)
  const apply = async () => {
    if (lack !== null || chosen === null || assign.isPending) return
    try {
      const done = await assign.mutateAsync({
        params: { type },
        body: {
          approverId: chosen,
          reason: reason.trim(),
          items: applications.map(({ id: application, version }) => ({ id: application, version })),
        },
      })
      const refused = done.results.filter((one) => !one.done)
      await client.invalidateQueries()
      onDone?.(refused.map((one) => one.id))
      if (refused.length > 0) return setResults(done.results)
      toast.success(`Назначено: ${applicationsText(done.results.length)}`)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
      await answer.refetch()
    }
  }
  if (results) return <Refused results={results} onClose={onClose} />
  return (
    <Dialog
      open
      size="large"
      title="Назначить вручную"
      onClose={onClose}
      approval={{
        text: 'Назначить',
        onApprove: () => void apply(),
        busy: assign.isPending,
        disabledReason: lack,
      }}
    >
      {answer.isPending && <DelayedLoader />}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && applications.length === 0 && (
        <p>Рассмотрение уже завершено: назначать нечего. Обновите список.</p>
      )}
      {applications.length > 0 && (
        <>
          <Given applications={applications} />
          <div className={styles.search}>
            <SearchInput label="Найти сотрудника" value={search} onSearch={setSearch} />
          </div>
          <Checkers people={people} asked={applications.length} chosen={chosen} onChoose={setPicked} />
          {(answer.data?.total ?? 0) > people.length && (
            <p className="muted">
              Показаны {people.length} из {answer.data?.total}: уточните имя
            </p>
          )}
          <div className={styles.field}>
            <label htmlFor={`${id}-reason`}>Причина</label>
            <TextArea id={`${id}-reason`} value={reason} onChange={setReason} maxLength={500} aria-required />
          </div>
        </>
      )}
    </Dialog>
  )
}
