import { limitGrounds } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { listLimitVersions, type RateLimit } from '@ipoteka-office/contract/rate-limits/limits.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { Tag } from '#ui/tag.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { percentOf } from './rate-words.ts'

const columns: Column<RateLimit>[] = [
  {
    key: 'since',
    title: 'Внесено',
    width: 130,
    render: ({ createdAt, replacedAt }) => (
      <>
        {formatDateTime(createdAt)} {replacedAt === null && <Tag tone="green">Действует</Tag>}
      </>
    ),
  },
  {
    key: 'average',
    title: 'Среднерыночная',
    width: 120,
    align: 'right',
    render: ({ average }) => percentOf(average),
  },
  {
    key: 'value',
    title: 'Предел',
    width: 120,
    render: ({ value, ground }) => (ground === null ? percentOf(value) : limitGrounds[ground]),
  },
  {
    key: 'published',
    title: 'Опубликовано',
    width: 120,
    render: ({ publishedOn }) => formatDate(publishedOn),
  },
  { key: 'source', title: 'Источник', width: 150, render: ({ source }) => source },
  {
    key: 'who',
    title: 'Кто внёс и подтвердил',
    width: 150,
    render: ({ request }) =>
      request === null ? 'При наполнении банка' : `${request.maker}; ${request.checker}`,
  },
]

/** All that was said of a category in a quarter. */
export function VersionsDialog({ limit, onClose }: { limit: RateLimit; onClose: () => void }) {
  const { quarter, category, categoryName } = limit
  const answer = useQuery(query(listLimitVersions, { query: { quarter, category } }))
  return (
    <Dialog open title={`${categoryName}, ${quarterText(quarter)}`} size="large" onClose={onClose}>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data === undefined ? (
        !answer.isError && <DelayedLoader />
      ) : (
        <WholeTable
          label="Значения предела"
          columns={columns}
          rows={answer.data}
          rowKey={({ id }) => String(id)}
          emptyTitle="Значений нет"
        />
      )}
    </Dialog>
  )
}
