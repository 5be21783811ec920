import { listRuleIssues } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { RuleType, ruleTypes } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { createDocumentRule, rulesExport } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { flagsOf } from './rule-flags.ts'
import { type Mode, modeOf, rulePath } from './rule-words.ts'
import { rulesColumns } from './rules.columns.tsx'
import { countedTypes, rulesList } from './rules-list.ts'

// The list comes without what the other tabs choose from.
const waiting = <PageSkeleton kind="list" />
const others = {
  coverage: latePart(async () => (await import('./analysis/coverage-tab.tsx')).CoverageTab, waiting),
  check: latePart(async () => (await import('./analysis/check-tab.tsx')).CheckTab, waiting),
  issues: latePart(async () => (await import('./analysis/issues-tab.tsx')).IssuesTab, waiting),
}

export const Route = createFileRoute('/documentAdmin')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: DocumentAdminPage,
})

function DocumentAdminPage() {
  const mode = modeOf(Route.useSearch())
  const list = useServerList(rulesList, { isShown: mode === 'rules' })
  const { mayCall } = useRights()
  const issues = useQuery({ ...query(listRuleIssues, { query: {} }), enabled: mayCall(listRuleIssues) })
  const found = issues.data?.issues
  const flags = useMemo(() => flagsOf(found ?? []), [found])
  const Other = mode === 'rules' ? null : others[mode]
  return (
    <ListScreen
      list={list}
      title="Комплектность кредитного дела"
      columns={rulesColumns(flags)}
      rowLabel={({ name }) => name}
      rowHref={({ id, ruleType }) => rulePath(id, ruleType)}
      tabs={{
        label: 'Разделы комплектности',
        words: {
          rules: 'Правила',
          coverage: 'Матрица покрытия',
          check: 'Проверить на заявке',
          issues: 'Конфликты',
        },
        counts: { issues: found?.length },
        value: mode,
        onChange: (next: Mode) => list.go(next === 'rules' ? {} : { mode: next }),
      }}
      instead={Other && <Other search={list.search} navigate={list.go} />}
      choices={{ types: countedTypes(list.page?.counts) }}
      exporting={rulesExport}
      create={{
        text: 'Новое правило',
        needs: { call: createDocumentRule, to: 'создание правил' },
        label: 'Тип нового правила',
        choices: RuleType.options.map((type) => ({
          text: ruleTypes[type],
          href: `/document-edit/new/${type}`,
        })),
      }}
      empty={{
        title: 'Правил нет',
        text: 'Правило говорит, какие документы нужны заявке и на каком этапе.',
      }}
    />
  )
}
