import type { ReferenceClientImpact } from '@ipoteka-office/contract/products/version-impact.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { paymentOf, pointsOf, priceOf } from './impact-words.ts'

const columns: Column<ReferenceClientImpact>[] = [
  {
    key: 'name',
    title: 'Клиент',
    width: 300,
    wrap: true,
    grows: true,
    render: ({ name, about }) => (
      <>
        <b>{name}</b>
        <span className="under">{about}</span>
      </>
    ),
  },
  { key: 'before', title: 'Сейчас', width: 150, wrap: true, render: ({ before }) => priceOf(before) },
  { key: 'after', title: 'По выпуску', width: 150, wrap: true, render: ({ after }) => priceOf(after) },
  { key: 'points', title: 'Разница', width: 110, align: 'right', render: ({ points }) => pointsOf(points) },
  {
    key: 'paymentBefore',
    title: 'Платёж сейчас',
    width: 140,
    align: 'right',
    render: ({ before }) => paymentOf(before),
  },
  {
    key: 'paymentAfter',
    title: 'Платёж по выпуску',
    width: 150,
    align: 'right',
    render: ({ after }) => paymentOf(after),
  },
]

/** Ten clients that every product is tried on, by the version in force and by this one. */
export function ImpactClients({ clients }: { clients: readonly ReferenceClientImpact[] }) {
  return (
    <WholeTable
      label="Эталонные клиенты"
      columns={columns}
      rows={clients}
      rowKey={({ id }) => String(id)}
      rowLabel={({ name }) => name}
    />
  )
}
