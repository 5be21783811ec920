import {
  type ListLoad,
  listLoads,
  loadObject,
  loadStates,
  type LoadState,
  type LoadTarget,
  maxLoadBytes,
  maxLoadRows,
  startListLoad,
} from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { PagedTable } from '#widgets/list/paged-table.tsx'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { emptyValue, shortName } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { SheetUpload } from '#widgets/sheet-upload.tsx'
import { countsText } from './load-words.ts'
import styles from './loads.module.css'

/** Colours of the states of loads. */
export const loadTones: Record<LoadState, DotTone> = {
  CHECKING: 'blue',
  READY: 'neutral',
  REQUESTED: 'amber',
  APPLYING: 'blue',
  ACTIVE: 'green',
  REPLACED: 'ring',
  FAILED: 'red',
}

const columnsFor = (target: LoadTarget, onOpen: (id: string) => void): Column<ListLoad>[] => [
  {
    key: 'file',
    title: target === 'authority' ? 'Версия' : 'Файл',
    width: 260,
    render: ({ id, fileName, listDate }) => (
      <button type="button" className={styles.open} onClick={() => onOpen(String(id))}>
        {listDate === null ? fileName : `от ${formatDate(listDate)}`}
      </button>
    ),
  },
  {
    key: 'state',
    title: 'Состояние',
    width: 160,
    render: ({ state }) => <StatusDot tone={loadTones[state]}>{loadStates[state]}</StatusDot>,
  },
  { key: 'counts', title: 'Строки', width: 300, render: (load) => countsText(load) || emptyValue },
  {
    key: 'by',
    title: 'Загрузил',
    width: 200,
    render: ({ by, at }) => `${shortName(by.fullName)}, ${formatDateTime(at)}`,
  },
  {
    key: 'approver',
    title: 'Подтвердил',
    width: 200,
    render: ({ approver, approvedAt }) =>
      approver === null || approvedAt === null
        ? emptyValue
        : `${shortName(approver.fullName)}, ${formatDateTime(approvedAt)}`,
  },
]

/** The files that were loaded, and the place for another. */
export function Loads({ target, onOpen }: { target: LoadTarget; onOpen: (id: string) => void }) {
  const mayLoad = useRights().all({ [loadObject.objects[target]]: ['Import'] })
  return (
    <>
      {mayLoad && <Upload target={target} onStarted={({ id }) => onOpen(String(id))} />}
      <PagedTable
        label="Загрузки"
        columns={columnsFor(target, onOpen)}
        pages={(page) => query(listLoads, { params: { target }, query: page })}
        emptyTitle={target === 'authority' ? 'Перечень ещё не загружали' : 'Файлов ещё не загружали'}
      />
    </>
  )
}

function Upload({ target, onStarted }: { target: LoadTarget; onStarted: (load: ListLoad) => void }) {
  return (
    <section className={cx('card', styles.box)} aria-label="Новый файл">
      <SheetUpload
        maxBytes={maxLoadBytes}
        send={(file) => call(startListLoad, { params: { target } }, { file })}
        onSent={onStarted}
        {...(target === 'authority' && { kinds: ['xml'] })}
      >
        {target === 'authority'
          ? 'Файл XML Росфинмониторинга. Начнёт действовать, когда его подтвердит другой сотрудник.'
          : `XLSX или CSV, до ${formatCount(maxLoadRows)} строк: в первой строке названия полей записи. Записи начнут действовать, когда их подтвердит другой сотрудник.`}
      </SheetUpload>
    </section>
  )
}
