import type { ReactNode } from 'react'
import { useTitleOfFailure } from '#lib/page-place.ts'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import styles from './empty.module.css'

/** What a failed call tells; the api layer makes it from the answer. */
export type ErrorInfo = {
  /** HTTP status; absent when there was no answer. */
  status?: number | undefined
  /** First server notification. */
  notification?: { code?: string | null | undefined; message?: string | null | undefined } | undefined
  message?: string | undefined
  fields?: { label: string; message: string }[] | undefined
  requestId?: string | undefined
}

const statusTexts: Record<number, string> = {
  401: 'Пользователь не авторизован',
  403: 'Нет прав на совершение операции',
  404: 'Страница не найдена',
}

const nextSteps: Record<number, string> = {
  400: 'Исправьте введённое, фильтры или адрес страницы.',
  401: 'Войдите в систему ещё раз.',
  403: 'Если доступ нужен для работы, обратитесь к администратору.',
  404: 'Проверьте адрес: возможно, запись удалена.',
  409: 'Обновите страницу: запись уже изменил кто-то другой.',
  429: 'Слишком много запросов. Подождите минуту и повторите.',
}

/** Description under the status: notification code, else its message, else the status text (specification 1 §8). */
export function describeError({ status, notification }: ErrorInfo): string {
  const code = notification?.code
  if (code && code !== 'null') return code
  return notification?.message || statusTexts[status ?? 0] || 'Статус не определён'
}

/** What the person can do about a failed call. */
export function nextStep({ status, requestId }: Pick<ErrorInfo, 'status' | 'requestId'>): string {
  const toSupport = requestId ? 'передайте номер запроса в поддержку' : 'обратитесь в поддержку'
  return nextSteps[status ?? 0] ?? `Повторите попытку. Если не поможет, ${toSupport}.`
}

/** The text without markup, stack lines and doubled spaces. */
export function cleanMessage(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\n[ \t]*at .*/g, '')
    .replace(/^(\w*Error|\w*Exception):\s*/, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Number of the request for the support, with a copy button. */
export function RequestId({ id }: { id: string }) {
  return (
    <div className={styles.request}>
      <span>
        Номер запроса: <code>{id}</code>
      </span>
      <CopyButton text={id} />
    </div>
  )
}

/** A failed call: a large block when the server answered with a status, an alert with fields and text otherwise. */
export function ErrorBlock({
  error,
  title = 'Ошибка',
  onRetry,
  children,
}: {
  error: ErrorInfo
  title?: string
  onRetry?: () => void
  children?: ReactNode
}) {
  useTitleOfFailure(error.status === undefined ? title : describeError(error))
  const actions = (
    <>
      {onRetry && (
        <Button look="primary" onClick={onRetry}>
          Повторить
        </Button>
      )}
      {children}
    </>
  )
  if (error.status !== undefined) {
    return (
      <div className={styles.block} role="alert">
        <p className={styles.status}>{error.status}</p>
        <p className={styles.title}>{describeError(error)}</p>
        <p className={styles.text}>{nextStep(error)}</p>
        {error.requestId && <RequestId id={error.requestId} />}
        <div className={styles.actions}>{actions}</div>
      </div>
    )
  }
  return (
    <div className={styles.alert} role="alert">
      <p className={styles.alertTitle}>{title}</p>
      <span>{cleanMessage(error.message ?? '') || 'Что-то пошло не так'}</span>
      {error.fields && error.fields.length > 0 && (
        <ul>
          {error.fields.map((field) => (
            <li key={`${field.label} ${field.message}`}>
              {field.label}: {cleanMessage(field.message)}
            </li>
          ))}
        </ul>
      )}
      <span className="muted">{nextStep({ requestId: error.requestId })}</span>
      {error.requestId && <RequestId id={error.requestId} />}
      <div className={styles.request}>{actions}</div>
    </div>
  )
}
