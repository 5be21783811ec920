import { matrixIssues, RateMatrix } from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { rateBases } from '@ipoteka-office/contract/products/version/version-parts.ts'
import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import type { VersionIssue } from '../card/product-values.ts'
import { ChoiceAt, CountAt, DecimalAt, DictionaryOneAt, optionsOf, type PartProps } from '../parts/fields.tsx'
import { AxesEditor } from './axes-editor.tsx'
import { cellText, sheetSize } from './matrix-edits.ts'
import { RatesFiles } from './rates-files.tsx'
import { RateSheet } from './sheet.tsx'
import { type Sheet, useSheet } from './use-sheet.ts'
import styles from './rates-part.module.css'

const bases = optionsOf(rateBases)

/** What is wrong with the matrix: with the shape of its values first, since the others are asked of a right shape alone. */
function issuesOf(matrix: RateMatrix): VersionIssue[] {
  const read = RateMatrix.safeParse(matrix)
  return read.success
    ? matrixIssues(matrix)
    : read.error.issues.map(({ path, message }) => ({ path: ['rate.matrix', ...path].join('.'), message }))
}

/** What can be done with the chosen cells, and what is said of the whole. */
function Tools({ matrix, sheet, disabled }: { matrix: RateMatrix; sheet: Sheet; disabled: boolean }) {
  const [step, setStep] = useState<string | null>('0.1')
  const { top, left, bottom, right } = sheet.block
  const chosen = (bottom - top + 1) * (right - left + 1)
  const one = chosen === 1
  const few = one ? 'Выберите несколько ячеек' : null
  const noStep = step === null ? 'Укажите шаг' : null
  const { columns } = sheetSize(matrix)
  const hole = matrix.cells.indexOf(null)
  const holes = matrix.cells.filter((cell) => cell === null).length
  return (
    <div className={styles.tools} role="toolbar" aria-label="Правка ставок">
      {!disabled && (
        <>
          <Button look="quiet" aria-label="Отменить" disabled={!sheet.canUndo} onClick={sheet.undo}>
            <Icon name="turnLeft" />
          </Button>
          <Button look="quiet" aria-label="Повторить" disabled={!sheet.canRedo} onClick={sheet.redo}>
            <Icon name="turnRight" />
          </Button>
          <Button disabledReason={few} onClick={sheet.fillDown}>
            Заполнить вниз
          </Button>
          <Button disabledReason={few} onClick={sheet.fillRight}>
            Заполнить вправо
          </Button>
          <span className={styles.step}>
            <Button
              aria-label="Уменьшить выбранное на шаг"
              disabledReason={noStep}
              onClick={() => sheet.step(`-${step}`)}
            >
              <Icon name="minus" />
            </Button>
            <span>
              <MoneyInput aria-label="Шаг, п." value={step} decimals={3} onChange={setStep} />
            </span>
            <Button
              aria-label="Увеличить выбранное на шаг"
              disabledReason={noStep}
              onClick={() => sheet.step(step ?? '0')}
            >
              <Icon name="plus" />
            </Button>
          </span>
        </>
      )}
      <span className={styles.said} role="status">
        {countOf(matrix.cells.length, 'ячейка', 'ячейки', 'ячеек')}
        {!one && `, выбрано ${chosen}`}
      </span>
      {holes > 0 && (
        <Tooltip text={cellText(matrix.axes, hole)}>
          <Button
            look="link"
            onClick={() => sheet.choose({ row: Math.floor(hole / columns), column: hole % columns })}
          >
            Пропусков: {holes} — к первому
          </Button>
        </Tooltip>
      )}
    </div>
  )
}

/** «Ставки»: what the rate is, what it depends on, and the rates themselves as a sheet. */
export function RatesPart({
  control,
  disabled,
  product,
  dirty,
}: PartProps & { product: Product; dirty: boolean }) {
  const { field } = useController({ control, name: 'rate.matrix' })
  const floor = useWatch({ control, name: 'rate.floor' })
  const subsidized = useController({ control, name: 'rate.subsidized' }).field
  const matrix = field.value
  const sheet = useSheet(matrix, field.onChange, disabled)
  const issues = issuesOf(matrix)
  const part = { control, disabled, span: 'quarter' as const }
  return (
    <FormCard>
      <FormSection title="Ставка">
        <DictionaryOneAt {...part} name="rate.type" dictionary="rateType" />
        <ChoiceAt {...part} name="rate.basis" options={bases} />
        <DecimalAt {...part} name="rate.floor" unit="%" decimals={3} hint="Ниже скидки не опускают" />
        <DecimalAt
          {...part}
          name="rate.margin"
          unit="п."
          decimals={3}
          negative
          hint="Видят только сотрудники банка"
        />
        <DecimalAt
          {...part}
          name="rate.secondRate"
          unit="%"
          decimals={3}
          hint="Для части выше льготной суммы"
        />
        {subsidized.value && (
          <>
            <DecimalAt {...part} name="rate.subsidized.rate" unit="%" decimals={3} />
            <CountAt {...part} name="rate.subsidized.months" unit="мес." max={600} />
          </>
        )}
        {!disabled && (
          <div className={styles.period}>
            <Button
              look="link"
              onClick={() => subsidized.onChange(subsidized.value ? null : { rate: null, months: null })}
            >
              {subsidized.value ? 'Без льготного периода' : 'Льготный период со своей ставкой'}
            </Button>
          </div>
        )}
      </FormSection>
      <FormSection title="Матрица ставок" grid={false}>
        <Tools matrix={matrix} sheet={sheet} disabled={disabled} />
        <div className={styles.tools}>
          <RatesFiles product={product} dirty={dirty} disabled={disabled} />
        </div>
        <RateSheet matrix={matrix} sheet={sheet} floor={floor === '' ? null : floor} disabled={disabled} />
      </FormSection>
      <FormSection title="От чего зависит ставка" grid={false}>
        <AxesEditor matrix={matrix} issues={issues} disabled={disabled} onChange={sheet.apply} />
      </FormSection>
    </FormCard>
  )
}
