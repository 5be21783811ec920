import { isPrivateField } from '@ipoteka-office/contract/common/private-fields.ts'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import type { FormGroup } from '@ipoteka-office/contract/sections/first-forms.ts'
import type { SectionFields } from '@ipoteka-office/contract/sections/fields.ts'
import { futureDays } from '@ipoteka-office/contract/sections/past-days.ts'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import { ApiFailure } from '#api/failure.ts'
import { useSession } from '#api/session.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { checkedForm } from '#ui/checked-form.ts'
import { CompareDialog, type Side } from '#ui/compare-dialog.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { FormCard, FormSection } from '#ui/form-section.tsx'
import { PageForm } from '#ui/page-form.tsx'
import { sayMistakes } from '#ui/say-mistakes.ts'
import { takeSaved } from '#ui/take-saved.ts'
import { toast } from '#ui/toasts.tsx'
import { DraftNotice, useDraft } from '#ui/use-draft.tsx'
import { useUnsavedChanges } from '#ui/use-unsaved-changes.ts'
import { useErrorLabels } from '../case-sections/error-labels.ts'
import { focusField } from '../case-sections/focus-field.ts'
import { mergeSection, sectionDifferences } from '../case-sections/section-compare.ts'
import { type FieldsPlace, SectionFieldsGrid } from '../case-sections/section-fields.tsx'
import { dictionariesOf, useFormNames } from '../case-sections/section-names.ts'
import { type FormValues, valueIssues } from '../case-sections/section-values.ts'
import type { LateSave } from '../late-save.ts'
import { notifyFailure } from '../notify-failure.ts'
import styles from './card-form.module.css'
import { alone, cardToForm, formToCard } from './card-values.ts'

/** A card that has a version of its own. */
export type VersionedCard = object & { readonly version: number }

/** What a form of a card is given. */
export interface CardFormProps<T extends VersionedCard> {
  readonly label: string
  readonly fields: SectionFields
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
  /** A save that came too late: what stands on the server; null for another failure. */
  readonly lateOf?: (failure: unknown) => LateSave<T> | null
  /** Gets what saves the typed values; null while there is nothing to save. */
  readonly onSaver?: (save: (() => Promise<boolean>) | null) => void
  /** Under a group by its title. */
  readonly after?: Readonly<Record<string, (form: UseFormReturn) => ReactNode>>
  /** Buttons beside «Сохранить». */
  readonly buttons?: (values: () => FormValues) => ReactNode
}

/** Marks the fields that the server has refused; answers how many there are. */
function showFailures(form: UseFormReturn, failure: unknown): number {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  for (const { path, message } of body?.fields ?? []) form.setError(path, { type: 'server', message })
  return body?.fields?.length ?? 0
}

const nameOfPerson = ['lastName', 'firstName'] as const

function useCardValues({
  label,
  fields,
  card,
  must = nameOfPerson,
}: Pick<CardFormProps<VersionedCard>, 'label' | 'fields' | 'card' | 'must'>) {
  const [version, setVersion] = useState(card.version ?? 0)
  const [base, setBase] = useState(() => cardToForm(fields, card))
  const form = useForm<FieldValues>({
    ...checkedForm<FieldValues>(label, (values) => {
      const wrong = valueIssues(fields, values, alone)
      const missing = must.flatMap((name) =>
        values[name] ? [] : [{ path: [name], message: 'Поле должно быть заполнено' }],
      )
      const future = futureDays(fields, values, bankDay(serverNow())).map(({ path, message }) => ({
        path: path.split('.'),
        message,
      }))
      return [...missing, ...wrong, ...future]
    }),
    defaultValues: base,
  })
  const replace = (next: object & { readonly version?: number }, sent?: FormValues): boolean => {
    const values = cardToForm(fields, next)
    setBase(values)
    setVersion(next.version ?? 0)
    if (sent !== undefined) return takeSaved(form, values, sent)
    form.reset(values)
    return false
  }
  // Somebody else's save is taken over at once while there is nothing of one's own to lose.
  useEffect(() => {
    if (card.version !== undefined && card.version > version && !form.formState.isDirty) replace(card)
  })
  return { form, version, setVersion, base, replace }
}

