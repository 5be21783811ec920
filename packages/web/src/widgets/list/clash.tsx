import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import type { ListFilter } from '#ui/table/list-filters.tsx'
import type { Clash } from './server-list.ts'
import type { ServerList } from './use-server-list.ts'

type Clashing<Tab extends string> = Pick<
  ServerList<unknown, unknown, Tab>,
  'clashes' | 'filters' | 'tabs' | 'state'
>

const firstTab = <Tab extends string>({ tabs }: Clashing<Tab>): Tab | undefined =>
  (Object.keys(tabs?.words ?? {}) as Tab[])[0]

/** The filters, set together now, that find nothing together whatever the bank has. */
export function clashIn<Tab extends string>(list: Clashing<Tab>): Clash | undefined {
  const { tab, filters, active } = list.state
  const isSet = (name: string) => (name === 'tab' ? tab !== firstTab(list) : active.includes(name))
  return list.clashes.find(({ between, when }) => between.every(isSet) && (when?.(filters, tab) ?? true))
}

/** How a filter reads: «Этап: Первый контакт»; a tab by its word. */
function wordsOf<Tab extends string>(name: string, list: Clashing<Tab>, chips: readonly ListFilter[]) {
  if (name === 'tab') return { label: 'Вкладка', value: list.tabs?.words[list.state.tab] ?? '' }
  const { label = name, value } = chips[list.filters.findIndex(({ codecs }) => name in codecs)] ?? {}
  return { label, value: value ?? '' }
}

/** Says which filters of an empty list cannot hold together, and drops either of them. */
export function ClashNote<Tab extends string>({
  clash: { between, why },
  list,
  chips,
}: {
  clash: Clash
  list: Clashing<Tab>
  /** Of all the list's filters, in their order. */
  chips: readonly ListFilter[]
}) {
  const { setFilters, setTab } = list.state
  const first = firstTab(list)
  const parts = between.map((name) => ({ name, ...wordsOf(name, list, chips) }))
  const drop = (name: string) => {
    if (name === 'tab') return first && setTab(first)
    const { codecs = {} } = list.filters.find((filter) => name in filter.codecs) ?? {}
    setFilters(Object.fromEntries(Object.entries(codecs).map(([key, { empty }]) => [key, empty])))
  }
  const said = parts.map(({ label, value }) => `«${label}: ${value}»`).join(' и ')
  return (
    <Empty title="Эти условия вместе не выполняются" text={`${said} вместе ничего не найдут: ${why}.`}>
      {parts.map(({ name, label }) => (
        <Button key={name} onClick={() => drop(name)}>
          {name === 'tab' ? `Вкладка «${first && list.tabs?.words[first]}»` : `Убрать «${label}»`}
        </Button>
      ))}
    </Empty>
  )
}
