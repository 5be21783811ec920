import { lowered } from '#lib/words.ts'
import {
  CaseSection,
  type SectionCode,
  saveCaseSection,
  saveParticipantSection,
  sectionOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { refreshHead } from '../case/case-data.ts'
import { type RecordKit, useRecord } from '../record/use-record.ts'
import { acceptSection, type Questionnaire, refreshQuestionnaire } from './questionnaire-data.ts'
import { mergeFields, fieldDifferences } from '../record/field-differences.ts'
import type { FormNames } from './section-names.ts'
import type { FormValues } from '../record/field-values.ts'
import { type Around, toData, toForm, valueIssues } from './section-values.ts'

/** Where the conditions of a section's fields are asked. */
export function aroundOf({ data }: Questionnaire, participantId: number | null): Around {
  const person = data.participants.find(({ id }) => id === participantId)
  return {
    sections: data.sections,
    asks: data.asks,
    participant: person ? { role: person.role, sections: person.sections } : null,
  }
}

/** Everything that is wrong with the values by the contract's rules. */
function issuesOf(code: SectionCode, values: FormValues, around: Around) {
  const { fields, issues } = sectionOf(code)
  const found = valueIssues(fields, values, around)
  const today = bankDay(serverNow())
  const data = toData(fields, values, around)
  const across = [...futureDays(fields, data, today), ...(issues?.(data, today) ?? [])]
  return [...found, ...across.map(({ path, message }) => ({ path: path.split('.'), message }))]
}

function put(caseId: number, { section, participantId }: CaseSection, data: FormValues, version: number) {
  const params = { id: String(caseId), section }
  const body = { data, version }
  return participantId === null
    ? call(saveCaseSection, { params, body })
    : call(saveParticipantSection, { params: { ...params, participantId: String(participantId) }, body })
}

/** The form of a section, which is saved by its own version. */
export function useSectionRecord({
  caseId,
  section,
  around,
  names,
  refusal,
}: {
  caseId: number
  section: CaseSection
  around: Around
  names: FormNames
  /** Why nothing may be changed. */
  refusal: string | null
}): RecordKit<CaseSection, FormValues> {
  const { fields, title } = sectionOf(section.section)
  const toValues = ({ data }: CaseSection) => toForm(fields, data)
  return useRecord<CaseSection, FormValues>({
    record: section,
    name: title,
    draftKey: `case/${caseId}/${section.section}/${section.participantId ?? ''}`,
    toValues,
    check: (values) => issuesOf(section.section, values, around),
    refusal,
    schema: CaseSection,
    save: (values, version) => put(caseId, section, toData(fields, values, around), version),
    onSaved: async (saved, how) => {
      await acceptSection(caseId, saved)
      if (how === 'saved')
        toast.success(`Сохранено: ${lowered(section.sectionName)}`, { key: `saved ${section.section}` })
    },
    // Gaps, names of participants and what the machine allows follow from the data.
    echo: {
      topic: topics.case(caseId),
      read: () => {
        void refreshQuestionnaire(caseId)
        void refreshHead(caseId)
      },
    },
    fieldOf: (path) => path.replace(/^data\./, ''),
    onFailure: (_, __, marked) => {
      if (marked > 0) toast.error('Сервер не принял часть полей', { key: 'section refused' })
      return marked > 0
    },
    onMistakes: () =>
      toast.error(`Исправьте поля раздела «${section.sectionName}»`, { key: 'section invalid' }),
    differences: (mine, server, base) =>
      fieldDifferences(fields, { base, mine, server: toValues(server) }, names.nameOf),
    merge: (mine, server, choice) => mergeFields(fields, mine, toValues(server), choice),
    author: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'коллега', at: savedAt ?? '' }),
  })
}
