import { useEffect, useRef, useState } from 'react'
import { randomId } from '#lib/random-id.ts'
import {
  changePart,
  type GroupMode,
  insertPart,
  movePart,
  type Place,
  partById,
  placeOf,
  removePart,
  stepPart,
} from './condition-tree.ts'
import { emptyFact, type FactPart, maxDepth, type Tree } from './condition-values.ts'

/** What the builder can do with the tree; every change keeps the focus on what was changed. */
export interface TreeActions {
  readonly change: (id: string, leaf: Partial<FactPart>) => void
  readonly setMode: (id: string, mode: GroupMode) => void
  readonly addFact: (groupId: string) => void
  readonly addGroup: (groupId: string) => void
  readonly remove: (id: string) => void
  readonly step: (id: string, step: -1 | 1) => void
  readonly moveTo: (id: string, place: Place) => void
}

/** What stands next to a part that goes away: the one after it, the one before it, else its group. */
function neighbourOf(tree: Tree, id: string): string {
  const place = placeOf(tree, id)
  const group = place && partById(tree, place.groupId)
  if (!place || group?.kind !== 'group') return tree.id
  return (group.items[place.at + 1] ?? group.items[place.at - 1] ?? group).id
}

/** The place of a part in words, for who cannot see it move. */
function placeWords(tree: Tree, id: string): string {
  const place = placeOf(tree, id)
  const group = place && partById(tree, place.groupId)
  if (!place || group?.kind !== 'group') return ''
  const where = group.id === tree.id ? 'в главной группе' : 'во вложенной группе'
  return `Место ${place.at + 1} из ${group.items.length} ${where}`
}

/** Changes of the tree, where the focus goes after them, and what is said aloud. */
export function useConditionTree(tree: Tree, onChange: (tree: Tree) => void) {
  const box = useRef<HTMLDivElement>(null)
  const focus = useRef<{ id: string; what: 'fact' | 'handle' } | null>(null)
  const [said, setSaid] = useState('')

  useEffect(() => {
    const wanted = focus.current
    if (!wanted) return
    focus.current = null
    const part = box.current?.querySelector(`[data-part="${wanted.id}"]`)
    const target =
      (wanted.what === 'fact' && part?.querySelector<HTMLElement>('input')) ||
      part?.querySelector<HTMLElement>('[data-handle], input[type="radio"]:checked')
    target?.focus()
  })

  const put = (next: Tree, id: string, what: 'fact' | 'handle', words: string) => {
    if (next === tree) return
    focus.current = { id, what }
    setSaid(words)
    onChange(next)
  }
  const place = (groupId: string): Place => {
    const group = partById(tree, groupId)
    return { groupId, at: group?.kind === 'group' ? group.items.length : 0 }
  }
  const actions: TreeActions = {
    change: (id, leaf) =>
      onChange(changePart(tree, id, (part) => (part.kind === 'fact' ? { ...part, ...leaf } : part))),
    setMode: (id, mode) =>
      onChange(changePart(tree, id, (part) => (part.kind === 'group' ? { ...part, mode } : part))),
    addFact: (groupId) => {
      const fact = emptyFact(randomId())
      put(insertPart(tree, place(groupId), fact), fact.id, 'fact', 'Условие добавлено')
    },
    addGroup: (groupId) => {
      const fact = emptyFact(randomId())
      const group = { id: randomId(), kind: 'group', mode: 'any', items: [fact] } as const
      put(insertPart(tree, place(groupId), group), fact.id, 'fact', 'Группа добавлена')
    },
    remove: (id) => put(removePart(tree, id), neighbourOf(tree, id), 'handle', 'Удалено'),
    step: (id, step) => {
      const next = stepPart(tree, id, step, maxDepth)
      put(next, id, 'handle', placeWords(next, id))
    },
    moveTo: (id, to) => {
      const next = movePart(tree, id, to, maxDepth)
      put(next, id, 'handle', placeWords(next, id))
    },
  }
  return { box, said, actions }
}
