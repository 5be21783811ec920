import { searchQualityChecks } from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { getVintages } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { listScorecards } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { getStatistics } from '@ipoteka-office/contract/underwriting/statistics.ts'
import { useRights } from '#api/rights.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { wholeJournal } from './journal-list.ts'
import { JournalPage } from './journal-page.tsx'

/** What stands beside the journal, by the name of the tab in the address. */
const beside = {
  quality: {
    words: 'Контроль качества',
    call: searchQualityChecks,
    Part: latePart(async () => (await import('./quality/quality.tsx')).Quality, <PageSkeleton kind="form" />),
  },
  statistics: {
    words: 'Статистика',
    call: getStatistics,
    Part: latePart(
      async () => (await import('./statistics/statistics.tsx')).Statistics,
      <PageSkeleton kind="form" />,
    ),
  },
  vintages: {
    words: 'Винтажи',
    call: getVintages,
    Part: latePart(
      async () => (await import('./payments/vintages.tsx')).VintagesTab,
      <PageSkeleton kind="form" />,
    ),
  },
  scorecards: {
    words: 'Скоринговая карта',
    call: listScorecards,
    Part: latePart(
      async () => (await import('./scorecard/versions.tsx')).ScorecardVersions,
      <PageSkeleton kind="form" />,
    ),
  },
} as const
type Beside = keyof typeof beside
const names = Object.keys(beside) as Beside[]

/** The combined journal with what stands beside it: quality, statistics, vintages and the scorecard have tabs of their own. */
export function WholeJournal({ part: named }: { part: unknown }) {
  const part = names.find((name) => name === named)
  const rights = useRights()
  const list = useServerList(wholeJournal, { isShown: part === undefined })
  const open = names.filter((name) => name === part || rights.mayCall(beside[name].call))
  const Part = part === undefined ? null : beside[part].Part
  return (
    <JournalPage
      journal="all"
      list={list}
      empty="Здесь ипотека и потребительские кредиты, которые банк рассматривает или уже решил."
      {...(open.length > 0 && {
        tabs: {
          label: 'Сводный журнал',
          words: { journal: 'Журнал', ...Object.fromEntries(open.map((name) => [name, beside[name].words])) },
          value: part ?? 'journal',
          onChange: (next: Beside | 'journal') => list.go(next === 'journal' ? {} : { part: next }),
        },
      })}
      instead={Part && <Part search={list.search} navigate={list.go} />}
    />
  )
}
