import type { OperationsMap } from '@ipoteka-office/contract/operations.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { getRoleMenu, type Role } from '@ipoteka-office/contract/roles/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { Empty } from '#ui/empty.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { isGroup, menuPages, visibleMenu } from '#widgets/menu/menu.ts'
import { menuEntries } from '#widgets/menu/menu-entries.ts'
import { MenuGlyph } from '#widgets/menu/menu-icons.tsx'
import { RolePicker } from './pickers.tsx'
import parts from './questions.module.css'
import type { RolesState } from './roles-state.ts'

/** Pages of the menu that the operations do not open, «Группа / Страница». */
export function hiddenPages(operations: OperationsMap): string[] {
  const shown = visibleMenu(menuEntries, (needs) => hasAllOperations(operations, needs))
  const open = new Set(menuPages(shown).map(({ page }) => page.to))
  return menuPages(menuEntries)
    .filter(({ page }) => !open.has(page.to))
    .map(({ group, page }) => (group === null ? page.label : `${group} / ${page.label}`))
}

function MenuPreview({ operations }: { operations: OperationsMap }) {
  const shown = visibleMenu(menuEntries, (needs) => hasAllOperations(operations, needs))
  const hidden = hiddenPages(operations)
  return (
    <div className={parts.preview}>
      <section className={`card ${parts.menu}`} aria-label="Меню роли">
        <h2>Что в меню</h2>
        <ul>
          {shown.map((entry) => (
            <li key={entry.label}>
              <span className={parts.menuEntry}>
                <MenuGlyph name={entry.icon} />
                {entry.label}
              </span>
              {isGroup(entry) && (
                <ul>
                  {entry.items.map(({ to, label }) => (
                    <li key={to}>{label}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={`card ${parts.menu}`} aria-label="Чего нет в меню">
        <h2>Чего в меню нет</h2>
        {hidden.length === 0 ? (
          <p className="muted">Роль открывает все страницы.</p>
        ) : (
          <ul>
            {hidden.map((label) => (
              <li key={label} className="muted">
                {label}
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}

/** «Меню как роль»: the menu of a person who has this role alone. */
export function MenuMode({
  roles,
  state,
  onChange,
}: {
  roles: readonly Role[]
  state: RolesState
  onChange: (change: Partial<RolesState>) => void
}) {
  const { role } = state
  const answer = useQuery({
    ...query(getRoleMenu, { params: { id: String(role) } }),
    enabled: role > 0,
  })
  return (
    <>
      <div className={`card ${parts.question}`}>
        <RolePicker label="Роль" roles={roles} value={role} onChange={(id) => onChange({ role: id })} />
      </div>
      {role === 0 && (
        <div className="card">
          <Empty title="Выберите роль" text="Покажем меню сотрудника, у которого есть только она." />
        </div>
      )}
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {role > 0 && answer.isPending && <PageSkeleton kind="form" />}
      {role > 0 && answer.data && <MenuPreview operations={answer.data} />}
    </>
  )
}
