import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import styles from './compare-dialog.module.css'
import type { Difference, Side } from './difference.ts'

type CompareProps = {
  open: boolean
  /** Who changed the record meanwhile and when, in words. */
  changedBy?: string
  differences: readonly Difference[]
  onCancel: () => void
  onApply: (choice: Record<string, Side>) => void
}

function Choice({
  difference,
  side,
  chosen,
  onChoose,
}: {
  difference: Difference
  side: Side
  chosen: boolean
  onChoose: () => void
}) {
  return (
    <td className={cx(chosen && styles.chosen)}>
      <label>
        <input
          type="radio"
          name={`compare-${difference.key}`}
          checked={chosen}
          onChange={onChoose}
          aria-label={`${difference.label}, ${side === 'mine' ? 'ваше' : 'на сервере'}: ${difference[side] || '−'}`}
        />
        {difference[side] || '−'}
      </label>
    </td>
  )
}

/** The sides that are chosen beforehand, where only one of the two has changed a field; the person may choose otherwise. */
const suggestedOf = (differences: readonly Difference[]): Record<string, Side> =>
  Object.fromEntries(differences.flatMap(({ key, suggested }) => (suggested ? [[key, suggested]] : [])))

/** «ваше / на сервере» by field, for a save that came too late; nothing is overwritten before a side is chosen. */
export function CompareDialog({ open, changedBy, differences, onCancel, onApply }: CompareProps) {
  const [choice, setChoice] = useState(() => suggestedOf(differences))
  const sideOf = (key: string): Side | undefined => choice[key]
  const chooseAll = (side: Side) => setChoice(Object.fromEntries(differences.map((d) => [d.key, side])))
  const left = differences.filter((d) => !sideOf(d.key)).length
  const apply = () => {
    if (left === 0) onApply(choice)
  }
  return (
    <Dialog
      open={open}
      title="Запись изменена"
      size="large"
      outside="ignore"
      onClose={onCancel}
      approval={{
        text: 'Применить и сохранить',
        onApprove: apply,
        disabledReason: left > 0 ? `Выберите значение ещё для полей: ${left}` : null,
      }}
    >
      <div className={styles.lead}>
        <span>
          {changedBy ? `Запись изменена: ${changedBy}.` : 'Запись изменил кто-то другой.'} Выберите, что
          оставить.
        </span>
        <Button look="link" onClick={() => chooseAll('mine')}>
          Всё ваше
        </Button>
        <Button look="link" onClick={() => chooseAll('server')}>
          Всё с сервера
        </Button>
      </div>
      <table className={styles.compare}>
        <thead>
          <tr>
            <th scope="col">Поле</th>
            <th scope="col">Ваше</th>
            <th scope="col">На сервере</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <tr key={difference.key}>
              <th scope="row">{difference.label}</th>
              {(['mine', 'server'] as const).map((side) => (
                <Choice
                  key={side}
                  difference={difference}
                  side={side}
                  chosen={sideOf(difference.key) === side}
                  onChoose={() => setChoice({ ...choice, [difference.key]: side })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
