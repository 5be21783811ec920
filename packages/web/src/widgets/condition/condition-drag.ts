import { type DragEvent, useState } from 'react'
import type { Place } from './condition-tree.ts'

/** Dragging a part by its handle: what is dragged, and where it would go now. */
export function useConditionDrag(moveTo: (id: string, place: Place) => void) {
  const [dragged, setDragged] = useState<string | null>(null)
  const [over, setOver] = useState<Place | null>(null)
  const end = () => {
    setDragged(null)
    setOver(null)
  }
  return {
    over,
    handle: (id: string, name: string) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        setDragged(id)
      },
      onDragEnd: end,
    }),
    /** A part that others may be put above or below. */
    target: (place: Place) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        const box = event.currentTarget.getBoundingClientRect()
        const below = event.clientY > box.top + box.height / 2
        const next = { groupId: place.groupId, at: place.at + (below ? 1 : 0) }
        if (over?.groupId !== next.groupId || over.at !== next.at) setOver(next)
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null || over === null) return
        event.preventDefault()
        event.stopPropagation()
        moveTo(dragged, over)
        end()
      },
    }),
    /** The foot of a group: what is dropped there comes last. */
    foot: (place: Place) => ({
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        if (over?.groupId !== place.groupId || over.at !== place.at) setOver(place)
      },
      onDrop: (event: DragEvent) => {
        if (dragged === null) return
        event.preventDefault()
        event.stopPropagation()
        moveTo(dragged, place)
        end()
      },
    }),
  }
}

export type ConditionDrag = ReturnType<typeof useConditionDrag>
