import { Button } from '../button.tsx'
import { Empty } from '../empty.tsx'
import { useDelayed } from '../loader.tsx'
import styles from './viewer.module.css'
import ownStyles from './viewer-states.module.css'

const megabyte = 1_048_576
const mega = (bytes: number) => (bytes / megabyte).toLocaleString('ru-RU', { maximumFractionDigits: 1 })
/** Of a small file the size tells nothing. */
const progressText = (done: number, total: number | null) =>
  total === null || total < megabyte ? '…' : `: ${mega(done)} из ${mega(total)} МБ`

/** How far the file has come; said only when it takes long. */
export function ViewerLoading({ done, total }: { done: number; total: number | null }) {
  const late = useDelayed(true, 300)
  const percent = total ? Math.min(100, Math.floor((done / total) * 100)) : null
  return (
    <div className={styles.center} role="status">
      {late && (
        <div className={ownStyles.loading}>
          <span>Загружаем файл{progressText(done, total)}</span>
          <span
            className={ownStyles.track}
            role="progressbar"
            aria-label="Загрузка файла"
            aria-valuemin={0}
            aria-valuemax={100}
            {...(percent === null ? {} : { 'aria-valuenow': percent })}
          >
            <i style={{ width: `${percent ?? 30}%` }} />
          </span>
        </div>
      )}
    </div>
  )
}

/** A file that cannot be shown, and what can be done instead. */
export function ViewerProblem({
  title,
  text,
  onDownload,
}: {
  title: string
  text: string
  onDownload?: (() => void) | undefined
}) {
  return (
    <div className={styles.center} role="alert">
      <Empty title={title} text={text}>
        {onDownload && <Button onClick={onDownload}>Скачать файл</Button>}
      </Empty>
    </div>
  )
}
