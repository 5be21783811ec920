import { type Dictionary, dictionaryKinds } from '@ipoteka-office/contract/references/reference-items.ts'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { formatCount } from '#lib/digits.ts'
import { normalizeText } from '#ui/select/option-search.ts'
import { SearchInput } from '#ui/input/search-input.tsx'
import styles from './catalogue.module.css'
import { type CatalogueState, catalogueSearch } from './references-state.ts'

/** Dictionaries whose title or code holds the text. */
export function foundDictionaries(all: readonly Dictionary[], find: string): Dictionary[] {
  const wanted = normalizeText(find)
  if (wanted === '') return [...all]
  return all.filter(({ title, code }) => normalizeText(`${title} ${code}`).includes(wanted))
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrows, Home and End move among the links, so that 231 of them are one stop of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const ends: Record<string, number> = { Home: 0, End: links.length - 1 }
  const step = steps[event.key]
  const to = step === undefined ? ends[event.key] : at + step
  if (to === undefined || at < 0) return
  event.preventDefault()
  links[to]?.focus()
}

/** The catalogue: every dictionary that was found, with the number of its items. */
export function Catalogue({
  dictionaries,
  search,
  state,
  onFind,
}: {
  dictionaries: readonly Dictionary[]
  search: Record<string, unknown>
  state: CatalogueState
  onFind: (text: string) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const chosen = state.dictionary
  // The chosen one is brought into sight when the page opens by a link to it; the page itself stays where it is.
  useEffect(() => {
    const box = list.current
    const link = box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !link) return
    const { top, bottom } = link.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    if (top < frame.top || bottom > Math.min(frame.bottom, window.innerHeight))
      box.scrollTop += top - frame.top - 60
  }, [chosen])
  const stop = dictionaries.some(({ code }) => code === chosen) ? chosen : dictionaries[0]?.code
  return (
    <nav className={`card ${styles.catalogue}`} aria-label="Каталог справочников">
      <div className={styles.find}>
        <SearchInput value={state.find} onSearch={onFind} label="Найти справочник" />
      </div>
      {dictionaries.length === 0 ? (
        <p className={styles.note} role="status">
          Ничего не найдено. Измените запрос или выберите другую вкладку.
        </p>
      ) : (
        <ul ref={list} className={styles.list} onKeyDown={moveFocus}>
          {dictionaries.map(({ code, title, kind, itemsCount }) => (
            <li key={code}>
              <Link
                to="/references"
                search={catalogueSearch(search, { dictionary: code, load: '' })}
                className={styles.entry}
                tabIndex={code === stop ? 0 : -1}
                aria-current={code === chosen ? 'true' : undefined}
              >
                <span>{title}</span>
                <span className={styles.count}>
                  <span className="visually-hidden">записей: </span>
                  {formatCount(itemsCount)}
                </span>
                <span className={styles.under}>
                  {code}
                  {kind === 'ENUM' && <span className="visually-hidden">, {dictionaryKinds.ENUM}</span>}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </nav>
  )
}
