import { useId } from 'react'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import styles from '../case.module.css'

/** Who gets a task: a person, or a group in which whoever is free takes it. */
export interface Receiver {
  readonly kind: 'person' | 'group'
  readonly id: string | null
}

/** The body of a call that names the receiver. */
export const receiverBody = ({ kind, id }: Receiver) =>
  kind === 'person' ? { employeeId: Number(id) } : { workgroupId: Number(id) }

interface Source {
  readonly options: Option[]
  readonly search: (text: string, signal: AbortSignal) => Promise<Option[]>
}

const kinds = [
  { key: 'person' as const, label: 'Сотруднику' },
  { key: 'group' as const, label: 'Группе' },
]

/** Asks for a colleague or a group. */
export function ReceiverField({
  label,
  value: { kind, id: chosen },
  onChange,
  people,
  groups,
}: {
  label: string
  value: Receiver
  onChange: (receiver: Receiver) => void
  people: Source
  groups: Source
}) {
  const id = useId()
  return (
    <>
      <TabsWithCounts
        label={label}
        tabs={kinds}
        value={kind}
        onChange={(next) => onChange({ kind: next, id: null })}
      />
      <div className={styles.field}>
        <label htmlFor={id}>{kind === 'person' ? 'Сотрудник' : 'Группа'}</label>
        <LookupSelect
          key={kind}
          id={id}
          value={chosen}
          onChange={(next) => onChange({ kind, id: next })}
          {...(kind === 'person' ? people : groups)}
          aria-required
        />
        {kind === 'group' && (
          <span className="muted small">Задачу возьмёт любой свободный исполнитель группы</span>
        )}
      </div>
    </>
  )
}
