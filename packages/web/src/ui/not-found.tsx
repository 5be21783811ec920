import { useTitleOfFailure } from '#lib/page-place.ts'
import { LinkButton } from './button.tsx'
import styles from './empty.module.css'

const words = 'Страница не найдена'

/** The page of an address that does not exist. */
export function NotFound({ homeHref = '/', text }: { homeHref?: string; text?: string }) {
  useTitleOfFailure(words)
  return (
    <div className={styles.block}>
      <p className={styles.status} aria-hidden="true">
        404
      </p>
      <h1 className={styles.title}>{words}</h1>
      <p className={styles.text}>
        {text ?? 'Проверьте адрес. Возможно, запись удалена или ссылка устарела.'}
      </p>
      <div className={styles.actions}>
        <LinkButton look="primary" href={homeHref}>
          На главную
        </LinkButton>
      </div>
    </div>
  )
}
