import { lowered } from '#lib/words.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { getEffectiveOperations, type RightPath } from '@ipoteka-office/contract/roles/role-insight.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { normalizeText } from '#ui/select/option-search.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { PersonLine } from './people.tsx'
import { PersonPicker } from './pickers.tsx'
import parts from './questions.module.css'
import { operationsText, throughText } from './role-words.ts'
import styles from './roles.module.css'
import type { RolesState } from './roles-state.ts'

type Effective = ResponseOf<typeof getEffectiveOperations>
type Operation = Effective['operations'][number]

/** By which role, and whether it is the person's own or comes through a group. */
export function PathList({ paths }: { paths: readonly RightPath[] }) {
  return (
    <ul className={styles.paths}>
      {paths.map((path) => (
        <li key={`${path.role.id} ${path.workgroup?.id ?? ''}`}>
          <Link to="/roles" search={{ role: path.role.id }}>
            {path.role.name}
          </Link>{' '}
          <span className="muted">{throughText(path)}</span>
        </li>
      ))}
    </ul>
  )
}

const found = (operations: readonly Operation[], text: string): Operation[] => {
  const wanted = normalizeText(text)
  return operations.filter(({ objectTypeName, descriptor, objectType, code, paths }) =>
    normalizeText(
      [objectTypeName, descriptor, objectType, code, ...paths.map(({ role }) => role.name)].join(' '),
    ).includes(wanted),
  )
}

function OperationsTable({ operations }: { operations: readonly Operation[] }) {
  const [text, setText] = useState('')
  const shown = Map.groupBy(found(operations, text), ({ objectTypeName }) => objectTypeName)
  return (
    <div className="card">
      <div className={styles.bar}>
        <SearchInput value={text} onSearch={setText} label="Найти объект, операцию или роль" />
        <span className="muted">{operationsText(operations.length)}</span>
      </div>
      {shown.size === 0 ? (
        <Empty title={operations.length === 0 ? 'Операций нет' : 'Ничего не найдено'} />
      ) : (
        // The box scrolls, so the keyboard must be able to reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.scroll} role="region" aria-label="Операции сотрудника" tabIndex={0}>
          <table className={styles.plain}>
            <thead>
              <tr>
                <th scope="col">Тип объекта</th>
                <th scope="col">Операция</th>
                <th scope="col">Откуда</th>
              </tr>
            </thead>
            {[...shown].map(([name, list]) => (
              <tbody key={name}>
                {list.map((operation, at) => (
                  <tr key={operation.code}>
                    {at === 0 && (
                      <th scope="rowgroup" rowSpan={list.length}>
                        {name}
                      </th>
                    )}
                    <td>
                      {operation.descriptor}
                      <span className="under">
                        {operation.objectType}.{operation.code}
                      </span>
                    </td>
                    <td>
                      <PathList paths={operation.paths} />
                    </td>
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
    </div>
  )
}

function Rights({ rights }: { rights: Effective }) {
  return (
    <>
      <div className={`card ${parts.summary}`}>
        <PersonLine person={rights.person} />
        <Tag tone="blue">
          {rights.scope === 'ALL' ? 'Видит данные всех партнёров' : 'Видит данные своего партнёра и под ним'}
        </Tag>
        {rights.inactiveReason !== null && (
          <Tag tone="red">Войти не может: {lowered(rights.inactiveReason)}</Tag>
        )}
      </div>
      {rights.idle.length > 0 && (
        <div className={styles.notice} role="note">
          <b>Назначено, но сейчас ничего не даёт</b>
          <ul>
            {rights.idle.map((idle) => (
              <li key={`${idle.role.id} ${idle.workgroup?.id ?? ''}`}>
                {idle.role.name}, {throughText(idle)}: {idle.reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      <OperationsTable operations={rights.operations} />
    </>
  )
}

/** «По сотруднику»: what a person may do now, and by which role and group. */
export function PersonMode({
  state,
  onChange,
}: {
  state: RolesState
  onChange: (change: Partial<RolesState>) => void
}) {
  const { person } = state
  const answer = useQuery({
    ...query(getEffectiveOperations, { params: { employeeId: String(person) } }),
    enabled: person > 0,
  })
  return (
    <>
      <div className={`card ${parts.question}`}>
        <PersonPicker
          value={person}
          known={answer.data?.person}
          onChange={(id) => onChange({ person: id })}
        />
      </div>
      {person === 0 && (
        <div className="card">
          <Empty
            title="Выберите сотрудника"
            text="Покажем его операции и роли с группами, которые их дают."
          />
        </div>
      )}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {person > 0 && answer.isPending && <PageSkeleton kind="list" />}
      {person > 0 && answer.data && <Rights key={person} rights={answer.data} />}
    </>
  )
}
