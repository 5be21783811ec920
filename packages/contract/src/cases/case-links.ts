import { type CaseOwner, type CaseType, caseTypes, typeOfOwner } from './types/case-types.ts'

/** The address of a case's page. */
export const casePath = (type: CaseType, id: number): string => `${caseTypes[type].path}/${id}`

/** The address where a case is decided on, with the action that is wanted; the case's own where nothing is decided. */
export function decisionPath(type: CaseType, id: number, action?: string): string {
  const page = caseTypes[type].decisionPath
  if (page === undefined) return casePath(type, id)
  return `${page}/${id}${action === undefined ? '' : `?decision=${action}`}`
}

/** Address of the page that sums up what a case is decided by. */
export const summaryPath = (type: CaseType, id: number): string =>
  decisionPath(type, id).replace('underwriting-total', 'underwriting-summary')

/** Address of the page of everything that changed in a case. */
export const changeHistoryPath = (type: CaseType, id: number): string =>
  decisionPath(type, id).replace('underwriting-total', 'change-history')

/** Address of the automatic checks of a case, for whoever decides on it. */
export const checksPath = (type: CaseType, id: number): string =>
  decisionPath(type, id).replace('underwriting-total', 'underwriting-auto-checks')

/** Address of the page on which individuals of a case are controlled. */
export const controlPath = (type: CaseType, id: number): string =>
  decisionPath(type, id).replace('underwriting-total', 'control-individual')

/** Address of the page on which fraud in a case is looked for. */
export const fraudPath = (type: CaseType, id: number): string =>
  decisionPath(type, id).replace('underwriting-total', 'underwriting-fraud')

/** Address of the room in which one participant of a case is underwritten; without one, of the main borrower's. */
export function formPath(type: CaseType, id: number, participantId?: number, tab?: string): string {
  const page = `${decisionPath(type, id).replace('underwriting-total', 'underwriting-form')}`
  return [
    page,
    ...(participantId === undefined ? [] : [participantId, ...(tab === undefined ? [] : [tab])]),
  ].join('/')
}

/** Address of what the decision engine has said of a case. */
export const enginePath = (type: CaseType, id: number): string =>
  `${decisionPath(type, id).replace('underwriting-total', 'underwriting-form')}/spr_answers`

/** Address of the page on which the object of a mortgage is examined; the case's own where nothing is pledged. */
export const objectPath = (
  type: CaseType,
  id: number,
  tab: string = 'object',
  object: number | 'active' = 'active',
): string =>
  caseTypes[type].places?.includes('REALTY_OBJECTS')
    ? `/underwriting-mortgage/${id}/${tab}/${object}`
    : casePath(type, id)

/** The address where a document of a case is shown. */
export function caseDocumentPath(owner: CaseOwner, ownerId: number, documentId: number): string {
  const type = typeOfOwner(owner)
  const { path } = caseTypes[type].documents
  return path === undefined ? casePath(type, ownerId) : `${path}/${ownerId}?document=${documentId}`
}

/** A place in a case: a section of its questionnaire or of its card, and whose it is. */
export interface CasePlace {
  readonly section: string
  readonly participantId: number | null
}

/** Places that have a page of their own, or none but the case's. */
const elsewhere: Readonly<Record<string, (type: CaseType, id: number) => string>> = {
  REALTY_OBJECTS: (_, id) => `/realty-object-edit/${id}`,
  CASE: casePath,
}

/** The address of a place in a case; what is told of a case without a questionnaire stands on its card. */
export function casePlacePath(type: CaseType, id: number, { section, participantId }: CasePlace): string {
  const own = elsewhere[section]
  if (own !== undefined) return own(type, id)
  if (caseTypes[type].questions === undefined) return `${casePath(type, id)}?section=card`
  const whose = participantId === null ? '' : `&participant=${participantId}`
  return `${casePath(type, id)}?section=${section}${whose}`
}

/** The address where a task of a case is done. */
export function taskPath(task: {
  readonly caseType: CaseType
  readonly caseId: number
  readonly stage: string | null
}): string {
  const section = task.stage === null ? undefined : caseTypes[task.caseType].workPlaces[task.stage]
  const page = casePath(task.caseType, task.caseId)
  return section === undefined ? page : `${page}?section=${section}`
}

/** The address at which two versions of a case are compared; without `to` with what is now. */
export function caseVersionsPath(id: number, moments: { from?: string; to?: string } = {}): string {
  const search = new URLSearchParams(moments).toString()
  return `/case-versions/${id}${search === '' ? '' : `?${search}`}`
}
