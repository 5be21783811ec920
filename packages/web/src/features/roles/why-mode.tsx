import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { explainAccess } from '@ipoteka-office/contract/roles/role-insight.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryExactly } from '#api/query.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Tag } from '#ui/tag.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import type { MatrixRow } from './matrix.ts'
import { PersonLine } from './people.tsx'
import { PathList } from './person-mode.tsx'
import { OperationPicker, PersonPicker } from './pickers.tsx'
import parts from './questions.module.css'
import { operationText } from './role-words.ts'
import styles from './roles.module.css'
import type { RolesState } from './roles-state.ts'

type Explained = ResponseOf<typeof explainAccess>

function Part({ title, empty, children }: { title: string; empty?: string | false; children: ReactNode }) {
  return (
    <section className={parts.part}>
      <h3>{title}</h3>
      {empty ? <p className="muted">{empty}</p> : children}
    </section>
  )
}

function Refused({ answer }: { answer: Explained }) {
  const { missing, roles, workgroups, granters } = answer
  return (
    <>
      <Part title="Чего не хватает">
        <ul className={parts.missing}>
          {missing.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </Part>
      <Part title="Роли с этой операцией" empty={roles.length === 0 && 'Таких ролей нет'}>
        <ul className={styles.people}>
          {roles.map(({ id, name, isDisabled, held }) => (
            <li key={id}>
              <Link to="/roles" search={{ role: id }}>
                {name}
              </Link>
              {isDisabled && <Tag>Отключена</Tag>}
              {held && <Tag tone="blue">Назначена</Tag>}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Группы, которые её дают" empty={workgroups.length === 0 && 'Таких групп нет'}>
        <ul className={styles.people}>
          {workgroups.map(({ id, name, notActive, member }) => (
            <li key={id}>
              {name}
              {notActive && <Tag>Не действует</Tag>}
              {member && <Tag tone="blue">Участник</Tag>}
            </li>
          ))}
        </ul>
      </Part>
      <Part
        title="Кто может назначить роль"
        empty={granters.length === 0 && 'Никто: обратитесь к администратору ролей'}
      >
        <ul className={styles.people}>
          {granters.map((person) => (
            <li key={person.id}>
              <PersonLine person={person} />
            </li>
          ))}
        </ul>
      </Part>
    </>
  )
}

/** «Почему нет доступа?»: what a person lacks for an operation, and who may give it. */
export function WhyMode({
  rows,
  state,
  onChange,
}: {
  rows: readonly MatrixRow[]
  state: RolesState
  onChange: (change: Partial<RolesState>) => void
}) {
  const { person, objectType, operation } = state
  const asked = person > 0 && objectType !== '' && operation !== ''
  const answer = useQuery({
    ...queryExactly(explainAccess, { query: { employeeId: String(person), objectType, operation } }),
    enabled: asked,
  })
  return (
    <>
      <div className={`card ${parts.question}`}>
        <PersonPicker
          value={person}
          known={answer.data?.person}
          onChange={(id) => onChange({ person: id })}
        />
        <OperationPicker rows={rows} objectType={objectType} operation={operation} onChange={onChange} />
      </div>
      {!asked && (
        <div className="card">
          <Empty
            title="Выберите сотрудника и операцию"
            text="Скажем, чего не хватает для доступа и кто может его дать."
          />
        </div>
      )}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {asked && answer.isPending && <PageSkeleton kind="form" />}
      {asked && answer.data && (
        <div className={`card ${parts.answer}`}>
          <p className={parts.verdict} role="status">
            <Tag tone={answer.data.allowed ? 'green' : 'red'}>
              {answer.data.allowed ? 'Доступ есть' : 'Доступа нет'}
            </Tag>
            <span>
              {answer.data.person.fullName} · {operationText(answer.data.operation)}
            </span>
          </p>
          {answer.data.allowed ? (
            <Part title="Что его даёт">
              <PathList paths={answer.data.paths} />
            </Part>
          ) : (
            <Refused answer={answer.data} />
          )}
        </div>
      )}
    </>
  )
}
