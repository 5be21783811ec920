import type { CaseType } from './machines/machines.ts'

const pages: Readonly<Record<CaseType, string>> = {
  LEAD: '/lead',
  SHORT_APPLICATION: '/short-app-edit',
  FULL_APPLICATION: '/full-app-edit',
  LOAN_APPLICATION: '/loan-app-edit',
}

/** The address of a case's page. */
export const casePath = (type: CaseType, id: number): string => `${pages[type]}/${id}`

/** A place in a case: a section of its questionnaire or of its card, and whose it is. */
export interface CasePlace {
  readonly section: string
  readonly participantId: number | null
}

const withQuestionnaire: readonly CaseType[] = ['FULL_APPLICATION', 'LOAN_APPLICATION']
/** Places that have a page of their own, or none but the case's. */
const elsewhere: Readonly<Record<string, (type: CaseType, id: number) => string>> = {
  REALTY_OBJECTS: (_, id) => `/realty-object-edit/${id}`,
  CASE: casePath,
}

/** The address of a place in a case; what is told of leads and short applications stands on their card. */
export function casePlacePath(type: CaseType, id: number, { section, participantId }: CasePlace): string {
  const own = elsewhere[section]
  if (own !== undefined) return own(type, id)
  if (!withQuestionnaire.includes(type)) return `${casePath(type, id)}?section=card`
  const whose = participantId === null ? '' : `&participant=${participantId}`
  return `${casePath(type, id)}?section=${section}${whose}`
}

/** Where in a case the task of a stage is done; the others are done where its page opens. */
const workPlaces: Readonly<Record<CaseType, Readonly<Record<string, string>>>> = {
  LEAD: {
    FIRST_CONTACT: 'contacts',
    REPEAT_CONTACT: 'contacts',
    MEETING_PLANNED: 'contacts',
    AWAITING_DOCUMENTS: 'documents',
  },
  SHORT_APPLICATION: { IN_WORK: 'decision', PRE_APPROVED: 'decision' },
  FULL_APPLICATION: {
    DOCS_CHECK: 'DOCUMENTS',
    REWORK: 'REVIEW',
    UNDERWRITING: 'REVIEW',
    VERIFICATION: 'BORROWER',
    APPROVED: 'REALTY',
    REALTY_SELECTION: 'REALTY',
    REALTY_CHECK: 'REALTY',
    REALTY_APPROVED: 'REALTY',
  },
  LOAN_APPLICATION: { DOCS_CHECK: 'DOCUMENTS', REWORK: 'REVIEW', UNDERWRITING: 'REVIEW' },
}

/** The address where a task of a case is done. */
export function taskPath(task: {
  readonly caseType: CaseType
  readonly caseId: number
  readonly stage: string
}): string {
  const section = workPlaces[task.caseType][task.stage]
  const page = casePath(task.caseType, task.caseId)
  return section === undefined ? page : `${page}?section=${section}`
}

/** The address at which two versions of a case are compared; without `to` with what is now. */
export function caseVersionsPath(id: number, moments: { from?: string; to?: string } = {}): string {
  const search = new URLSearchParams(moments).toString()
  return `/case-versions/${id}${search === '' ? '' : `?${search}`}`
}
