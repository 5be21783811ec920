import { rowKeyOf } from '@ipoteka-office/contract/insurance/choosing.ts'
import {
  insuranceTypes,
  type Lending,
  typesOfLending,
} from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { useId, useState } from 'react'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import styles from '../insurance.module.css'
import type { InsuranceNames } from '../use-insurance-names.ts'
import type { RowValue } from './matrix-values.ts'

/** A new row of the matrix, or a copy of one for another place. */
export function RowDialog({
  lending,
  copied,
  rows,
  names,
  onAdd,
  onClose,
}: {
  lending: Lending
  /** Null: a new row. */
  copied: RowValue | null
  rows: readonly RowValue[]
  names: InsuranceNames
  onAdd: (row: RowValue) => void
  onClose: () => void
}) {
  const id = useId()
  const types = typesOfLending[lending]
  const [row, setRow] = useState<RowValue>(
    copied ?? { type: types[0], region: null, branchId: null, product: null, cells: [] },
  )
  const isThere = rows.some((one) => rowKeyOf(one) === rowKeyOf(row))
  return (
    <Dialog
      open
      title={copied === null ? 'Новая строка долей' : 'Копия строки долей'}
      onClose={onClose}
      approval={{
        text: copied === null ? 'Добавить' : 'Скопировать',
        onApprove: () => {
          onAdd(row)
          onClose()
        },
        disabledReason: isThere ? 'Такая строка уже есть: выберите другое место' : null,
      }}
    >
      <div className={styles.fields}>
        <label htmlFor={`${id}-type`}>Вид страхования</label>
        <SingleSelect
          id={`${id}-type`}
          options={types.map((code) => ({ code, name: insuranceTypes[code] }))}
          value={row.type}
          onChange={(type) => setRow({ ...row, type: type as RowValue['type'] })}
        />
        <label htmlFor={`${id}-region`}>Регион</label>
        <LookupSelect
          id={`${id}-region`}
          placeholder="Все регионы"
          options={names.regions}
          value={row.region}
          onChange={(region) => setRow({ ...row, region })}
        />
        <label htmlFor={`${id}-branch`}>Партнёр или филиал</label>
        <LookupSelect
          id={`${id}-branch`}
          placeholder="Все партнёры"
          search={searchPartners}
          value={row.branchId === null ? null : String(row.branchId)}
          onChange={(code) => setRow({ ...row, branchId: code === null ? null : Number(code) })}
        />
        <label htmlFor={`${id}-product`}>Программа</label>
        <LookupSelect
          id={`${id}-product`}
          placeholder="Все программы"
          options={names.products}
          value={row.product}
          onChange={(product) => setRow({ ...row, product })}
        />
      </div>
    </Dialog>
  )
}
