import { countPartnerTabs } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { groupsShown, type ShownGroup } from './groups-shown.ts'
import type { TabKey } from './partner-tabs.ts'
import styles from './card-tabs.module.css'

/** The groups of a card with their counts: one call for all tabs, read again after every change of theirs. */
export function useCardGroups(partnerId: number): ShownGroup[] {
  const rights = useRights()
  const client = useQueryClient()
  const { data, refetch } = useQuery(query(countPartnerTabs, { params: { partnerId: String(partnerId) } }))
  // What others change in the card tells the card's own topic, which reads everything of it anew.
  useLiveRefresh(topics.documents('PARTNER', partnerId), () => void refetch())
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success') void refetch()
      }),
    [client, refetch],
  )
  return groupsShown((endpoint) => rights.mayCall(endpoint), data)
}

/** Groups in the first line, the tabs of the opened one in the second. */
export function CardTabs({
  groups,
  value,
  onChange,
}: {
  groups: readonly ShownGroup[]
  value: TabKey
  onChange: (key: TabKey) => void
}) {
  const opened = groups.find(({ tabs }) => tabs.some(({ key }) => key === value))
  if (opened === undefined) return null
  return (
    <div className={styles.cardTabs}>
      <TabsWithCounts
        label="Карточка партнёра"
        tabs={groups}
        value={opened.key}
        onChange={(group) => {
          const first = groups.find(({ key }) => key === group)?.tabs[0]
          if (first !== undefined && group !== opened.key) onChange(first.key)
        }}
      />
      <TabsWithCounts label={opened.label} tabs={opened.tabs} value={value} onChange={onChange} />
    </div>
  )
}
