import type { Role } from '@ipoteka-office/contract/roles/roles.ts'
import { Link } from '@tanstack/react-router'
import { normalizeText } from '#ui/select/option-search.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import { Tag } from '#ui/tag.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { operationsText, peopleText } from './role-words.ts'
import styles from './roles.module.css'
import ownStyles from './catalogue.module.css'
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
  const shown = foundRoles(roles, state)
  return (
    <nav className={`card ${ownStyles.catalogue}`} aria-label="Роли">
      <div className={ownStyles.find}>
        <SearchInput
          value={state.find}
          onSearch={(find) => onChange({ find })}
          label="Найти роль"
          placeholder="Название или код"
        />
        <div className={ownStyles.chips} role="group" aria-label="Какие роли показать">
          {(Object.keys(roleStates) as RoleStates[]).map((key) => (
            <ToggleChip key={key} value={state.state === key} onChange={() => onChange({ state: key })}>
              {roleStates[key]} {roles.filter(belongs[key]).length}
            </ToggleChip>
          ))}
        </div>
      </div>
      {shown.length === 0 ? (
        <p className={ownStyles.note} role="status">
          Таких ролей нет. Измените запрос или выберите «Все».
        </p>
      ) : (
        <ul className={ownStyles.list}>
          {shown.map((role) => (
            <li key={role.id}>
              <Link
                to="/roles"
                search={rolesSearch(search, { role: role.id, mode: 'roles' })}
                className={ownStyles.entry}
                aria-current={role.id === state.role ? 'true' : undefined}
              >
                <span className={ownStyles.entryName}>{role.name}</span>
                <span className={styles.under}>
                  {peopleText(role.peopleCount)} · {operationsText(role.operationsCount)}
                </span>
                {(role.isDisabled || role.pendingRequestId !== null) && (
                  <span className={styles.tags}>
                    {role.isDisabled && <Tag>Отключена</Tag>}
                    {role.pendingRequestId !== null && <Tag tone="amber">Ожидает подтверждения</Tag>}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
