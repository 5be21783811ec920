import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import type { TabCounts } from './server-list.ts'

/** Tabs with what each of them opens. */
export interface ListTabs<Tab extends string> {
  readonly label: string
  readonly words: Readonly<Record<Tab, string>>
  readonly counts?: TabCounts<Tab> | undefined
}

/** Tabs with the one that is open. */
export interface ChosenTabs<Tab extends string> extends ListTabs<Tab> {
  readonly value: Tab
  readonly onChange: (tab: Tab) => void
}

/** A row of tabs. */
export function TabsRow<Tab extends string>({ label, words, counts, value, onChange }: ChosenTabs<Tab>) {
  const keys = Object.keys(words) as Tab[]
  return (
    <TabsWithCounts
      label={label}
      tabs={keys.map((key) => ({ key, label: words[key], count: counts?.[key] }))}
      value={value}
      onChange={onChange}
    />
  )
}
