import {
  listPaymentLoads,
  maxPaymentBytes,
  maxPaymentRows,
  paymentHeadings,
  type PaymentLoad,
  paymentLoadStates,
  type PaymentLoadState,
  startPaymentLoad,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { PagedTable } from '#widgets/list/paged-table.tsx'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { SheetUpload } from '#widgets/sheet-upload.tsx'
import { LoadedPayments } from './loaded-payments.tsx'
import { countsText, monthsText } from './payment-words.ts'
import styles from './vintages.module.css'

/** Colours of the states of loads. */
const tones: Record<PaymentLoadState, DotTone> = {
  CHECKING: 'blue',
  READY: 'amber',
  APPLYING: 'blue',
  APPLIED: 'green',
  FAILED: 'red',
}

const columnsFor = (onOpen: (id: string) => void): Column<PaymentLoad>[] => [
  {
    key: 'file',
    title: 'Файл',
    width: 260,
    render: ({ id, fileName }) => (
      <button type="button" className={styles.open} onClick={() => onOpen(String(id))}>
        {fileName}
      </button>
    ),
  },
  {
    key: 'state',
    title: 'Состояние',
    width: 140,
    render: ({ state }) => <StatusDot tone={tones[state]}>{paymentLoadStates[state]}</StatusDot>,
  },
  { key: 'months', title: 'Месяцы', width: 200, render: (load) => monthsText(load) || emptyValue },
  {
    key: 'counts',
    title: 'Строки',
    width: 260,
    render: (load) => load.reason ?? (countsText(load) || emptyValue),
  },
  {
    key: 'by',
    title: 'Кто и когда',
    width: 290,
    render: ({ by, at }) => `${shortName(by.fullName)}, ${formatDateTime(at)}`,
  },
]

/** Files of payments: those that were loaded with the place for another, or one of them. */
export function PaymentLoads({
  load,
  onLoad,
  onClose,
}: {
  /** Id of the load; `new` while none is opened. */
  load: string
  onLoad: (load: string) => void
  onClose: () => void
}) {
  return (
    <div className={styles.tab}>
      <div className={styles.head}>
        <Button onClick={onClose}>К винтажам</Button>
        {load !== 'new' && <Button onClick={() => onLoad('new')}>Ко всем файлам</Button>}
      </div>
      {load === 'new' ? <All onLoad={onLoad} /> : <LoadedPayments key={load} id={load} onClose={onClose} />}
    </div>
  )
}

function All({ onLoad }: { onLoad: (load: string) => void }) {
  return (
    <>
      {useRights().mayCall(startPaymentLoad) && <Upload onStarted={({ id }) => onLoad(String(id))} />}
      <PagedTable
        label="Файлы платежей"
        columns={columnsFor(onLoad)}
        pages={(page) => query(listPaymentLoads, { query: page })}
        emptyTitle="Файлов платежей ещё не загружали"
      />
    </>
  )
}

function Upload({ onStarted }: { onStarted: (load: PaymentLoad) => void }) {
  return (
    <section className={cx('card', styles.box)} aria-label="Новый файл">
      <SheetUpload
        maxBytes={maxPaymentBytes}
        send={(file) => call(startPaymentLoad, {}, { file })}
        onSent={onStarted}
      >
        CSV (UTF-8 или windows-1251) или XLSX, до {formatCount(maxPaymentRows)} строк. В первой строке
        названия столбцов: {Object.values(paymentHeadings).join(', ')}. Месяц передают целиком: загруженный
        раньше он заменяется.
      </SheetUpload>
    </section>
  )
}
