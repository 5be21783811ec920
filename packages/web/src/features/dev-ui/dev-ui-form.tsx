import { byOperator } from '@ipoteka-office/contract/common/field-rights.ts'
import { Button } from '#ui/button.tsx'
import { useStore } from '#lib/store.ts'
import { Field, ReadOnlyField } from '#ui/form/field.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import type { MultiValue } from '#ui/select/multi-select-value.ts'
import { NumberInput } from '#ui/input/number-input.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SidePanel, WithSidePanel } from '#ui/overlay/side-panel.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { sayMistakes } from '#ui/form/say-mistakes.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import type { Difference } from '#widgets/record/difference.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { DevRecord, DevValues, known, operatorsFields, saveDevRecord } from './dev-record-server.ts'
import { partners, regions, searchPartners } from './dev-ui-people.ts'

const labels: Record<keyof DevValues, string> = {
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
function check(values: DevValues): Record<string, { type: string; message: string }> {
  const problems: [keyof DevValues, boolean, string][] = [
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

const nameIn = (options: readonly Option[], code: string) =>
  options.find((option) => option.code === code)?.name ?? code
const listText = (options: readonly Option[], { codes, all }: MultiValue) =>
  all ? 'Все' : codes.map((code) => nameIn(options, code)).join(', ')

/** A field's value in words, the same words for the same value. */
function textOf(field: keyof DevValues, values: DevValues): string {
  if (field === 'status') return nameIn(statuses, values.status)
  if (field === 'levels') return listText(levels, values.levels)
  if (field === 'partners') return listText(partners, values.partners)
  if (field === 'regions') return listText(regions, values.regions)
  return String(values[field] ?? '')
}

function differencesOf(mine: DevValues, server: DevRecord): Difference[] {
  const fields = Object.keys(labels) as (keyof DevValues)[]
  return fields
    .map((key) => ({ key, label: labels[key], mine: textOf(key, mine), server: textOf(key, server) }))
    .filter((one) => one.mine !== one.server)
}

const guarded = {
  limit: { label: labels.limit, changedBy: byOperator },
  name: { label: labels.name, seenBy: byOperator },
}

const toValues = ({ version: _, savedBy: __, savedAt: ___, ...values }: DevRecord): DevValues => values

function useDevRecord() {
  const isGuarded = useStore(operatorsFields)
  return useRecord<DevRecord, DevValues>({
    record: useStore(known),
    name: 'Форма',
    draftKey: 'dev-ui',
    ...(isGuarded && { fields: guarded }),
    toValues,
    check,
    refusal: null,
    schema: DevRecord,
    shape: DevValues,
    save: saveDevRecord,
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Данные сохранены')
    },
    onMistakes: (form) => sayMistakes(form, 'form', 'Ошибка'),
    differences: differencesOf,
    author: ({ savedBy, savedAt }) => ({ by: savedBy, at: savedAt }),
  })
}

/** Every field of a form on the record kit, with a server of its own that stays in the browser. */
export function DevForm() {
  const kit = useDevRecord()
  const { control } = kit.form
  return (
    <RecordForm
      kit={kit}
      label="Форма"
      labels={labels}
      head={
        <FormHead
          title="Бережной Артём Павлович"
          subtitle="Роль: Андеррайтер"
          facts={[
            { label: 'В работе', value: '18 из 20' },
            { label: 'Сейчас', value: 'не в смене' },
          ]}
        >
          <Button onClick={kit.undo}>Отменить</Button>
          <Button look="primary" type="submit" loading={kit.busy}>
            Сохранить
          </Button>
        </FormHead>
      }
    >
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
    </RecordForm>
  )
}
