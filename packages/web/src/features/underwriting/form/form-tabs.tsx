import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { type FormRoom, type FormTab, formTabs } from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { ReactNode } from 'react'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Comparison } from './comparison.tsx'
import type { ChosenRow } from './use-chosen-row.ts'

const SubjectDecision = latePart(
  async () => (await import('../subjects/subject-decision.tsx')).SubjectDecision,
)

const PersonTab = latePart(async () => (await import('./person-tabs.tsx')).PersonTab)
const ObligationsTab = latePart(
  async () => (await import('./obligations/obligations-tab.tsx')).ObligationsTab,
  <PageSkeleton kind="form" />,
)
const IncomeTab = latePart(
  async () => (await import('./income/income-tab.tsx')).IncomeTab,
  <PageSkeleton kind="form" />,
)
const EmploymentTab = latePart(
  async () => (await import('./employment/employment-tab.tsx')).EmploymentTab,
  <PageSkeleton kind="form" />,
)

/** What a tab is drawn from. */
export interface TabOf {
  readonly head: CaseHead
  readonly room: FormRoom
  readonly chosen: ChosenRow
}

const drawn: Partial<Record<FormTab, (of: TabOf) => ReactNode>> = {
  comparison: ({ room, chosen }) => <Comparison room={room} chosen={chosen} />,
  personal: (of) => <PersonTab tab="personal" {...of} />,
  assets: (of) => <PersonTab tab="assets" {...of} />,
  history: (of) => <PersonTab tab="history" {...of} />,
  documents: (of) => <PersonTab tab="documents" {...of} />,
  obligations: ({ room }) => <ObligationsTab caseId={room.caseId} participantId={room.participantId} />,
  employment: ({ room }) => <EmploymentTab room={room} />,
  income: ({ room }) => <IncomeTab room={room} />,
  decision: ({ room }) => (
    <SubjectDecision caseId={room.caseId} subject={{ kind: 'PERSON', id: room.participantId }} />
  ),
}

/** Who owes nothing is asked who they are and no more. */
const ofDebtors: readonly FormTab[] = ['employment', 'income', 'obligations', 'assets', 'history']

/** The tabs of a room, in the order of their keys. */
export const builtTabs = ({ isDebtor }: Pick<FormRoom, 'isDebtor'>): { key: FormTab; label: string }[] =>
  (Object.keys(formTabs) as FormTab[])
    .filter((key) => drawn[key] !== undefined && (isDebtor || !ofDebtors.includes(key)))
    .map((key) => ({ key, label: formTabs[key] }))

export const drawTab = (key: FormTab, of: TabOf): ReactNode => drawn[key]?.(of) ?? null
