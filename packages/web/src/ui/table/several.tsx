import { Popover } from '../overlay/popover.tsx'
import { Note } from './note.tsx'
import styles from './several.module.css'

/** A cell of several values in one line: the first, and how many others there are, which opens all of them. */
export function Several({
  values,
  rest,
  whole = values.join(', '),
}: {
  values: readonly [string, ...string[]]
  /** «и ещё» before the number of the others. */
  rest: string
  /** All of them in words. */
  whole?: string
}) {
  const [first, ...others] = values
  if (others.length === 0) return first
  return (
    <span className={styles.several}>
      <span className={styles.first}>{first}</span>
      <Note>
        <Popover
          label="Все значения"
          floating
          trigger={(props) => (
            <button {...props} type="button" className={styles.rest} title={whole}>
              {rest} {others.length}
            </button>
          )}
        >
          {() => <div className={styles.whole}>{whole}</div>}
        </Popover>
      </Note>
    </span>
  )
}
