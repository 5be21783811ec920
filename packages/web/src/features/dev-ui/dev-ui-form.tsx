import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/form/checked-form.ts'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { Field, ReadOnlyField } from '#ui/form/field.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { emptyMulti, type MultiValue } from '#ui/select/multi-select-value.ts'
import { NumberInput } from '#ui/input/number-input.tsx'
import { PageForm } from '#ui/form/page-form.tsx'
import { SidePanel, WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { sayMistakes } from '#ui/form/say-mistakes.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { DraftNotice, useDraft } from '#ui/form/use-draft.tsx'
import { useUnsavedChanges } from '#ui/form/use-unsaved-changes.ts'
import { partners, regions, searchPartners } from './dev-ui-people.ts'

type Values = {
  status: string
  limit: number | null
  levels: MultiValue
  partners: MultiValue
  regions: MultiValue
  from: string
  by: string
  price: string | null
  change: string | null
  comment: string
  name: string
}

const labels: Record<keyof Values, string> = {
  status: 'Статус',
  limit: 'Лимит',
  levels: 'Уровень кредитных заявок',
  partners: 'Рассматриваемые партнеры',
  regions: 'Рассматриваемые регионы',
  from: 'Смена (с)',
  by: 'Смена (по)',
  price: 'Стоимость объекта, ₽',
  change: 'Изменение, ₽',
  comment: 'Комментарий',
  name: 'Наименование',
}
const required = 'Поле должно быть заполнено'
const statuses = [
  { code: 'ACTIVE', name: 'Активный' },
  { code: 'PAUSE', name: 'На паузе' },
  { code: 'INACTIVE', name: 'Неактивный' },
]
const tones: Record<string, 'green' | 'amber' | 'neutral'> = { ACTIVE: 'green', PAUSE: 'amber' }
const levels = [1, 2, 3, 4, 5].map((n) => ({ code: String(n), name: `Уровень ${n}` }))
const some = (value: MultiValue) => value.all || value.codes.length > 0
const time = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
const defaultValues: Values = {
  status: 'ACTIVE',
  limit: 20,
  levels: { codes: ['2', '3'], all: false },
  partners: { codes: [], all: true },
  regions: emptyMulti,
  from: '22:00',
  by: '06:00',
  price: '8265000.00',
  change: null,
  comment: '',
  name: '',
}

function check(values: Values): Record<string, { type: string; message: string }> {
  const problems: [keyof Values, boolean, string][] = [
    ['limit', values.limit !== null, required],
    ['levels', some(values.levels), required],
    ['partners', some(values.partners), required],
    ['regions', some(values.regions), required],
    ['from', time(values.from), 'Некорректный формат времени'],
    ['by', time(values.by), 'Некорректный формат времени'],
    ['price', values.price !== null, required],
    ['name', values.name !== '', required],
  ]
  return Object.fromEntries(
    problems.filter(([, ok]) => !ok).map(([name, , message]) => [name, { type: 'custom', message }]),
  )
}

/** Every field of a form, with errors, a draft and the question on leaving. */
export function DevForm() {
  const form = useForm<Values>({
    ...checkedForm<Values>('Форма', (values) => check(values)),
    defaultValues,
  })
  const { control, handleSubmit, reset, setFocus, formState } = form
  const draft = useDraft(form, {
    record: 'dev-ui',
    user: 'dev',
    version: 1,
    ready: true,
    isPrivate: isPrivateField,
  })
  useUnsavedChanges(formState.isDirty, draft.clear)
  const save = handleSubmit(
    (values) => {
      reset(values)
      draft.clear()
      toast.success('Данные сохранены')
    },
    () => sayMistakes(form, 'form', 'Ошибка'),
  )
  return (
    <PageForm label="Форма" onSave={() => void save()}>
      <FormHead
        title="Бережной Артём Павлович"
        subtitle="Роль: Андеррайтер"
        facts={[
          { label: 'В работе', value: '18 из 20' },
          { label: 'Сейчас', value: 'не в смене' },
        ]}
      >
        <Button onClick={() => reset(defaultValues)}>Назад</Button>
        <Button look="primary" type="submit" loading={formState.isSubmitting}>
          Сохранить
        </Button>
      </FormHead>
      <DraftNotice found={draft} at={(savedAt) => new Date(savedAt).toLocaleString('ru-RU')} />
      <ErrorSummary control={control} labels={labels} setFocus={setFocus} />
      <WithSidePanel
        panel={
          <SidePanel label="История и последствия">
            <FormSection title="История" grid={false}>
              <Timeline
                entries={[
                  {
                    id: '1',
                    changes: [{ label: 'Лимит', before: '15', after: '20' }],
                    by: 'Кузнецова М. В.',
                    at: 'сегодня 10:14',
                  },
                  {
                    id: '2',
                    changes: [{ label: 'Статус', before: 'На паузе', after: 'Активный' }],
                    by: 'Кузнецова М. В.',
                    at: 'вчера 21:55',
                  },
                ]}
              />
            </FormSection>
          </SidePanel>
        }
      >
        <FormCard>
          <FormSection title="Очередь">
            <Field control={control} name="status" label={labels.status}>
              {(input) => (
                <SingleSelect
                  {...input}
                  options={statuses}
                  render={(o) => <StatusDot tone={tones[o.code] ?? 'neutral'}>{o.name}</StatusDot>}
                />
              )}
            </Field>
            <Field control={control} name="limit" label={labels.limit}>
              {(input) => <NumberInput {...input} min={0} max={10_000} />}
            </Field>
            <Field control={control} name="levels" label={labels.levels} span="full">
              {(input) => <MultiSelect {...input} options={levels} placeholder="Выберите уровни" />}
            </Field>
          </FormSection>
          <FormSection title="Кого рассматривает">
            <Field control={control} name="partners" label={labels.partners} span="full">
              {(input) => (
                <MultiSelect
                  {...input}
                  options={partners}
                  search={searchPartners}
                  allLabel="Все партнеры"
                  placeholder="Выберите партнеров"
                />
              )}
            </Field>
            <Field control={control} name="regions" label={labels.regions} span="full">
              {(input) => (
                <MultiSelect
                  {...input}
                  options={regions}
                  allLabel="Все регионы"
                  placeholder="Выберите регионы"
                />
              )}
            </Field>
          </FormSection>
          <FormSection title="Смена">
            <Field control={control} name="from" label={labels.from} span="quarter">
              {(input) => <TimeInput {...input} />}
            </Field>
            <Field
              control={control}
              name="by"
              label={labels.by}
              span="quarter"
              hint="Через полночь: с 22:00 до 06:00"
            >
              {(input) => <TimeInput {...input} />}
            </Field>
          </FormSection>
          <FormSection title="Деньги и текст">
            <Field control={control} name="price" label={labels.price}>
              {(input) => <MoneyInput {...input} />}
            </Field>
            <Field
              control={control}
              name="change"
              label={labels.change}
              hint="Может быть отрицательным, три знака"
            >
              {(input) => <MoneyInput {...input} negative decimals={3} />}
            </Field>
            <Field control={control} name="name" label={labels.name}>
              {(input) => <TextInput {...input} />}
            </Field>
            <ReadOnlyField label="Роль">Андеррайтер</ReadOnlyField>
            <Field control={control} name="comment" label={labels.comment} span="full" disabled>
              {(input) => <TextArea {...input} />}
            </Field>
          </FormSection>
        </FormCard>
      </WithSidePanel>
    </PageForm>
  )
}
