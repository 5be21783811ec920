import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import { CopyButton } from '../copy-button.tsx'
import styles from './toasts.module.css'
import { createToasts, type Toast, type ToastKind, type ToastOptions } from './toasts-store.ts'

const store = createToasts()
const say = (kind: ToastKind) => (text: string, options?: ToastOptions) => store.show(kind, text, options)

/** Says something at the bottom left: `toast.success('Данные сохранены')`. */
export const toast = {
  success: say('success'),
  error: say('error'),
  warning: say('warning'),
  info: say('info'),
  close: store.close,
  closeByKey: store.closeByKey,
}

const kindWords: Record<ToastKind, string> = {
  success: 'Готово',
  error: 'Ошибка',
  warning: 'Внимание',
  info: 'Сообщение',
}

function ToastCard({ item }: { item: Toast }) {
  const act = () => {
    store.close(item.id)
    item.action?.onClick()
  }
  return (
    <div
      className={styles.toast}
      role={item.kind === 'error' || item.kind === 'warning' ? 'alert' : undefined}
      onMouseEnter={() => store.pause(item.id)}
      onMouseLeave={() => store.resume(item.id)}
      onFocus={() => store.pause(item.id)}
      onBlur={() => store.resume(item.id)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        event.nativeEvent.stopPropagation()
        store.close(item.id)
      }}
    >
      <i className={cx(styles.dot, styles[item.kind])} aria-hidden="true" />
      <div className={styles.text}>
        <span className="visually-hidden">{kindWords[item.kind]}: </span>
        {item.text}
        {item.description && <div className={styles.description}>{item.description}</div>}
        {item.requestId && <CopyButton text={item.requestId} label="Скопировать номер запроса" />}
      </div>
      <Button look="link" onClick={act}>
        {item.action?.label ?? 'OK'}
      </Button>
    </div>
  )
}

/** Where toasts appear; once, at the root. `routeKey` is the path: when it changes, toasts close unless told otherwise. */
export function Toasts({ routeKey }: { routeKey: string }) {
  const items = useSyncExternalStore(store.subscribe, store.list)
  const shown = useRef(routeKey)
  useEffect(() => {
    if (shown.current === routeKey) return
    shown.current = routeKey
    store.routeChanged()
  }, [routeKey])
  return (
    <section className={styles.region} aria-label="Уведомления" aria-live="polite">
      {items.map((item) => (
        <ToastCard key={item.id} item={item} />
      ))}
    </section>
  )
}
