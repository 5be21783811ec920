import { formatCount } from '#lib/digits.ts'
import styles from './pager.module.css'
import { Icon } from '../icon.tsx'
import { defaultPageSizes } from './list-state.ts'
import { pageNumbers } from './table-columns.ts'

type PagerProps = {
  total: number
  /** From 1. */
  page: number
  size: number
  onPage: (page: number) => void
  onSize?: ((size: number) => void) | undefined
  sizes?: readonly number[] | undefined
}

function Step({ label, to, onPage }: { label: string; to: number | null; onPage: (page: number) => void }) {
  return (
    <button
      type="button"
      className={styles.page}
      aria-label={label}
      aria-disabled={to === null || undefined}
      onClick={() => to !== null && onPage(to)}
    >
      <Icon name={label.startsWith('Пред') ? 'left' : 'right'} size={12} />
    </button>
  )
}

/** «1–20 из 412», the page numbers and the page size. */
export function Pager({ total, page, size, onPage, onSize, sizes = defaultPageSizes }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / size))
  const from = (page - 1) * size + 1
  const to = Math.min(page * size, total)
  return (
    <nav className={styles.pager} aria-label="Страницы">
      <span className="nowrap" aria-live="polite">
        {from > total
          ? `0 из ${formatCount(total)}`
          : `${formatCount(from)}–${formatCount(to)} из ${formatCount(total)}`}
      </span>
      <div className={styles.pages}>
        <Step label="Предыдущая страница" to={page > 1 ? Math.min(page - 1, pages) : null} onPage={onPage} />
        {pageNumbers(Math.min(page, pages), pages).map((n, at) =>
          n === null ? (
            // The gap has no identity but its place.
            <span key={`gap-${at < 3 ? 'before' : 'after'}`} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={n}
              type="button"
              className={styles.page}
              aria-label={`Страница ${n}`}
              aria-current={n === page ? 'page' : undefined}
              onClick={() => onPage(n)}
            >
              {formatCount(n)}
            </button>
          ),
        )}
        <Step label="Следующая страница" to={page < pages ? page + 1 : null} onPage={onPage} />
      </div>
      {onSize && (
        <select
          className={styles.size}
          aria-label="Строк на странице"
          value={size}
          onChange={(event) => onSize(Number(event.target.value))}
        >
          {sizes.map((n) => (
            <option key={n} value={n}>
              по {n}
            </option>
          ))}
        </select>
      )}
    </nav>
  )
}
