import {
  type FeatureToggle,
  listFeatureToggleHistory,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { useMyFeatures } from '#api/features.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { SkeletonLine } from '#ui/loader.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { HistoryDialog } from '#widgets/history/history-dialog.tsx'
import { HistoryTimeline } from '#widgets/history/history-timeline.tsx'
import styles from './feature-toggles.module.css'
import type { RuleChoices } from './rule-names.ts'
import { whoGets } from './toggle-state.ts'
import { completeRules, type ToggleValues } from './toggle-values.ts'

/** «Кому включено»: the rules in words, as they stand in the form now. */
function WhoGets({
  toggle,
  control,
  choices,
}: {
  toggle: FeatureToggle | null
  control: Control<ToggleValues>
  choices: RuleChoices
}) {
  const [enabled, rules, expiresOn] = useWatch({ control, name: ['enabled', 'rules', 'expiresOn'] })
  const lines = whoGets(
    {
      enabled,
      killed: toggle?.killed ?? false,
      rules: completeRules(rules),
      expiresOn: /^\d{4}-/.test(expiresOn) ? expiresOn : null,
    },
    choices,
    bankDay(serverNow()),
  )
  return (
    <ol className={styles.who}>
      {lines.map(({ who, what, enabled: on }) => (
        <li key={who}>
          <span>{who}</span>
          <StatusDot tone={on ? 'green' : 'neutral'}>{what}</StatusDot>
        </li>
      ))}
    </ol>
  )
}

function Mine({ toggle }: { toggle: FeatureToggle }) {
  const mine = useMyFeatures()?.[toggle.key]
  if (mine === undefined) return null
  return (
    <p className={styles.mine}>
      <span>Для вас сейчас</span>
      <StatusDot tone={mine ? 'green' : 'neutral'}>{mine ? 'включено' : 'выключено'}</StatusDot>
    </p>
  )
}

function LastChanges({ toggle }: { toggle: FeatureToggle }) {
  const [all, setAll] = useState(false)
  const params = { id: String(toggle.id) }
  const history = useQuery(query(listFeatureToggleHistory, { params, query: { page: 0, size: 3 } }))
  if (history.isError) return <p className="muted">Не удалось прочитать историю</p>
  if (!history.data) return <SkeletonLine width={70} />
  if (history.data.totalElements === 0) return <p className="muted">Изменений ещё не было</p>
  return (
    <>
      <HistoryTimeline entries={history.data.content} />
      <p className={styles.more}>
        <Button look="link" onClick={() => setAll(true)}>
          Вся история
        </Button>
      </p>
      {all && (
        <HistoryDialog
          pages={(page) => query(listFeatureToggleHistory, { params, query: page })}
          onClose={() => setAll(false)}
        />
      )}
    </>
  )
}

/** The panel beside the form: whom the feature is on for, and who changed what. */
export function ToggleSide({
  toggle,
  control,
  choices,
}: {
  toggle: FeatureToggle | null
  control: Control<ToggleValues>
  choices: RuleChoices
}) {
  return (
    <SidePanel label="Сведения о переключателе">
      <FormSection title="Кому включено" grid={false}>
        <WhoGets toggle={toggle} control={control} choices={choices} />
        {toggle && <Mine toggle={toggle} />}
      </FormSection>
      {toggle && (
        <FormSection title="История" grid={false}>
          <LastChanges toggle={toggle} />
        </FormSection>
      )}
    </SidePanel>
  )
}
