import {
  type CaseSection,
  type SectionCode,
  sectionOf,
} from '@ipoteka-office/contract/cases/case-sections.ts'
import { futureDays } from '@ipoteka-office/contract/cases/sections/past-days.ts'
import { useEffect, useRef, useState } from 'react'
import { type FieldValues, useForm } from 'react-hook-form'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { checkedForm } from '#ui/form/checked-form.ts'
import { takeSaved } from '#ui/form/take-saved.ts'
import type { Questionnaire } from './questionnaire-data.ts'
import { type SectionDifference, sectionDifferences } from './section-compare.ts'
import type { FormNames } from './section-names.ts'
import { type Around, type FormValues, toData, toForm, valueIssues } from './section-values.ts'

/** What a colleague has just saved. */
export interface SectionNews {
  readonly by: string
  readonly at: string
  readonly changes: readonly SectionDifference[]
}

/** Where the conditions of a section's fields are asked. */
export function aroundOf({ data }: Questionnaire, participantId: number | null): Around {
  const person = data.participants.find(({ id }) => id === participantId)
  return {
    sections: data.sections,
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

/** The form of a section with the version that it began from; somebody else's save is taken over while nothing is typed. */
export function useSectionValues(section: CaseSection, around: Around, names: FormNames) {
  const { fields, title } = sectionOf(section.section)
  const latest = useRef(around)
  latest.current = around
  const form = useForm<FieldValues>({
    ...checkedForm<FieldValues>(title, (values) => issuesOf(section.section, values, latest.current)),
    defaultValues: toForm(fields, section.data),
  })
  const [version, setVersion] = useState(section.version)
  const [base, setBase] = useState<FormValues>(() => toForm(fields, section.data))
  const [news, setNews] = useState<SectionNews | null>(null)
  const replace = (next: CaseSection, sent?: FormValues) => {
    const values = toForm(fields, next.data)
    if (sent === undefined) form.reset(values)
    else takeSaved(form, values, sent)
    setBase(values)
    setVersion(next.version)
  }
  // Older: the form has its own save already, and the page hears of it a moment later.
  const outdated = section.version > version
  const takeOver = () => {
    const server = toForm(fields, section.data)
    const changes = sectionDifferences(fields, { base, mine: base, server }, names.nameOf)
    if (changes.length > 0) setNews({ by: section.savedBy ?? 'коллега', at: section.savedAt ?? '', changes })
    replace(section)
  }
  useEffect(() => {
    if (outdated && !form.formState.isDirty) takeOver()
  })
  return { form, version, setVersion, base, replace, outdated, news, dropNews: () => setNews(null) }
}
