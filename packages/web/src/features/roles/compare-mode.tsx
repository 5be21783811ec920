import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { compareRoles, type Role } from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryExactly } from '#api/query.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Icon } from '#ui/icon.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { RolePicker } from './pickers.tsx'
import parts from './questions.module.css'
import { peopleText } from './role-words.ts'
import styles from './roles.module.css'
import type { RolesState } from './roles-state.ts'

type Comparison = ResponseOf<typeof compareRoles>

function Has({ is }: { is: boolean }) {
  return is ? (
    <>
      <Icon name="check" />
      <span className="visually-hidden">есть</span>
    </>
  ) : (
    <span className="muted">нет</span>
  )
}

function ComparisonTable({ comparison }: { comparison: Comparison }) {
  const [all, setAll] = useState(false)
  const { first, second, rows, onlyFirst, onlySecond, both } = comparison
  const shown = all ? rows : rows.filter((row) => row.inFirst !== row.inSecond)
  return (
    <div className="card">
      <div className={styles.bar}>
        <span>
          Только «{first.name}»: <b>{onlyFirst}</b> · только «{second.name}»: <b>{onlySecond}</b> · общие:{' '}
          <b>{both}</b>
        </span>
        <ToggleChip value={all} onChange={setAll}>
          Показать общие
        </ToggleChip>
      </div>
      {shown.length === 0 ? (
        <Empty title={rows.length === 0 ? 'У обеих ролей нет операций' : 'Операции ролей совпадают'} />
      ) : (
        // The box scrolls, so the keyboard must be able to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} role="region" aria-label="Сравнение операций" tabIndex={0}>
          <table className={styles.plain}>
            <thead>
              <tr>
                <th scope="col">Тип объекта</th>
                <th scope="col">Операция</th>
                {[first, second].map(({ id, name, peopleCount }) => (
                  <th key={id} scope="col">
                    {name}
                    <span className="under">{peopleText(peopleCount)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={`${row.objectType}.${row.code}`}>
                  <td>{row.objectTypeName}</td>
                  <td>{row.descriptor}</td>
                  <td className={row.inFirst && !row.inSecond ? styles.plusCell : undefined}>
                    <Has is={row.inFirst} />
                  </td>
                  <td className={row.inSecond && !row.inFirst ? styles.plusCell : undefined}>
                    <Has is={row.inSecond} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}

/** «Сравнение»: two roles, operation by operation. */
export function CompareMode({
  roles,
  state,
  onChange,
}: {
  roles: readonly Role[]
  state: RolesState
  onChange: (change: Partial<RolesState>) => void
}) {
  const { first, second } = state
  const asked = first > 0 && second > 0 && first !== second
  const answer = useQuery({
    ...queryExactly(compareRoles, { query: { first: String(first), second: String(second) } }),
    enabled: asked,
  })
  return (
    <>
      <div className={`card ${parts.question}`}>
        <RolePicker
          label="Первая роль"
          roles={roles}
          value={first}
          onChange={(id) => onChange({ first: id })}
        />
        <RolePicker
          label="Вторая роль"
          roles={roles}
          value={second}
          onChange={(id) => onChange({ second: id })}
        />
        <Button
          className={parts.swap}
          disabledReason={asked ? null : 'Сначала выберите две разные роли'}
          onClick={() => onChange({ first: second, second: first })}
        >
          Поменять местами
        </Button>
      </div>
      {!asked && (
        <div className="card">
          <Empty
            title="Выберите две разные роли"
            text="Покажем, какие операции есть только у одной из них."
          />
        </div>
      )}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {asked && answer.isPending && <PageSkeleton kind="list" />}
      {asked && answer.data && <ComparisonTable comparison={answer.data} />}
    </>
  )
}
