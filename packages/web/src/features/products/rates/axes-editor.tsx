import { clientCategories } from '@ipoteka-office/contract/products/product-kinds.ts'
import {
  type AxisCode,
  axisLabels,
  codeAxes,
  mostCells,
  numberAxes,
  type RateAxis,
  type RateMatrix,
} from '@ipoteka-office/contract/products/version/rate-matrix.ts'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import type { VersionIssue } from '../card/product-values.ts'
import { optionsOf } from '../parts/fields.tsx'
import {
  asColumns,
  partText,
  withAxis,
  withNewAxis,
  withoutAxis,
  withoutPart,
  withPart,
} from './matrix-edits.ts'
import styles from './axes-editor.module.css'

interface AxisProps {
  readonly matrix: RateMatrix
  readonly at: number
  readonly issues: readonly VersionIssue[]
  readonly disabled: boolean
  readonly onChange: (next: RateMatrix) => void
}

const same = (part: number) => part
const wrongAt = (issues: readonly VersionIssue[], path: string) =>
  issues.find((issue) => issue.path === path || issue.path.startsWith(`${path}.`))?.message

function Bounds({
  matrix,
  at,
  axis,
  issues,
  disabled,
  onChange,
}: AxisProps & { axis: RateAxis & { kind: 'NUMBER' } }) {
  const { unit } = numberAxes[axis.code]
  const wrongs = axis.from.map((_, place) => wrongAt(issues, `rate.matrix.axes.${at}.from.${place}`))
  return (
    <>
      <div className={styles.bounds}>
        {axis.from.map((bound, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a bound is its place among the others
          <span key={place} className={styles.bound} title={partText(axis, place)}>
            <MoneyInput
              aria-label={`Граница ${place + 1}, ${unit}`}
              value={bound}
              decimals={axis.code === 'termMonths' ? 0 : 3}
              disabled={disabled}
              invalid={wrongs[place] !== undefined}
              onChange={(value) =>
                onChange(withAxis(matrix, at, { ...axis, from: axis.from.with(place, value ?? '') }, same))
              }
            />
            {!disabled && (
              <Button
                look="quiet"
                aria-label={`Удалить границу ${place + 1}`}
                disabledReason={axis.from.length === 1 ? 'Последняя часть остаётся' : null}
                onClick={() => onChange(withoutPart(matrix, at, place))}
              >
                <Icon name="close" size={12} />
              </Button>
            )}
          </span>
        ))}
        {!disabled && (
          <Button look="link" onClick={() => onChange(withPart(matrix, at, axis.from.length))}>
            <Icon name="plus" /> Граница
          </Button>
        )}
      </div>
      {wrongs.find(Boolean) && (
        <p className={styles.wrong} role="alert">
          {wrongs.find(Boolean)}
        </p>
      )}
    </>
  )
}

function Groups({
  matrix,
  at,
  axis,
  issues,
  disabled,
  onChange,
}: AxisProps & { axis: RateAxis & { kind: 'CODE' } }) {
  const { dictionary } = codeAxes[axis.code]
  const read = useDictionary(dictionary ?? '', dictionary !== null)
  const options = dictionary === null ? optionsOf(clientCategories) : read
  const set = (place: number, change: Partial<(typeof axis.groups)[number]>) => {
    const group = axis.groups[place]
    if (group)
      onChange(
        withAxis(matrix, at, { ...axis, groups: axis.groups.with(place, { ...group, ...change }) }, same),
      )
  }
  return (
    <div className={styles.bounds}>
      {axis.groups.map(({ name, codes }, place) => {
        const wrong = wrongAt(issues, `rate.matrix.axes.${at}.groups.${place}`)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a group is its place among the others
          <div key={place} className={styles.group}>
            <TextInput
              aria-label={`Название группы ${place + 1}`}
              value={name}
              maxLength={80}
              disabled={disabled}
              onChange={(text) => set(place, { name: text })}
            />
            <MultiSelect
              aria-label={`Что входит в группу ${place + 1}`}
              options={options}
              placeholder="Все остальные"
              value={{ codes, all: false }}
              disabled={disabled}
              invalid={wrong !== undefined}
              onChange={(value) => set(place, { codes: value.codes })}
            />
            {!disabled && (
              <Button
                look="quiet"
                aria-label={`Удалить группу ${place + 1}`}
                disabledReason={axis.groups.length === 1 ? 'Последняя группа остаётся' : null}
                onClick={() => onChange(withoutPart(matrix, at, place))}
              >
                <Icon name="close" size={12} />
              </Button>
            )}
            {wrong && (
              <p className={styles.wrong} role="alert">
                {wrong}
              </p>
            )}
          </div>
        )
      })}
      {!disabled && (
        // The group of all the others stays last.
        <Button
          look="link"
          onClick={() => onChange(withPart(matrix, at, Math.max(0, axis.groups.length - 1)))}
        >
          <Icon name="plus" /> Группа
        </Button>
      )}
    </div>
  )
}

const all = Object.entries(axisLabels).map(([code, { label }]) => ({ code, name: label }))
const mostAxes = 4

/** What the rate depends on: bounds and groups of each axis, which of them are the columns, one more axis. */
export function AxesEditor({ matrix, issues, disabled, onChange }: Omit<AxisProps, 'at'>) {
  const { axes } = matrix
  const free = all.filter(({ code }) => !axes.some((axis) => axis.code === code))
  const add = (code: string) => {
    const grown = withNewAxis(matrix, code as AxisCode)
    if (grown === null) return toast.warning(`В матрице не может быть больше ${mostCells} ячеек`)
    onChange(grown)
  }
  return (
    <div className={styles.axes}>
      {axes.length === 0 && <p className="muted">Ставка одна для всех: осей нет.</p>}
      {axes.map((axis, at) => {
        const isLast = at === axes.length - 1
        const shared = { matrix, at, issues, disabled, onChange }
        return (
          <section key={axis.code} className={styles.axis} aria-label={axisLabels[axis.code].label}>
            <div className={styles.axisHead}>
              <h3>{axisLabels[axis.code].label}</h3>
              {isLast ? (
                <span className="muted">в столбцах</span>
              ) : (
                <Button look="link" disabled={disabled} onClick={() => onChange(asColumns(matrix, at))}>
                  Сделать столбцами
                </Button>
              )}
              {!disabled && (
                <Button look="link" onClick={() => onChange(withoutAxis(matrix, at))}>
                  Убрать ось
                </Button>
              )}
            </div>
            {axis.kind === 'NUMBER' ? <Bounds {...shared} axis={axis} /> : <Groups {...shared} axis={axis} />}
          </section>
        )
      })}
      {!disabled && axes.length < mostAxes && (
        <div className={styles.add}>
          <SingleSelect
            key={axes.length}
            aria-label="Новая ось"
            placeholder="Добавить ось"
            options={free}
            value={null}
            onChange={add}
          />
        </div>
      )}
    </div>
  )
}
