import {
  getReadiness,
  type ReadinessGroup,
  type ReadinessItem,
  type ReadinessState,
  readinessGroups,
  readinessStates,
} from '@ipoteka-office/contract/system/readiness.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { countOf } from '#lib/plural.ts'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import styles from './readiness.module.css'

export const Route = createFileRoute('/bank-readiness')({ component: ReadinessPage })

/** Most of what it tells of is done on other pages, by other people too. */
const refreshMs = 10_000

const tones: Record<ReadinessState, DotTone> = { READY: 'green', WARNING: 'amber', NOT_READY: 'red' }

function ReadinessPage() {
  usePagePlace('Готовность банка')
  return useRights().mayCall(getReadiness) ? <Answer /> : <Forbidden />
}

function Answer() {
  const answer = useQuery({ ...query(getReadiness), refetchInterval: refreshMs })
  if (answer.data) return <Parts items={answer.data} />
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return <PageSkeleton kind="list" />
}

function conclusionOf(items: readonly ReadinessItem[]): string {
  const left = items.filter(({ state }) => state === 'NOT_READY').length
  const doubtful = items.filter(({ state }) => state === 'WARNING').length
  if (left > 0) return `Осталось сделать: ${left}, проверить: ${doubtful}`
  if (doubtful > 0) return `Работать можно; проверьте ${countOf(doubtful, 'пункт', 'пункта', 'пунктов')}`
  return 'Банк готов к работе'
}

function Parts({ items }: { items: readonly ReadinessItem[] }) {
  return (
    <div className={styles.page}>
      <PageHead title="Готовность банка">
        <span className="muted">{conclusionOf(items)}</span>
      </PageHead>
      {(Object.keys(readinessGroups) as ReadinessGroup[]).map((group) => (
        <section key={group} aria-label={readinessGroups[group]} className={styles.group}>
          <h2>{readinessGroups[group]}</h2>
          <ul>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <Item key={item.code} item={item} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Item({ item: { title, state, text, link, by, at } }: { item: ReadinessItem }) {
  return (
    <li className={styles.item} aria-label={title}>
      <StatusDot tone={tones[state]}>{readinessStates[state]}</StatusDot>
      <div>
        <div className={styles.title}>{link === null ? title : <Link to={link}>{title}</Link>}</div>
        <div className="muted">{text}</div>
      </div>
      <div className={styles.last}>
        {by && <div>{by.fullName}</div>}
        {at && <div className="muted nowrap">{formatDateTime(at)}</div>}
      </div>
    </li>
  )
}
