import { createFeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useMyFeatures } from '#api/features.ts'
import { useRights } from '#api/rights.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { useRuleChoices } from './rule-names.ts'
import { toggleColumns } from './toggle.columns.tsx'
import { togglesList, toggleTabs } from './toggles-list.ts'

export const Route = createFileRoute('/featureToggle')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: FeatureTogglesPage,
})

const noCreate = 'Нет права на изменение переключателей. Обратитесь к администратору'

function FeatureTogglesPage() {
  const go = useNavigate({ from: Route.fullPath })
  const list = useServerList(togglesList)
  const mayCreate = useRights().mayCall(createFeatureToggle)
  return (
    <ListScreen
      list={list}
      title="Переключатели функций"
      place={['Справочники', 'Переключатели функций']}
      columns={toggleColumns(useMyFeatures(), useRuleChoices())}
      rowHref={({ id }) => `/featureToggle/${id}`}
      tabs={{ label: 'Состояние переключателей', words: toggleTabs, counts: list.page?.counts }}
      create={{
        text: 'Новый переключатель',
        disabledReason: mayCreate ? null : noCreate,
        onClick: () => void go({ to: '/featureToggle/$toggleId', params: { toggleId: 'new' }, search: {} }),
      }}
      empty={{
        title: 'Таких переключателей нет',
        text: 'Переключатель включает функцию не всем сразу: роли, партнёру или доле сотрудников.',
      }}
    />
  )
}
