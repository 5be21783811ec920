import { searchTasks } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { query, queryClient } from '#api/query.ts'

/** How many open tasks the person has: the total of the list, read with one row. */
export const myTasksQuery = query(searchTasks, { body: { tab: 'MY', size: 1 } })

/** Counts the person's tasks again: one of them was taken, done or given away here. */
export const refreshMyTasks = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: myTasksQuery.queryKey })
