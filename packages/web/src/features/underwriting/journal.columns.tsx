import { type EngineResult, engineResults } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import {
  type JournalRow,
  journalColumns,
  journalFlags,
} from '@ipoteka-office/contract/underwriting/journal.ts'
import type { ReactNode } from 'react'
import { serverNow } from '#api/server-time.ts'
import { formatPercent, formatRoubles, shortName } from '#lib/format.ts'
import { figure, type Mark, marks, noted, status, text } from '#ui/table/cells/cells.tsx'
import { type Column, columnsOf } from '#ui/table/table-columns.ts'
import { clockChip } from '#widgets/case/case-words.ts'
import { stageTone } from '#widgets/case-list/stage-tone.ts'
import { moment } from '#widgets/list/cells.ts'

/** The deadline in a word, with its day on hover. */
function deadline({ clock }: JournalRow): Mark[] {
  const chip = clockChip({ ...clock, targetMinutes: null, spentMinutes: 0, segments: [] }, serverNow())
  return chip === null ? [] : [chip]
}

const percent = (value: string | null) => value && formatPercent(value)

/** Columns of a journal; `actions` draws what the person may do with the task of a row. */
export const journalColumnsOf = (actions: (row: JournalRow) => ReactNode): Column<JournalRow>[] => [
  ...columnsOf<JournalRow, keyof typeof journalColumns>(journalColumns, {
    number: text(124, ({ number }) => number, { link: true, always: true }),
    clientName: noted(
      210,
      ({ clientName, coBorrowers }) => [clientName, coBorrowers > 0 && `+${coBorrowers}`],
      { always: true, grows: true },
    ),
    programme: text(150, ({ programme }) => programme),
    amount: figure(130, ({ amount }) => formatRoubles(amount)),
    termMonths: figure(84, ({ termMonths }) => termMonths, { optional: true }),
    downPaymentShare: figure(92, (row) => percent(row.downPaymentShare), { optional: true }),
    loanToValue: figure(92, (row) => percent(row.loanToValue)),
    debtLoad: figure(92, (row) => percent(row.debtLoad)),
    clientCategories: text(190, (row) => row.clientCategories.map(({ name }) => name).join(', '), {
      optional: true,
    }),
    engineResult: marks(
      140,
      ({ engineResult }) => (engineResult === null ? [] : [engineMarks[engineResult]]),
      {
        optional: true,
      },
    ),
    channel: text(140, ({ channel }) => channel?.name, { optional: true }),
    partner: text(160, ({ partner }) => partner.shortName, { optional: true }),
    region: text(150, ({ region }) => region?.name, { optional: true }),
    level: text(140, ({ level }) => level, { optional: true }),
    stage: status(170, (row) => ({ tone: stageTone(row), text: row.stageName })),
    flags: marks(128, ({ flags }) =>
      flags.map((flag): Mark => ({ text: flagWords[flag], tone: 'red', hint: journalFlags[flag] })),
    ),
    holder: text(130, ({ holder }) => holder && shortName(holder.fullName)),
    group: text(140, ({ group }) => group?.name, { optional: true }),
    receivedAt: moment(120, ({ receivedAt }) => receivedAt, { optional: true }),
    dueAt: marks(176, deadline),
    review: figure(120, ({ review }) => review, { optional: true }),
    createdAt: moment(104, ({ createdAt }) => createdAt, { optional: true }),
  }),
  {
    key: 'actions',
    exported: [],
    title: 'Действия',
    width: 168,
    align: 'right',
    wrap: true,
    render: actions,
  },
]

const engineMarks: Record<EngineResult, Mark> = {
  APPROVE: { text: engineResults.APPROVE, tone: 'green' },
  REJECT: { text: engineResults.REJECT, tone: 'red' },
  REVIEW: { text: engineResults.REVIEW, tone: 'amber' },
}
const flagWords = { BLACKLIST: 'ЧС', FRAUD: 'Фрод', STOP: 'Стоп' } as const