/** The form of a lead's or a short application's card: groups of fields, one save, drafts, comparison of a late save. */
export function CardForm<T extends VersionedCard>(props: CardFormProps<T>) {
  const { label, fields, groups, card, record, disabled = false, locked, saveText = 'Сохранить' } = props
  const names = useFormNames(useMemo(() => dictionariesOf(fields), [fields]))
  const { form, version, setVersion, base, replace } = useCardValues(props)
  const { isDirty } = form.formState
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<(LateSave<T> & { mine: FormValues }) | null>(null)
  const draft = useDraft(form, {
    isPrivate: isPrivateField,
    record,
    user: useSession().profile.login,
    version,
    ready: !disabled,
  })
  const { leaveFreely } = useUnsavedChanges(isDirty, draft.clear, { search: ['section'] })
  const send = async (values: FormValues, onVersion: number): Promise<boolean> => {
    setBusy(true)
    try {
      const saved = await props.onSave(formToCard(fields, values), onVersion)
      // Before: what has been typed since goes into the next draft, and is asked about on leaving.
      draft.clear()
      if (!replace(saved, values)) leaveFreely()
      toast.success('Сохранено', { key: `saved ${record}` })
      props.onSaved?.(saved)
      return true
    } catch (failure) {
      const late = props.lateOf?.(failure) ?? null
      if (late) setConflict({ ...late, mine: values })
      else if (props.onFailure?.(failure, formToCard(fields, values))) return false
      else if (showFailures(form, failure) === 0) notifyFailure(failure)
      else sayMistakes(form, `refused ${record}`)
      return false
    } finally {
      setBusy(false)
    }
  }
  const saveNow = async (): Promise<boolean> => {
    let saved = false
    await form.handleSubmit(
      async (values) => {
        saved = await send(values, version)
      },
      () => {
        sayMistakes(form, `refused ${record}`)
      },
    )()
    return saved
  }
  const running = useRef<Promise<boolean> | null>(null)
  const save = (): Promise<boolean> => {
    running.current ??= saveNow().finally(() => {
      running.current = null
    })
    return running.current
  }
  const { onSaver, alwaysSaves = false } = props
  useEffect(() => {
    onSaver?.(isDirty || alwaysSaves ? save : null)
    return () => onSaver?.(null)
  })
  const resolve = async (choice: Record<string, Side>) => {
    if (!conflict) return
    const theirs = cardToForm(fields, conflict.current)
    const merged = mergeSection(fields, conflict.mine, theirs, choice)
    setConflict(null)
    replace(conflict.current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(merged, { keepDefaultValues: true })
    await send(merged, conflict.current.version)
  }
  const place = (isLocked: boolean): FieldsPlace => ({
    form,
    around: alone,
    names,
    // A creation leads away from the form: what would be typed meanwhile had no place to stay.
    disabled: disabled || isLocked || (busy && card.version === undefined),
  })
  const differences =
    conflict &&
    sectionDifferences(
      fields,
      { base, mine: conflict.mine, server: cardToForm(fields, conflict.current) },
      names.nameOf,
    )
  const labels = useErrorLabels(fields, form)
  const box = useRef<HTMLFormElement>(null)
  return (
    <PageForm ref={box} label={label} enterSaves={card.version !== undefined} onSave={() => void save()}>
      <DraftNotice
        found={{
          ...draft,
          restore: () => {
            if (draft.draft?.version) setVersion(draft.draft.version)
            draft.restore()
          },
        }}
        at={formatDateTime}
      />
      <ErrorSummary
        control={form.control}
        labels={labels}
        setFocus={(path) => box.current && focusField(box.current, path, fields[path]?.label ?? '')}
      />
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
      {conflict && differences && (
        <CompareDialog
          open
          {...(conflict.changedBy !== null && { changedBy: conflict.changedBy })}
          differences={differences}
          suggested={Object.fromEntries(
            differences.flatMap(({ key, suggested }) => (suggested ? [[key, suggested] as const] : [])),
          )}
          onCancel={() => setConflict(null)}
          onApply={(choice) => void resolve(choice)}
        />
      )}
    </PageForm>
  )
}
