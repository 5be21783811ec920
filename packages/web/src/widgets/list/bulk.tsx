import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './bulk.module.css'
import type { Chosen } from './selection.tsx'

/** What became of one of the rows that a bulk change was about. */
export interface ItemAnswer {
  readonly id: number
  readonly done: boolean
  readonly reason: string | null
}

/** How chosen rows are changed, and how that is taken back. */
export interface BulkChange<Change, Answer extends ItemAnswer> {
  readonly run: (ids: number[], change: Change) => Promise<readonly Answer[]>
  /** Takes back what was done, where the server can; answers for each as `run` does. */
  readonly undo?: (done: readonly Answer[]) => Promise<readonly ItemAnswer[]>
  readonly doneText?: (count: number) => string
}

interface Refusal<Change> {
  readonly change: Change
  readonly answers: readonly ItemAnswer[]
}

/** A change of the chosen rows: an answer per row, another try for those refused, and «Отменить» where the server can. */
export function useBulk<Change, Answer extends ItemAnswer>(
  chosen: Chosen<unknown>,
  { run, undo, doneText = () => 'Данные сохранены' }: BulkChange<Change, Answer>,
): { isBusy: boolean; start: (change: Change) => Promise<void>; dialog: ReactNode } {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<Change> | null>(null)
  const takeBack = async (done: readonly Answer[]) => {
    try {
      const refused = ((await undo?.(done)) ?? []).filter((answer) => !answer.done)
      chosen.finish([])
      if (refused.length === 0) toast.success('Изменение отменено')
      else
        toast.warning(`Отменено: ${done.length - refused.length} из ${done.length}`, {
          description: refused[0]?.reason ?? '',
        })
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  const start = async (change: Change, ids: readonly number[]) => {
    setBusy(true)
    try {
      const answers = await run([...ids], change)
      const done = answers.filter((answer) => answer.done)
      const refused = answers.filter((answer) => !answer.done)
      setRefusal(refused.length > 0 ? { change, answers } : null)
      chosen.finish(refused.map(({ id }) => String(id)))
      const action = undo && { action: { label: 'Отменить', onClick: () => void takeBack(done) } }
      if (done.length > 0) toast.success(doneText(done.length), action)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return {
    isBusy,
    start: (change) => start(change, chosen.keys.map(Number)),
    dialog: refusal && (
      <Refused
        answers={refusal.answers}
        nameOf={(id) => chosen.labelOf(String(id))}
        isBusy={isBusy}
        onClose={() => setRefusal(null)}
        onRepeat={(ids) => void start(refusal.change, ids)}
      />
    ),
  }
}

function Refused({
  answers,
  nameOf,
  isBusy,
  onClose,
  onRepeat,
}: {
  answers: readonly ItemAnswer[]
  nameOf: (id: number) => string
  isBusy: boolean
  onClose: () => void
  onRepeat: (ids: number[]) => void
}) {
  const failed = answers.filter(({ done }) => !done)
  return (
    <Dialog
      open
      title="Не всё удалось изменить"
      onClose={onClose}
      approval={{
        text: 'Повторить неудачные',
        onApprove: () => onRepeat(failed.map(({ id }) => id)),
        busy: isBusy,
        cancelText: 'Закрыть',
      }}
    >
      <p>
        Изменено: {answers.length - failed.length}, отклонено: {failed.length}.
      </p>
      <ul className={styles.answers}>
        {answers
          .toSorted((a, b) => Number(a.done) - Number(b.done))
          .map(({ id, done, reason }) => (
            <li key={id}>
              <span>{nameOf(id)}</span>
              <span className={done ? 'muted' : styles.refused}>{reason ?? 'готово'}</span>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}
