import {
  type FeatureToggle,
  listFeatureToggleHistory,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { type Control, useWatch } from 'react-hook-form'
import { useMyFeatures } from '#api/features.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { FormSection } from '#ui/form/form-section.tsx'
import { SidePanel } from '#ui/overlay/side-panel.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { LastChanges } from '#widgets/history/last-changes.tsx'
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
          <LastChanges
            pages={(page) =>
              query(listFeatureToggleHistory, { params: { id: String(toggle.id) }, query: page })
            }
          />
        </FormSection>
      )}
    </SidePanel>
  )
}
