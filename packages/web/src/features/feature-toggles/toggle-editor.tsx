import {
  createFeatureToggle,
  FeatureToggle,
  getFeatureToggle,
  saveFeatureToggle,
} from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { FormHead } from '#ui/form/form-section.tsx'
import { WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { Tag } from '#ui/tag.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { useLiveRefresh } from '#widgets/live-refresh.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { dependOnToggles, forgetToggleFailure, sayAsked, sayToggleFailure } from './adopt-toggle.ts'
import styles from './feature-toggles.module.css'
import { useRuleChoices } from './rule-names.ts'
import { ToggleActions } from './toggle-actions.tsx'
import { ToggleForm } from './toggle-form.tsx'
import { ToggleSide } from './toggle-side.tsx'
import { type RuleNames, togglesMarks } from './toggle-state.ts'
import {
  toggleDifferences,
  toggleErrors,
  toggleLabels,
  toToggleChange,
  toToggleInput,
  ToggleValues,
  toToggleValues,
} from './toggle-values.ts'

const noUpdateText = 'Нет права на изменение переключателей. Обратитесь к администратору'

function useToggle(toggle: FeatureToggle | null, refusal: string | null, choices: RuleNames) {
  const navigate = useNavigate()
  return useRecord<FeatureToggle, ToggleValues>({
    record: toggle,
    name: 'Переключатель',
    draftKey: `featureToggle/${toggle?.id ?? 'new'}`,
    toValues: toToggleValues,
    start: toToggleValues(null),
    check: (values) => toggleErrors(values, toggle === null),
    refusal,
    schema: FeatureToggle,
    shape: ToggleValues,
    save: async (values, version) => {
      forgetToggleFailure()
      if (!toggle) return call(createFeatureToggle, { body: toToggleInput(values) })
      return call(saveFeatureToggle, {
        params: { id: String(toggle.id) },
        body: toToggleChange(values, version),
      })
    },
    onSaved: (saved, how) => {
      if (how === 'saved') saySaved(saved, toggle)
      if (how !== 'created') return
      toast.success('Переключатель создан', { keepOnRouteChange: true })
      void navigate({ to: '/featureToggle/$toggleId', params: { toggleId: String(saved.id) }, replace: true })
    },
    onFailure: (failure) => {
      sayToggleFailure(failure)
      return true
    },
    differences: (mine, server) => toggleDifferences(mine, server, choices),
    ...(toggle && { queryKey: query(getFeatureToggle, { params: { id: String(toggle.id) } }).queryKey }),
    invalidates: dependOnToggles,
  })
}

/** Done, or put before a second person: then the toggle is as it was. */
function saySaved(saved: FeatureToggle, before: FeatureToggle | null): void {
  if (saved.pendingRequestId !== null && saved.version === before?.version) sayAsked()
  else toast.success('Данные сохранены', { keepOnRouteChange: true })
}

/** The card of a toggle, or of a new one. */
export function ToggleEditor({ toggle, onRefresh }: { toggle: FeatureToggle | null; onRefresh: () => void }) {
  const listTitle = 'Переключатели функций'
  usePagePlace('Справочники', { text: listTitle, href: '/featureToggle' }, toggle?.key ?? 'Новый')
  const navigate = useNavigate()
  const noUpdate = useRights().mayCall(createFeatureToggle) ? null : noUpdateText
  const choices = useRuleChoices()
  const kit = useToggle(toggle, noUpdate, choices)
  const { form } = kit
  useLiveRefresh(toggle ? topics.features : null, onRefresh)
  const toList = () => void navigate({ to: '/featureToggle' })
  const title = toggle?.title ?? 'Новый переключатель'
  return (
    <RecordForm
      kit={kit}
      label={title}
      labels={toggleLabels}
      head={
        <div className={styles.sticky}>
          <FormHead
            title={title}
            subtitle={
              toggle && (
                <span className={styles.marks}>
                  <span>{toggle.key}</span>
                  {togglesMarks(toggle).map(({ text, tone }) => (
                    <Tag key={text} tone={tone}>
                      {text}
                    </Tag>
                  ))}
                </span>
              )
            }
          >
            <Button onClick={toList}>Назад</Button>
            {toggle && (
              <ToggleActions
                toggle={toggle}
                noUpdate={noUpdate}
                onDeleted={() => {
                  kit.leaveFreely()
                  toList()
                }}
              />
            )}
            <Button type="submit" look="primary" loading={kit.busy} disabledReason={noUpdate}>
              {toggle ? 'Сохранить' : 'Создать'}
            </Button>
          </FormHead>
        </div>
      }
    >
      <WithSidePanel panel={<ToggleSide toggle={toggle} control={form.control} choices={choices} />}>
        <ToggleForm toggle={toggle} form={form} choices={choices} readOnly={noUpdate !== null} />
      </WithSidePanel>
    </RecordForm>
  )
}
