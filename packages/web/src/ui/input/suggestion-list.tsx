import { Autocomplete } from '@base-ui/react/autocomplete'
import type { RefObject } from 'react'
import { cx } from '../class-names.ts'
import comboStyles from '../select/combo.module.css'
import styles from './suggest-input.module.css'
import type { Suggestion } from './suggestion.ts'

/** What is suggested, under the field; words where there is nothing. */
function SuggestionList<T>({
  anchor,
  items,
  words,
  foot,
  onPick,
}: {
  anchor: RefObject<HTMLElement | null>
  items: readonly Suggestion<T>[]
  words: string
  foot: string | null | undefined
  onPick: (suggestion: Suggestion<T>) => void
}) {
  return (
    <Autocomplete.Portal>
      <Autocomplete.Positioner
        anchor={anchor}
        align="start"
        sideOffset={4}
        className={cx(comboStyles.positioner, styles.popup)}
      >
        {/* A plain box: the library's own hides the rest of the form from readers, where suggestions are only an offer. */}
        <div className={comboStyles.popup} role="presentation">
          <Autocomplete.Status className={items.length === 0 ? styles.empty : undefined}>
            {items.length === 0 ? words : null}
          </Autocomplete.Status>
          <Autocomplete.List className={comboStyles.list}>
            {items.map((suggestion) => (
              <Autocomplete.Item
                key={suggestion.key}
                value={suggestion}
                className={comboStyles.option}
                onClick={() => onPick(suggestion)}
              >
                <span className={styles.option}>
                  {suggestion.title}
                  {suggestion.note && <span className={styles.note}>{suggestion.note}</span>}
                </span>
              </Autocomplete.Item>
            ))}
          </Autocomplete.List>
          {foot && <div className={comboStyles.foot}>{foot}</div>}
        </div>
      </Autocomplete.Positioner>
    </Autocomplete.Portal>
  )
}

/** What a line with suggestions is put together of. */
export const suggestParts = { Root: Autocomplete.Root, Input: Autocomplete.Input, List: SuggestionList }
