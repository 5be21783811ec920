import { type ReactNode, useEffect } from 'react'
import { loadAfterFirstPage, useAfterFirstPage } from '#lib/after-first-page.ts'
import { createStore, useStore } from '#lib/store.ts'

/** The count brings the schemas of all cases along; null until they are there. */
const taskCount = createStore<ReactNode>(null)
const loadTaskCount = async () => {
  const { TaskCount } = await import('./task-count.tsx')
  taskCount.set(<TaskCount />)
}

/** The number of the person's tasks; a menu without a number is still a menu. */
export function TasksBadge() {
  const isAfterFirstPage = useAfterFirstPage()
  const count = useStore(taskCount)
  useEffect(() => loadAfterFirstPage(loadTaskCount), [])
  return isAfterFirstPage && count
}
