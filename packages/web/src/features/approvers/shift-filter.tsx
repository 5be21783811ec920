import { isTime } from '@ipoteka-office/contract/common/shift.ts'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { panel } from '#widgets/list/filters.ts'
import styles from './approvers.module.css'
import { Labelled } from './labelled.tsx'

interface Shift {
  readonly from: string
  readonly by: string
}

/** «с 09:00 по 18:00», null when the shift does not restrict. */
function shiftText({ from, by }: Shift): string | null {
  const parts = [from && `с ${from}`, by && `по ${by}`].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : null
}

function ShiftPanel({ shift, onApply }: { shift: Shift; onApply: (shift: Shift) => void }) {
  const [from, setFrom] = useState(shift.from)
  const [by, setBy] = useState(shift.by)
  const isWrong = (time: string) => time !== '' && !isTime(time)
  const wrong = isWrong(from) || isWrong(by)
  return (
    <form
      className={styles.shiftPanel}
      onSubmit={(event) => {
        event.preventDefault()
        if (!wrong) onApply({ from, by })
      }}
    >
      <div className={styles.shiftTimes}>
        <Labelled label="Смена с">
          {(id) => <TimeInput id={id} value={from} onChange={setFrom} invalid={isWrong(from)} />}
        </Labelled>
        <Labelled label="по">
          {(id) => <TimeInput id={id} value={by} onChange={setBy} invalid={isWrong(by)} />}
        </Labelled>
      </div>
      <p className="small muted" aria-live="polite">
        {wrong ? 'Некорректный формат времени' : 'Кто работает в это время; достаточно одного края'}
      </p>
      <Button type="submit" look="primary" disabled={wrong}>
        Применить
      </Button>
    </form>
  )
}

/** Who works at these times of the day, `?from=09:00&by=18:00`. */
export const shiftFilter = panel(['from', 'by'], {
  isRight: isTime,
  label: (shift) => (shiftText(shift) === null ? 'Смена с — по' : 'Смена'),
  value: shiftText,
  ask: ({ from, by }) => ({
    ...(from && { workingShiftFrom: from }),
    ...(by && { workingShiftBy: by }),
  }),
  content: (shift, apply) => <ShiftPanel shift={shift} onApply={apply} />,
})
