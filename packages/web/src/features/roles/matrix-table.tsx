import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Empty } from '#ui/empty.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import {
  columnNames,
  type Held,
  holds,
  isColumn,
  type MatrixColumn,
  type MatrixOperation,
  type MatrixRow,
  markOf,
  matrixColumns,
  ofColumn,
  operationsOf,
  shownRows,
  type Tick,
  tickOf,
  withOperations,
} from './matrix.ts'
import styles from './roles.module.css'

const signs = { added: '+', removed: '−' } as const
const signWords = { added: 'добавлено', removed: 'снято' } as const

interface Editing {
  readonly saved: Held
  readonly held: Held
  readonly disabled: boolean
  readonly onChange: (held: Held) => void
}

/** A box that stands for several operations; mixed when some of them are held. */
function SeveralBox({
  label,
  tick,
  disabled,
  onChange,
}: {
  label: string
  tick: Tick
  disabled: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={tick === 'all'}
      disabled={disabled}
      ref={(box) => {
        if (box) box.indeterminate = tick === 'some'
      }}
      onChange={() => onChange(tick !== 'all')}
    />
  )
}

function OperationBox({
  row,
  operation,
  words,
  editing: { saved, held, disabled, onChange },
}: {
  row: MatrixRow
  operation: MatrixOperation
  /** The words beside the box; without them the column's heading says what it is. */
  words?: string
  editing: Editing
}) {
  const { objectType, name } = row
  const { code, descriptor } = operation
  const mark = markOf(saved, held, objectType, code)
  return (
    <label className={cx(styles.cell, mark && styles[mark])} title={`${descriptor} (${objectType}.${code})`}>
      <input
        type="checkbox"
        aria-label={`${name}: ${descriptor}${mark ? `, ${signWords[mark]}` : ''}`}
        checked={holds(held, objectType, code)}
        disabled={disabled}
        onChange={(event) => onChange(withOperations(held, [{ objectType, code }], event.target.checked))}
      />
      {words}
      {mark && (
        <b className={styles.sign} aria-hidden="true">
          {signs[mark]}
        </b>
      )}
    </label>
  )
}

function MatrixLine({ row, editing }: { row: MatrixRow; editing: Editing }) {
  const { held, disabled, onChange } = editing
  const list = operationsOf(row)
  const others = row.operations.filter(({ code }) => !isColumn(code))
  const own = list.filter(({ objectType, code }) => holds(held, objectType, code)).length
  return (
    <tr>
      <td className={styles.box}>
        <SeveralBox
          label={`Все операции: ${row.name}`}
          tick={tickOf(held, list)}
          disabled={disabled}
          onChange={(on) => onChange(withOperations(held, list, on))}
        />
      </td>
      <th scope="row" className={styles.type}>
        {row.name}
        <span className="under">
          {own} из {list.length}
        </span>
      </th>
      {matrixColumns.map((column) => {
        const operation = row.operations.find(({ code }) => code === column)
        return (
          <td key={column} className={styles.box}>
            {operation && <OperationBox row={row} operation={operation} editing={editing} />}
          </td>
        )
      })}
      <td>
        <div className={styles.others}>
          {others.map((operation) => (
            <OperationBox
              key={operation.code}
              row={row}
              operation={operation}
              words={operation.descriptor}
              editing={editing}
            />
          ))}
        </div>
      </td>
    </tr>
  )
}

function ColumnHead({
  column,
  rows,
  editing,
}: {
  column: MatrixColumn
  rows: MatrixRow[]
  editing: Editing
}) {
  const { held, disabled, onChange } = editing
  const list = ofColumn(rows, column)
  return (
    <th scope="col" className={styles.column}>
      <span>{columnNames[column]}</span>
      {list.length > 0 && (
        <SeveralBox
          label={`Все строки: ${columnNames[column]}`}
          tick={tickOf(held, list)}
          disabled={disabled}
          onChange={(on) => onChange(withOperations(held, list, on))}
        />
      )}
    </th>
  )
}

/** The matrix object type × operation. A box of a column stands for the rows that are shown. */
export function MatrixTable({ rows, ...editing }: Editing & { rows: readonly MatrixRow[] }) {
  const [text, setText] = useState('')
  const [changed, setChanged] = useState(false)
  const { saved, held } = editing
  const shown = shownRows(rows, { text, changed, saved, held })
  return (
    <>
      <div className={styles.bar}>
        <SearchInput value={text} onSearch={setText} label="Найти объект или операцию" />
        <ToggleChip value={changed} onChange={setChanged}>
          Только изменённые
        </ToggleChip>
      </div>
      {shown.length === 0 ? (
        <Empty title={changed && text === '' ? 'Изменений нет' : 'Ничего не найдено'}>
          <Button
            onClick={() => {
              setText('')
              setChanged(false)
            }}
          >
            Показать все
          </Button>
        </Empty>
      ) : (
        // The box scrolls, so the keyboard must be able to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} role="region" aria-label="Операции роли" tabIndex={0}>
          <table className={styles.matrix}>
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Все операции строки</span>
                </th>
                <th scope="col">Тип объекта</th>
                {matrixColumns.map((column) => (
                  <ColumnHead key={column} column={column} rows={shown} editing={editing} />
                ))}
                <th scope="col">Другие операции</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <MatrixLine key={row.objectType} row={row} editing={editing} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
