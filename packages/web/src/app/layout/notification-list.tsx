import {
  type BackgroundTask,
  downloadTaskResult,
  listTasks,
  type Notification,
  stopTask,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { download } from '#api/download.ts'
import { keyOf, mutation, queryOnce } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { newestNotifications } from './newest-notifications.ts'
import styles from './notification-list.module.css'

const kindWords: Record<Notification['kind'], string> = {
  error: 'Ошибка',
  warning: 'Внимание',
  info: 'Сообщение',
  event: 'Событие',
}

interface NotificationListProps {
  readonly onOpen: () => void
  /** Marks one as read; null: all. */
  readonly onRead: (id: number | null) => void
}

/** The person's background tasks and notifications, newest first. */
export function NotificationList({ onOpen, onRead }: NotificationListProps) {
  const { data, error, refetch } = useQuery(newestNotifications)
  if (error && !data) return <FailureBlock failure={error} onRetry={() => void refetch()} />
  if (!data) return <DelayedLoader />
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>Уведомления</h2>
        {data.unread > 0 && (
          <Button look="link" onClick={() => onRead(null)}>
            Прочитать все
          </Button>
        )}
      </div>
      <Tasks />
      {data.content.length === 0 && <p className={styles.empty}>Уведомлений нет</p>}
      <ul className={styles.list}>
        {data.content.map((item) => (
          <li key={item.id} className={cx(styles.item, !item.read && styles.unread)}>
            <i className={cx(styles.dot, styles[item.kind])} aria-hidden="true" />
            <div>
              <span className="visually-hidden">
                {kindWords[item.kind]}
                {item.read ? '' : ', не прочитано'}:{' '}
              </span>
              <NotificationText item={item} onOpen={onOpen} onRead={onRead} />
              <div className="muted small">{formatMoment(item.at, serverNow())}</div>
            </div>
            {!item.read && (
              <Button look="link" className={styles.read} onClick={() => onRead(item.id)}>
                Прочитано
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Link to="/notifications" className={styles.all} onClick={onOpen}>
        Все уведомления
      </Link>
    </div>
  )
}

function NotificationText({ item, onOpen, onRead }: NotificationListProps & { item: Notification }) {
  // Only addresses of the product itself open from a notification.
  if (item.link === null || !/^\/(?!\/)/.test(item.link)) return item.text
  const open = () => {
    if (!item.read) onRead(item.id)
    onOpen()
  }
  return (
    <Link to={item.link as '/'} onClick={open}>
      {item.text}
    </Link>
  )
}

function Tasks() {
  const { data = [] } = useQuery(queryOnce(listTasks))
  if (data.length === 0) return null
  return (
    <ul className={styles.list} aria-label="Фоновые задания">
      {data.map((task) => (
        <li key={task.id} className={styles.task}>
          <TaskRow task={task} />
        </li>
      ))}
    </ul>
  )
}

const stateWords: Record<BackgroundTask['state'], string> = {
  IDLE: 'ждёт очереди',
  RUNNING: 'выполняется',
  STOPPING: 'останавливается',
  STOPPED: 'остановлено',
  COMPLETED: 'готово',
  FAILED: 'не выполнено',
}

function TaskRow({ task }: { task: BackgroundTask }) {
  const client = useQueryClient()
  const stop = useMutation({
    ...mutation(stopTask),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listTasks) }),
    onError: notifyFailure,
  })
  const params = { id: String(task.id) }
  const running = task.state === 'RUNNING' || task.state === 'IDLE'
  const share = task.total > 0 ? Math.min(100, Math.floor((task.done / task.total) * 100)) : 0
  return (
    <>
      <div>
        <b>{task.title}</b>
        <div className="muted small">
          {stateWords[task.state]}
          {running && task.total > 0 && `, ${formatCount(task.done)} из ${formatCount(task.total)}`}
          {task.error !== null && `: ${task.error}`}
        </div>
        {running && (
          <progress
            className={styles.progress}
            value={share}
            max={100}
            aria-label={`${task.title}: ${share} %`}
          />
        )}
      </div>
      {running && (
        <Button look="link" onClick={() => stop.mutate({ params, body: {} })}>
          Остановить
        </Button>
      )}
      {task.state === 'COMPLETED' && task.resultLink !== null && (
        <Button
          look="link"
          onClick={() => void download(downloadTaskResult, { params }).catch(notifyFailure)}
        >
          Скачать
        </Button>
      )}
    </>
  )
}
