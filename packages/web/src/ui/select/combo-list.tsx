import { Combobox } from '@base-ui/react/combobox'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useState } from 'react'
import styles from './combo.module.css'
import type { Option } from './option-search.ts'

/** Height of a row of a list in px (specification 1 §9). */
const rowHeight = 50
/** From here on only the rows in sight are in the document. */
const longList = 100

type Rendered = (option: Option) => ReactNode

function OptionRow({ option, render }: { option: Option; render: Rendered }) {
  return (
    <Combobox.Item value={option} className={styles.option}>
      {render(option)}
    </Combobox.Item>
  )
}

function LongRows({
  options,
  render,
  goTo,
  list,
}: {
  options: readonly Option[]
  render: Rendered
  goTo: RefObject<((index: number) => void) | null>
  list: HTMLElement | null
}) {
  // oxlint-disable-next-line react/incompatible-library -- what it answers changes with every scroll and is not to be kept
  const rows = useVirtualizer({
    count: options.length,
    getScrollElement: () => list,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  goTo.current = (index) => rows.scrollToIndex(index, { align: 'auto' })
  return (
    <div role="presentation" style={{ position: 'relative', height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start }) => {
        const option = options[index]
        if (!option) return null
        return (
          <Combobox.Item
            key={option.code}
            index={index}
            value={option}
            ref={rows.measureElement}
            data-index={index}
            aria-setsize={options.length}
            aria-posinset={index + 1}
            className={styles.option}
            style={{ position: 'absolute', insetInline: 0, top: 0, transform: `translateY(${start}px)` }}
          >
            {render(option)}
          </Combobox.Item>
        )
      })}
    </div>
  )
}

type PopupProps = {
  anchor: RefObject<HTMLElement | null>
  options: readonly Option[]
  /** Under headings; `options` holds the same, in the same order. */
  groups?: readonly { label: string; options: readonly Option[] }[] | undefined
  render?: Rendered | undefined
  /** What stands in place of rows. */
  note: string
  foot?: string | null | undefined
  goTo: RefObject<((index: number) => void) | null>
}

function Popup({ anchor, options, groups, render = ({ name }) => name, note, foot, goTo }: PopupProps) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const rows = () => {
    if (options.length === 0) return null
    if (groups)
      return groups.map((group) => (
        <Combobox.Group key={group.label}>
          <Combobox.GroupLabel className={styles.heading}>{group.label}</Combobox.GroupLabel>
          {group.options.map((option) => (
            <OptionRow key={option.code} option={option} render={render} />
          ))}
        </Combobox.Group>
      ))
    if (options.length > longList)
      return <LongRows options={options} render={render} goTo={goTo} list={list} />
    return options.map((option) => <OptionRow key={option.code} option={option} render={render} />)
  }
  return (
    <Combobox.Portal>
      <Combobox.Positioner anchor={anchor} align="start" sideOffset={4} className={styles.positioner}>
        <Combobox.Popup className={styles.popup}>
          <Combobox.Status className={options.length === 0 && note ? styles.note : undefined}>
            {options.length === 0 ? note : null}
          </Combobox.Status>
          <Combobox.List ref={setList} className={styles.list}>
            {rows()}
          </Combobox.List>
          {foot && <div className={styles.foot}>{foot}</div>}
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  )
}

/**
 * The list under a field: rows of 50 px, at most 300 px high; a note where there are none. It is gone at once with its
 * closing: a Tab right after a choice must not meet what is still leaving.
 */
function ComboPopup({ open, ...props }: PopupProps & { open: boolean }) {
  return open ? <Popup {...props} /> : null
}

/** What a choice with its list is put together of; `combo.ts` brings it. */
export const comboParts = {
  Root: Combobox.Root,
  Input: Combobox.Input,
  Clear: Combobox.Clear,
  Popup: ComboPopup,
  longList,
}
