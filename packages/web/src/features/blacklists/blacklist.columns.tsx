import {
  type BlacklistColumn,
  blacklistColumns as headings,
} from '@ipoteka-office/contract/blacklists/blacklist-exports.ts'
import { blacklistCategories } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { BlacklistRow } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { formatDate } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import { date, noted, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { Tag } from '#ui/tag.tsx'
import { LevelTag, StateDot } from './entry-marks.tsx'

/** Whom an entry is of: in a list of people the day of birth tells namesakes apart, and stands in a column of its own. */
const who = { exported: ['title', 'id', 'note'], link: true, always: true }
const bornOn = ({ birthDate }: BlacklistRow) => birthDate

/** The columns of a blacklist of organisations or phones. */
export const blacklistColumns = columnsOf<BlacklistRow, BlacklistColumn>(headings, {
  title: noted(330, ({ title, note }) => [title, note], who),
  id: text(112, ({ id }) => String(id)),
  level: { width: 156, render: (row) => <LevelTag {...row} /> },
  category: text(230, ({ category }) => blacklistCategories[category]),
  state: { width: 160, render: ({ state }) => <StateDot state={state} /> },
  validTo: noted(150, ({ validTo, ending }) => [
    validTo === null ? 'бессрочно' : formatDate(validTo),
    ending && <Tag tone="amber">скоро</Tag>,
  ]),
  author: text(150, ({ author }) => shortName(author.fullName)),
  approver: text(150, ({ approver }) => approver && shortName(approver.fullName)),
  validFrom: date(120, ({ validFrom }) => validFrom, { optional: true }),
  birthDate: date(124, bornOn, { optional: true }),
  note: text(220, ({ note }) => note, { optional: true }),
  approvedAt: date(126, ({ approvedAt }) => approvedAt, { optional: true }),
  createdAt: date(110, ({ createdAt }) => createdAt, { optional: true }),
})

/** The same of people. */
export const peopleColumns = blacklistColumns.flatMap((column): Column<BlacklistRow>[] => {
  if (column.key === 'birthDate') return []
  if (column.key !== 'title') return [column]
  const born = { key: 'birthDate', title: headings.birthDate, ...date(124, bornOn) }
  return [{ ...column, ...text(272, ({ title }: BlacklistRow) => title, who) }, born]
})
