import { Tooltip } from '../overlay/tooltip.tsx'
import { Note } from './note.tsx'

/** A cell of several values in one line: the first, how many others there are, and all of them on hover. */
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
    <Tooltip text={whole}>
      <span>
        {first}
        <Note>
          {rest} {others.length}
        </Note>
      </span>
    </Tooltip>
  )
}
