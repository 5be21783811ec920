import { type Dictionary, dictionaryKinds } from '@ipoteka-office/contract/references/reference-items.ts'
import { Link } from '@tanstack/react-router'
import { formatCount } from '#lib/digits.ts'
import { normalizeText } from '#ui/select/option-search.ts'
import { Catalogue } from '#ui/catalogue/catalogue.tsx'
import { SearchInput } from '#ui/input/search-input.tsx'
import { type CatalogueState, catalogueSearch } from './references-state.ts'

/** Dictionaries whose title or code holds the text. */
export function foundDictionaries(all: readonly Dictionary[], find: string): Dictionary[] {
  const wanted = normalizeText(find)
  if (wanted === '') return [...all]
  return all.filter(({ title, code }) => normalizeText(`${title} ${code}`).includes(wanted))
}

/** The catalogue: every dictionary that was found, with the number of its items. */
export function DictionaryCatalogue({
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
  return (
    <Catalogue
      label="Каталог справочников"
      find={<SearchInput value={state.find} onSearch={onFind} label="Найти справочник" />}
      items={dictionaries}
      keyOf={({ code }) => code}
      chosen={state.dictionary}
      empty="Ничего не найдено. Измените запрос или выберите другую вкладку."
      link={({ code, title, kind, itemsCount }, given) => (
        <Link {...given} to="/references" search={catalogueSearch(search, { dictionary: code, load: '' })}>
          <span>{title}</span>
          <span className="muted">
            <span className="visually-hidden">записей: </span>
            {formatCount(itemsCount)}
          </span>
          <span className="muted small">
            {code}
            {kind === 'ENUM' && <span className="visually-hidden">, {dictionaryKinds.ENUM}</span>}
          </span>
        </Link>
      )}
    />
  )
}
