import {
  compareLimitFile,
  type LimitRow,
  type LimitRowKind,
  limitRowKinds,
  maxLimitBytes,
  maxLimitRows,
  requestRateLimits,
} from '@ipoteka-office/contract/rate-limits/limits.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { useId, useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { emptyValue } from '#lib/format.ts'
import { TextInput } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Progress } from '#ui/progress.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { failureLine } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'
import { percentOf } from './rate-words.ts'
import styles from './rate-limits.module.css'
import { refreshRates } from './refresh-rates.ts'

interface Compared {
  readonly fileName: string
  readonly rows: readonly LimitRow[]
}

const tones: Record<LimitRowKind, Tone> = { error: 'red', new: 'green', changed: 'blue', same: 'neutral' }

const columns: Column<LimitRow>[] = [
  { key: 'line', title: 'Строка', width: 76, align: 'right', render: ({ line }) => line },
  {
    key: 'kind',
    title: 'Что будет',
    width: 140,
    render: ({ kind }) => <Tag tone={tones[kind]}>{limitRowKinds[kind]}</Tag>,
  },
  {
    key: 'quarter',
    title: 'Квартал',
    width: 150,
    render: ({ quarter }) => (quarter === null ? emptyValue : quarterText(quarter)),
  },
  {
    key: 'category',
    title: 'Категория',
    width: 280,
    render: ({ categoryName }) => categoryName || emptyValue,
  },
  {
    key: 'before',
    title: 'Сейчас',
    width: 100,
    align: 'right',
    render: ({ before }) => percentOf(before?.value ?? null),
  },
  { key: 'after', title: 'Станет', width: 100, align: 'right', render: ({ value }) => percentOf(value) },
  {
    key: 'notes',
    title: 'Подробности',
    width: 320,
    wrap: true,
    render: ({ notes }) => notes.join('; ') || emptyValue,
  },
]

/** Why the file is not put before a second person; null where it may be. */
function refusalOf(compared: Compared | null, source: string): string | null {
  if (compared === null) return 'Выберите файл'
  if (compared.rows.some(({ kind }) => kind === 'error'))
    return 'Исправьте строки с ошибками и выберите файл снова: принимают весь файл или ничего'
  if (compared.rows.every(({ kind }) => kind === 'same')) return 'Файл ничего не меняет'
  return source.trim() === '' ? 'Напишите, где опубликованы пределы' : null
}

function Rows({ rows }: { rows: readonly LimitRow[] }) {
  const kinds = (Object.keys(limitRowKinds) as LimitRowKind[]).filter((kind) =>
    rows.some((row) => row.kind === kind),
  )
  const [chosen, setChosen] = useState<LimitRowKind | 'all'>(kinds.includes('error') ? 'error' : 'all')
  const shown = rows.filter(({ kind }) => chosen === 'all' || kind === chosen)
  return (
    <>
      <TabsWithCounts<LimitRowKind | 'all'>
        label="Строки файла"
        tabs={[
          { key: 'all', label: 'Все', count: rows.length },
          ...kinds.map((key) => ({
            key,
            label: limitRowKinds[key],
            count: rows.filter(({ kind }) => kind === key).length,
          })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
      <WholeTable
        label="Строки файла"
        columns={columns}
        rows={shown}
        rowKey={({ line }) => String(line)}
        emptyTitle="Строк нет"
      />
    </>
  )
}

/** Takes limits from a file: first shows what would change, then asks a second person for all of it or nothing. */
export function FileDialog({ onClose }: { onClose: () => void }) {
  const id = useId()
  const [compared, setCompared] = useState<Compared | null>(null)
  const [source, setSource] = useState('')
  const [issue, setIssue] = useState<string | null>(null)
  const [work, setWork] = useState<'compare' | 'send' | null>(null)
  // Of the files that were chosen one after the other only the last one counts, whichever answer comes last.
  const chosen = useRef<File | null>(null)
  const forget = () => {
    chosen.current = null
    setCompared(null)
    setIssue(null)
    setWork(null)
  }
  const take = async (file: File) => {
    forget()
    chosen.current = file
    setWork('compare')
    try {
      const answer = await call(compareLimitFile, {}, { file })
      if (chosen.current === file) setCompared(answer)
    } catch (failure) {
      if (chosen.current === file) setIssue(failureLine(failure))
    } finally {
      if (chosen.current === file) setWork(null)
    }
  }
  const send = async ({ rows }: Compared) => {
    setWork('send')
    try {
      const limits = rows.flatMap(({ input, kind }) => (input === null || kind === 'same' ? [] : [input]))
      await call(requestRateLimits, { body: { limits, source: source.trim() } })
      await refreshRates()
      toast.success('Запрос отправлен: его подтверждает другой сотрудник')
      onClose()
    } catch (failure) {
      setIssue(failureLine(failure))
      setWork(null)
    }
  }
  return (
    <Dialog
      open
      title="Пределы ПСК из файла"
      size="large"
      onClose={onClose}
      outside="ask"
      approval={{
        text: 'Отправить на подтверждение',
        onApprove: () => compared && void send(compared),
        busy: work === 'send',
        disabledReason: refusalOf(compared, source),
      }}
    >
      <div className={styles.stack}>
        <SheetDrop
          maxBytes={maxLimitBytes}
          issue={issue}
          disabled={work === 'send'}
          onTake={(file) => void take(file)}
          onRefuse={forget}
        >
          XLSX или CSV, до {maxLimitRows} строк. Столбцы: «Квартал», «Код категории» или «Категория»,
          «Среднерыночная, %», «Опубликовано», при желании «Предел, %», «Применяется», «Основание». Такой же
          файл даёт выгрузка списка.
        </SheetDrop>
        {work === 'compare' && <Progress label="Сравниваем файл с пределами" done={0} total={null} />}
        {compared !== null && (
          <>
            <Rows key={compared.fileName} rows={compared.rows} />
            <label htmlFor={id}>Где опубликованы пределы</label>
            <TextInput id={id} value={source} onChange={setSource} maxLength={300} />
          </>
        )}
      </div>
    </Dialog>
  )
}
