import { type OwnerTab, ownerTabs } from '@ipoteka-office/contract/cases/case-tasks.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'

const keys = Object.keys(ownerTabs) as OwnerTab[]

/** «Мои · Группы · Избранное …» with the number of rows that each opens. */
export function OwnerTabs({
  label,
  value,
  counts,
  onChange,
}: {
  label: string
  value: OwnerTab
  counts: Partial<Readonly<Record<OwnerTab, number>>> | undefined
  onChange: (tab: OwnerTab) => void
}) {
  return (
    <TabsWithCounts
      label={label}
      tabs={keys.map((key) => ({ key, label: ownerTabs[key], count: counts?.[key] }))}
      value={value}
      onChange={onChange}
    />
  )
}
