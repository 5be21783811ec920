import { previewRoleChange, type RoleCard, type RolePerson } from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Pager } from '#ui/table/pager.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import type { Held } from './matrix.ts'
import { changeText } from './matrix.ts'
import { personHref } from './role-words.ts'
import styles from './roles.module.css'

const size = 10

/** A person's name as a link to the card, with the job and the partner under it. */
export function PersonLine({ person }: { person: RolePerson }) {
  return (
    <span>
      <Link to={personHref(person) as '/'}>{person.fullName}</Link>
      <span className="under">{[person.jobTitle, person.partner.shortName].filter(Boolean).join(' · ')}</span>
    </span>
  )
}

/** What a change of a role would be. */
export interface RoleChange {
  readonly isDisabled: boolean
  readonly operations: Held
}

/** People who hold the role; with a change, what each of them gains and loses by it. */
export function RolePeople({ role, change }: { role: RoleCard; change?: RoleChange }) {
  const [page, setPage] = useState(1)
  const { isDisabled, operations } = role
  const answer = useQuery(
    query(previewRoleChange, {
      params: { id: String(role.id) },
      query: { page: page - 1, size },
      body: change ?? { isDisabled, operations },
    }),
  )
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  const { content, totalElements } = answer.data.people
  if (totalElements === 0) return <Empty title="Роль ни у кого нет" />
  return (
    <>
      <ul className={styles.people}>
        {content.map((person) => (
          <li key={person.id}>
            <PersonLine person={person} />
            {change && (
              <span className={styles.effect}>
                <span className="visually-hidden">операций получит и потеряет: </span>
                {changeText({ added: person.gains, removed: person.loses })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {totalElements > size && <Pager total={totalElements} page={page} size={size} onPage={setPage} />}
    </>
  )
}

/** The same in a dialog. */
export function PeopleDialog({
  role,
  change,
  onClose,
}: {
  role: RoleCard
  change?: RoleChange
  onClose: () => void
}) {
  return (
    <Dialog
      open
      title={change ? 'Кого затронет изменение' : `Сотрудники с ролью «${role.name}»`}
      onClose={onClose}
    >
      <RolePeople role={role} {...(change ? { change } : {})} />
    </Dialog>
  )
}
