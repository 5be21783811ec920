import { createFeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useMyFeatures } from '#api/features.ts'
import { ListScreen } from '#widgets/list/list-screen.tsx'
import { useServerList } from '#widgets/list/use-server-list.ts'
import { useRuleChoices } from './rule-names.ts'
import { toggleColumns } from './toggle.columns.tsx'
import { togglesList } from './toggles-list.ts'

export const Route = createFileRoute('/featureToggle')({
  validateSearch: (search: Record<string, unknown>) => search,
  component: FeatureTogglesPage,
})

function FeatureTogglesPage() {
  return (
    <ListScreen
      list={useServerList(togglesList)}
      title="Переключатели функций"
      place={['Справочники', 'Переключатели функций']}
      columns={toggleColumns(useMyFeatures(), useRuleChoices())}
      rowHref={({ id }) => `/featureToggle/${id}`}
      create={{
        text: 'Новый переключатель',
        needs: { call: createFeatureToggle, to: 'изменение переключателей' },
        href: '/featureToggle/new',
      }}
      empty={{
        title: 'Таких переключателей нет',
        text: 'Переключатель включает функцию не всем сразу: роли, партнёру или доле сотрудников.',
      }}
    />
  )
}
