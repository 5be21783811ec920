import type { NameOf } from '@ipoteka-office/contract/common/field-texts.ts'
import type { FormGroup } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { sayMistakes } from '#ui/form/say-mistakes.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { useErrorLabels } from '../case-sections/error-labels.ts'
import { focusField } from '../case-sections/focus-field.ts'
import { mergeFields, fieldDifferences } from '../record/field-differences.ts'
import { type FieldsPlace, SectionFieldsGrid } from '../case-sections/section-fields.tsx'
import { dictionariesOf, useFormNames } from '../case-sections/section-names.ts'
import { valueIssues } from '../case-sections/section-values.ts'
import type { FormValues } from '../record/field-values.ts'
import { RecordForm } from '../record/record-form.tsx'
import { useRecord } from '../record/use-record.ts'
import styles from './card-form.module.css'
import { alone, cardToForm, formToCard } from './card-values.ts'

/** A card that has a version of its own. */
export type VersionedCard = object & { readonly version: number }

/** What a form of a card is given. */
export interface CardFormProps<T extends VersionedCard> {
  readonly label: string
  readonly fields: FieldSpecs
  readonly groups: readonly FormGroup[]
  /** What the form begins with; a saved card has a version. */
  readonly card: object & { readonly version?: number }
  /** Key of the record for the draft: «lead/12». */
  readonly record: string
  readonly disabled?: boolean
  /** Fields that can no longer be changed, and why. */
  readonly locked?: { readonly fields: readonly string[]; readonly reason: string } | null
  readonly saveText?: string
  /** Fields without which nothing is saved. */
  readonly must?: readonly string[]
  /** What the form begins with may be saved as it is. */
  readonly alwaysSaves?: boolean
  readonly onSave: (values: FormValues, version: number) => Promise<T>
  /** After a save that leads away from the form. */
  readonly onSaved?: (card: T) => void
  /** A failure that the page answers itself: true when it did. */
  readonly onFailure?: (failure: unknown, values: FormValues) => boolean
  /** The card as a late save's answer brings it. */
  readonly schema?: z.ZodType<T>
  /** Gets what saves the typed values; null while there is nothing to save. */
  readonly onSaver?: (save: (() => Promise<boolean>) | null) => void
  /** Under a group by its title. */
  readonly after?: Readonly<Record<string, (form: UseFormReturn) => ReactNode>>
  /** Buttons beside «Сохранить». */
  readonly buttons?: (values: () => FormValues) => ReactNode
}

const nameOfPerson = ['lastName', 'firstName'] as const

function useCard<T extends VersionedCard>(props: CardFormProps<T>, nameOf: NameOf) {
  const { label, fields, card, record, disabled = false, must = nameOfPerson } = props
  const isSaved = card.version !== undefined
  return useRecord<T, FormValues>({
    record: isSaved ? (card as T) : null,
    name: label,
    draftKey: record,
    toValues: (next) => cardToForm(fields, next),
    start: cardToForm(fields, card),
    check: (values) => {
      const missing = must.flatMap((name) =>
        values[name] ? [] : [{ path: [name], message: 'Поле должно быть заполнено' }],
      )
      const future = futureDays(fields, values, bankDay(serverNow()))
      return [
        ...missing,
        ...valueIssues(fields, values, alone),
        ...future.map(({ path, message }) => ({ path: path.split('.'), message })),
      ]
    },
    refusal: disabled ? 'Карточку сейчас нельзя изменить' : null,
    ...(props.schema && { schema: props.schema }),
    save: (values, version) => props.onSave(formToCard(fields, values), version),
    onSaved: (saved, how) => {
      if (how !== 'met') toast.success('Сохранено', { key: `saved ${record}` })
      props.onSaved?.(saved)
    },
    onFailure: (failure, form, marked) => {
      if (props.onFailure?.(failure, formToCard(fields, form.getValues()))) return true
      if (marked > 0) sayMistakes(form, `refused ${record}`)
      return marked > 0
    },
    onMistakes: (form) => sayMistakes(form, `refused ${record}`),
    differences: (mine, server, base) =>
      fieldDifferences(fields, { base, mine, server: cardToForm(fields, server) }, nameOf),
    merge: (mine, server, choice) => mergeFields(fields, mine, cardToForm(fields, server), choice),
    search: ['section'],
  })
}

/** The form of a lead's or a short application's card: groups of fields, one save, drafts, comparison of a late save. */
export function CardForm<T extends VersionedCard>(props: CardFormProps<T>) {
  const { label, fields, groups, card, disabled = false, locked, saveText = 'Сохранить' } = props
  const names = useFormNames(useMemo(() => dictionariesOf(fields), [fields]))
  const kit = useCard(props, names.nameOf)
  const { form, isDirty, busy, submit } = kit
  const { onSaver, alwaysSaves = false } = props
  useEffect(() => {
    onSaver?.(isDirty || alwaysSaves ? submit : null)
    return () => onSaver?.(null)
  })
  const place = (isLocked: boolean): FieldsPlace => ({
    form,
    around: alone,
    names,
    // A creation leads away from the form: what would be typed meanwhile had no place to stay.
    disabled: disabled || isLocked || (busy && card.version === undefined),
  })
  const labels = useErrorLabels(fields, form)
  const box = useRef<HTMLFormElement>(null)
  return (
    <RecordForm
      kit={kit}
      label={label}
      showRefusal={false}
      box={box}
      enterSaves={card.version !== undefined}
      labels={labels}
      focus={(path) => box.current && focusField(box.current, path, fields[path]?.label ?? '')}
    >
      <FormCard>
        {groups.map(({ title, names: own }) => {
          const isLocked = own.some((name) => locked?.fields.includes(name))
          return (
            <div key={title}>
              <FormSection title={title}>
                <SectionFieldsGrid place={place(isLocked)} fields={fields} names={own} />
              </FormSection>
              {isLocked && <p className={styles.locked}>{locked?.reason}: раздел не меняется</p>}
              {props.after?.[title]?.(form)}
            </div>
          )
        })}
        {!disabled && (
          <div className={styles.buttons}>
            {props.buttons?.(() => formToCard(fields, form.getValues()))}
            <Button look="primary" type="submit" loading={busy} disabled={!isDirty && !alwaysSaves}>
              {saveText}
            </Button>
          </div>
        )}
      </FormCard>
    </RecordForm>
  )
}
