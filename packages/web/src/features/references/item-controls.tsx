import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { filterReference, type ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { queryOnce } from '#api/query.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { type ControlProps, TextInput } from '#ui/input/text-input.tsx'
import styles from './references.module.css'

const shownAtOnce = 50

const toOption = ({ code, name }: Option): Option => ({ code, name })

/** Finds items of a dictionary by a part of the name or code, the first 50. */
const searchItems = (code: string) => async (text: string, signal: AbortSignal) => {
  const found = await call(
    filterReference,
    {
      params: { code },
      body: {
        searchConditions: [{ fields: ['name', 'code'], predicate: 'LIKE', value: text }],
        size: shownAtOnce,
      },
    },
    { signal },
  )
  return found.content.map(toOption)
}

/** What every control of an item takes from its form. */
export type ItemInputProps<V> = Omit<ControlProps, 'readOnly' | 'name'> & {
  value: V
  onChange: (value: V) => void
  onBlur?: () => void
}

/** A choice of an item of a dictionary, found as the person types. */
export function ItemLookup({
  dictionary,
  known,
  except,
  ...input
}: ItemInputProps<string | null> & {
  dictionary: string
  /** Name of the chosen one. */
  known?: string | null | undefined
  /** Code that cannot be chosen: an item is not its own parent. */
  except?: string
}) {
  const { data } = useQuery(
    queryOnce(filterReference, { params: { code: dictionary }, body: { size: shownAtOnce } }),
  )
  const own = (options: readonly Option[]) => options.filter(({ code }) => code !== except)
  const search = searchItems(dictionary)
  return (
    <LookupSelect
      {...input}
      options={own(data?.content.map(toOption) ?? [])}
      known={input.value ? { code: input.value, name: known ?? input.value } : null}
      search={async (text, signal) => own(await search(text, signal))}
    />
  )
}

/** The control of an attribute, by its type. */
export function AttributeControl({
  attribute,
  known,
  ...input
}: ItemInputProps<string | boolean> & {
  attribute: ReferenceAttribute
  known?: string | null | undefined
}) {
  const { value, onChange, ...rest } = input
  const text = typeof value === 'string' ? value : ''
  const { invalid: _, placeholder: __, ...box } = rest
  if (attribute.type === 'boolean')
    return (
      <span className={styles.box}>
        <input
          type="checkbox"
          {...box}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      </span>
    )
  if (attribute.type === 'date') return <DateInput {...rest} value={text} onChange={onChange} />
  if (attribute.type === 'code' && attribute.dictionary !== null)
    return (
      <ItemLookup
        {...rest}
        dictionary={attribute.dictionary}
        known={known}
        value={text === '' ? null : text}
        onChange={(code) => onChange(code ?? '')}
      />
    )
  const numeric = attribute.type === 'number' ? ({ inputMode: 'decimal' } as const) : {}
  return <TextInput {...rest} {...numeric} value={text} onChange={onChange} />
}
