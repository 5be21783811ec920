import type { ScheduleLine } from '@ipoteka-office/contract/calculator/calculators.ts'
import { getSurchargeSchedule } from '@ipoteka-office/contract/insurance/surcharge-schedule.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { formatRoubles } from '#lib/format.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { FailureBlock } from '../failure-block.tsx'

const columns: Column<ScheduleLine>[] = [
  { key: 'date', title: 'День', width: 110, render: ({ date }) => formatDate(date) },
  {
    key: 'rate',
    title: 'Ставка',
    width: 90,
    align: 'right',
    render: ({ rate }) => `${rate.replace('.', ',')} %`,
  },
  {
    key: 'payment',
    title: 'Платёж',
    width: 130,
    align: 'right',
    render: ({ payment }) => formatRoubles(payment),
  },
  {
    key: 'interest',
    title: 'Проценты',
    width: 130,
    align: 'right',
    render: ({ interest }) => formatRoubles(interest),
  },
  {
    key: 'balance',
    title: 'Остаток',
    width: 140,
    align: 'right',
    grows: true,
    render: ({ balance }) => formatRoubles(balance),
  },
]

/** Payments of the loan since its rate has risen. */
export function SurchargeSchedule({ agreementId, onClose }: { agreementId: number; onClose: () => void }) {
  const answer = useQuery(query(getSurchargeSchedule, { params: { id: String(agreementId) } }))
  return (
    <Dialog open title="График с надбавкой" onClose={onClose} size="large">
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <DelayedLoader />}
      {answer.data?.from && (
        <>
          <p className="muted">С {formatDate(answer.data.from)}, по суммам и сроку из анкеты.</p>
          <WholeTable
            label="График с надбавкой"
            columns={columns}
            rows={answer.data.schedule}
            rowKey={({ date, kind }) => `${date} ${kind}`}
          />
        </>
      )}
    </Dialog>
  )
}
