import { listDistributions } from '@ipoteka-office/contract/insurance/distributions.ts'
import type { Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { type Search, type Step, useListPlace } from '#widgets/list/list-place.ts'
import styles from './insurance.module.css'

/** What every tab gets. */
export interface TabProps {
  readonly lending: Lending
  readonly search: Search
  readonly go: (search: Search, step?: Step) => void
}

const waiting = <PageSkeleton kind="form" />
const tabs = {
  matrix: {
    label: 'Доли',
    Part: latePart<TabProps>(async () => (await import('./matrix/matrix-tab.tsx')).MatrixTab, waiting),
  },
  versions: {
    label: 'Версии',
    Part: latePart<TabProps>(async () => (await import('./versions-tab.tsx')).VersionsTab, waiting),
  },
  tariffs: {
    label: 'Тарифы',
    Part: latePart<TabProps>(async () => (await import('./tariffs/tariffs-tab.tsx')).TariffsTab, waiting),
  },
  agreements: {
    label: 'Договоры',
    Part: latePart<TabProps>(
      async () => (await import('./agreements/agreements-tab.tsx')).AgreementsTab,
      <PageSkeleton kind="list" />,
    ),
  },
} as const
type TabKey = keyof typeof tabs
const keys = Object.keys(tabs) as TabKey[]

/** Who insures what the bank lends: shares of insurers by region and programme, and their tariffs. */
export function InsurancePage({ lending, title }: { lending: Lending; title: string }) {
  const { search, go } = useListPlace(`insurance-${lending}`, 'address')
  usePagePlace('Страхование', title)
  if (!useRights().mayCall(listDistributions)) return <Forbidden />
  const tab = keys.find((key) => key === search['tab']) ?? 'matrix'
  const { Part } = tabs[tab]
  return (
    <>
      <PageHead title={title} />
      <TabsWithCounts
        label={title}
        tabs={keys.map((key) => ({ key, label: tabs[key].label }))}
        value={tab}
        onChange={(next) => go(next === 'matrix' ? {} : { tab: next })}
      />
      <div className={styles.tab}>
        <Part key={tab} lending={lending} search={search} go={go} />
      </div>
    </>
  )
}
