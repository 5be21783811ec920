import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
} from '@ipoteka-office/contract/views/views.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keyOf, mutation, queryOnce } from '#api/query.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { SavedViews, type ViewValues } from '#ui/table/saved-views.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'

type Search = Record<string, unknown>

interface SavedViewsMenuProps {
  /** One per list, e.g. `approvers.nis`. */
  listKey: string
  /** The list's URL search now. */
  search: Search
  onApply: (search: Search) => void
}

/** What of a list's search a view keeps: everything but the page. */
export function viewStateOf(search: Search): string {
  const pairs = Object.entries(search)
    .filter(([key, value]) => key !== 'page' && value !== undefined)
    .map(([key, value]): [string, string] => [key, String(value)])
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return new URLSearchParams(pairs).toString()
}

/** The search that a kept view opens. */
export const searchOfView = (state: string): Search => Object.fromEntries(new URLSearchParams(state))

/** «Мои представления» of a list, kept on the server; the default one opens with the plain address. */
export function SavedViewsMenu({ listKey, search, onApply }: SavedViewsMenuProps) {
  const client = useQueryClient()
  const { data } = useQuery(queryOnce(listSavedViews, { params: { listKey } }))
  const create = useMutation(mutation(createSavedView))
  const update = useMutation(mutation(updateSavedView))
  const remove = useMutation(mutation(deleteSavedView))
  const views = data ?? []
  const state = viewStateOf(search)
  const find = (id: string) => views.find((one) => String(one.id) === id)

  useDefaultView({ listKey, views: data, state, onApply })

  const run = async (act: () => Promise<unknown>, done?: string) => {
    try {
      await act()
      if (done !== undefined) toast.success(done)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      // After a refusal too: somebody has changed the view meanwhile.
      await client.invalidateQueries({ queryKey: keyOf(listSavedViews) })
    }
  }
  const save = (view: ViewValues) =>
    run(
      () => create.mutateAsync({ params: { listKey }, body: { ...view, state } }),
      'Представление сохранено',
    )
  const change = async (id: string, next: Partial<ViewValues & { state: string }>, done: string) => {
    const view = find(id)
    if (!view) return
    const { name, shared, isDefault, version } = view
    const body = { name, shared, isDefault, version, state: view.state, ...next }
    await run(() => update.mutateAsync({ params: { listKey, id }, body }), done)
  }
  const ask = async (id: string, name: string) => {
    const yes = await confirm({ text: `Удалить представление «${name}»?`, okText: 'Удалить', danger: true })
    if (yes) await run(() => remove.mutateAsync({ params: { listKey, id } }))
  }
  return (
    <SavedViews
      views={views.map(({ id, name, mine, delivered, shared, isDefault, owner }) => ({
        id: String(id),
        name: mine || delivered ? name : `${name} · ${owner}`,
        own: mine,
        shared,
        isDefault,
      }))}
      current={currentView(views, state)}
      onApply={({ id }) => {
        const view = find(id)
        if (view) onApply(searchOfView(view.state))
      }}
      onSave={save}
      onChange={({ id }, { name, shared, isDefault }) =>
        change(id, { name, shared, isDefault }, 'Представление изменено')
      }
      onOverwrite={({ id, name }) =>
        change(id, { state }, `Представление «${name}» теперь показывает этот список`)
      }
      onDelete={({ id, name }) => void ask(id, name)}
    />
  )
}

function currentView(views: readonly SavedView[], state: string): string | null {
  if (state === '') return null
  const view = views.find((one) => one.state === state)
  return view ? String(view.id) : null
}

/** Opens the default view once a visit, and only where the address asks for nothing else. */
function useDefaultView({
  listKey,
  views,
  state,
  onApply,
}: {
  listKey: string
  views: readonly SavedView[] | undefined
  state: string
  onApply: (search: Search) => void
}): void {
  const visited = useRef<string | null>(null)
  useEffect(() => {
    if (!views || visited.current === listKey) return
    visited.current = listKey
    const start = views.find((view) => view.mine && view.isDefault)
    if (start && state === '') onApply(searchOfView(start.state))
  }, [views, listKey, state, onApply])
}
