import { listRuleIssues } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { RuleType, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import {
  createDocumentRule,
  listDocumentRules,
} from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { TabsWithCounts } from '#ui/tabs-with-counts.tsx'
import { Forbidden } from '#widgets/failure-block.tsx'
import { CheckTab } from './analysis/check-tab.tsx'
import { CoverageTab } from './analysis/coverage-tab.tsx'
import styles from './document-rules.module.css'
import { IssuesTab } from './analysis/issues-tab.tsx'
import { type Mode, modeOf } from './rule-words.ts'
import { rememberRulesSearch } from './rules-list-state.ts'
import { RulesTab, RulesTools } from './rules-tab.tsx'

export const Route = createFileRoute('/documentAdmin')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: DocumentAdminPage,
})

const title = 'Комплектность кредитного дела'
const noCreate = 'Нет права на создание правил. Обратитесь к администратору'

function DocumentAdminPage() {
  usePagePlace(title)
  return useRights().mayCall(listDocumentRules) ? <DocumentAdmin /> : <Forbidden />
}

function NewRule({ open }: { open: (href: string) => void }) {
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

function DocumentAdmin() {
  const search = Route.useSearch()
  const go = useNavigate({ from: Route.fullPath })
  const navigate = useCallback((next: Record<string, unknown>) => void go({ search: next }), [go])
  const open = (href: string) => void go({ to: href })
  useEffect(() => rememberRulesSearch(search), [search])
  const mode = modeOf(search)
  const rights = useRights()
  const issues = useQuery({
    ...query(listRuleIssues, { query: {} }),
    refetchOnMount: 'always',
    enabled: rights.mayCall(listRuleIssues),
  })
  const found = issues.data?.issues
  return (
    <>
      <PageHead title={title}>
        {mode === 'rules' && <RulesTools search={search} navigate={navigate} />}
        <NewRule open={open} />
      </PageHead>
      <TabsWithCounts<Mode>
        label="Разделы комплектности"
        tabs={[
          { key: 'rules', label: 'Правила' },
          { key: 'coverage', label: 'Матрица покрытия' },
          { key: 'check', label: 'Проверить на заявке' },
          { key: 'issues', label: 'Конфликты', count: found?.length },
        ]}
        value={mode}
        onChange={(next) => navigate(next === 'rules' ? {} : { mode: next })}
      />
      {mode === 'rules' && <RulesTab search={search} navigate={navigate} open={open} issues={found ?? []} />}
      {mode === 'coverage' && <CoverageTab search={search} navigate={navigate} />}
      {mode === 'check' && <CheckTab search={search} navigate={navigate} />}
      {mode === 'issues' && <IssuesTab search={search} navigate={navigate} />}
    </>
  )
}
