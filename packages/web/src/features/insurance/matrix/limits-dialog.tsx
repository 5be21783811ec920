import { oldest, youngest } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { useId, useState } from 'react'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import styles from '../insurance.module.css'
import type { InsuranceNames } from '../use-insurance-names.ts'
import type { CellValue } from './matrix-values.ts'

/** What keeps an insurer from being offered: caps, ages, objects. */
export function LimitsDialog({
  insurer,
  cell,
  names,
  onSave,
  onClose,
}: {
  /** Its name. */
  insurer: string
  cell: CellValue
  names: InsuranceNames
  onSave: (cell: CellValue) => void
  onClose: () => void
}) {
  const id = useId()
  const [value, setValue] = useState(cell)
  const { ageFrom, ageTo } = value
  const isOdd = ageFrom !== null && ageTo !== null && ageFrom > ageTo
  const ages = { min: youngest, max: oldest }
  return (
    <Dialog
      open
      title={`Ограничения: ${insurer}`}
      onClose={onClose}
      approval={{
        text: 'Применить',
        onApprove: () => {
          onSave(value)
          onClose()
        },
        disabledReason: isOdd ? 'Возраст «до» меньше возраста «от»' : null,
      }}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-contracts`}>Лимит договоров</label>
        <NumberInput
          id={`${id}-contracts`}
          placeholder="Без лимита"
          min={1}
          max={1_000_000}
          value={value.maxContracts}
          onChange={(maxContracts) => setValue({ ...value, maxContracts })}
        />
        <label htmlFor={`${id}-sum`}>Лимит страховых сумм, ₽</label>
        <MoneyInput
          id={`${id}-sum`}
          placeholder="Без лимита"
          value={value.maxSum}
          onChange={(maxSum) => setValue({ ...value, maxSum })}
        />
        <label htmlFor={`${id}-from`}>Возраст клиента от</label>
        <NumberInput
          id={`${id}-from`}
          {...ages}
          value={ageFrom}
          onChange={(next) => setValue({ ...value, ageFrom: next })}
        />
        <label htmlFor={`${id}-to`}>Возраст клиента до</label>
        <NumberInput
          id={`${id}-to`}
          {...ages}
          value={ageTo}
          onChange={(next) => setValue({ ...value, ageTo: next })}
        />
        <label htmlFor={`${id}-objects`}>Принимает объекты</label>
        <MultiSelect
          id={`${id}-objects`}
          placeholder="Любые"
          options={names.objects}
          value={{ codes: value.objects, all: false }}
          onChange={({ codes, all }) =>
            // All of them is no limit.
            setValue({ ...value, objects: all ? [] : [...codes] })
          }
        />
      </div>
      <p className="muted">
        Лимиты считаются с первого дня версии. Исчерпанный лимит — страховщика не предлагают.
      </p>
    </Dialog>
  )
}
