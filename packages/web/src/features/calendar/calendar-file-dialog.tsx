import {
  applyCalendarFile,
  type CalendarFile,
  calendarDayKinds,
  compareCalendarFile,
  maxCalendarBytes,
} from '@ipoteka-office/contract/calendar/calendar.ts'
import { useRef, useState } from 'react'
import { call } from '#api/call.ts'
import { formatDate } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Progress } from '#ui/progress.tsx'
import { failureLine } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'
import styles from './calendar.module.css'

function Changes({ changes }: Pick<CalendarFile, 'changes'>) {
  if (changes.length === 0)
    return <p>Дни календаря те же, что в файле. Останется отметить, что год сверен с постановлением.</p>
  return (
    // The box scrolls, so the keyboard must be able to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.list} role="region" aria-label="Изменения" tabIndex={0}>
      <table className={styles.changes}>
        <caption>Изменения: {countOf(changes.length, 'день', 'дня', 'дней')}</caption>
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
    </div>
  )
}

function Errors({ errors }: Pick<CalendarFile, 'errors'>) {
  return (
    <div role="alert" className={styles.late}>
      Файл не загружен, ничего не изменилось. Поправьте строки и выберите его снова:
      {/* The box scrolls, so the keyboard must be able to reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles.list} tabIndex={0}>
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
  const [work, setWork] = useState<'compare' | 'apply' | null>(null)
  // Of the files that were chosen one after the other only the last one counts, whichever answer comes last.
  const chosen = useRef<File | null>(null)
  const params = { year: String(year) }
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
      const answer = await call(compareCalendarFile, { params }, { file })
      if (chosen.current === file) setCompared(answer)
    } catch (failure) {
      if (chosen.current === file) setIssue(failureLine(failure))
    } finally {
      if (chosen.current === file) setWork(null)
    }
  }
  const apply = async (file: CalendarFile) => {
    setWork('apply')
    try {
      const days = file.changes.map(({ day, after, comment }) => ({ day, kind: after, comment }))
      await call(applyCalendarFile, { params, body: { stamp: file.stamp, days } })
      toast.success(`Календарь ${year} года загружен`)
      onSaved()
      onClose()
    } catch (failure) {
      setIssue(failureLine(failure))
      setWork(null)
    }
  }
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
        busy: work === 'apply',
        disabledReason: ready === null ? 'Выберите файл без ошибок' : null,
      }}
    >
      <div className={styles.fromFile}>
        <SheetDrop
          maxBytes={maxCalendarBytes}
          issue={issue}
          disabled={work === 'apply'}
          onTake={(file) => void take(file)}
          onRefuse={forget}
        >
          Строка на день: «Дата», «Вид дня», «Примечание». Или таблица открытых данных правительства: строка
          на год, столбцы с января по декабрь. Дни, которых в файле нет, станут обычными.
        </SheetDrop>
        {work === 'compare' && <Progress label="Сравниваем файл с календарём" done={0} total={null} />}
        {compared !== null && compared.errors.length > 0 && <Errors errors={compared.errors} />}
        {ready !== null && <Changes changes={ready.changes} />}
      </div>
    </Dialog>
  )
}
