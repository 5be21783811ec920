import { type Document, documentTitle } from '@ipoteka-office/contract/documents/documents.ts'
import { useId } from 'react'
import { useStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { sizeText } from '../document-words.ts'
import { pickFiles } from './pick-file.ts'
import { type EntryState, isGoing, totalsOf, type UploadEntry, uploadAccept } from './upload-queue.ts'
import type { Uploader } from './uploader.ts'
import styles from './uploads.module.css'

const words: Record<EntryState, { tone: Tone; text: string }> = {
  waiting: { tone: 'neutral', text: 'в очереди' },
  sending: { tone: 'blue', text: 'загружается' },
  paused: { tone: 'neutral', text: 'приостановлен' },
  offline: { tone: 'amber', text: 'нет связи, продолжим сами' },
  checking: { tone: 'blue', text: 'проверяется' },
  file: { tone: 'amber', text: 'выберите файл ещё раз' },
  done: { tone: 'green', text: 'загружен' },
  duplicate: { tone: 'amber', text: 'уже есть' },
  refused: { tone: 'red', text: 'не принят' },
  failed: { tone: 'red', text: 'не загружен' },
}
const percentOf = (received: number, size: number) =>
  size === 0 ? 0 : Math.min(100, Math.floor((received / size) * 100))

function Act({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <span title={label.split(':')[0]}>
      <Button look="quiet" aria-label={label} onClick={onClick}>
        <Icon name={icon} />
      </Button>
    </span>
  )
}

function EntryActions({ entry, uploader }: { entry: UploadEntry; uploader: Uploader }) {
  const { key, name, state } = entry
  const moving = state === 'waiting' || state === 'sending' || state === 'offline'
  return (
    <span className={styles.actions}>
      {state === 'duplicate' && (
        <Button
          look="link"
          onClick={() => void uploader.keepSame(key)}
          aria-label={`Всё равно загрузить: ${name}`}
        >
          Всё равно загрузить
        </Button>
      )}
      {state === 'failed' && (
        <Button look="link" onClick={() => void uploader.retry(key)} aria-label={`Повторить: ${name}`}>
          Повторить
        </Button>
      )}
      {state === 'refused' && (
        <Button
          look="link"
          onClick={() => void pickFiles({ multiple: false }).then((files) => uploader.replace(key, files))}
          aria-label={`Выбрать другой файл вместо ${name}`}
        >
          Выбрать другой файл
        </Button>
      )}
      {moving && <Act icon="pause" label={`Приостановить: ${name}`} onClick={() => uploader.pause(key)} />}
      {state === 'paused' && (
        <Act icon="right" label={`Продолжить: ${name}`} onClick={() => uploader.resume(key)} />
      )}
      {state !== 'checking' && (
        <Act
          icon="close"
          label={`${state === 'done' ? 'Убрать из списка' : 'Отменить'}: ${name}`}
          onClick={() => void uploader.cancel(key)}
        />
      )}
    </span>
  )
}

/** A file on its way: how far it is, why it did not go through, and what can be done. */
export function UploadRow({
  entry,
  uploader,
  documents,
}: {
  entry: UploadEntry
  uploader: Uploader
  documents: readonly Document[]
}) {
  const { name, size, received, state, reason, warnings, same } = entry
  const { tone, text } = words[state]
  const twin = documents.find(({ id }) => id === same?.documentId)
  const percent = percentOf(received, size)
  const running = !['done', 'duplicate', 'refused', 'failed'].includes(state)
  return (
    <li className={styles.entry}>
      <span className={styles.name}>
        {name}
        <span className="muted small"> {sizeText(size)}</span>
      </span>
      <Tag tone={tone}>{state === 'sending' ? `${text}, ${percent} %` : text}</Tag>
      <EntryActions entry={entry} uploader={uploader} />
      {running && (
        <span
          className={styles.track}
          role="progressbar"
          aria-label={`Загрузка: ${name}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      )}
      {(reason || twin) && (
        <span className={styles.reason}>
          {reason}
          {twin && ` Документ: ${documentTitle(twin)}`}
        </span>
      )}
      {warnings.map((warning) => (
        <span key={warning} className={styles.reason}>
          {warning}
        </span>
      ))}
    </li>
  )
}

function headText({ going, paused, done, bad, offline }: ReturnType<typeof totalsOf>): string {
  if (offline) return 'Нет связи: загрузка продолжится сама'
  if (going > 0) return `Загружаются файлы: ${going}`
  if (paused > 0) return `Загрузка приостановлена: ${paused}`
  return [done > 0 && `Загружено: ${done}`, bad > 0 && `не принято: ${bad}`].filter(Boolean).join(', ')
}

/** Chooses files once more for those that a reload has interrupted. */
function ChooseAgain({ uploader }: { uploader: Uploader }) {
  const id = useId()
  return (
    <p className={styles.again}>
      После обновления страницы браузер не помнит файлы. Выберите или перетащите те же файлы, и загрузка
      продолжится с того же места.
      <label htmlFor={id} className={styles.choose}>
        Выбрать файлы
      </label>
      <input
        id={id}
        type="file"
        multiple
        accept={uploadAccept}
        className="visually-hidden"
        aria-label="Выбрать прерванные файлы"
        onChange={(event) => {
          void uploader.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </p>
  )
}

async function askCancel(uploader: Uploader): Promise<void> {
  const yes = await confirm({
    text: 'Отменить загрузку? Файлы, которые уже стали документами, останутся.',
    okText: 'Отменить загрузку',
    cancelText: 'Продолжить',
    danger: true,
  })
  if (yes) await uploader.cancelAll()
}

/** Files on their way: how far each one and all together, why some were refused, and what can be done. */
export function UploadsTray({
  uploader,
  documents,
  brief = false,
}: {
  uploader: Uploader
  documents: readonly Document[]
  /** Only while something is on its way, and without the list. */
  brief?: boolean
}) {
  const entries = useStore(uploader.entries)
  if (entries.length === 0 || (brief && !entries.some(isGoing))) return null
  const totals = totalsOf(entries)
  const over = totals.going === 0 && totals.paused === 0 && entries.every(({ state }) => state !== 'file')
  const percent = percentOf(totals.received, totals.bytes)
  return (
    <section className={styles.tray} aria-label="Загрузка файлов">
      <div className={styles.head}>
        <b role="status">{headText(totals)}</b>
        {!over && (
          <span className="muted nowrap">
            {sizeText(totals.received)} из {sizeText(totals.bytes)} · {percent} %
          </span>
        )}
        <span className={styles.actions}>
          {totals.going > 0 && (
            <Button look="link" onClick={() => uploader.pauseAll()}>
              Приостановить все
            </Button>
          )}
          {totals.paused > 0 && (
            <Button look="link" onClick={() => uploader.resumeAll()}>
              Продолжить все
            </Button>
          )}
          {over ? (
            <Button look="link" onClick={() => uploader.clear()}>
              Закрыть
            </Button>
          ) : (
            <Button look="link" onClick={() => void askCancel(uploader)}>
              Отменить все
            </Button>
          )}
        </span>
      </div>
      {!over && (
        <span
          className={styles.track}
          role="progressbar"
          aria-label="Загрузка всех файлов"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      )}
      {entries.some(({ state }) => state === 'file') && <ChooseAgain uploader={uploader} />}
      {!brief && (
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <UploadRow key={entry.key} entry={entry} uploader={uploader} documents={documents} />
          ))}
        </ul>
      )}
    </section>
  )
}
