import {
  CaseSection,
  saveCaseSection,
  saveParticipantSection,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { ErrorBody } from '@ipoteka-office/contract/common/errors.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type { SectionFields } from '@ipoteka-office/contract/cases/sections/fields.ts'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#api/call.ts'
import { ApiFailure } from '#api/failure.ts'
import type { Side } from '#ui/overlay/compare-dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { refreshHead } from '../case/case-data.ts'
import { type LateSave, lateSaveOf } from '../record/late-save.ts'
import { notifyFailure } from '../notify-failure.ts'
import { saveWithEcho } from '../own-echo.ts'
import { acceptSection, refreshQuestionnaire } from './questionnaire-data.ts'
import { mergeSection } from './section-compare.ts'
import { type Around, type FormValues, toData, toForm } from './section-values.ts'

/** A save that came too late: what was typed, what it began from, and what is on the server. */
export interface SectionConflict extends LateSave<CaseSection> {
  readonly base: FormValues
  readonly mine: FormValues
}

/** Marks the fields that the server has refused; answers how many there are. */
function showFailures(form: UseFormReturn, failure: unknown): number {
  const body = failure instanceof ApiFailure ? ErrorBody.safeParse(failure.body).data : undefined
  const fields = body?.fields ?? []
  for (const { path, message } of fields)
    form.setError(path.replace(/^data\./, ''), { type: 'server', message })
  return fields.length
}

function put(caseId: number, { section, participantId }: CaseSection, data: FormValues, version: number) {
  const params = { id: String(caseId), section }
  const body = { data, version }
  return participantId === null
    ? call(saveCaseSection, { params, body })
    : call(saveParticipantSection, { params: { ...params, participantId: String(participantId) }, body })
}

/** Saves a section by its own version; a late save is compared by field. */
export function useSectionSave({
  caseId,
  section,
  fields,
  around,
  form,
  base,
  version,
  onSaved,
}: {
  caseId: number
  section: CaseSection
  fields: SectionFields
  around: Around
  form: UseFormReturn
  /** What the form began from. */
  base: FormValues
  version: number
  /** `sent`: the values that were saved; absent when it is the server's state that is taken over. */
  onSaved: (saved: CaseSection, sent?: FormValues) => void
}) {
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<SectionConflict | null>(null)
  const running = useRef<Promise<boolean> | null>(null)
  const adopt = async (saved: CaseSection, sent?: FormValues) => {
    await acceptSection(caseId, saved)
    onSaved(saved, sent)
  }
  const send = async (values: FormValues, onVersion: number): Promise<boolean> => {
    setBusy(true)
    try {
      // Gaps, names of participants and what the machine allows follow from the data.
      await saveWithEcho(
        topics.case(caseId),
        async () => adopt(await put(caseId, section, toData(fields, values, around), onVersion), values),
        () => {
          void refreshQuestionnaire(caseId)
          void refreshHead(caseId)
        },
      )
      toast.success(`Сохранено: ${section.sectionName.toLowerCase()}`, { key: `saved ${section.section}` })
      return true
    } catch (failure) {
      const late = lateSaveOf(failure, CaseSection)
      if (late) setConflict({ ...late, base, mine: values })
      else if (showFailures(form, failure) === 0) notifyFailure(failure)
      else toast.error('Сервер не принял часть полей', { key: 'section refused' })
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
        toast.error(`Исправьте поля раздела «${section.sectionName}»`, { key: 'section invalid' })
      },
    )()
    return saved
  }
  /** True when the values are on the server; asked again meanwhile, it is the same save. */
  const save = (): Promise<boolean> => {
    running.current ??= saveNow().finally(() => {
      running.current = null
    })
    return running.current
  }
  const resolve = async (choice: Readonly<Record<string, Side>>) => {
    if (!conflict) return
    const { current, mine } = conflict
    const theirs = toForm(fields, current.data)
    const merged = mergeSection(fields, mine, theirs, choice)
    setConflict(null)
    await adopt(current)
    if (!Object.values(choice).includes('mine')) return
    form.reset(merged, { keepDefaultValues: true })
    await send(merged, current.version)
  }
  return { save, busy, conflict, resolve, dropConflict: () => setConflict(null) }
}
