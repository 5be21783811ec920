import { useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Popover } from '../overlay/popover.tsx'
import styles from './saved-views.module.css'
import { TextInput } from '../input/text-input.tsx'

/** A saved state of a list. `own` ones may be changed here; shared ones belong to somebody. */
export type SavedView = { id: string; name: string; own: boolean; shared: boolean; isDefault: boolean }

/** What a view is called, who sees it and whether the list opens with it. */
export type ViewValues = Pick<SavedView, 'name' | 'shared' | 'isDefault'>

type SavedViewsProps = {
  views: readonly SavedView[]
  /** The view whose state the list shows now. */
  current?: string | null
  onApply: (view: SavedView) => void
  /** Keeps the state shown now as a new view. */
  onSave: (view: ViewValues) => void | Promise<void>
  /** Renames a view, shares it or makes it the default; its state stays. */
  onChange: (view: SavedView, values: ViewValues) => void | Promise<void>
  /** Keeps the state shown now in the view instead of its own. */
  onOverwrite: (view: SavedView) => void | Promise<void>
  onDelete: (view: SavedView) => void
}

type Acts = Pick<SavedViewsProps, 'onApply' | 'onOverwrite' | 'onDelete'> & {
  onEdit: (view: SavedView) => void
}

function ViewRow({ view, isCurrent, acts }: { view: SavedView; isCurrent: boolean; acts: Acts }) {
  return (
    <li className={styles.view}>
      <button
        type="button"
        className={styles.apply}
        aria-current={isCurrent || undefined}
        onClick={() => acts.onApply(view)}
      >
        {view.name}
        {view.isDefault && <span className="muted small"> · по умолчанию</span>}
        {view.own && view.shared && <span className="muted small"> · видно всем</span>}
      </button>
      {view.own && (
        <>
          {!isCurrent && (
            <Button
              look="quiet"
              aria-label={`Заменить «${view.name}» текущим`}
              onClick={() => void acts.onOverwrite(view)}
            >
              <Icon name="refresh" />
            </Button>
          )}
          <Button look="quiet" aria-label={`Изменить «${view.name}»`} onClick={() => acts.onEdit(view)}>
            <Icon name="edit" />
          </Button>
          <Button look="quiet" aria-label={`Удалить «${view.name}»`} onClick={() => acts.onDelete(view)}>
            <Icon name="trash" />
          </Button>
        </>
      )}
    </li>
  )
}

function ViewGroup({
  title,
  views,
  current,
  acts,
}: {
  title: string
  views: readonly SavedView[]
  current: string | null
  acts: Acts
}) {
  if (views.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} isCurrent={view.id === current} acts={acts} />
        ))}
      </ul>
    </section>
  )
}

/** Names a new view, or changes the one that is given. */
function ViewForm({
  view,
  onSave,
  onCancel,
}: {
  view: SavedView | null
  onSave: (values: ViewValues) => void | Promise<void>
  onCancel: () => void
}) {
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(view?.shared ?? false)
  const [isDefault, setDefault] = useState(view?.isDefault ?? false)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!name.trim()) return
    setBusy(true)
    try {
      await onSave({ name: name.trim(), shared, isDefault })
      setName('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void save()
      }}
    >
      {view && <span className={styles.title}>Изменить «{view.name}»</span>}
      <TextInput
        value={name}
        onChange={setName}
        maxLength={80}
        placeholder="Название представления"
        aria-label="Название представления"
      />
      <label className={styles.check}>
        <input type="checkbox" checked={shared} onChange={(e) => setShared(e.target.checked)} />
        Видно всем
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={isDefault} onChange={(e) => setDefault(e.target.checked)} />
        Открывать по умолчанию
      </label>
      <Button type="submit" loading={busy} disabled={!name.trim()}>
        {view ? 'Сохранить' : 'Сохранить текущее'}
      </Button>
      {view && <Button onClick={onCancel}>Отмена</Button>}
    </form>
  )
}

/** «Мои представления»: own and shared saved states of a list, and a form that saves the one shown now. */
export function SavedViews({ views, current = null, onSave, onChange, ...given }: SavedViewsProps) {
  const [edited, setEdited] = useState<SavedView | null>(null)
  const active = views.find((view) => view.id === current)
  return (
    <Popover
      label="Мои представления"
      onOpenChange={() => setEdited(null)}
      trigger={(props) => (
        <Button {...props} className={styles.trigger}>
          {active?.name ?? 'Мои представления'} <Icon name="down" size={12} />
        </Button>
      )}
    >
      {(close) => {
        const acts: Acts = {
          ...given,
          onEdit: setEdited,
          onApply: (view) => {
            given.onApply(view)
            close()
          },
        }
        return (
          <div className={styles.menu}>
            <ViewGroup title="Мои" views={views.filter(({ own }) => own)} current={current} acts={acts} />
            <ViewGroup title="Общие" views={views.filter(({ own }) => !own)} current={current} acts={acts} />
            {views.length === 0 && <p className="muted">Сохранённых представлений пока нет</p>}
            <ViewForm
              key={edited?.id ?? 'new'}
              view={edited}
              onCancel={() => setEdited(null)}
              onSave={async (values) => {
                if (edited) await onChange(edited, values)
                else await onSave(values)
                setEdited(null)
              }}
            />
          </div>
        )
      }}
    </Popover>
  )
}
