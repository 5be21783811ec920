import { obstacleOf, type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/queue/queue.ts'
import { type ApproverType, getApprover } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import {
  explainUnassigned,
  listWeighed,
  type Obstacle,
  type Weighed,
} from '@ipoteka-office/contract/queue/unassigned.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeFailure } from '#api/failure.ts'
import { query } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { shareText, weighedText } from './assignment-words.ts'
import { LinkIfOpen } from '../href-link.tsx'
import { useLiveRefresh } from '../live-refresh.ts'
import styles from './waiting-reasons.module.css'

const size = 10

interface Asked {
  readonly type: ApproverType
  readonly id: number
}

function People({ type, people }: { type: ApproverType; people: readonly Weighed[] }) {
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id}>
          <LinkIfOpen needs={[getApprover, { type }]} href={`/workload-employee/${type}/${person.id}`}>
            {person.fullName}
          </LinkIfOpen>
          <span className={styles.note}>{weighedText(person)}</span>
        </li>
      ))}
    </ul>
  )
}

function PeopleBehind({ type, id, obstacle, count }: Asked & { obstacle: Obstacle; count: number }) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listWeighed, {
      params: { type, id: String(id) },
      query: { obstacle, page: page - 1, size },
    }),
  )
  if (answer.isError) return <p className="muted">{describeFailure(answer.error).description}</p>
  if (!answer.data) return <DelayedLoader />
  const { content, totalElements } = answer.data
  return (
    <>
      <People type={type} people={content} />
      {totalElements > size && <Pager total={totalElements} page={page} size={size} onPage={setPage} />}
      {count > totalElements && (
        <p className="muted">Ещё {count - totalElements} — сотрудники, которых вы не видите</p>
      )}
    </>
  )
}

/** One number of the explanation: a press shows exactly those people. */
function Reason({
  asked,
  obstacle,
  text,
  count,
  considered,
  isMain,
}: {
  asked: Asked
  obstacle: Obstacle
  text: string
  count: number
  considered: number
  isMain: boolean
}) {
  const [open, setOpen] = useState(false)
  return (
    <li>
      <div className={styles.reason}>
        <span className={isMain ? styles.main : undefined}>{text}</span>
        <Button
          look="link"
          aria-expanded={open}
          aria-label={`${text}: ${countOf(count, 'сотрудник', 'сотрудника', 'сотрудников')}, показать`}
          onClick={() => setOpen(!open)}
        >
          {count}
        </Button>
        <span className="muted">{shareText(count, considered)}</span>
      </div>
      {open && <PeopleBehind {...asked} obstacle={obstacle} count={count} />}
    </li>
  )
}

function whoFits({ considered, fits, group }: ResponseOf<typeof explainUnassigned>): string {
  if (fits === 0)
    return `Никто из ${countOf(considered, 'сотрудника', 'сотрудников', 'сотрудников')} не подошёл. Каждый посчитан один раз — по первому правилу, которое ему мешает:`
  return group
    ? `Вне группы подошли бы: ${fits} из ${considered}.`
    : `Уже подходят: ${fits} из ${considered}. Распределение назначит заявку в течение минуты.`
}

/** Why an application has nobody: how many each rule shuts out, who is nearest to taking it, and the way to give it by hand. */
export function WaitingReasons({ asked, onAssign }: { asked: Asked; onAssign?: (() => void) | undefined }) {
  const { type, id } = asked
  const answer = useQuery(query(explainUnassigned, { params: { type, id: String(id) } }))
  useLiveRefresh(topics.approvers(type), () => void answer.refetch())
  if (answer.isError) return <p className="muted">{describeFailure(answer.error).description}</p>
  if (!answer.data) return <DelayedLoader />
  const { considered, fits, rejected, group, nearest } = answer.data
  const main = fits > 0 ? null : obstacleOf(rejected)
  const found = (Object.keys(rejectionReasons) as RejectionReason[]).filter(
    (code) => (rejected[code] ?? 0) > 0,
  )
  return (
    <section className={styles.waiting} aria-label="Почему без исполнителя">
      {group && <p>Стоит у группы «{group.name}»: её берут люди группы, распределение не назначает.</p>}
      <p>{whoFits(answer.data)}</p>
      <ul className={styles.reasons}>
        {fits > 0 && (
          <Reason
            asked={asked}
            obstacle="none"
            text="подходят"
            count={fits}
            considered={considered}
            isMain={false}
          />
        )}
        {found.map((code) => (
          <Reason
            key={code}
            asked={asked}
            obstacle={code}
            text={rejectionReasons[code]}
            count={rejected[code] ?? 0}
            considered={considered}
            isMain={code === main}
          />
        ))}
      </ul>
      {nearest.length > 0 && (
        <>
          <h3>{fits > 0 ? 'Кто может взять' : 'Ближе всех к этой заявке'}</h3>
          <People type={type} people={nearest} />
        </>
      )}
      {onAssign && <Button onClick={onAssign}>Назначить вручную</Button>}
    </section>
  )
}
