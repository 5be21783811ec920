import { listRuleIssues } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { RuleType, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  createDocumentRule,
  listDocumentRules,
  rulesExport,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useListPlace } from '#widgets/list/list-place.ts'
import { useServerList } from '#widgets/list/use-server-list.ts'
import styles from './document-rules.module.css'
import { flagsOf, type RuleFlags } from './rule-flags.ts'
import { type Mode, modeOf, rulePath } from './rule-words.ts'
import { rulesColumns } from './rules.columns.tsx'
import { countedTypes, rulesList } from './rules-list.ts'

// The list comes without what the other tabs choose from.
const CoverageTab = lazy(async () => ({ default: (await import('./analysis/coverage-tab.tsx')).CoverageTab }))
const CheckTab = lazy(async () => ({ default: (await import('./analysis/check-tab.tsx')).CheckTab }))
const IssuesTab = lazy(async () => ({ default: (await import('./analysis/issues-tab.tsx')).IssuesTab }))

export const Route = createFileRoute('/documentAdmin')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: DocumentAdminPage,
})

const title = 'Комплектность кредитного дела'
const noCreate = 'Нет права на создание правил. Обратитесь к администратору'
const modes: Record<Mode, string> = {
  rules: 'Правила',
  coverage: 'Матрица покрытия',
  check: 'Проверить на заявке',
  issues: 'Конфликты',
}

function DocumentAdminPage() {
  usePagePlace(title)
  return useRights().mayCall(listDocumentRules) ? <DocumentAdmin /> : <Forbidden />
}

function NewRule() {
  const go = useNavigate()
  const open = (href: string) => void go({ href })
  const mayCreate = useRights().mayCall(createDocumentRule)
  if (!mayCreate)
    return (
      <Button look="primary" disabledReason={noCreate}>
        Новое правило
      </Button>
    )
  return (
    <Popover
      label="Тип нового правила"
      trigger={(props) => (
        <Button {...props} look="primary">
          Новое правило
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.menu}>
          {RuleType.options.map((type) => (
            <Button
              key={type}
              look="quiet"
              onClick={() => {
                close()
                open(`/document-edit/new/${type}`)
              }}
            >
              {ruleTypes[type]}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}

interface Tabs {
  readonly label: string
  readonly words: typeof modes
  readonly counts: { readonly issues?: number | undefined }
  readonly value: Mode
  readonly onChange: (mode: Mode) => void
}

function Rules({ tabs, flags }: { tabs: Tabs; flags: RuleFlags }) {
  const list = useServerList(rulesList)
  return (
    <ListScreen
      list={list}
      title={title}
      columns={useMemo(() => rulesColumns(flags), [flags])}
      rowLabel={({ name }) => name}
      rowHref={({ id, ruleType }) => rulePath(id, ruleType)}
      tabs={tabs}
      choices={{ types: countedTypes(list.page?.counts) }}
      exporting={rulesExport}
      create={<NewRule />}
      empty={{
        title: 'Правил нет',
        text: 'Правило говорит, какие документы нужны заявке и на каком этапе.',
      }}
    />
  )
}

function DocumentAdmin() {
  const { search, go } = useListPlace(rulesList.key, 'address')
  const mode = modeOf(search)
  const rights = useRights()
  const issues = useQuery({
    ...query(listRuleIssues, { query: {} }),
    enabled: rights.mayCall(listRuleIssues),
  })
  const found = issues.data?.issues
  const flags = useMemo(() => flagsOf(found ?? []), [found])
  const tabs: Tabs = {
    label: 'Разделы комплектности',
    words: modes,
    counts: { issues: found?.length },
    value: mode,
    onChange: (next) => go(next === 'rules' ? {} : { mode: next }),
  }
  if (mode === 'rules') return <Rules tabs={tabs} flags={flags} />
  return (
    <>
      <PageHead title={title}>
        <NewRule />
      </PageHead>
      <TabsWithCounts<Mode>
        label={tabs.label}
        tabs={(Object.keys(modes) as Mode[]).map((key) => ({
          key,
          label: modes[key],
          count: key === 'issues' ? found?.length : undefined,
        }))}
        value={mode}
        onChange={tabs.onChange}
      />
      <Suspense fallback={<PageSkeleton kind="list" />}>
        {mode === 'coverage' && <CoverageTab search={search} navigate={go} />}
        {mode === 'check' && <CheckTab search={search} navigate={go} />}
        {mode === 'issues' && <IssuesTab search={search} navigate={go} />}
      </Suspense>
    </>
  )
}
