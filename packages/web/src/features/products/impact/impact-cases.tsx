import { pathsOfCases } from '@ipoteka-office/contract/cases/case-paths.ts'
import {
  type ImpactCase,
  type ImpactDirection,
  impactDirections,
  listImpactCases,
} from '@ipoteka-office/contract/products/version-impact.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { emptyValue, formatRoubles } from '#lib/format.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { pointsOf, rateOf } from './impact-words.ts'

const pageSize = 20

const columns: Column<ImpactCase>[] = [
  {
    key: 'number',
    title: 'Заявка',
    width: 200,
    wrap: true,
    render: ({ caseId, type, number, clientName }) =>
      clientName === null ? (
        number
      ) : (
        <>
          <HrefLink href={`${pathsOfCases[type]}/${caseId}`}>{number}</HrefLink>
          <span className="under">{clientName}</span>
        </>
      ),
  },
  {
    key: 'amount',
    title: 'Сумма кредита',
    width: 150,
    align: 'right',
    render: ({ amount }) => (amount === null ? emptyValue : formatRoubles(amount)),
  },
  {
    key: 'before',
    title: 'Ставка сейчас',
    width: 120,
    align: 'right',
    render: ({ before }) => rateOf(before),
  },
  { key: 'after', title: 'По выпуску', width: 120, align: 'right', render: ({ after }) => rateOf(after) },
  {
    key: 'points',
    title: 'Разница',
    width: 110,
    align: 'right',
    render: ({ before, after, points }) => pointsOf(before === null || after === null ? null : points),
  },
  {
    key: 'reason',
    title: 'Почему',
    width: 240,
    wrap: true,
    grows: true,
    render: ({ reason }) => reason ?? emptyValue,
  },
]

/** The cases behind a figure, the greatest difference first. */
export function ImpactCases({
  productId,
  number,
  direction,
}: {
  productId: number
  number: number
  direction: ImpactDirection
}) {
  const [page, setPage] = useState(1)
  const answer = useQuery(
    query(listImpactCases, {
      params: { id: String(productId), number: String(number) },
      query: { page: page - 1, size: pageSize, direction },
    }),
  )
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  return (
    <DataTable
      label={`Заявки: ${impactDirections[direction].toLocaleLowerCase('ru')}`}
      columns={columns}
      rows={answer.data?.content}
      rowKey={({ caseId }) => String(caseId)}
      total={answer.data?.totalElements ?? 0}
      page={page}
      size={pageSize}
      onPage={setPage}
      emptyTitle="Таких заявок нет"
    />
  )
}
