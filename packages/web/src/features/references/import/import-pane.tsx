import { getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import {
  applyReferenceImport,
  getReferenceImport,
  listReferenceImportRows,
  type ReferenceImport,
} from '@ipoteka-office/contract/references/reference-imports.ts'
import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { keyOf, mutation, query } from '#api/query.ts'
import { formatCount } from '#lib/digits.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Progress } from '#ui/progress.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import styles from '../references.module.css'
import ownStyles from './import-pane.module.css'
import { useReloadItems } from '../use-item-form.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportUpload } from './import-upload.tsx'

const pollMs = 1_000
const isWorking = (state: ReferenceImport['state'] | undefined) =>
  state === 'CHECKING' || state === 'APPLYING'

/** The import as it is now; while the server works on it, read every second. */
function useImport(id: string) {
  const answer = useQuery({
    ...query(getReferenceImport, { params: { id } }),
    refetchInterval: ({ state }) => (isWorking(state.data?.state) ? pollMs : false),
  })
  const state = answer.data?.state
  const reload = useReloadItems()
  const onApplied = useEffectEvent(() => {
    toast.success('Файл загружен')
    reload()
  })
  const before = useRef(state)
  useEffect(() => {
    if (before.current === 'APPLYING' && state === 'APPLIED') onApplied()
    before.current = state
  }, [state])
  return answer
}

function Work({ loaded, label }: { loaded: ReferenceImport; label: string }) {
  const { data: task } = useQuery({
    ...query(getTask, { params: { id: String(loaded.taskId) } }),
    refetchInterval: pollMs,
  })
  return (
    <div className={styles.work}>
      <Progress label={label} done={task?.done ?? 0} total={task && task.total > 0 ? task.total : null}>
        <p className="muted">
          Страницу можно оставить: работа идёт на сервере, найти её можно в уведомлениях.
        </p>
      </Progress>
    </div>
  )
}

/** «Добавится 3 записи, изменятся 12 записей». */
export function appliedText({ counts }: Pick<ReferenceImport, 'counts'>): string {
  const parts = [
    counts.new ? `добавлено ${formatCount(counts.new)}` : '',
    counts.changed ? `изменено ${formatCount(counts.changed)}` : '',
    counts.deactivated ? `отключено ${formatCount(counts.deactivated)}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? `Записи: ${parts.join(', ')}.` : 'Ничего не изменилось.'
}

function Ready({ loaded, onAgain }: { loaded: ReferenceImport; onAgain: () => void }) {
  const client = useQueryClient()
  const apply = useMutation({
    ...mutation(applyReferenceImport),
    onError: (failure) => sayFailed('Файл не загружен', failure),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(getReferenceImport) }),
  })
  const { new: added, changed, deactivated, error } = loaded.counts
  const changes = added + changed + deactivated
  const reason =
    error > 0
      ? `Исправьте в файле ${countOf(error, 'строку', 'строки', 'строк')} и загрузите его снова: записи меняются все сразу или ни одна`
      : changes === 0
        ? 'Файл ничего не меняет'
        : loaded.reason
  return (
    <>
      <div className={ownStyles.importActions}>
        <Button
          look="primary"
          disabledReason={reason}
          loading={apply.isPending}
          onClick={() => apply.mutate({ params: { id: String(loaded.id) }, body: {} })}
        >
          {changes > 0 ? `Применить ${countOf(changes, 'изменение', 'изменения', 'изменений')}` : 'Применить'}
        </Button>
        <Button onClick={onAgain}>Выбрать другой файл</Button>
        {reason && <span className="muted">{reason}</span>}
      </div>
      <ImportPreview loaded={loaded} />
    </>
  )
}

function LoadedImport({
  dictionary,
  id,
  onAgain,
  onClose,
}: {
  dictionary: Dictionary
  id: string
  onAgain: () => void
  onClose: () => void
}) {
  const answer = useImport(id)
  const client = useQueryClient()
  const loaded = answer.data
  const isReady = loaded?.state === 'READY'
  // Rows are known only once the comparison is over.
  useEffect(() => {
    if (isReady) void client.invalidateQueries({ queryKey: keyOf(listReferenceImportRows) })
  }, [client, isReady])
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!loaded) return <DelayedLoader />
  if (loaded.dictionaryId !== dictionary.id)
    return (
      <Empty title="Это загрузка другого справочника">
        <Button onClick={onAgain}>Загрузить файл сюда</Button>
      </Empty>
    )
  const bodies: Record<ReferenceImport['state'], () => ReactNode> = {
    CHECKING: () => <Work loaded={loaded} label="Сравниваем файл со справочником" />,
    APPLYING: () => <Work loaded={loaded} label="Меняем записи" />,
    READY: () => <Ready loaded={loaded} onAgain={onAgain} />,
    APPLIED: () => (
      <Empty title="Файл загружен" text={appliedText(loaded)}>
        <Button look="primary" onClick={onClose}>
          К записям справочника
        </Button>
        <Button onClick={onAgain}>Загрузить ещё файл</Button>
      </Empty>
    ),
    FAILED: () => (
      <Empty title="Файл не загружен" text={loaded.reason ?? 'Справочник не изменился.'}>
        <Button look="primary" onClick={onAgain}>
          Выбрать другой файл
        </Button>
      </Empty>
    ),
  }
  return (
    <>
      <p className={ownStyles.file}>
        Файл «{loaded.fileName}»
        {loaded.missing === 'deactivate' && (
          <span className="muted"> · записи, которых в нём нет, отключаются</span>
        )}
      </p>
      {bodies[loaded.state]()}
    </>
  )
}

/** Loading a dictionary from a file: choose it, see what would change, apply all of it. */
export function ImportPane({
  dictionary,
  load,
  onLoad,
  onClose,
}: {
  dictionary: Dictionary
  /** Id of the import; `new` while no file is chosen. */
  load: string
  onLoad: (load: string) => void
  onClose: () => void
}) {
  return (
    <section className={`card ${ownStyles.import}`} aria-labelledby="import-title">
      <header className={ownStyles.importHead}>
        <h3 id="import-title">Загрузка из файла</h3>
        <Button look="link" onClick={onClose}>
          К записям справочника
        </Button>
      </header>
      {load === 'new' ? (
        <ImportUpload dictionary={dictionary} onStarted={({ id }) => onLoad(String(id))} />
      ) : (
        <LoadedImport
          key={load}
          dictionary={dictionary}
          id={load}
          onAgain={() => onLoad('new')}
          onClose={onClose}
        />
      )}
    </section>
  )
}
