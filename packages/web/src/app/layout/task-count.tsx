import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery } from '@tanstack/react-query'
import { useTopic } from '#api/live.ts'
import { myTasksQuery, refreshMyTasks } from '#widgets/case/talk/my-tasks.ts'
import { cx } from '#ui/class-names.ts'
import styles from './rail.module.css'

/** What others do with the person's tasks shows at the latest after so long. */
const everyMs = 60_000

/** The number of the person's open tasks on their entry of the menu; nothing where there are none. */
export function TaskCount() {
  const { data } = useQuery({ ...myTasksQuery, refetchInterval: everyMs })
  useTopic(topics.mine, () => void refreshMyTasks())
  const count = data?.totalElements ?? 0
  if (count === 0) return null
  return (
    <>
      <span className={cx('badge', styles.count)} aria-hidden="true">
        {count > 99 ? '99+' : count}
      </span>
      <span className="visually-hidden">: {count}</span>
    </>
  )
}
