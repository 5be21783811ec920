import type { Role } from '@ipoteka-office/contract/roles/roles.ts'
import { Link } from '@tanstack/react-router'
import { normalizeText } from '#ui/select/option-search.ts'
import { Catalogue } from '#ui/catalogue/catalogue.tsx'
import { cx } from '#ui/class-names.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import { Tag } from '#ui/tag.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { operationsText, peopleText } from './role-words.ts'
import styles from './roles.module.css'
import { type RoleStates, type RolesState, roleStates, rolesSearch } from './roles-state.ts'

const belongs: Record<RoleStates, (role: Role) => boolean> = {
  active: ({ isDisabled }) => !isDisabled,
  disabled: ({ isDisabled }) => isDisabled,
  all: () => true,
}

/** Roles of the state whose name or code holds the text. */
export function foundRoles(
  roles: readonly Role[],
  { find, state }: Pick<RolesState, 'find' | 'state'>,
): Role[] {
  const wanted = normalizeText(find)
  return roles.filter(
    (role) => belongs[state](role) && normalizeText(`${role.name} ${role.code}`).includes(wanted),
  )
}

/** The list of roles at the left: how many people hold each and how many operations it gives. */
export function RoleCatalogue({
  roles,
  search,
  state,
  onChange,
}: {
  roles: readonly Role[]
  search: Record<string, unknown>
  state: RolesState
  onChange: (change: Partial<RolesState>) => void
}) {
  return (
    <Catalogue
      label="Роли"
      find={
        <>
          <SearchInput
            value={state.find}
            onSearch={(find) => onChange({ find })}
            label="Найти роль"
            placeholder="Название или код"
          />
          <div className={styles.tags} role="group" aria-label="Какие роли показать">
            {(Object.keys(roleStates) as RoleStates[]).map((key) => (
              <ToggleChip key={key} value={state.state === key} onChange={() => onChange({ state: key })}>
                {roleStates[key]} {roles.filter(belongs[key]).length}
              </ToggleChip>
            ))}
          </div>
        </>
      }
      items={foundRoles(roles, state)}
      keyOf={({ id }) => String(id)}
      chosen={state.role > 0 ? String(state.role) : undefined}
      empty="Таких ролей нет. Измените запрос или выберите «Все»."
      link={(role, given) => (
        <Link {...given} to="/roles" search={rolesSearch(search, { role: role.id, mode: 'roles' })}>
          <span className={styles.whole}>{role.name}</span>
          <span className={cx('under', styles.whole)}>
            {peopleText(role.peopleCount)} · {operationsText(role.operationsCount)}
          </span>
          {(role.isDisabled || role.pendingRequestId !== null) && (
            <span className={cx(styles.tags, styles.whole)}>
              {role.isDisabled && <Tag>Отключена</Tag>}
              {role.pendingRequestId !== null && <Tag tone="amber">Ожидает подтверждения</Tag>}
            </span>
          )}
        </Link>
      )}
    />
  )
}
