import type { UserSession } from '@ipoteka-office/contract/session/user-sessions.ts'
import type { ReactNode } from 'react'
import { formatMoment } from '#lib/dates.ts'
import { serverNow } from '#api/server-time.ts'
import { Tag } from '#ui/tag.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { errorInfoOf } from '../failure-block.tsx'

interface SessionTableProps {
  readonly sessions: readonly UserSession[] | undefined
  readonly failure: Error | null
  readonly onRetry: () => void
  /** The button that ends one session, where one may be ended by itself. */
  readonly end?: (session: UserSession) => ReactNode
}

/** Where a person is signed in. */
export function SessionTable({ sessions, failure, onRetry, end }: SessionTableProps) {
  return (
    <WholeTable
      label="Открытые сеансы"
      columns={[
        {
          key: 'device',
          title: 'Устройство',
          width: 200,
          render: ({ device, isThis }) => (
            <>
              {device} {isThis && <Tag tone="green">это вы</Tag>}
            </>
          ),
        },
        { key: 'address', title: 'Адрес в сети', width: 140, render: ({ address }) => address },
        {
          key: 'since',
          title: 'Вход',
          width: 130,
          render: ({ startedAt }) => formatMoment(startedAt, serverNow()),
        },
        {
          key: 'seen',
          title: 'Последнее действие',
          width: 150,
          render: ({ lastSeenAt }) => formatMoment(lastSeenAt, serverNow()),
        },
        ...(end ? [{ key: 'end', title: 'Действия', width: 120, render: end }] : []),
      ]}
      rows={sessions}
      rowKey={({ id }) => String(id)}
      error={failure === null ? null : errorInfoOf(failure)}
      onRetry={onRetry}
      emptyTitle="Открытых сеансов нет"
    />
  )
}
