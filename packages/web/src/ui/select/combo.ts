import { lateCode } from '#lib/late-code.ts'
import type { Option } from './option-search.ts'

/** The library of lists and the list itself: 57 kB gzipped, so they come behind the page. */
export const combo = lateCode(async () => (await import('./combo-list.tsx')).comboParts)

/** What the input of a list says of itself while the list is closed. */
export const closedCombo = {
  type: 'text',
  role: 'combobox',
  'aria-expanded': false,
  'aria-haspopup': 'listbox',
  'aria-autocomplete': 'list',
  autoComplete: 'off',
  autoCorrect: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const

/** How the library reads an option. The server or the field searches, not the library. */
export const optionWays = {
  filter: null,
  isItemEqualToValue: (a: Option, b: Option) => a.code === b.code,
  itemToStringLabel: ({ name }: Option) => name,
  itemToStringValue: ({ code }: Option) => code,
  autoHighlight: true,
} as const
