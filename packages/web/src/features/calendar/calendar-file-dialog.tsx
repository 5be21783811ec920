import {
  applyCalendarFile,
  type CalendarFile,
  calendarDayKinds,
  compareCalendarFile,
  maxCalendarBytes,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { describeFailure } from '#api/failure.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import styles from './calendar.module.css'

/** Why a file cannot be taken; null when it can. */
function issueOf({ name, size }: File): string | null {
  if (!/\.(xlsx|csv)$/i.test(name)) return 'Нужен файл XLSX или CSV'
  if (size === 0) return 'Файл пуст'
  return size > maxCalendarBytes ? 'Файл больше 1 МБ' : null
}

const inText = (failure: unknown) => {
  const { description, fields } = describeFailure(failure)
  return fields.length > 0 ? fields.map(({ message }) => message).join('; ') : description
}

function Changes({ changes }: Pick<CalendarFile, 'changes'>) {
  if (changes.length === 0)
    return <p>Дни календаря те же, что в файле. Останется отметить, что год сверен с постановлением.</p>
  return (
    <table className={styles.changes}>
      <caption>Изменится {countOf(changes.length, 'день', 'дня', 'дней')}</caption>
      <thead>
        <tr>
          <th scope="col">День</th>
          <th scope="col">Сейчас</th>
          <th scope="col">Станет</th>
          <th scope="col">Примечание</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ day, before, after, comment }) => (
          <tr key={day}>
            <th scope="row">{formatDate(day)}</th>
            <td>{calendarDayKinds[before]}</td>
            <td>{calendarDayKinds[after]}</td>
            <td>{comment}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Errors({ errors }: Pick<CalendarFile, 'errors'>) {
  return (
    <div role="alert" className={styles.late}>
      <p>Файл не загружен, ничего не изменилось. Поправьте строки и выберите его снова:</p>
      <ul>
        {errors.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{line === null ? message : `Строка ${line}: ${message}`}</li>
        ))}
      </ul>
    </div>
  )
}

/** Takes the days of a year from a file: first shows what would change, then writes all of it or nothing. */
export function CalendarFileDialog({
  year,
  onSaved,
  onClose,
}: {
  year: number
  onSaved: () => void
  onClose: () => void
}) {
  const [compared, setCompared] = useState<CalendarFile | null>(null)
  const [issue, setIssue] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const params = { year: String(year) }
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setIssue(null)
    try {
      await work()
    } catch (failure) {
      setIssue(inText(failure))
    } finally {
      setBusy(false)
    }
  }
  const take = (file: File | undefined) => {
    if (!file || busy) return
    setCompared(null)
    const wrong = issueOf(file)
    setIssue(wrong)
    if (wrong === null)
      void run(async () => setCompared(await call(compareCalendarFile, { params }, { file })))
  }
  const apply = (file: CalendarFile) =>
    run(async () => {
      const days = file.changes.map(({ day, after, comment }) => ({ day, kind: after, comment }))
      await call(applyCalendarFile, { params, body: { stamp: file.stamp, days } })
      toast.success(`Календарь ${year} года загружен`)
      onSaved()
      onClose()
    })
  const ready = compared !== null && compared.errors.length === 0 ? compared : null
  return (
    <Dialog
      open
      title={`Календарь ${year} года из файла`}
      size="large"
      onClose={onClose}
      outside="ask"
      approval={{
        text: 'Применить',
        onApprove: () => ready && void apply(ready),
        busy,
        disabledReason: ready === null ? 'Выберите файл без ошибок' : null,
      }}
    >
      <label className={styles.file}>
        Файл XLSX или CSV
        <input
          type="file"
          accept=".xlsx,.csv"
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      <p className="muted">
        Строка на день: «Дата», «Вид дня», «Примечание». Или таблица открытых данных правительства: строка на
        год, столбцы с января по декабрь. Дни, которых в файле нет, станут обычными.
      </p>
      {issue !== null && (
        <p role="alert" className={styles.late}>
          {issue}
        </p>
      )}
      {compared !== null && compared.errors.length > 0 && <Errors errors={compared.errors} />}
      {ready !== null && <Changes changes={ready.changes} />}
    </Dialog>
  )
}
