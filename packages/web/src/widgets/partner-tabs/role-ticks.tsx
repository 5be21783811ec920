import type { ReactNode } from 'react'
import { Tag } from '#ui/tag.tsx'
import styles from './role-ticks.module.css'

interface Role {
  readonly id: number
  readonly name: string
}

/** A change of roles that waits for a second person. */
export function PendingRoles({
  pending,
}: {
  pending: { readonly id: number; readonly title: string; readonly maker: string } | null
}) {
  if (pending === null) return null
  return (
    <p role="status">
      <Tag tone="amber">Ждёт подтверждения</Tag> {pending.title}, № {pending.id}. {pending.maker}
    </p>
  )
}

/** The ids when one of them has been ticked, or is no longer. */
export const withTick = (ids: readonly number[], id: number, isOn: boolean): number[] =>
  isOn ? [...ids, id] : ids.filter((one) => one !== id)

/** Roles as boxes, each of which is saved at once. */
export function RoleTicks<R extends Role>({
  roles,
  held,
  isClosed,
  onTick,
  words = ({ name }) => name,
}: {
  roles: readonly R[]
  /** Ids of those that are ticked. */
  held: readonly number[]
  isClosed: (role: R) => boolean
  onTick: (role: R, isOn: boolean) => void
  words?: (role: R) => ReactNode
}) {
  return (
    <ul className={styles.choices}>
      {roles.map((role) => (
        <li key={role.id}>
          <label>
            <input
              type="checkbox"
              checked={held.includes(role.id)}
              disabled={isClosed(role)}
              onChange={(event) => onTick(role, event.target.checked)}
            />
            <span>{words(role)}</span>
          </label>
        </li>
      ))}
    </ul>
  )
}
