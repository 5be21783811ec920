import type { ReactNode } from 'react'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import { type DotTone, StatusDot } from '../../status-dot.tsx'
import { Tag, type Tone } from '../../tag.tsx'
import { Tooltip } from '../../overlay/tooltip.tsx'
import styles from './cells.module.css'
import { Note } from '../note.tsx'
import { Several } from '../several.tsx'
import type { Column } from '../table-columns.ts'

/** A column without its heading: how wide it is and what stands in its cells. */
export type Cell<Row> = Omit<Column<Row>, 'key' | 'title'>
type More<Row> = Omit<Cell<Row>, 'width' | 'render'>
type Text = string | number | null | undefined

/** A short text whose whole meaning is in its tooltip. */
function Hinted({ text, hint }: { text: string; hint: string }) {
  if (hint === '' || text === hint) return text
  return (
    <Tooltip text={hint}>
      <span className={styles.hint}>{text}</span>
    </Tooltip>
  )
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || value === false
const shown = (value: Text): string => (isNothing(value) ? emptyValue : String(value))

/** A value in words, the sign of nothing where there is none; `hint` says more on hover. */
export const text = <Row,>(
  width: number,
  of: (row: Row) => Text,
  { hint, ...more }: More<Row> & { readonly hint?: (row: Row) => string } = {},
): Cell<Row> => ({
  ...more,
  width,
  render: (row) => (hint ? <Hinted text={shown(of(row))} hint={hint(row)} /> : shown(of(row))),
})

/** A figure at the right edge. */
export const figure = <Row,>(width: number, of: (row: Row) => Text, more: More<Row> = {}): Cell<Row> =>
  text(width, of, { align: 'right', ...more })

/** How many there are of what should not be: red unless none. */
export const alarm = <Row,>(width: number, of: (row: Row) => number, more: More<Row> = {}): Cell<Row> => ({
  align: 'right',
  ...more,
  width,
  render: (row) => (of(row) > 0 ? <Tag tone="red">{of(row)}</Tag> : 0),
})

/** A day, or a moment in the words that `format` makes of it; it is never broken. */
export const date = <Row,>(
  width: number,
  of: (row: Row) => string | null,
  { format = formatDate, ...more }: More<Row> & { readonly format?: (value: string | null) => string } = {},
): Cell<Row> => ({ ...more, width, render: (row) => <span className="nowrap">{format(of(row))}</span> })

/** A value and, quieter beside it, what belongs to it, if anything. */
export const noted = <Row,>(
  width: number,
  of: (row: Row) => readonly [value: ReactNode, note: ReactNode],
  more: More<Row> = {},
): Cell<Row> => ({
  ...more,
  width,
  render: (row) => {
    const [value, note] = of(row)
    return (
      <>
        {isNothing(value) ? emptyValue : value}
        {!isNothing(note) && <Note>{note}</Note>}
      </>
    )
  },
})

/** A state in a word, and the colour of its dot; none for a word that is no state. */
export interface Status {
  readonly tone: DotTone | null
  readonly text: string
  /** What it means now, on hover and for those who listen. */
  readonly hint?: string | null
}

/** A state: a word with a dot. */
export const status = <Row,>(width: number, of: (row: Row) => Status, more: More<Row> = {}): Cell<Row> => ({
  ...more,
  width,
  render: (row) => {
    const { tone, text: word, hint = null } = of(row)
    const dot = tone === null ? word : <StatusDot tone={tone}>{word}</StatusDot>
    if (hint === null) return dot
    return (
      <Tooltip text={hint}>
        <span>
          {dot}
          <span className="visually-hidden">, {hint}</span>
        </span>
      </Tooltip>
    )
  },
})

type Words<K extends string> = Readonly<Record<K, string>>

/** One of a closed list of states, by its word and the tone of its dot. */
export const stateOf = <Row, K extends string>(
  width: number,
  words: Words<K>,
  tones: Readonly<Record<K, DotTone>>,
  of: (row: Row) => K,
): Cell<Row> => status(width, (row) => ({ tone: tones[of(row)], text: words[of(row)] }))

/** A small mark of a cell. */
export interface Mark {
  readonly text: string
  readonly tone?: Tone
  readonly hint?: string
}

/** Marks in a row: each has a hint of its own, or `hint` is of all of them. */
export const marks = <Row,>(
  width: number,
  of: (row: Row) => readonly Mark[],
  { hint, ...more }: More<Row> & { readonly hint?: (row: Row) => string } = {},
): Cell<Row> => ({
  ...more,
  width,
  render: (row) => {
    const all = of(row)
    if (all.length === 0) return emptyValue
    const tags = all.map(({ text: word, tone = 'neutral', hint: own }, at) => {
      const tag = <Tag tone={tone}>{word}</Tag>
      if (own === undefined) return <span key={`${at}-${word}`}>{tag}</span>
      return (
        <Tooltip key={`${at}-${word}`} text={own}>
          <span>{tag}</span>
        </Tooltip>
      )
    })
    if (hint === undefined) return <span className={styles.marks}>{tags}</span>
    return (
      <Tooltip text={hint(row)}>
        <span className={styles.tight}>{tags}</span>
      </Tooltip>
    )
  },
})

/** One of a closed list of words as a mark; those without a tone are neutral. */
export const markOf = <Row, K extends string>(
  width: number,
  words: Words<K>,
  tones: Readonly<Partial<Record<K, Tone>>>,
  of: (row: Row) => K,
): Cell<Row> => marks(width, (row) => [{ text: words[of(row)], tone: tones[of(row)] ?? 'neutral' }])

/** The first of several names and how many others there are; `whole`, all of them, is on hover. */
export const names = <Row,>(
  width: number,
  of: (row: Row) => readonly string[],
  { whole, ...more }: More<Row> & { readonly whole?: (row: Row) => string } = {},
): Cell<Row> => ({
  ...more,
  width,
  render: (row) => {
    const [first, ...others] = of(row)
    const all = whole?.(row) ?? of(row).join(', ')
    if (first === undefined && !all) return emptyValue
    if (others.length === 0 && (all === first || !all)) return shown(first)
    return (
      <Tooltip text={all}>
        <span className={styles.names}>
          <span>{shown(first)}</span>
          {others.length > 0 && `, +${others.length}`}
        </span>
      </Tooltip>
    )
  },
})

/** The first of several values; the others open on a press, by the keyboard too. */
export const several = <Row,>(
  width: number,
  of: (row: Row) => readonly string[],
  {
    rest = 'и ещё',
    separator = ', ',
    ...more
  }: More<Row> & { readonly rest?: string; readonly separator?: string } = {},
): Cell<Row> => ({
  ...more,
  width,
  render: (row) => {
    const values = of(row)
    const [first, ...others] = values
    if (first === undefined) return emptyValue
    return <Several values={[first, ...others]} rest={rest} whole={values.join(separator)} />
  },
})
