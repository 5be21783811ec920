import { roleOperationFields as fields } from '@ipoteka-office/contract/roles/role-fields.ts'
import { findRolePeople } from '@ipoteka-office/contract/roles/role-insight.ts'
import type { Role } from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SingleSelect } from '#ui/select/single-select.tsx'
import type { MatrixRow } from './matrix.ts'
import parts from './questions.module.css'

/** A control with its label above it. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={parts.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

type Found = { id: number; fullName: string; partner: { shortName: string } }
const toOption = ({ id, fullName, partner }: Found): Option => ({
  code: String(id),
  name: `${fullName} · ${partner.shortName}`,
})

const searchPeople = async (fullName: string, signal: AbortSignal): Promise<Option[]> =>
  (await call(findRolePeople, { query: { fullName } }, { signal })).map(toOption)

/** A choice of a person among all whom one may see. */
export function PersonPicker({
  value,
  known,
  onChange,
}: {
  value: number
  /** The person as the answer names them: for an address that was opened by a link. */
  known: Found | undefined
  onChange: (id: number) => void
}) {
  const { data } = useQuery(queryOnce(findRolePeople, { query: {} }))
  return (
    <Labelled label="Сотрудник">
      {(id) => (
        <LookupSelect
          id={id}
          placeholder="Начните вводить фамилию"
          options={(data ?? []).map(toOption)}
          known={known && known.id === value ? toOption(known) : null}
          value={value === 0 ? null : String(value)}
          onChange={(code) => onChange(Number(code ?? 0))}
          search={searchPeople}
        />
      )}
    </Labelled>
  )
}

/** A choice of a role, the disabled ones marked. */
export function RolePicker({
  label,
  roles,
  value,
  onChange,
}: {
  label: string
  roles: readonly Role[]
  value: number
  onChange: (id: number) => void
}) {
  return (
    <Labelled label={label}>
      {(id) => (
        <SingleSelect
          id={id}
          placeholder="Выберите роль"
          options={roles.map((role) => ({
            code: String(role.id),
            name: role.isDisabled ? `${role.name} (отключена)` : role.name,
          }))}
          value={value === 0 ? null : String(value)}
          onChange={(code) => onChange(Number(code))}
        />
      )}
    </Labelled>
  )
}

/** A choice of an object type and of one of its operations. */
export function OperationPicker({
  rows,
  objectType,
  operation,
  onChange,
}: {
  rows: readonly MatrixRow[]
  objectType: string
  operation: string
  onChange: (change: { objectType: string; operation: string }) => void
}) {
  const row = rows.find((one) => one.objectType === objectType)
  return (
    <>
      <Labelled label={fields.objectType.label}>
        {(id) => (
          <SingleSelect
            id={id}
            placeholder="Выберите тип объекта"
            options={rows.map(({ objectType: code, name }) => ({ code, name }))}
            value={row ? objectType : null}
            onChange={(code) => {
              const only = rows.find((one) => one.objectType === code)?.operations
              // A type with one operation leaves nothing to choose.
              onChange({ objectType: code, operation: only?.length === 1 ? (only[0]?.code ?? '') : '' })
            }}
          />
        )}
      </Labelled>
      <Labelled label={fields.operation.label}>
        {(id) => (
          <SingleSelect
            id={id}
            placeholder={row ? 'Выберите операцию' : 'Сначала выберите тип объекта'}
            disabled={!row}
            options={(row?.operations ?? []).map(({ code, descriptor }) => ({ code, name: descriptor }))}
            value={operation === '' ? null : operation}
            onChange={(code) => onChange({ objectType, operation: code })}
          />
        )}
      </Labelled>
    </>
  )
}
