import { serverNow } from '#api/server-time.ts'
import { formatMoment } from '#lib/dates.ts'
import { date } from '#ui/table/cells/cells.tsx'

/** A moment as people say it, by the clock of the server: «14:02» today, «12 нояб.» this year. */
export const moment = <Row>(
  width: number,
  of: (row: Row) => string | null,
  more: Omit<NonNullable<Parameters<typeof date<Row>>[2]>, 'format'> = {},
) => date(width, of, { ...more, format: (at) => formatMoment(at, serverNow()) })
