import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import * as sections from '@ipoteka-office/contract/cases/case-sections.ts'
import { createFullApplication } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { CallOptions, TestApp } from './test-app.ts'
import { wholeSections } from './whole-sections.ts'

/** Saves a section of the case, or of a participant, over its present version. */
export async function saveSection(
  bank: TestApp,
  id: string,
  section: SectionCode,
  data: Record<string, unknown>,
  options: CallOptions & { readonly participantId?: number } = { as: 'agent' },
) {
  if (sections.sectionOf(section).scope === 'CASE') {
    const params = { id, section }
    const { body } = await bank.call(sections.getCaseSection, { params }, options)
    return bank.call(sections.saveCaseSection, { params, body: { data, version: body.version } }, options)
  }
  const params = { id, section, participantId: String(options.participantId) }
  const { body } = await bank.call(sections.getParticipantSection, { params }, options)
  return bank.call(
    sections.saveParticipantSection,
    { params, body: { data, version: body.version } },
    options,
  )
}

/** Opens a full application of the agent's partner, with its main borrower. */
export async function openApplication(
  bank: TestApp,
  more: Record<string, unknown> = {},
): Promise<{ id: string; number: string; borrower: number }> {
  const body = { programme: '2', regionCode: '77', lastName: 'Сомова', firstName: 'Анна', ...more }
  const made = await bank.call(createFullApplication, { body }, { as: 'agent' })
  if (made.status !== 200) throw new Error(`The application was not made: ${made.raw.body}`)
  const id = String(made.body.id)
  const { body: questionnaire } = await bank.call(
    sections.getQuestionnaire,
    { params: { id } },
    { as: 'agent' },
  )
  const borrower = questionnaire.sections.find(({ section }) => section === 'PERSONAL')?.participantId ?? 0
  return { id, number: made.body.number, borrower }
}

/** Fills every section of an application, the borrower's numbers made different by `serial`. */
export async function fillApplication(
  bank: TestApp,
  { id, borrower }: { readonly id: string; readonly borrower: number },
  serial = 456,
): Promise<void> {
  for (const [code, values] of Object.entries(wholeSections)) {
    const passport = `3610123${String(serial).padStart(3, '0')}`
    const data = code === 'PERSONAL' ? { ...values, passport } : values
    const saved = await saveSection(bank, id, code as SectionCode, data, {
      as: 'agent',
      participantId: borrower,
    })
    if (saved.status !== 200) throw new Error(`${code} was not saved: ${saved.raw.body}`)
  }
}
